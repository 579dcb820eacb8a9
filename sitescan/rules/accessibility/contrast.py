from collections.abc import Mapping
from functools import partial

from sitescan.document.contrast.corrected_color import corrected_colors
from sitescan.document.contrast.text_contrast import REQUIRED, Text, text_contrasts, texts
from sitescan.rules.authoring import Bad, Document, Fact, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report texts below the minimum contrast, if their colors are certain."""
    for text in texts(document):
        least, _ = REQUIRED[text.large]
        if text.ratio < least:
            yield Finding.lazy(text.tag, partial(_facts, document, text, least))


def _facts(document: Document, text: Text, least: float) -> Mapping[str, Fact]:
    return {
        "detail": text.description,
        "foreground": text.foreground.hex,
        "background": text.background.hex,
        "least": f"{least:g}:1",
        "corrected": _corrected(document, text, least),
    }


def _corrected(document: Document, text: Text, least: float) -> str:
    """Return the smallest change of CSS: of the text color, or of a background that the element itself has."""
    style = document.styles.of(text.tag)
    own, image = style.background, style.get("background-image")
    has_background = own is not None and own.alpha == 1 and own.hex == text.background.hex and image in ("", "none")
    return corrected_colors(text.foreground, text.backdrop, least, has_background=has_background)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text doesn't have enough contrast",
    passed="Text has enough contrast",
    in_frames=True,
    needs=lambda document: (document.styled or document.painted) and not text_contrasts(document).not_judged,
    description=(
        "{count:# element has|# elements have} text with too little contrast to the background: less than 4.5:1, or "
        "3:1 for large text (24 px, or 18.66 px bold). People with low vision, and anyone in bright sunlight, can't "
        "read it (WCAG 2.2, 1.4.3 Contrast (Minimum), level AA)."
    ),
    recommendation="Make the text or its background darker or lighter until the contrast is at least 4.5:1.",
    how_to_fix=(
        "The first element shows {foreground} on {background} and needs a contrast of at least {least}. In the "
        "stylesheet, {corrected} would be enough. Text on top of an image needs a background color of its own."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/afw4f7/",
    ),
    covers=(
        "act:09o5cg",
        "act:afw4f7",
        "axe:color-contrast",
        "lighthouse:color-contrast",
    ),
    examples=(
        Bad('<p style="color: #999">Pears</p>'),
        Bad("<style>p { color: #777; background: #eee }</style><p>Pears</p>"),
        Bad('<div style="background: #000; color: #333"><p>Pears</p></div>'),
        Bad('<input style="color: #999; background: #fff" aria-label="City">'),
        Good('<style>input { color: #999 } input:focus { color: #000 }</style><input aria-label="City">'),
        Good('<input type="checkbox" style="color: #999; background: #fff" aria-label="City">'),
        Good('<div style="background: #000"><p>Pears</p></div>'),
        Good('<button style="color: #ccc; background: #fff">x</button>'),
        Bad('<p style="color: rgb(0 0 0 / 40%)">Pears</p>'),
        Bad('<div style="opacity: 0.4"><p>Pears</p></div>'),
        Bad('<p style="color: oklch(70% 0 0)">Pears</p>'),
        Bad("<style>:root { --soft: #aaa } p { color: var(--soft) }</style><p>Pears</p>"),
        Bad(
            '<link rel="stylesheet" href="/a.css"><p>Pears</p>',
            sheets=(("https://example.com/a.css", "p{color:#bbb}"),),
        ),
        Good("<p>Pears</p>"),
        Good('<p style="color: #767676">Pears</p>'),
        Good('<p style="color: #949494; font-size: 24px">Pears</p>'),
        Good('<p style="color: #949494; font-size: 19px; font-weight: bold">Pears</p>'),
        Good('<button disabled style="color: #ccc">Pears</button>'),
        Good('<label style="color: #ccc">Pears <input disabled></label>'),
        Good('<div style="background: url(dark.jpg)"><p style="color: #fff">Pears</p></div>'),
        Good('<p style="color: #fff; text-shadow: 0 0 2px #000">Pears</p>'),
        Bad('<p style="color: #ddd; text-shadow: 0 1px 0 #444">Pears</p>'),
        Good('<p style="position: absolute; color: #fff">Pears</p>'),
        Good(
            '<div style="position: relative"><img src="night.jpg" alt="" style="position: absolute; inset: 0">'
            '<p style="color: #fff">Pears</p></div>'
        ),
        Good('<p hidden style="color: #fff">Pears</p>'),
        Good('<p style="color: #fff">-</p>'),
        Good('<p style="color: #ddd; filter: invert(1)">Pears</p>'),
        Good('<link rel="stylesheet" href="/lost.css"><p style="color: #ddd">Pears</p>'),
    ),
)
