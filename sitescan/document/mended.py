"""The page's own markup with its fault mended, as a report shows it."""

from bs4.element import Tag

from sitescan.document.tree import attr

#: Elements without an end tag, https://html.spec.whatwg.org/multipage/syntax.html#void-elements
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Attributes that tell a reader which element it is; of the others, those that are short.
_TELLING = frozenset({"action", "alt", "class", "for", "href", "id", "name", "rel", "role", "src", "title", "type"})
_MOST = 5
_LONGEST = 40


def start_tag(tag: Tag, **changed: str | None) -> str:
    """
    The start tag of an element with some of its attributes changed.

    :param changed: new values by attribute, ``_`` standing for ``-``; ``None`` takes the attribute away, an empty
        text leaves it without a value. Long values and attributes past the first few that have nothing to do with
        the change are left out or shortened, ``…`` standing for them.
    """
    changes = {name.rstrip("_").replace("_", "-"): value for name, value in changed.items()}
    kept = [name for name in tag.attrs if name not in changes]
    shown = sorted(kept, key=lambda name: name not in _TELLING)[:_MOST]
    written = []
    for name in tag.attrs:
        if name in changes:
            written.append(_written(name, changes.pop(name)))
        elif name in shown:
            written.append(_written(name, _shortened(attr(tag, name, ""))))
    written.extend(_written(name, value) for name, value in changes.items())
    dots = ("…",) if len(shown) < len(kept) else ()
    return f"<{' '.join((tag.name, *filter(None, written), *dots))}>"


def element(tag: Tag, content: str = "…", **changed: str | None) -> str:
    """
    An element as :func:`start_tag` writes it, with what it holds and its end tag where it has one.

    :param content: what it holds, in the report's words.
    """
    start = start_tag(tag, **changed)
    return start if tag.name in _VOID else f"{start}{content}</{tag.name}>"


def _written(name: str, value: str | None) -> str:
    if value is None:
        return ""
    quote = "'" if '"' in value and "'" not in value else '"'
    return f"{name}={quote}{value.replace(quote, '&quot;')}{quote}" if value else name


def _shortened(value: str) -> str:
    collapsed = " ".join(value.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"
