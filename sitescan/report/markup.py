"""HTML from values: whatever is put into it is text."""

from html import escape

_VOID = frozenset({"br", "circle", "input", "link", "meta", "path"})


class Markup(str):
    """HTML that is written as it is; any other string is escaped."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: str | bool | None) -> Markup:
    """
    An element.

    :param attributes: ``class_`` is ``class``, ``aria_label`` is ``aria-label``; ``True`` stands for an
        attribute without a value, ``False`` and ``None`` for none.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _VOID:
        return Markup(f"<{tag}{written}>" if tag not in ("circle", "path") else f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{join(*children)}</{tag}>")


def join(*children: str) -> Markup:
    """Markup and text, one after the other."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def _attribute(key: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
