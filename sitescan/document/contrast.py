"""The contrast of a page's text with what is behind it, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio."""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen
from bs4.element import NavigableString, PreformattedString, Tag

from sitescan.document.css.colors import Color, contrast
from sitescan.document.css.style import Style
from sitescan.document.document import Document
from sitescan.document.exposure import disabled
from sitescan.document.painting import Backdrop, Painting
from sitescan.document.roles import input_type
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view

#: Lengths in pixels.
_LENGTHS = re.compile(r"(?<![\w.])-?[0-9]*\.?[0-9]+(?=px|\s|$)")
_LARGE = 24.0
_LARGE_BOLD = 18.66
_BOLD = 700
_WITH_VALUE = frozenset("button email number reset search submit tel text url".split())


@frozen
class Text:
    """
    An element's own text as it is seen.

    :ivar ratio: the contrast, from 1 to 21.
    :ivar foreground: the color of the letters on the screen.
    :ivar background: the color behind them.
    :ivar large: whether it is large, as WCAG means it: 24 px, or 18.66 px and bold.
    """

    tag: Tag
    ratio: float
    foreground: Color
    background: Color
    large: bool

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


def _texts(document: Document) -> Iterator[Text]:
    idle = _idle(document)
    # Texts of one style in the same place look alike; what the ids stand for lives as long as the page.
    measured: dict[tuple[int, ...], Text | None] = {}
    for tag in document.elements:
        if not _says(tag) or document.accessible.state(tag).visible is not True or id(tag) in idle:
            continue
        style = document.styles.of(tag)
        backdrops = [backdrop for painting in paintings(document) if (backdrop := painting.of(tag)) is not None]
        if len(backdrops) < len(paintings(document)):
            continue
        key = (id(style), *map(id, backdrops))
        if key not in measured:
            measured[key] = _measured(tag, style, backdrops)
        text = measured[key]
        if text is not None:
            yield text if text.tag is tag else evolve(text, tag=tag)


def _measured(tag: Tag, style: Style, backdrops: Iterable[Backdrop]) -> Text | None:
    """A text where it is told from its background best; ``None`` where it has no color that can be told."""
    color, size, weight = _letters(style), style.font_size, style.font_weight
    if color is None or size is None or weight is None or color.alpha == 0 or size < 1:
        return None
    large = size >= _LARGE or (size >= _LARGE_BOLD and weight >= _BOLD)
    seen = ((backdrop.seen(color), backdrop.background) for backdrop in backdrops)
    return max((Text(tag, contrast(*pair), *pair, large) for pair in seen), key=lambda text: text.ratio)


def _letters(style: Style) -> Color | None:
    """The color of the letters; ``None`` where a shadow or a clipped background changes how they look."""
    if not _slight(style.get("text-shadow")) or style.get("background-clip") != "border-box":
        return None
    return style.color_of("-webkit-text-fill-color") if style.get("-webkit-text-fill-color") else style.color


def _slight(shadow: str | None) -> bool:
    """Whether there is no shadow, or one of a sharp pixel on one side: that does not set the letters off."""
    if shadow in ("", "none"):
        return True
    lengths = _LENGTHS.findall(re.sub(r"\([^()]*\)|#[0-9a-f]+", "", shadow or "none,"))
    plain = shadow is not None and "," not in re.sub(r"\([^()]*\)", "", shadow)
    return (
        plain
        and 2 <= len(lengths) <= 3
        and all(abs(float(size)) <= 1 for size in lengths[:2])
        and lengths[2:]
        in (
            [],
            ["0"],
        )
    )


def _says(tag: Tag) -> bool:
    """Whether an element shows words of its own."""
    if tag.namespace != HTML or tag.name in ("option", "optgroup", "select", "progress", "meter"):
        return False
    if tag.name == "input":
        return input_type(tag) in _WITH_VALUE and _worded(attr(tag, "value", ""))
    return any(
        _worded(node)
        for node in tag.contents
        if isinstance(node, NavigableString) and not isinstance(node, PreformattedString)
    )


def _worded(text: str) -> bool:
    """Whether a text says something: a mere sign is a picture."""
    return any(character.isalnum() for character in text[:2000])


def _idle(document: Document) -> set[int]:
    """
    The ``id()`` of what belongs to a control that is disabled: its text needs no contrast.

    https://www.w3.org/TR/WCAG22/#contrast-minimum (inactive user interface components)
    """
    labels = document.accessible.labels
    found: set[int] = set()
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
