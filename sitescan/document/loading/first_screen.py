"""
The estimated first screen of a page on a phone, without a layout, by the styles of the phone.

Elements fill the screen in document order: text by its characters and font size, images by their sizes. Elements
after the screen is full are not on the first screen.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.media import DESKTOP, PHONE
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import css_loads, size_attributes
from sitescan.document.tree import HTML, Nearest, TextNode, after, attr, within
from sitescan.document.views import view
from sitescan.model.outline import Place
from sitescan.model.page_load import Candidate
from sitescan.standards.css.declared_files import leads_to_file, value_references
from sitescan.standards.urls import MAX_URL_LENGTH, resolve

WIDTH, HEIGHT = PHONE.width, PHONE.height

#: The area of a character in squares of its font size: half as wide as high, with a line height of 1.5.
_CHARACTER = 0.75

#: The assumed area of an image of unknown size, in square CSS pixels.
_UNKNOWN_IMAGE = 150.0 * 150.0

#: The size in CSS pixels below which elements with a background are icons and ornaments.
_SMALL = 100.0

#: The maximum number of candidates that are examined: elements out of the flow fill no screen.
_MOST = 200

#: The maximum number of ancestors that are searched for a menu.
_DEEPEST = 30

#: Elements that are usually closed on phones.
_SELDOM_OPEN = ("nav", "aside", "dialog")

_NO_CONTENT = frozenset({"script", "style", "title", "template", "option", "textarea", "noscript", "svg", "head"})
_STACKED = frozenset({"block", "list-item", "flow-root"})
_BLOCKS = frozenset({"block", "flex", "grid", "list-item", "flow-root", None})


@frozen(kw_only=True)
class _Box:
    """
    The size of an element in CSS pixels.

    :ivar width: the maximum width.
    :ivar height: the minimum or exact height, or ``None`` if that needs a layout.
    """

    width: float
    height: float | None

    @property
    def rows(self) -> float:
        """The filled height of the phone screen; a box as high as the screen of the styles fills all of it."""
        height = self.height or 0.0
        return max(height, HEIGHT) if height >= DESKTOP.height else height


_SCREEN = _Box(width=WIDTH, height=HEIGHT)
_SIDES = ("width", "max-width", "height", "min-height")


class FirstScreen:
    """
    The first screen of a page.

    :ivar shown: the elements that may be the largest content, in document order.
    :ivar begins: the position of the first visible element.
    :ivar ends: the position of the first element that is certainly below the screen.
    """

    def __init__(self, document: Document, styles: Styles) -> None:
        self._document = document
        self._styles = styles
        self._hidden: set[int] = set()
        # The visible elements that are, or are in, boxes out of the flow, menus and dialogs.
        self._moved: set[int] = set()
        self._seldom_open: set[int] = set()
        # The nearest positioned element of each visible element or around it.
        self._positioned: dict[int, Tag | None] = {}
        self._boxes: dict[int, _Box] = {}
        self._rows_before: dict[int, float] = {}
        found: list[tuple[Tag, Candidate]] = []
        filled = 0.0
        last = len(document.elements)
        self.begins, self.ends = last, last
        #: The end positions of elements of known height, and the area filled at their ends.
        tall: list[tuple[int, float]] = []
        for position, tag in enumerate(document.elements):
            while tall and tall[-1][0] <= position:
                filled = max(filled, tall.pop()[1])
            if filled >= WIDTH * HEIGHT:
                self.ends = position
                break
            if not self._visible(tag):
                continue
            self._place(tag)
            self._boxes[id(tag)] = self._box(tag)
            if self._fills_rows(tag):
                tall.append((self._position_after(tag), filled + WIDTH * self._boxes[id(tag)].rows))
            candidate = self._candidate(tag)
            if candidate is None:
                continue
            # Only the visible part counts (https://www.w3.org/TR/largest-contentful-paint/#sec-effective-visual-size).
            if candidate.area > WIDTH * HEIGHT - filled:
                candidate = evolve(candidate, area=WIDTH * HEIGHT - filled)
            self.begins = min(self.begins, position)
            self._rows_before[id(tag)] = filled / WIDTH
            found.append((tag, candidate))
            if not self._out_of_flow(tag) and not self._in_navigation(tag):
                filled += candidate.area if not self._is_background(tag, candidate) else 0.0
            if filled >= WIDTH * HEIGHT or len(found) >= _MOST:
                self.ends = position + 1
                break
        self.shown = tuple(found)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """The candidates for the largest content, in document order."""
        return tuple(candidate for _, candidate in self.shown)

    @cached_property
    def hero(self) -> Tag | None:
        """
        The first element whose image or background certainly fills a quarter of the screen, if it is painted there.

        ``None`` if there is none, or if it is in a menu, a dialog or a footer.
        """
        for tag, candidate in self.shown:
            sure = candidate.height or self._boxes[id(tag)].height
            if candidate.url and sure and candidate.area >= WIDTH * HEIGHT / 4:
                return None if within(tag, *_SELDOM_OPEN, "footer") else tag
        return None

    def _box(self, tag: Tag) -> "_Box":
        """
        Return the size of an element by its styles; percentages refer to its containing block, as far as it is known.

        https://drafts.csswg.org/css2/#containing-block-details
        """
        style, around = self._styles.of(tag), self._around(tag)
        if not _is_sized(style):
            return _Box(width=around.width, height=None)
        widths = (style.pixels("width", around.width), style.pixels("max-width", around.width))
        height = style.pixels("height", around.height) or style.pixels("min-height", around.height)
        return _Box(width=min((width for width in widths if width is not None), default=around.width), height=height)

    def _around(self, tag: Tag) -> "_Box":
        """Return the size of an element's containing block."""
        position = self._styles.of(tag).get("position")
        if position == "fixed" or tag.parent is None:
            return _SCREEN
        if position != "absolute":
            return self._boxes.get(id(tag.parent), _SCREEN)
        return self._boxes.get(id(self._positioned.get(id(tag.parent))), _SCREEN)

    def _place(self, tag: Tag) -> None:
        """Note what an element inherits from the elements around it."""
        around = id(tag.parent)
        if around in self._moved or self._out_of_flow(tag):
            self._moved.add(id(tag))
        if around in self._seldom_open or tag.name in _SELDOM_OPEN:
            self._seldom_open.add(id(tag))
        is_positioned = self._styles.of(tag).get("position") != "static"
        self._positioned[id(tag)] = tag if is_positioned else self._positioned.get(around)

    def _fills_rows(self, tag: Tag) -> bool:
        """Return whether an element is a block of known height among blocks, so that its successors are below it."""
        styles, box = self._styles, self._boxes[id(tag)]
        if not box.height or box.width < WIDTH or tag.name in ("html", "body") or tag.parent is None:
            return False
        blocks = all(styles.of(element).display in _STACKED for element in (tag, tag.parent))
        floats = styles.of(tag).get("float") not in ("", "none")
        return blocks and not floats and id(tag) not in self._moved

    def _position_after(self, tag: Tag) -> int:
        """Return the position of the first element after an element and its descendants."""
        node = after(tag)
        while node is not None and not isinstance(node, Tag):
            node = node.next_element
        return len(self._document.elements) if node is None else self._document.order[id(node)]

    def rows_before(self, tag: Tag) -> float:
        """Return the height of the screen that is filled before a candidate, in pixels."""
        return self._rows_before[id(tag)]

    def shows(self, url: str) -> bool:
        """Return whether an image is on the first screen."""
        return url in self._shown

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(candidate.url for _, candidate in self.shown if candidate.url)

    def _visible(self, tag: Tag) -> bool:
        around = tag.parent
        if (
            (around is not None and id(around) in self._hidden)
            or tag.name in _NO_CONTENT
            or "hidden" in tag.attrs
            or self._document.in_noscript(tag)
            or self._styles.of(tag).display == "none"
        ):
            self._hidden.add(id(tag))
            return False
        return True

    def _candidate(self, tag: Tag) -> Candidate | None:
        """Return an image, a background or a block of text as a candidate, or ``None``."""
        document, style = self._document, self._styles.of(tag)
        if tag.name in ("img", "video") and tag.namespace == HTML:
            reference = attr(tag, "src" if tag.name == "img" else "poster", "").strip()
            if not reference or reference[:5].lower() == "data:" or len(reference) > MAX_URL_LENGTH:
                return None
            url = (document.resolve(reference) or "").partition("#")[0]
            width, height = _size(tag, style, self._around(tag).width)
            if not width and not height:
                width, height = _size_of_file(document, url)
            area = min(width, WIDTH) * height if width and height else _UNKNOWN_IMAGE
            return Candidate(
                url=url,
                width=width,
                height=height,
                area=area,
                offset=document.offset(tag),
                place=document.place(tag) or Place(),
            )
        background = background_of(document, style)
        if background and id(tag.parent) not in self._seldom_open:
            area = _background_area(style, self._boxes[id(tag)])
            if area:
                place = document.place(tag) or Place()
                return Candidate(url=background, area=area, offset=document.offset(tag), place=place)
        characters = sum(len(node.strip()) for node in tag.contents if type(node) is TextNode)
        if not characters:
            return None
        size = style.font_size or 16.0
        area = min(characters * size * size * _CHARACTER, WIDTH * HEIGHT)
        return Candidate(area=area, offset=document.offset(tag), place=Place())

    def _is_background(self, tag: Tag, candidate: Candidate) -> bool:
        return bool(candidate.url) and tag.name not in ("img", "video")

    def _out_of_flow(self, tag: Tag) -> bool:
        return self._styles.of(tag).get("position") in ("absolute", "fixed")

    def _in_navigation(self, tag: Tag) -> bool:
        """Return whether an element is in a menu, which is usually closed on phones."""
        around: Tag | None = tag
        for _ in range(_DEEPEST + 1):
            if around is None:
                break
            if around.name == "nav":
                return True
            around = around.parent
        return False


@cached_by_style
def _is_sized(style: Style) -> bool:
    """Return whether a style sets the size of an element."""
    return any(map(style.declares, _SIDES))


def _size(tag: Tag, style: Style, around: float) -> tuple[float, float]:
    """
    Return the displayed size of an image by its styles or attributes, scaled down to the screen's width; 0 if unknown.

    A side that no style sets has the size of the attribute; one that is ``auto`` follows from the other one.
    """
    width, height = map(float, size_attributes(tag))
    ratio = height / width if width else 0.0
    wide, high = (style.get(name) for name in ("width", "height"))
    across = width if wide == "" else style.pixels("width", around) or 0.0
    down = height if high == "" else style.pixels("height") or 0.0
    if high == "auto" and ratio:
        down = across * ratio
    if wide == "auto" and ratio:
        across = down / ratio if high != "auto" else width
        down = down if high != "auto" else height
    most_across, most_down = style.pixels("max-width", around), style.pixels("max-height")
    if most_across is not None and across > most_across:
        across, down = most_across, most_across * ratio if high == "auto" else down
    if most_down is not None and down > most_down:
        across, down = most_down / ratio if wide == "auto" and ratio else across, most_down
    return _scaled(across, down)


def _size_of_file(document: Document, url: str) -> tuple[float, float]:
    """Return the displayed size of an image that nothing sizes but its file, or 0 if the file isn't at hand."""
    picture = document.picture_of(url)
    return _scaled(picture.width, picture.height) if picture is not None and picture.pixels else (0.0, 0.0)


def _scaled(width: float, height: float) -> tuple[float, float]:
    return (WIDTH, height * WIDTH / width) if width > WIDTH and height else (width, height)


def _background_area(style: Style, box: _Box) -> float:
    """Return the area of an element with a background, or 0 if the background is an ornament."""
    if box.width < _SMALL or (box.height is not None and box.height < _SMALL):
        return 0.0
    if style.display not in _BLOCKS:
        return 0.0
    return min(box.width, WIDTH) * min(box.height or HEIGHT / 2, HEIGHT)


def background_of(document: Document, style: Style) -> str:
    """Return the absolute URL of an element's background, or an empty string."""
    value = style.get("background-image") or ""
    reference = next(filter(leads_to_file, value_references(value)), "")
    if not reference or len(reference) > MAX_URL_LENGTH:
        return ""
    return _references(document).get(reference) or (document.resolve(reference) or "").partition("#")[0]


@view
def backgrounds(document: Document) -> Sequence[tuple[str, Tag]]:
    """Return the URLs of backgrounds that a phone shows, without duplicates, each with its first element."""
    return tuple(_backgrounds(document))


def _backgrounds(document: Document) -> Iterator[tuple[str, Tag]]:
    styles = document.on_phone.styles
    hiding = Nearest(lambda tag: styles.of(tag).display == "none")
    seen: set[int] = set()
    found: set[str] = set()
    for tag in styles.where(lambda style: style.display != "none" and "(" in (style.get("background-image") or "")):
        style = styles.of(tag)
        if id(style) in seen or hiding.around(tag) is not None:
            continue
        seen.add(id(style))
        url = background_of(document, style)
        if url.startswith("http") and url not in found:
            found.add(url)
            yield url, tag


@view
def first_screen(document: Document) -> FirstScreen:
    """Return the first screen of a page."""
    return FirstScreen(document, document.on_phone.styles)


@view
def _references(document: Document) -> Mapping[str, str]:
    """Return the URLs of the references in external stylesheets, which are relative to the stylesheet."""
    known: dict[str, str] = {}
    for css in css_texts(document):
        for _, reference in css_loads(css) if css.url else ():
            known.setdefault(reference, (resolve(css.url, reference) or "").partition("#")[0])
    return known
