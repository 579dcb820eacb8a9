"""
Text of a rendered page that needs horizontal scrolling in a window of 320 pixels.

That is a window of 1280 pixels at a zoom of 400%.

https://www.w3.org/WAI/WCAG22/Understanding/reflow
"""

from collections.abc import Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import Surroundings, surroundings
from sitescan.document.layout.measured_layout import Box, narrow_boxes
from sitescan.document.tree import attr

_WIDTH = 320.0

#: The number of pixels by which a line must stick out: less is a part of a letter or white space.
_BEYOND = 10.0

#: Elements and roles whose content may need two dimensions for its meaning or use, or isn't laid out as text.
_EXCEPTED = frozenset(
    "audio canvas code embed iframe img input kbd map math meter object pre progress samp select svg table textarea "
    "video".split()
)
_EXCEPTED_ROLES = frozenset("application grid img math menubar tablist toolbar tree treegrid".split())


def wide_in_narrow_window(document: Document) -> Sequence[tuple[Tag, float]]:
    """
    Return the outermost elements whose lines of text begin in the window and end beyond it, with their right edges.

    Only what certainly has to be scrolled counts: the page scrolls, and the text is neither clipped nor moved out of
    the flow.
    """
    boxes = narrow_boxes(document)
    around = surroundings(boxes)
    excepted, outermost = _excepted(boxes), _outermost_wide(boxes)
    found: dict[int, tuple[Tag, float]] = {}
    for number, box in enumerate(boxes):
        if box.tag is None or box.name != "#text" or excepted[number] or not _sticks_out(box, around[number]):
            continue
        if document.accessible.state(box.tag).visible is not True:
            continue
        tag, right = (outermost[box.around] if box.around >= 0 else None) or (box.tag, box.bounds[2])
        found.setdefault(id(tag), (tag, right))
    return tuple(found.values())


def _excepted(boxes: Sequence[Box]) -> Sequence[bool]:
    """Return of each box whether it is in content to which the criterion doesn't apply, or that isn't in the flow."""
    found: list[bool] = []
    for box in boxes:
        outer = box.around >= 0 and found[box.around]
        found.append(outer or (box.name != "#text" and _is_exception(box)))
    return found


def _is_exception(box: Box) -> bool:
    styles = box.styles
    if not styles:
        return False
    if box.name in ("html", "body"):
        return styles["overflow-x"] in ("hidden", "clip")
    role = attr(box.tag, "role", "").lower() if box.tag is not None else ""
    return (
        box.name in _EXCEPTED
        or role in _EXCEPTED_ROLES
        or styles["display"].startswith(("table", "inline-table"))
        or styles["overflow-x"] != "visible"
        or styles["position"] in ("absolute", "fixed")
        or styles["transform"] != "none"
    )


def _sticks_out(box: Box, around: Surroundings) -> bool:
    """Return whether a line of a text begins in the window and ends beyond it."""
    if around.is_uncertain or around.is_out or around.group >= 0:
        return False
    return any(
        0 <= line[0] < _WIDTH - _BEYOND and line[2] > _WIDTH + _BEYOND and around.shows(box, line) for line in box.lines
    )


def _outermost_wide(boxes: Sequence[Box]) -> Sequence[tuple[Tag, float] | None]:
    """Return of each box the outermost element up to which all boxes stick out, itself included, and its right edge."""
    found: list[tuple[Tag, float] | None] = []
    for box in boxes:
        if box.tag is None or box.name == "html" or box.bounds[2] <= _WIDTH + _BEYOND:
            found.append(None)
        else:
            found.append((found[box.around] if box.around >= 0 else None) or (box.tag, box.bounds[2]))
    return found
