"""
Links one below the other whose distance follows from the styles alone, without a layout.

Each is alone on its line. The lines follow each other in the flow, with known spaces between them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile
from operator import attrgetter

from attrs import frozen
from bs4.element import PageElement, Tag

from sitescan.document.accessibility.link_lines import LinkLine, LinkLines, LinkPlace, is_in_flow
from sitescan.document.document import Document
from sitescan.document.language.usual_fonts import width_bounds
from sitescan.document.layout.box_spaces import space
from sitescan.document.layout.display import is_block_container, is_multi_column
from sitescan.document.layout.floats import floats
from sitescan.document.layout.measured_layout import Bounds
from sitescan.document.tree import ancestors

NEAR = 24.0
"""The distance in pixels at which lines are no longer of interest."""

#: The number of links that are read: lists of more are alike.
_MOST_LINKS = 500
#: The number of boxes around a line in which the other line is searched.
_DEEPEST = 10
_HEIGHTS = ("height", "min-height", "max-height", "aspect-ratio")
_UNSET = frozenset({"", "auto", "none", "0", "0px"})
_BEFORE: Callable[[Tag], Iterator[PageElement]] = attrgetter("previous_siblings")
_AFTER: Callable[[Tag], Iterator[PageElement]] = attrgetter("next_siblings")


@frozen
class StackedLinks:
    """
    Two links one below the other.

    :ivar links: the upper and the lower link.
    :ivar extremes: two times the bounds of both, from any point of the page: with the upper link as wide and the lower
        one as narrow as they may be, and vice versa. The lines have their largest distance.
    """

    links: tuple[Tag, Tag]
    extremes: Sequence[tuple[Bounds, Bounds]]


def stacked_links(document: Document) -> Iterator[StackedLinks]:
    """
    Iterate over the pairs of links that are certainly one below the other, among the first few hundred of a page.

    There are none if the styles aren't known.
    """
    if not document.styled:
        return
    lines = LinkLines(document)
    links = (tag for tag in document.all("a") if "href" in tag.attrs)
    for upper, lower in pairwise(map(lines.place, islice(links, _MOST_LINKS))):
        # Lines without spaces between them are as far apart as both are high on average.
        if upper is not None and lower is not None and upper.height + lower.height < 2 * NEAR:
            yield from _stacked(document, lines, upper, lower)


def _stacked(document: Document, lines: LinkLines, upper: LinkPlace, lower: LinkPlace) -> Iterator[StackedLinks]:
    """Yield two links if nothing but known spaces is between their lines."""
    above, below = _paths(upper.block, lower.block)
    around = below[-1].parent if below else None
    if around is None or not is_block_container(document.styles.of(around)):
        return
    last = _outermost(document, lines, upper.content, above, _AFTER)
    first = _outermost(document, lines, lower.content, below, _BEFORE)
    if last is None or first is None or is_multi_column(document.styles.of(around)):
        return
    between = takewhile(lambda node: node is not first, last.next_siblings)
    if any(map(lines.takes_room, between)) or floats(document).may_be_beside(lower.link):
        return
    gaps = _spaces(document, above, "bottom"), _spaces(document, below, "top")
    lefts = _spaces(document, above, "left"), _spaces(document, below, "left")
    pitch = (upper.height + lower.height) / 2 + sum(gap or 0.0 for gap in gaps)
    if None in (*gaps, *lefts) or pitch >= NEAR:
        return
    lines_of_both = lines.of(upper), lines.of(lower)
    shift = (lefts[1] or 0.0) - (lefts[0] or 0.0)
    if lines_of_both[0] is None or lines_of_both[1] is None or not _are_level(lines_of_both[0], lines_of_both[1]):
        return
    yield StackedLinks((upper.link, lower.link), _extremes(lines_of_both[0], lines_of_both[1], pitch, shift))


def _are_level(upper: LinkLine, lower: LinkLine) -> bool:
    """Return whether both links have the same distance from the middle of their line."""
    if upper.size == upper.around and lower.size == lower.around:
        return True
    return (upper.size, upper.around, upper.fonts) == (lower.size, lower.around, lower.fonts)


def _paths(upper: Tag, lower: Tag) -> tuple[Sequence[Tag], Sequence[Tag]]:
    """Return two boxes with those around them that aren't around the other one; none if the common one is too far."""
    if upper.parent is lower.parent:
        return [upper], [lower]
    outside = {id(box): box for box in islice((upper, *ancestors(upper)), _DEEPEST)}
    below = list(takewhile(lambda box: id(box) not in outside, islice((lower, *ancestors(lower)), _DEEPEST)))
    around = below[-1].parent if below else None
    if id(around) not in outside:
        return [], []
    return list(takewhile(lambda box: box is not around, outside.values())), below


def _outermost(
    document: Document,
    lines: LinkLines,
    content: Tag,
    boxes: Iterable[Tag],
    siblings: Callable[[Tag], Iterator[PageElement]],
) -> Tag | None:
    """Return the outermost of the boxes around a line if each of them ends, or begins, with it."""
    for box in boxes:
        style = document.styles.of(box)
        if not is_in_flow(style) or any(style.get(name) not in _UNSET for name in _HEIGHTS):
            return None
        if lines.has_generated_content(box) or any(map(lines.takes_room, siblings(content))):
            return None
        content = box
    return content


def _spaces(document: Document, boxes: Iterable[Tag], side: str) -> float | None:
    """Return the sum of the spaces at a side of boxes; ``None`` if one isn't known, or lets boxes overlap."""
    total = 0.0
    for box in boxes:
        size = space(box, document.styles.of(box), side)
        if size is None or (size < 0 and side != "left"):
            return None
        total += size
    return total


def _extremes(upper: LinkLine, lower: LinkLine, pitch: float, shift: float) -> Sequence[tuple[Bounds, Bounds]]:
    """
    Return the extreme bounds of two links. In one font, letters that both have are as wide in both.

    :param pitch: the distance of the lines.
    :param shift: by how much the lower link begins more to the right.
    """
    is_one_font = upper.size == lower.size and len(upper.fonts | lower.fonts) == 1
    shared = upper.letters & lower.letters if is_one_font else Counter[str]()
    above, below = (_widths(line, shared) for line in (upper, lower))
    return [
        (_bounds(upper, 0.0, 0.0, above[one]), _bounds(lower, shift, pitch, below[other]))
        for one, other in ((1, 0), (0, 1))
    ]


def _widths(line: LinkLine, shared: "Counter[str]") -> tuple[float, float]:
    """Return the least and the largest width of a link in pixels, with the least of the letters that are shared."""
    common, own = width_bounds(shared)[0], width_bounds(line.letters - shared)
    return (common + own[0]) * line.size, (common + own[1]) * line.size


def _bounds(line: LinkLine, left: float, middle: float, width: float) -> Bounds:
    return left, middle + line.reach[0], left + width, middle + line.reach[1]
