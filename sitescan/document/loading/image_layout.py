"""Detection of images without reserved space, which shift the layout when they are loaded."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.tree import HTML, ancestors, attr, children, ids_inside
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_NUMBER = lazy_pattern(r"\s*\+?[0-9]+(?:\.[0-9]+)?\s*(?:px\s*|%\s*)?", re.IGNORECASE)
#: Values by which a size depends on the image or on its container.
_OPEN = frozenset({"auto", "min-content", "max-content", "fit-content", "none", "normal"})

#: Attributes that size an image or choose another file for it.
_CHOSEN = frozenset({"width", "height", "srcset", "sizes"})
#: Containers that give an image its own size.
_FLOW = frozenset({"block", "inline", "inline-block", "flow-root", "list-item", "table-cell"})
_SIZES = frozenset({"width", "height", "min-width", "max-width"})
#: Properties that set the height of an image apart from its width, or by which its own size isn't that of the file.
_LIMITS = frozenset(
    "min-height max-height aspect-ratio zoom contain content-visibility image-orientation object-view-box".split()
)
#: Values by which an image is laid out as if it were empty: https://www.w3.org/TR/css-contain-3/#containment-size
_CONTAINED = frozenset({"size", "strict", "hidden"})
#: Selectors of images with, or without, the attributes.
_BY_SIZE = lazy_pattern(r"\[\s{0,9}(?:width|height)\b", re.IGNORECASE)


def shown_images(document: Document) -> Iterator[Tag]:
    """Iterate over the images that a visitor with scripts gets: with a source, not hidden, not in noscript or SVG."""
    for tag in document.all("img"):
        if tag.namespace != HTML or not attr(tag, "src", "").strip() or "hidden" in tag.attrs:
            continue
        if not document.in_noscript(tag):
            yield tag


def has_reserved_space(document: Document, tag: Tag) -> bool:
    """
    Return whether space for an image is reserved on both screens before it is loaded; true in doubt.

    Two of width, height and ratio reserve it, by attributes or styles. An attribute counts even if a style, such as
    ``height: auto``, overrides it, and one that a framework writes. An image out of the flow, or not rendered, shifts
    nothing.
    https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images
    """
    if attr(tag, "src", "").lstrip()[:5].lower() == "data:" or _both(tag) or _sources_have(tag):
        return True
    if document.bindings.writes(tag, "width", "height", "style"):
        return True
    return all(_is_space_reserved(seen, tag) for seen in document.screens)


def _is_space_reserved(document: Document, tag: Tag) -> bool:
    if not document.styles.complete or not _in_flow(document, tag):
        return True
    style = document.styles.of(tag)
    if not _CONTAINED.isdisjoint(f"{style.get('contain')} {style.get('content-visibility')}".split()):
        return True
    width = _is_set(style, "width") or _number(tag, "width")
    height = _is_set(style, "height") or _number(tag, "height")
    return width + height + _is_set(style, "aspect-ratio") >= 2


def has_known_height(document: Document, tag: Tag) -> bool:
    """Return whether an image's height or maximum height is set on a phone, so that the layout shift is limited."""
    return _is_set(document.on_phone.styles.of(tag), "height", "max-height") or _number(tag, "height")


def has_size_of_file(document: Document, tag: Tag) -> bool:
    """
    Return whether attributes with the width and height of its file would leave an image as it is displayed.

    They would if on every screen and in print no style sizes the image, or a style lets its height follow from its
    width, which overrides the attribute. Not every parent gives its content its own size.
    """
    parent = next(ancestors(tag), None)
    if not _CHOSEN.isdisjoint(tag.attrs) or parent is None or parent.name == "picture":
        return False
    if _selects_by_size(document):
        return False
    # Most images are sized on the large screen already, and need no styles of other media.
    return _follows_file(document.styles, tag, parent) and _follows_file(_styles_anywhere(document), tag, parent)


def _follows_file(styles: Styles, tag: Tag, parent: Tag) -> bool:
    """Return whether no style sizes an image, or a style lets its height follow from its width."""
    if not styles.complete or styles.of(parent).display not in _FLOW:
        return False
    style = styles.of(tag)
    follows = style.declares("height") and style.get("height") == "auto" and not style.declares_any(_LIMITS)
    return follows or not style.declares_any(_LIMITS | _SIZES)


@view
def _styles_anywhere(document: Document) -> Styles:
    """Return the styles that images, and what is around them, have on every screen and in print."""
    conditional = any("media" in tag.attrs for tag in document.all("link", "style")) or any(
        css.content.mentions("@media", "@import") for css in css_texts(document)
    )
    return document.styles_on(None, document.all("img")) if conditional else document.styles


@view
def _selects_by_size(document: Document) -> bool:
    """Return whether a stylesheet may select images by their attributes for width and height."""
    return any(_BY_SIZE.search(css.text) is not None for css in css_texts(document))


def _in_flow(document: Document, tag: Tag) -> bool:
    if document.styles.of(tag).get("position") not in ("static", "relative", "sticky"):
        return False
    return id(tag) not in _unrendered(document)


@view
def _unrendered(document: Document) -> AbstractSet[int]:
    """Return the ids of the elements that may not be rendered."""
    return ids_inside(document.styles.where(lambda style: style.display in ("none", None)), document.elements)


def _is_set(style: Style, *names: str) -> bool:
    """Return whether a style sets one of these properties, or may set it."""
    values = [style.get(name) for name in names if style.declares(name)]
    return any(value is None or value.split("(")[0] not in _OPEN | {""} for value in values)


def _number(tag: Tag, name: str) -> bool:
    return _NUMBER.fullmatch(attr(tag, name, "")[:50]) is not None


def _both(tag: Tag) -> bool:
    """Return whether the attributes define a ratio, which percentages do not."""
    return all(_number(tag, name) and "%" not in attr(tag, name, "") for name in ("width", "height"))


def _sources_have(tag: Tag) -> bool:
    picture = next(ancestors(tag), None)
    return picture is not None and picture.name == "picture" and any(map(_both, children(picture)))
