"""How high a box is at most: all that is in it, one below the other, as far as styles tell."""

from collections.abc import Sequence
from math import inf

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.extents import Extent
from sitescan.document.css.placement import cuts_off, paints_box
from sitescan.document.tree import TextNode, attr, has_own_words

#: The height of a line and the width of a letter at most, in em.
_LINE, _LETTER = 2.0, 1.0
#: Letters of a text that is a line, whatever the width; px that letters at the end of a line may leave free.
_SHORT = 24.0
#: The height of controls at most, in em.
_CONTROL = 2.5
_CONTROLS = frozenset("button input meter progress select".split())
#: What browsers keep a distance from where the page says nothing.
_SPACED = frozenset("blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 hr menu ol p pre ul".split())
#: What has a size of its own, which an attribute may say.
_SIZED = frozenset("canvas embed iframe img object svg video".split())
#: Of these, what has no shape of its own, so that its height is this many pixels where nothing says it:
#: https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-height
_SHAPELESS, _HEIGHT = frozenset({"iframe"}), 150.0
#: What is as high as what it is made of.
_OPEN = frozenset("audio math textarea".split())
_PAINTED = _SIZED | _OPEN | (_CONTROLS - {"button", "input"})


def paints(tag: Tag, styles: Styles) -> bool:
    """Whether an element draws something that may reach out of a box that is lower."""
    return tag.name in _PAINTED or paints_box(styles.of(tag))


def most_height(boxes: Sequence[Tag], styles: Styles, across: Extent | None) -> float:
    """
    The height of a box at most, px; infinite where it cannot be told.

    :param boxes: the box and all that is in its flow.
    :param across: how far it reaches from left to right.
    """
    box, *inner = boxes
    style = styles.of(box)
    within = style.pixels("height")
    if style.get("height") not in ("", "auto") and (cuts_off(style) or not any(paints(one, styles) for one in inner)):
        return inf if within is None else max(within, _least(style)) + _padding(style)
    width = across.right - across.left if across is not None and across.exact else None
    return sum(_part(one, styles.of(one), width, within) for one in boxes)


def _padding(style: Style) -> float:
    return sum(style.pixels(f"padding-{side}") or 0.0 for side in ("top", "bottom"))


def _part(tag: Tag, style: Style, width: float | None, within: float | None) -> float:
    """
    What an element adds to the height of what it is in.

    :param within: the height that this says it has, of which a part in percent is no more.
    """
    size = style.font_size
    if tag.name in _OPEN or size is None or style.get("aspect-ratio") not in ("", "auto"):
        return inf
    total = _least(style)
    for name in ("margin-top", "margin-bottom", "padding-top", "padding-bottom"):
        written = style.get(name)
        pixels = style.pixels(name)
        if written is None or (pixels is None and written not in ("", "auto")):
            return inf
        keeps = written == "" and name.startswith("margin") and tag.name in _SPACED
        total += _CONTROL * size if keeps else max(0.0, pixels or 0.0)
    if tag.name in _SIZED:
        return total + _own_height(tag, style) + (0.0 if tag.name == "img" else _line(style, size))
    if style.get("height") not in ("", "auto"):
        high = style.pixels("height", within)
        return inf if high is None else total + high
    if tag.name in _CONTROLS:
        total += inf if "multiple" in tag.attrs or (tag.name == "select" and "size" in tag.attrs) else _CONTROL * size
    if tag.name == "br" or has_own_words(tag):
        letters = sum(len(one) for one in tag.contents if type(one) is TextNode) * _LETTER * size
        if width is None and letters > _SHORT * size:
            return inf
        total += _line(style, size) * (1 + (letters / max(width - _SHORT, _SHORT) if width is not None else 0))
    return total


def _line(style: Style, size: float) -> float:
    """The height of a line at most."""
    line = style.pixels("line-height", size)
    return line if line is not None else size * (style.number("line-height", _LINE) or _LINE)


def _own_height(tag: Tag, style: Style) -> float:
    """The height of a picture or of something that is embedded, where the page says it."""
    high = style.pixels("height") or style.pixels("max-height")
    if high:
        return high
    is_scaled = any(style.get(name) not in ("", "auto") for name in ("width", "min-width"))
    if style.get("height") not in ("", "auto") or (style.get("height") and is_scaled):
        return inf
    written = attr(tag, "height", "").strip()
    if written:
        return float(written) if written.isdecimal() and len(written) < 6 else inf
    return _HEIGHT if tag.name in _SHAPELESS else inf


def _least(style: Style) -> float:
    """The least height of a box."""
    if style.get("min-height") in ("", "auto"):
        return 0.0
    pixels = style.pixels("min-height")
    return inf if pixels is None else pixels
