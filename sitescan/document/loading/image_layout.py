"""Images, and whether a browser knows their room on the page before they are there."""

import re
from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.tree import HTML, ancestors, attr, children

_NUMBER = re.compile(r"\s*\+?[0-9]+(?:\.[0-9]+)?\s*(?:px\s*|%\s*)?", re.IGNORECASE)
#: Values by which a side follows from the image itself, or from what is around it.
_OPEN = frozenset({"auto", "min-content", "max-content", "fit-content", "none", "normal"})


def shown_images(document: Document) -> Iterator[Tag]:
    """The images that a visitor with scripts gets: with a source, not hidden, not in noscript or SVG."""
    for tag in document.all("img"):
        if tag.namespace != HTML or not attr(tag, "src", "").strip() or "hidden" in tag.attrs:
            continue
        if not document.in_noscript(tag):
            yield tag


def has_reserved_space(document: Document, tag: Tag) -> bool:
    """
    Whether an image's room is known early, as far as can be told; where that is not sure it has.

    It is known where two of width, height and ratio are, by attributes or by styles; an attribute counts although a
    style may undo it, as ``height: auto`` does. An image that is out of the
    flow, or not shown, moves nothing.
    https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images
    """
    if attr(tag, "src", "").lstrip()[:5].lower() == "data:" or _both(tag) or _sources_have(tag):
        return True
    if not document.styles.complete or not _in_flow(document, tag):
        return True
    style = document.styles.of(tag)
    width = _given(style, "width", "inline-size") or _number(tag, "width")
    height = _given(style, "height", "block-size") or _number(tag, "height")
    return width + height + _given(style, "aspect-ratio") >= 2


def has_known_height(document: Document, tag: Tag) -> bool:
    """Whether an image's height, or a bound of it, is given before it is loaded, so that nothing moves down far."""
    return _given(document.styles.of(tag), "height", "block-size", "max-height") or _number(tag, "height")


def _in_flow(document: Document, tag: Tag) -> bool:
    if document.styles.of(tag).get("position") not in ("static", "relative", "sticky"):
        return False
    return all(document.styles.of(one).display not in ("none", None) for one in (tag, *ancestors(tag)))


def _given(style: Style, *names: str) -> bool:
    """Whether a style gives one of these sides, or may give it."""
    values = [style.get(name) for name in names if style.declares(name)]
    return any(value is None or value.split("(")[0] not in _OPEN | {""} for value in values)


def _number(tag: Tag, name: str) -> bool:
    return _NUMBER.fullmatch(attr(tag, name, "")[:50]) is not None


def _both(tag: Tag) -> bool:
    """Whether the attributes give a ratio, which percentages do not."""
    return all(_number(tag, name) and "%" not in attr(tag, name, "") for name in ("width", "height"))


def _sources_have(tag: Tag) -> bool:
    picture = next(ancestors(tag), None)
    return picture is not None and picture.name == "picture" and any(map(_both, children(picture)))
