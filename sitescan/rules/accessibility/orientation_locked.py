import math
import re

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.lengths import number
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern, text

_FUNCTION = lazy_pattern(r"(rotate|rotatez|rotate3d|matrix|matrix3d)\(([^()]*)\)", re.IGNORECASE)
#: The number of arguments that each function has; with another number, the declaration is invalid
#: (https://www.w3.org/TR/css-transforms-2/#transform-functions).
_ARGUMENTS = {"rotate": 1, "rotatez": 1, "rotate3d": 4, "matrix": 6, "matrix3d": 16}
_UNITS = {"deg": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}
_TOLERANCE = 2.0
_ROTATING = frozenset({"rotate", "transform"})


def check(document: Document) -> Findings:
    """Report elements that are rotated by 90 degrees between a landscape and a portrait screen."""
    if not any(css.content.mentions("orientation") for css in css_texts(document)):
        return
    wide, high = document.styles, document.styles_on(document.screen.turned)
    for element in document.elements:
        landscape, portrait = _rotation(wide.of(element)), _rotation(high.of(element))
        if landscape is None or portrait is None or landscape == portrait:
            continue
        difference = (landscape - portrait) % 180
        if abs(difference - 90) <= _TOLERANCE and document.accessible.state(element).visible is True and text(element):
            yield Finding(element, detail=f"rotated by {round((landscape - portrait) % 360)} degrees")


@cached_by_style
def _rotation(style: Style) -> float | None:
    """Return the rotation of an element in degrees, or ``None`` if it is not a single function."""
    if not style.declares_any(_ROTATING):
        return 0.0
    rotate = style.get("rotate") or "none"
    transform = style.get("transform") or "none"
    rotation = _angle(rotate) if rotate != "none" else 0.0
    for name, written in _FUNCTION.findall(transform):
        angle = _function(name.lower(), [part.strip() for part in written.split(",")])
        if angle is None or rotation is None:
            return None
        rotation += angle
    return rotation


def _function(name: str, parts: list[str]) -> float | None:
    if len(parts) != _ARGUMENTS[name]:
        return None
    if name in ("rotate", "rotatez"):
        return _angle(parts[0])
    numbers = [number(part) if part else None for part in parts[:3]]
    if name == "rotate3d":
        return _angle(parts[3]) if numbers == [0.0, 0.0, 1.0] else None
    if numbers[0] is None or numbers[1] is None:
        return None
    return math.degrees(math.atan2(numbers[1], numbers[0]))


def _angle(written: str) -> float | None:
    match = re.fullmatch(r"([+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+))(deg|grad|rad|turn)?", written.strip())
    if match is None or (match[2] is None and float(match[1])):
        return None
    return float(match[1]) * _UNITS[match[2] or "deg"]


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page is locked to one screen orientation",
    passed="Styles work in both screen orientations",
    needs=lambda document: document.styled,
    description=(
        "{count:# element is|# elements are} rotated by 90 degrees when the screen is turned, so the page can be read "
        "in only one orientation. People whose device is mounted on a wheelchair can't turn it (WCAG 2.2, 1.3.4 "
        "Orientation, level AA)."
    ),
    recommendation="Remove the rotation from the orientation media queries, and let the layout adapt instead.",
    how_to_fix=(
        "Delete rules such as @media (orientation: landscape) {{ body {{ transform: rotate(90deg); }} }}. If the "
        "layout needs it, use the same media query to change columns or sizes."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/orientation",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b33eff/",
    ),
    covers=(
        "act:b33eff",
        "axe:css-orientation-lock",
    ),
    examples=(
        Bad("<style>@media (orientation: landscape) { body { transform: rotate(90deg) } }</style><p>Pears</p>"),
        Bad("<style>@media (orientation: portrait) { html { rotate: -0.25turn } }</style><p>Pears</p>"),
        Bad("<style>@media (orientation: portrait) { body { transform: matrix(0, 1, -1, 0, 0, 0) } }</style><p>Pears"),
        Good("<style>body { transform: rotate(90deg) }</style><p>Pears</p>"),
        Good("<style>@media (orientation: portrait) { body { transform: matrix(1) } }</style><p>Pears</p>"),
        Good("<style>@media (orientation: portrait) { body { transform: rotate(90deg, 1) } }</style><p>Pears</p>"),
        Good("<style>@media (orientation: landscape) { body { transform: rotate(180deg) } }</style><p>Pears</p>"),
        Good("<style>@media (orientation: landscape) { i { transform: rotate(90deg) } }</style><p>Pears <i></i></p>"),
        Good("<style>@media (orientation: landscape) { p { column-count: 2 } }</style><p>Pears</p>"),
    ),
)
