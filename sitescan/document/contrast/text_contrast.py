"""The contrast of a page's texts, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from attrs import frozen
from bs4.element import Tag

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.contrast.frame_grounds import stands_alone
from sitescan.document.contrast.letters import awaits_text, letter_color, recolors_letters, words_of
from sitescan.document.contrast.measured_texts import MeasuredText, measured_texts
from sitescan.document.contrast.painting import Painting
from sitescan.document.contrast.repainting import judged_before, repainting
from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.document.contrast.text_shadows import TextShadow, shadow_of
from sitescan.document.css.colors import Color, contrast
from sitescan.document.css.computed_style import Style
from sitescan.document.css.icon_fonts import draws_icons
from sitescan.document.document import Document
from sitescan.document.tree import attr, ids_around
from sitescan.document.views import view

#: The size in pixels of large text, and the size and weight of large bold text.
_LARGE, _LARGE_BOLD, _BOLD = 24.0, 18.66, 700
REQUIRED = ((4.5, 7.0), (3.0, 4.5))
"""The ratios that WCAG asks for on its levels AA and AAA, of text that isn't large and of large text."""

#: By how much a browser may round a part of a color, and of a blended color.
_ROUNDING, _ROUNDING_BLENDED = 0.5 / 255, 1 / 255
#: The largest difference of a color of 8 bits from whole numbers, of 255.
_WHOLE = 0.01
#: By how much rounding can change a ratio at most: by three in a hundred for each of the two colors.
_MOST_ROUNDING = 1.1
#: The properties that decide the contrast of a field whose text changes with the focus.
_COLORS = ("color", "-webkit-text-fill-color", "background-color", "background-image", "opacity")
#: The largest ratio at which letters are not seen at all.
_INVISIBLE = 1.005


class Text(NamedTuple):
    """
    The displayed colors of an element's own text. A page has a thousand texts, and tuples are made quickly.

    :ivar ratio: the contrast ratio, from 1 to 21.
    :ivar foreground: the displayed color of the letters.
    :ivar background: the color behind the letters.
    :ivar large: whether the text is large: 24 px, or 18.66 px and bold.
    :ivar backdrop: what becomes of any other color of the letters.
    :ivar awaited: whether it is the text that an empty field will contain.
    """

    tag: Tag
    ratio: float
    foreground: Color
    background: Color
    large: bool
    backdrop: Backdrop
    awaited: bool = False

    @property
    def description(self) -> str:
        """The ratio and the colors, for people; rounded down, so that 4.49 is not displayed as enough."""
        whose = " (when it contains text)" if self.awaited else ""
        return f"{int(self.ratio * 100) / 100:.2f}:1, {self.foreground.hex} on {self.background.hex}{whose}"


@frozen
class TextContrasts:
    """
    The contrast of the displayed texts of a page.

    :ivar measured: the texts whose colors are known.
    :ivar not_judged: the number of texts whose colors are not known.
    :ivar overlay: the element that may overlap most of these.
    :ivar overlaid: the number of texts that it may overlap.
    """

    measured: Sequence[Text] = ()
    not_judged: int = 0
    overlay: Tag | None = None
    overlaid: int = 0


@view
def paintings(document: Document) -> Sequence[Painting]:
    """Return the backdrops of a page; where it has gradients, once with their darkest and once with their lightest."""
    judged = () if judged_before(document) is None else _repainted_texts(document)
    if judged_before(document) is not None and not judged:
        return ()
    painted = ids_around(judged).union(map(id, judged)) if judged else None
    darkest = Painting(document, min, painted)
    return (darkest, Painting(document, max, painted)) if darkest.has_gradients else (darkest,)


def _repainted_texts(document: Document) -> Sequence[Tag]:
    """Return the shown elements whose texts may have other colors than on a desktop, and the shown fields."""
    state, words, repainted = document.accessible.exposure.state, words_of(document), repainting(document).repainted
    fields = {id(field) for field in document.all("input", "textarea")}
    return [
        tag
        for tag in document.elements
        if (id(tag) in fields or (id(tag) in repainted and words.are_in(tag))) and state(tag).visible is True
    ]


def _texts_as_on_desktop(document: Document) -> Iterator[Text]:
    """Yield the shown texts of a page on a phone that have the same colors as on a desktop, in their own sizes."""
    state, other = document.accessible.exposure.state, repainting(document)
    desktop = judged_before(document)
    for text in () if desktop is None else texts(desktop):
        style = document.styles.of(text.tag)
        size, weight = style.font_size, style.font_weight
        is_same = id(text.tag) not in other.repainted and id(text.tag) not in other.moved_away and not text.awaited
        if is_same and state(text.tag).visible is True and size is not None and weight is not None:
            large = _is_large(size, weight)
            own = Text(text.tag, text.ratio, text.foreground, text.background, large, text.backdrop)
            if large == text.large or not _may_reach_by_rounding(own, is_opaque=False):
                yield own


@view
def text_contrasts(document: Document) -> TextContrasts:
    """
    Return the contrast of the texts of a page; without a stylesheet, only of those that a browser has measured.

    Texts in a frame aren't judged if the page around it may show through or cover them.
    """
    if not stands_alone(document):
        return TextContrasts(not_judged=sum(map(words_of(document).are_in, document.elements)))
    return _judged(document) if document.styled or document.painted else TextContrasts()


def _judged(document: Document) -> TextContrasts:
    """Return the contrast of the texts of a document whose styles are known, or that a browser has measured."""
    inactive = _inactive(document.desktop or document)
    words = words_of(document)
    grounds = paintings(document)
    seen = measured_texts(document)
    state = document.accessible.exposure.state
    unknown = _are_colors_unknown(document)
    # Texts of one style on one backdrop look alike. The objects live as long as the page, so their ids are unique.
    known: dict[tuple[int, ...], Text | None] = {}
    repainted = repainting(document).repainted
    measured = [*_texts_as_on_desktop(document)]
    overlays: list[Tag] = []
    not_judged = 0
    for tag in document.elements:
        if id(tag) not in repainted or id(tag) in inactive or not words.are_in(tag) or state(tag).visible is not True:
            continue
        style = document.styles.of(tag)
        if draws_icons(style) or _is_system_control(tag, style):
            continue
        if id(tag) in seen and not recolors_letters(document, tag):
            measured_text = seen[id(tag)]
            text = _seen(_around_slots(tag), measured_text)
            if text is not None:
                measured.append(text)
            not_judged += text is None and measured_text is not None and not measured_text.shadow.is_slight()
            continue
        backdrops = () if unknown or recolors_letters(document, tag) else _backdrops(grounds, tag)
        key = (id(style), *map(id, backdrops))
        if key not in known:
            known[key] = _measured(tag, style, backdrops) if backdrops else None
        text = known[key]
        if text is None:
            if not _is_invisible(style):
                not_judged += 1
                overlays += filter(None, [painting.overlay_of(tag) for painting in grounds[:1]])
        else:
            measured.append(Text(tag, text.ratio, text.foreground, text.background, text.large, text.backdrop))
    measured += _awaited_texts(document, grounds, inactive)
    measured.sort(key=lambda text: document.order[id(text.tag)])
    return TextContrasts(tuple(measured), not_judged, *_most_frequent(overlays))


def _are_colors_unknown(document: Document) -> bool:
    """Return whether a stylesheet that isn't known may change the colors of any text."""
    return adds_stylesheets(document) or not document.styled


def _awaited_texts(document: Document, grounds: Sequence[Painting], inactive: Container[int]) -> Iterator[Text]:
    """Iterate over the texts with too little contrast for some level that empty fields will contain."""
    state = document.accessible.exposure.state
    for field in () if _are_colors_unknown(document) else document.all("input", "textarea"):
        if id(field) in inactive or state(field).visible is not True or not awaits_text(field):
            continue
        backdrops = _backdrops(grounds, field)
        text = _measured(field, document.styles.of(field), backdrops) if backdrops else None
        if text is not None and text.ratio < REQUIRED[text.large][-1] and _keeps_colors(document, field):
            yield Text(field, text.ratio, text.foreground, text.background, text.large, text.backdrop, awaited=True)


def _most_frequent(elements: Sequence[Tag]) -> tuple[Tag | None, int]:
    """Return the element that is listed most often, and how often that is."""
    times = Counter(map(id, elements))
    found = max(elements, key=lambda element: times[id(element)], default=None)
    return found, times[id(found)]


def texts(document: Document) -> Sequence[Text]:
    """Return the texts of a page whose colors are known."""
    return text_contrasts(document).measured


def _keeps_colors(document: Document, field: Tag) -> bool:
    """Return whether a field has the same colors while somebody types into it."""
    style, focused = document.styles.of(field), document.styles.focused(field)
    return focused is not None and all(focused.get(name) == style.get(name) for name in _COLORS)


def _is_system_control(tag: Tag, style: Style) -> bool:
    """Return whether a list has no background of the page's own, so that it is painted as the system paints lists."""
    return tag.name == "select" and style.get("background-color") == "buttonface"


def _backdrops(grounds: Sequence[Painting], tag: Tag) -> Sequence[Backdrop]:
    """Return the backdrop of an element's text in each painting of the page; none if they are not known."""
    found = [backdrop for painting in grounds if (backdrop := painting.of(tag)) is not None]
    return found if len(found) == len(grounds) else ()


def _is_invisible(style: Style) -> bool:
    """Return whether letters are transparent or too small to be seen."""
    color, size = letter_color(style), style.font_size
    return (color is not None and color.alpha == 0) or (size is not None and size < 1)


def _measured(tag: Tag, style: Style, backdrops: Sequence[Backdrop]) -> Text | None:
    """
    Return a text on the backdrop on which its contrast is highest; ``None`` if its colors are not known.

    A text of the color of its background is not seen: it may not be meant to be read.
    """
    color, size, weight = letter_color(style), style.font_size, style.font_weight
    if color is None or size is None or weight is None or color.alpha == 0 or size < 1:
        return None
    large = _is_large(size, weight)
    shadow = shadow_of(style)
    has_shadow = not shadow.is_slight()
    if has_shadow and color.alpha < 1:
        return None
    pairs = [(backdrop.displayed(color), backdrop.background) for backdrop in backdrops]
    measured = (
        Text(tag, contrast(*pair), *pair, large, backdrop) for pair, backdrop in zip(pairs, backdrops, strict=True)
    )
    clearest = max(measured, key=lambda text: text.ratio)
    if has_shadow and _may_reach_by_shadow(shadow, clearest, pairs, backdrops):
        return None
    if clearest.ratio < _INVISIBLE or _may_reach_by_rounding(clearest, is_opaque=color.alpha == 1):
        return None
    return clearest


def _around_slots(tag: Tag) -> Tag:
    """Return the element that shows the text of an element: a slot has no style of its own."""
    while tag.name == "slot" and tag.parent is not None:
        tag = tag.parent
    return tag


def _seen(tag: Tag, text: MeasuredText | None) -> Text | None:
    """Return a text that the browser has measured; ``None`` if it isn't seen."""
    if text is None or text.color.alpha == 0 or text.size < 1:
        return None
    color, background = text.backdrop.displayed(text.color), text.backdrop.background
    ratio = contrast(color, background)
    found = Text(tag, ratio, color, background, _is_large(text.size, text.weight), text.backdrop)
    if not text.shadow.is_slight() and (
        text.color.alpha < 1 or _may_reach_by_shadow(text.shadow, found, [(color, background)], [text.backdrop])
    ):
        return None
    is_opaque = text.color.alpha == 1
    return None if ratio < _INVISIBLE or _may_reach_by_rounding(found, is_opaque=is_opaque) else found


def _is_large(size: float, weight: float) -> bool:
    return size >= _LARGE or (size >= _LARGE_BOLD and weight >= _BOLD)


def _may_reach_by_shadow(
    shadow: TextShadow, clearest: Text, pairs: Sequence[tuple[Color, Color]], backdrops: Sequence[Backdrop]
) -> bool:
    """Return whether the shadows of the letters may raise the contrast to a ratio that WCAG asks for of any text."""
    backgrounds = [shadow.backgrounds(backdrop) for backdrop in backdrops]
    if not all(backgrounds):
        return True
    most = max(
        contrast(pair[0], background) for pair, both in zip(pairs, backgrounds, strict=True) for background in both
    )
    return any(clearest.ratio < ratio <= most for ratios in REQUIRED for ratio in ratios)


def _may_reach_by_rounding(text: Text, *, is_opaque: bool) -> bool:
    """
    Return whether browsers may round the colors of a text to a ratio that WCAG asks for of a text of its size.

    :param is_opaque: whether the color of the letters is opaque.
    """
    near = [ratio for ratio in REQUIRED[text.large] if text.ratio < ratio <= _MOST_ROUNDING * text.ratio]
    if not near:
        return False
    by = _ROUNDING if is_opaque and text.backdrop.scale == 1 else _ROUNDING_BLENDED
    sign = -1 if text.foreground.luminance < text.background.luminance else 1
    most = contrast(_rounded(text.foreground, sign * by), _rounded(text.background, -sign * _ROUNDING_BLENDED))
    return any(ratio <= most for ratio in near)


def _rounded(color: Color, by: float) -> Color:
    """Return a color with each part changed by an amount, unless the color is one of 8 bits as pages write them."""
    parts = (color.red, color.green, color.blue)
    if all(abs(part * 255 - round(part * 255)) < _WHOLE for part in parts):
        return color
    red, green, blue = (min(1.0, max(0.0, part + by)) for part in parts)
    return Color(red, green, blue)


@view
def _inactive(document: Document) -> AbstractSet[int]:
    """
    Return the ids of the parts of disabled controls, whose text needs no contrast. They are disabled on every screen.

    https://www.w3.org/TR/WCAG22/#contrast-minimum (inactive user interface components)
    """
    found: set[int] = set()
    if not document.having("aria-disabled", "disabled"):
        return found
    accessible = document.accessible
    for tag in document.elements:
        off = attr(tag, "aria-disabled", "").strip().lower() == "true" or accessible.disabled(tag)
        if id(tag.parent) in found or off:
            found.add(id(tag))
        if not off:
            continue
        naming = [
            target
            for identifier in attr(tag, "aria-labelledby", "").split()[:20]
            for target in document.ids_of(tag).get(identifier, ())[:1]
        ]
        for label in (*accessible.labels.of(tag), *naming):
            found.add(id(label))
            found.update(id(inner) for inner in label.find_all(True, limit=200))
    for tag in document.all("label"):
        if "for" not in tag.attrs and any(id(inner) in found for inner in tag.find_all(True, limit=50)):
            found.add(id(tag))
    return found
