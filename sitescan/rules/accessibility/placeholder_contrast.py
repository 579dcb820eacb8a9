from bs4.element import Tag

from sitescan.document.contrast.backdrop import Backdrop
from sitescan.document.contrast.corrected_color import corrected_colors
from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.document.contrast.text_contrast import paintings, text_contrasts
from sitescan.document.css.colors import Color, contrast
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_LEAST = 4.5
_LARGE, _LARGE_BOLD, _BOLD, _LEAST_LARGE = 24.0, 18.66, 700.0, 3.0


def check(document: Document) -> Findings:
    """Report visible placeholders in an author's color with too little contrast."""
    if not document.styles.complete or not document.styles.selects("placeholder"):
        return
    if adds_stylesheets(document):
        return
    for field in document.all("input", "textarea"):
        if not attr(field, "placeholder", "").strip() or attr(field, "value", "") or field.get_text().strip():
            continue
        if document.accessible.state(field).visible is not True or document.accessible.disabled(field):
            continue
        measured = _measured(document, field)
        if measured is not None:
            ratio, foreground, backdrop, least = measured
            background = backdrop.background.hex
            yield Finding(
                field,
                detail=f"{int(ratio * 100) / 100:.2f}:1, {foreground.hex} on {background}",
                foreground=foreground.hex,
                background=background,
                corrected=corrected_colors(foreground, backdrop, least),
            )


def _measured(document: Document, field: Tag) -> tuple[float, Color, Backdrop, float] | None:
    """Return the contrast, color, backdrop and least contrast of a placeholder with too little, otherwise ``None``."""
    style = document.styles.pseudo(field, "placeholder")
    if style is None or not style.declares("color"):
        return None
    color, size, weight, opacity = style.color, style.font_size, style.font_weight, style.number("opacity", 1.0)
    if color is None or size is None or weight is None or opacity is None or color.alpha * opacity == 0:
        return None
    backdrops = [backdrop for painting in paintings(document) if (backdrop := painting.of(field)) is not None]
    if len(backdrops) < len(paintings(document)):
        return None
    shown = [(backdrop.displayed(color.with_opacity(opacity)), backdrop) for backdrop in backdrops]
    ratios = [contrast(foreground, backdrop.background) for foreground, backdrop in shown]
    ratio = max(ratios)
    large = size >= _LARGE or (size >= _LARGE_BOLD and weight >= _BOLD)
    least = _LEAST_LARGE if large else _LEAST
    return (ratio, *shown[ratios.index(ratio)], least) if 1.01 <= ratio < least else None


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Placeholders don't have enough contrast",
    passed="Styled placeholders have enough contrast",
    subjects=("[placeholder]",),
    applies=lambda document: document.styles.selects("placeholder"),
    needs=lambda document: (
        document.styled and not adds_stylesheets(document) and not text_contrasts(document).not_judged
    ),
    description=(
        "{count:# field has a placeholder|# fields have placeholders} with too little contrast to the background: less "
        "than 4.5:1, or 3:1 for large text. People with low vision can't read the hint (WCAG 2.2, 1.4.3 Contrast "
        "(Minimum), level AA)."
    ),
    recommendation="Make placeholders darker or lighter until their contrast is at least 4.5:1.",
    how_to_fix=(
        "The first placeholder shows {foreground} on {background}. In the rule of ::placeholder, {corrected} would be "
        "enough. State opacity: 1 as well, since Firefox fades placeholders."
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum",),
    examples=(
        Good(
            "<style>input::placeholder{color:#bbb}</style><script>document.write('<link rel=stylesheet href=/a.css>')"
            '</script><input placeholder="Pear">'
        ),
        Bad('<style>::placeholder { color: #bbb }</style><input placeholder="Pears">'),
        Bad('<style>input::-webkit-input-placeholder { color: #bbb }</style><input placeholder="Pears">'),
        Bad('<style>::placeholder { color: #000; opacity: 0.3 }</style><textarea placeholder="Pears"></textarea>'),
        Good('<style>::placeholder { color: #555 }</style><input placeholder="Pears">'),
        Good(
            "<style>::placeholder { color: #bbb } input::-webkit-input-placeholder { color: #555 }</style>"
            '<input placeholder="Pears">'
        ),
        Good('<style>::placeholder { font-weight: bold }</style><input placeholder="Pears">'),
        Good('<style>::placeholder { color: transparent }</style><input placeholder="Pears">'),
        Good('<style>::placeholder { color: #bbb }</style><input placeholder="Pears" value="Apples">'),
        Good('<style>::placeholder { color: #bbb }</style><input placeholder="Pears" disabled>'),
        Good('<style>::placeholder { color: #bbb }</style><input placeholder="">'),
        Good('<input placeholder="Pears">'),
    ),
)
