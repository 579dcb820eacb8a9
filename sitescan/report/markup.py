"""Build HTML from values; all values are escaped."""

from html import escape

#: Elements without content: of HTML, and of SVG, which end by a slash.
_VOID = frozenset({"br", "input", "link", "meta"})
_DRAWN = frozenset({"circle", "image", "path", "rect", "use"})


class Markup(str):
    """A string of HTML, which is not escaped again."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: str | bool | None) -> Markup:
    """
    Return an element.

    :param attributes: ``class_`` is ``class``, ``aria_label`` is ``aria-label``; ``True`` gives an attribute without a
        value, ``False`` and ``None`` give no attribute.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _DRAWN:
        return Markup(f"<{tag}{written}/>")
    if tag in _VOID:
        return Markup(f"<{tag}{written}>")
    return Markup(f"<{tag}{written}>{join(*children)}</{tag}>")


def join(*children: str) -> Markup:
    """Return the concatenation of markup and escaped text."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def _attribute(key: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
