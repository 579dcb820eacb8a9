"""
Links that are alone on their line, and the size of that line as far as styles alone tell it.

The fonts are known by bounds, and anything that may move, hide or break the line makes it uncertain.
"""

from collections import Counter
from itertools import takewhile

from attrs import frozen
from bs4.element import PageElement, Tag

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.document import Document
from sitescan.document.language.usual_fonts import LEAST_LINE, MOST_LINE, are_latin, are_usual, width_bounds
from sitescan.document.layout.box_spaces import inner_space, space
from sitescan.document.layout.display import is_absolutely_positioned, is_block_container, is_floating, is_multi_column
from sitescan.document.layout.horizontal_ranges import SCROLL_BAR, horizontal_ranges
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.text_size import wraps
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.tree import Nearest, TextNode, ancestors, descendants, elements

#: Elements in lines that are no larger than their text.
_TEXTUAL = frozenset("a abbr b em i small span strong u".split())
#: Elements that align the text in them, and what an attribute does.
_ALIGNING = frozenset({"caption", "center", "th"})
#: The properties by which letters are of the same size and in the same place, and values with which they are known.
_FONT = frozenset({"font-family", "line-height", "letter-spacing", "word-spacing", "text-transform"})
_KNOWN = {
    **dict.fromkeys(("letter-spacing", "word-spacing", "text-indent"), frozenset({"", "normal", "0", "0px"})),
    "text-transform": frozenset({"", "none"}),
    # The last line of a block isn't justified.
    "text-align": frozenset({"", "justify", "left", "start"}),
    # Latin text runs from left to right where the direction follows from it.
    "direction": frozenset({"", "auto", "ltr"}),
}
_SIDES = ("left", "right", "top", "bottom")
_UNSET = frozenset({"", "auto", "none"})
#: The maximum number of nodes of a block that are read.
_MOST_NODES = 400


@frozen
class LinkPlace:
    """
    Where a link that has no other content beside it begins a block.

    :ivar link: the link.
    :ivar content: the outermost element on the line, a child of the block.
    :ivar block: the block that begins with the line.
    :ivar height: the largest height of the line in pixels.
    """

    link: Tag
    content: Tag
    block: Tag
    height: float


@frozen
class LinkLine:
    """
    The extent of a link that is alone on its line.

    :ivar letters: how often the link has each letter.
    :ivar size: the font size in pixels.
    :ivar around: the font size of the block, on whose baseline the letters are.
    :ivar fonts: family, weight and slope of the letters.
    :ivar reach: the top and the bottom of the link in pixels from the middle of the line, as far apart as they
        certainly are if the line has its largest height.
    """

    letters: "Counter[str]"
    size: float
    around: float
    fonts: frozenset[tuple[str | None, float | None, str | None]]
    reach: tuple[float, float]


class LinkLines:
    """The lines of a page that contain nothing but a link, each measured when it is asked for."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._styles = document.styles
        self._state = document.accessible.state
        self._generates = document.styles.selects("before", "after")
        self._uncertain = Nearest(self._makes_uncertain)
        self._known: dict[int, LinkLine | None] = {}
        self._rooms: dict[int, float | None] = {}
        # The ids of the boxes that are as wide as their content.
        self._shrunk: set[int] = set()
        is_everywhere = len(document.screens) == 1
        # A page that is the same on both screens has as much less room on a phone as that is narrower.
        self._missing = SCROLL_BAR + (self._styles.screen.width - document.phone.width if is_everywhere else 0.0)

    def place(self, link: Tag) -> LinkPlace | None:
        """Return where a link begins a block; ``None`` if it doesn't, or the height of its line isn't known."""
        if not self.takes_room(link):
            # Of many such links, each would look at all others.
            return None
        content, around = link, link.parent
        while around is not None and around.parent is not None and self._styles.of(content).display == "inline":
            if any(map(self.takes_room, content.previous_siblings)):
                return None
            following = next(filter(self.takes_room, content.next_siblings), None)
            if following is not None and not (isinstance(following, Tag) and is_in_flow(self._styles.of(following))):
                return None
            style = self._styles.of(around)
            if is_block_container(style):
                if not is_in_flow(style):
                    return None
                own, other = _line_height(style), _line_height(self._styles.of(link))
                return None if own is None or other is None else LinkPlace(link, content, around, max(own, other))
            content, around = around, around.parent
        return None

    def of(self, place: LinkPlace) -> LinkLine | None:
        """Return the line of a link; ``None`` if it isn't certain that the link is alone on one line."""
        if id(place.link) not in self._known:
            self._known[id(place.link)] = self._measured(place)
        return self._known[id(place.link)]

    def _measured(self, place: LinkPlace) -> LinkLine | None:
        link, block, style = place.link, place.block, self._styles.of(place.block)
        if not self._is_certain(link) or not self._is_of_links(block) or self.has_generated_content(block):
            return None
        letters, size, around = _letters(link), self._styles.of(link).font_size, style.font_size
        is_known = letters and are_latin(letters) and self._is_uniform(style, place.content, link)
        above, below = (space(link, self._styles.of(link), side) for side in _SIDES[2:])
        if not is_known or size is None or around is None or above is None or below is None:
            return None
        if wraps(style) and self._least_room(block) < width_bounds(letters)[1] * size:
            return None
        is_whole = size == around and style.get("line-height") in ("", "normal")
        half = (place.height if is_whole else LEAST_LINE * size) / 2
        styles = map(self._styles.of, (link, *elements(link)))
        fonts = frozenset([(it.get("font-family"), it.font_weight, it.get("font-style")) for it in styles])
        return LinkLine(letters, size, around, fonts, (-half - above, half + below))

    def takes_room(self, node: PageElement) -> bool:
        """Return whether a node takes, or may take, room in the flow."""
        if isinstance(node, Tag):
            is_empty = not node.contents and node.name in _TEXTUAL and self._styles.of(node).display == "inline"
            return not is_empty and self._state(node).rendered is not False
        return type(node) is TextNode and not node.isspace()

    def has_generated_content(self, tag: Tag) -> bool:
        """Return whether ``::before`` or ``::after`` of an element has, or may have, content."""
        if not self._generates:
            return False
        pseudo = [self._styles.pseudo(tag, name) for name in ("before", "after")]
        return any(style is not None and style.get("content") not in ("", "none", "normal") for style in pseudo)

    def _is_certain(self, link: Tag) -> bool:
        """Return whether a link is certainly shown as a link at its place in the flow."""
        is_link = "role" not in link.attrs and self._state(link).exposed
        return is_link and not self._makes_uncertain(link) and self._uncertain.around(link) is None

    def _makes_uncertain(self, tag: Tag) -> bool:
        return tag.name in _ALIGNING or "align" in tag.attrs or _may_move(self._styles.of(tag))

    def _is_of_links(self, block: Tag) -> bool:
        """Return whether all text in a block is that of links: lines of other text limit the size of links in them."""
        for number, node in enumerate(descendants(block)):
            if type(node) is TextNode and not node.isspace():
                inside = takewhile(lambda tag: tag is not block, ancestors(node))
                if not any(tag.name == "a" and "href" in tag.attrs for tag in inside):
                    return False
            if number > _MOST_NODES:
                return False
        return True

    def _is_uniform(self, around: Style, content: Tag, link: Tag) -> bool:
        """
        Return whether all letters on a line have the font of its block, whose sizes are known.

        The link may have another size where the height of lines follows from the size.
        """
        size = self._styles.of(link).font_size
        if not _has_known_font(around) or (size != around.font_size and not _follows_size(around)):
            return False
        for tag in (content, *elements(content)):
            style = self._styles.of(tag)
            if tag.name not in _TEXTUAL or not _has_font_of(style, around) or self.has_generated_content(tag):
                return False
            if style.font_size != size and (style.font_size != around.font_size or link in ancestors(tag)):
                return False
            if any(space(tag, style, side) != 0 for side in (_SIDES[:2] if tag is link else _SIDES)):
                return False
        return True

    def _least_room(self, block: Tag) -> float:
        """Return the width in pixels of the content of a block at least."""
        path = list(takewhile(lambda box: id(box) not in self._rooms, (block, *ancestors(block))))
        for box in reversed(path):
            self._rooms[id(box)] = self._room_in(box, self._rooms.get(id(box.parent)))
        room = self._rooms[id(block)]
        if room is not None:
            return room
        content = horizontal_ranges(self._document).content(block)
        return content.width - self._missing if content is not None and content.exact else 0.0

    def _room_in(self, box: Tag, around: float | None) -> float | None:
        """
        Return the width of the content of a box at least; ``None`` if it isn't known.

        A float without a width has all the room that its longest line needs, up to that of the box around it.

        :param around: that of the box around it.
        """
        style = self._styles.of(box)
        is_narrow = id(box.parent) in self._shrunk
        width = _given_width(style, None if is_narrow else around)
        if width is not None and style.get("box-sizing") != "border-box":
            return width
        if width is not None:
            return _without(width, inner_space(box, style, "left"), inner_space(box, style, "right"))
        if box.name == "html":
            around = self._styles.screen.width - self._missing
        elif any(style.get(name) not in _UNSET for name in ("width", "max-width")) or not _is_filled(style):
            around = None
        if is_narrow or is_floating(style):
            self._shrunk.add(id(box))
        return _without(around, _filled_space(box, style, "left"), _filled_space(box, style, "right"))


def _filled_space(box: Tag, style: Style, side: str) -> float | None:
    """Return the space at a side of a box without a width, where an automatic margin is none."""
    return (inner_space if style.get(f"margin-{side}") == "auto" else space)(box, style, side)


def _without(width: float | None, left: float | None, right: float | None) -> float | None:
    """Return a width without two spaces; ``None`` if one of them isn't known."""
    return None if width is None or left is None or right is None else width - left - right


@cached_by_style
def _is_filled(style: Style) -> bool:
    """Return whether a line in a box without a width is only broken where the box around it has no room for it."""
    return is_in_flow(style) or (is_floating(style) and style.parent is not None and is_block_container(style.parent))


def _given_width(style: Style, around: float | None) -> float | None:
    """Return the width that a box is given in pixels, or as a share of the box around it, at least."""
    if style.get("max-width") not in _UNSET:
        return None
    is_share = around is not None and (style.get("width") or "").endswith("%")
    is_in_block = style.display == "block" and style.parent is not None and is_block_container(style.parent)
    return style.pixels("width", around if is_share and is_in_block else None)


@cached_by_style
def is_in_flow(style: Style) -> bool:
    """Return whether a box is a block below what is before it, as wide as the block around it."""
    is_block = style.display in ("block", "list-item") and style.parent is not None and is_block_container(style.parent)
    return is_block and not (_is_placed(style) or is_floating(style) or is_multi_column(style))


@cached_by_style
def _is_placed(style: Style) -> bool:
    """Return whether a box is, or may be, moved from its place in the flow."""
    position, sides = style.get("position"), ("left", "right", "top", "bottom")
    return position != "static" and (position != "relative" or any(style.get(side) not in _UNSET for side in sides))


@cached_by_style
def _may_move(style: Style) -> bool:
    """Return whether a box, or what is in it, may be hidden, or elsewhere or in another size than it is laid out."""
    # People scroll to what "auto" and "scroll" clip.
    clips = style.get("overflow-y") not in ("visible", "auto", "scroll")
    is_limited = is_absolutely_positioned(style) or any(style.get(it) not in _UNSET for it in ("height", "max-height"))
    return (
        style.display is None
        or is_transformed(style)
        or is_off_screen(style)
        or is_multi_column(style)
        or style.number("opacity", 1.0) == 0
        or style.get("clip-path") not in _UNSET
        or (clips and is_limited)
    )


def _has_font_of(style: Style, around: Style) -> bool:
    """Return whether an element is part of a line, with the font of the block around it."""
    if style.display != "inline" or _is_placed(style) or is_floating(style):
        return False
    return not style.declares_any(_FONT) or all(style.get(name) == around.get(name) for name in _FONT)


@cached_by_style
def _has_known_font(style: Style) -> bool:
    """Return whether the sizes of Latin letters and their places on a line are known."""
    return are_usual(style.get("font-family")) and all(style.get(name) in known for name, known in _KNOWN.items())


@cached_by_style
def _follows_size(style: Style) -> bool:
    """Return whether the height of a line is a multiple of the size of its largest letters, of whatever font."""
    return style.get("line-height") in ("", "normal") or (style.number("line-height", 0.0) or 0.0) >= 1


@cached_by_style
def _line_height(style: Style) -> float | None:
    """
    Return the largest height of a line in pixels; ``None`` if it isn't known.

    A length in ``em`` refers to the font of the element that declares it, which is one around it with the same value.
    """
    written = style.get("line-height")
    if written in ("", "normal"):
        return float(round(MOST_LINE * (style.font_size or 0.0)))
    factor = style.number("line-height", 0.0)
    if factor:
        return factor * (style.font_size or 0.0)
    heights, around = [style.pixels("line-height", style.font_size)], style.parent
    while around is not None and around.get("line-height") == written:
        heights.append(around.pixels("line-height", around.font_size))
        around = around.parent
    return None if None in heights else max(height or 0.0 for height in heights)


def _letters(link: Tag) -> "Counter[str]":
    texts = [node for node in descendants(link) if type(node) is TextNode]
    return Counter(" ".join("".join(texts).split()))
