"""The contrast of a page's text with what is behind it, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from unicodedata import category

from attrs import frozen
from bs4.element import Tag

from sitescan.document.accessibility.exposure import disabled
from sitescan.document.accessibility.roles import input_type
from sitescan.document.css.backdrop import Backdrop
from sitescan.document.css.colors import Color, contrast
from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.painting import Painting
from sitescan.document.css.shadows import is_slight, shaded
from sitescan.document.document import Document
from sitescan.document.shadow_texts import shadow_texts
from sitescan.document.tree import HTML, TextNode, ancestors, attr, descendants, text
from sitescan.document.views import view

_LARGE = 24.0
_LARGE_BOLD = 18.66
_BOLD = 700
#: The contrasts that WCAG asks for: where a shadow may decide which of them a text has, it has none that can be told.
_LIMITS = (3.0, 4.5, 7.0)
#: By how much the parts of a mixed color differ on the screen, and from whole numbers of 255 where a color is none.
_ROUNDED, _WHOLE = 2 / 255, 0.01
#: More than that changes a contrast: by three in a hundred for each of the two colors.
_NEAR = 1.1
#: A contrast that nobody can see.
_UNSEEN = 1.005
_BOXES = frozenset({"border-box", "padding-box", "content-box"})
_ICON_FONT = re.compile(r"icon|symbols|awesome|glyph|dashicons|octicons|feather", re.IGNORECASE)
_STROKES = frozenset({"-webkit-text-stroke", "-webkit-text-stroke-width"})
_BEGINNINGS = ("first-line", "first-letter")
_CODE = frozenset({"code", "kbd", "pre", "samp"})
#: A sign or two may be too small to be seen by any color.
_FEWEST_SIGNS = 3
_WITH_VALUE = frozenset("button email number reset search submit tel text url".split())


@frozen
class Text:
    """
    An element's own text as it is seen.

    :ivar ratio: the contrast, from 1 to 21.
    :ivar foreground: the color of the letters on the screen.
    :ivar background: the color behind them.
    :ivar large: whether it is large, as WCAG means it: 24 px, or 18.66 px and bold.
    :ivar backdrop: what becomes of any other color of the letters.
    """

    tag: Tag
    ratio: float
    foreground: Color
    background: Color
    large: bool
    backdrop: Backdrop

    @property
    def told(self) -> str:
        """The colors and the ratio, for people; rounded down, so that 4.49 is not shown as enough."""
        return f"{int(self.ratio * 100) / 100:.2f}:1, {self.foreground.hex} on {self.background.hex}"


@view
def paintings(document: Document) -> Sequence[Painting]:
    """What is behind each element: with gradients, what is darkest and what is lightest."""
    exposure = document.accessible.exposure
    darkest = Painting(document.elements, document.styles, exposure, min)
    if not darkest.gradients:
        return (darkest,)
    return (darkest, Painting(document.elements, document.styles, exposure, max))


@view
def texts(document: Document) -> Sequence[Text]:
    """The texts whose contrast can be told; none where a stylesheet is missing."""
    return tuple(_texts(document)) if document.styles.complete else ()


@view
def undecided_texts(document: Document) -> int:
    """How many elements have words of their own in colors that hang on what the stylesheets do not decide alone."""
    if not document.styles.complete:
        return 0
    among_words = _AmongWords()
    count = 0
    for tag in document.styles.where(_is_undecided):
        if document.accessible.state(tag).visible is not False and _has_words(tag, among_words):
            count += 1
    return count


def _is_undecided(style: Style) -> bool:
    return style.color is None or style.background is None or style.visibility is None


def _texts(document: Document) -> Iterator[Text]:
    inactive = _inactive(document)
    # Texts of one style in the same place look alike; what the ids stand for lives as long as the page.
    measured: dict[tuple[int, ...], Text | None] = {}
    among_words = _AmongWords()
    grounds = paintings(document)
    state = document.accessible.exposure.state
    begins_apart = document.styles.selects(*_BEGINNINGS)
    shadows = shadow_texts(document)
    for tag in document.elements:
        if state(tag).visible is not True or id(tag) in inactive:
            continue
        if not (_worded(shadows[id(tag)]) if id(tag) in shadows else _has_words(tag, among_words)):
            continue
        style = document.styles.of(tag)
        if tag.name == "select" and style.get("background-color") == "buttonface":
            # Without a background of the page's own, lists are drawn as the system draws them.
            continue
        if draws_icons(style) or (begins_apart and recolors_letters(document, tag)):
            continue
        backdrops = [backdrop for painting in grounds if (backdrop := painting.of(tag)) is not None]
        if len(backdrops) < len(grounds):
            continue
        key = (id(style), *map(id, backdrops))
        if key not in measured:
            measured[key] = _measured(tag, style, backdrops)
        text = measured[key]
        if text is not None:
            yield Text(tag, text.ratio, text.foreground, text.background, text.large, text.backdrop)


def _measured(tag: Tag, style: Style, backdrops: Sequence[Backdrop]) -> Text | None:
    """
    A text where it is told from its background best; ``None`` where it has no color that can be told.

    A text of the color of its background is not to be seen: whether it is to be read, nobody can tell.
    """
    color, size, weight = letter_color(style), style.font_size, style.font_weight
    if color is None or size is None or weight is None or color.alpha == 0 or size < 1:
        return None
    large = size >= _LARGE or (size >= _LARGE_BOLD and weight >= _BOLD)
    shadowed = not is_slight(style)
    if shadowed and color.alpha < 1:
        return None
    seen = [(backdrop.seen(color), backdrop.background) for backdrop in backdrops]
    measured = (Text(tag, contrast(*pair), *pair, large, one) for pair, one in zip(seen, backdrops, strict=True))
    clearest = max(measured, key=lambda text: text.ratio)
    if shadowed:
        grounds = [shaded(style, backdrop) for backdrop in backdrops]
        ratios = (contrast(letters, one) for (letters, _), both in zip(seen, grounds, strict=True) for one in both)
        most = max(ratios, default=0.0)
        if not all(grounds) or any(clearest.ratio < limit <= most for limit in _LIMITS):
            return None
    if clearest.ratio < _UNSEEN or _may_reach_a_limit(clearest):
        return None
    return clearest


def _may_reach_a_limit(text: Text) -> bool:
    """Whether browsers may round the colors of a text so that it has a contrast that WCAG asks for."""
    near = (limit for limit in _LIMITS if text.ratio < limit <= _NEAR * text.ratio)
    return any(limit <= _at_most(text) for limit in near)


def _at_most(text: Text) -> float:
    """The contrast of a text where browsers round the colors that it is mixed of in its favor."""
    darker = text.foreground.luminance < text.background.luminance
    away = -_ROUNDED if darker else _ROUNDED
    return contrast(_rounded(text.foreground, away), _rounded(text.background, -away))


def _rounded(color: Color, by: float) -> Color:
    """A color with its parts changed by so much where it is mixed of others; as it is where a page writes it."""
    parts = (color.red, color.green, color.blue)
    if all(abs(part * 255 - round(part * 255)) < _WHOLE for part in parts):
        return color
    red, green, blue = (min(1.0, max(0.0, part + by)) for part in parts)
    return Color(red, green, blue)


@of_style
def draws_icons(style: Style) -> bool:
    """Whether letters are drawn by a font of icons, whose ligatures make pictures of words."""
    return _ICON_FONT.search(style.get("font-family") or "") is not None


def recolors_letters(document: Document, tag: Tag) -> bool:
    """Whether rules about the first line or letter of a text give it a color of its own."""
    if not document.styles.selects(*_BEGINNINGS):
        return False
    return any(document.styles.pseudo(box, name) is not None for box in (tag, *ancestors(tag)) for name in _BEGINNINGS)


def letter_color(style: Style) -> Color | None:
    """The color of the letters; ``None`` where a clipped background or an outline changes how they look."""
    if style.get("background-clip") not in _BOXES:
        return None
    if style.says_any(_STROKES) and any(style.get(name) not in ("", "0", "0px", "none") for name in _STROKES):
        return None
    return style.color_of("-webkit-text-fill-color") if style.get("-webkit-text-fill-color") else style.color


class _AmongWords:
    """Whether elements hold words, read once each: one may hold a hundred thousand single letters."""

    _LONGEST = 2000

    def __init__(self) -> None:
        self._known: dict[int, bool] = {}

    def __call__(self, tag: Tag) -> bool:
        if id(tag) not in self._known:
            pieces: list[str] = []
            left = self._LONGEST
            for node in islice(descendants(tag), self._LONGEST):
                if type(node) is TextNode:
                    pieces.append(node[:left])
                    left -= len(pieces[-1])
                    if left <= 0:
                        break
            self._known[id(tag)] = _worded("".join(pieces))
        return self._known[id(tag)]


def _has_words(tag: Tag, among_words: _AmongWords) -> bool:
    """Whether an element shows words of its own."""
    if tag.namespace != HTML or tag.name in ("option", "optgroup", "progress", "meter"):
        return False
    if tag.name == "select":
        # A closed list shows the option that is chosen in its own color, not in the option's.
        return "multiple" not in tag.attrs and "size" not in tag.attrs and _worded(text(tag))
    if tag.name == "input":
        return input_type(tag) in _WITH_VALUE and _worded(attr(tag, "value", ""))
    words = [node for node in tag.contents if type(node) is TextNode and not node.isspace()]
    return bool(words) and (any(map(_worded, words)) or any(_counts_alone(tag, node, among_words) for node in words))


_TWO_SIGNS = re.compile(r"[^\W_][\W_]*[^\W_]")


def _worded(text: str) -> bool:
    """Whether a text says something: a mere sign, and a single letter that stands for one, is a picture."""
    return _TWO_SIGNS.search(text, 0, 2000) is not None


def _counts_alone(tag: Tag, text: str, among_words: _AmongWords) -> bool:
    """Whether a single letter, figure or sign says something in its place: beside words, as a number, or in code."""
    sign = text.strip()
    if not any(character.isalnum() for character in sign):
        # The brackets and operators of a program are to be read like its words, one alone but beside a word.
        alone = len(tag.contents) == 1
        if len(sign) < (_FEWEST_SIGNS if alone else 1) or any(map(_is_drawing, sign)):
            return False
        code = next((one for one in (tag, *ancestors(tag)) if one.name in _CODE), None)
        return code is not None and among_words(code if alone else tag)
    return any(map(str.isdigit, sign)) or (tag.parent is not None and among_words(tag.parent))


def _is_drawing(character: str) -> bool:
    """Whether a character is a picture: an emoji, an arrow, a part of a box, or whatever a font makes of it."""
    return category(character) in ("So", "Co", "Cn") or "\u2190" <= character <= "\u2bff"


def _inactive(document: Document) -> set[int]:
    """
    The ``id()`` of what belongs to a control that is disabled: its text needs no contrast.

    https://www.w3.org/TR/WCAG22/#contrast-minimum (inactive user interface components)
    """
    found: set[int] = set()
    if not document.having("aria-disabled", "disabled"):
        return found
    labels = document.accessible.labels
    for tag in document.elements:
        off = attr(tag, "aria-disabled", "").strip().lower() == "true" or disabled(tag)
        if id(tag.parent) in found or off:
            found.add(id(tag))
        if not off:
            continue
        naming = [
            target
            for identifier in attr(tag, "aria-labelledby", "").split()[:20]
            for target in document.by_id.get(identifier, ())[:1]
        ]
        for label in (*labels.of(tag), *naming):
            found.add(id(label))
            found.update(id(inner) for inner in label.find_all(True, limit=200))
    for tag in document.all("label"):
        if "for" not in tag.attrs and any(id(inner) in found for inner in tag.find_all(True, limit=50)):
            found.add(id(tag))
    return found
