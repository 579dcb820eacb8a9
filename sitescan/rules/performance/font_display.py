"""Web fonts have no font-display."""

import re
from collections.abc import Iterator

from sitescan.document.css.stylesheet_text import css_texts, font_faces
from sitescan.document.document import Document
from sitescan.document.loading.web_fonts import icon_families
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LOADED = re.compile(r"url\((?!\s*[\"']?data:)([^)]{0,500})", re.IGNORECASE)
_DISPLAY = re.compile(r"font-display\s*:\s*(?!auto\b)[a-z]", re.IGNORECASE)
_FAMILY = re.compile(r"font-family\s*:\s*[\"']?([^;\"'}]{1,80})", re.IGNORECASE)


def check(document: Document) -> Iterator[Finding]:
    """
    Report font faces loaded without ``font-display``, except those of icons.

    An explicit ``block`` is intentional. Which fonts draw icons is unknown without all stylesheets.
    """
    if not document.styled:
        return
    for css in css_texts(document):
        for body in font_faces(css):
            loaded = _LOADED.search(body)
            if loaded is not None and not _DISPLAY.search(body):
                match = _FAMILY.search(body)
                family = match[1].strip() if match is not None else ""
                # Another font would show wrong characters in place of the icons.
                if " ".join(family.lower().split()) not in icon_families(document):
                    # A family has a face, and a file, for each weight.
                    file = loaded[1].strip(" \t\n\"'").rpartition("/")[2]
                    yield Finding(css.tag, detail=f"{family or css.url}: {file}" if file else family or css.url)


_FACE = "@font-face{font-family:Pear;src:url(pear.woff2)}"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Web fonts have no font-display",
    description=(
        "{count:# web font has|# web fonts have} no font-display setting. Most browsers hide the text for up to "
        "three seconds while such a font loads."
    ),
    recommendation="Set font-display in each @font-face rule.",
    how_to_fix=(
        '@font-face {{ font-family: "Pear"; src: url("pear.woff2") format("woff2"); font-display: swap; }}\n'
        "swap shows the text immediately in a fallback font; optional also avoids the later change of font. For "
        "Google Fonts, add &display=swap to the address."
    ),
    sources=(
        "https://www.w3.org/TR/css-fonts-4/#font-display-desc",
        "https://developer.chrome.com/docs/lighthouse/performance/font-display",
    ),
    covers=("lighthouse:font-display",),
    examples=(
        Bad(f"<style>{_FACE}</style>"),
        Bad("<style>@media screen{@font-face{font-family:A;font-display:auto;src:url('a.woff2')}}</style>"),
        Bad(sheets=(("https://example.com/a.css", f"@charset 'utf-8';{_FACE}"),)),
        Good("<style>@font-face{font-family:A;font-display:swap;src:url(a.woff2)}</style>"),
        Good(f"<style>{_FACE}b::before{{font-family:Pear;content:'\\f101'}}</style><p><b></b>Pears"),
        Good(f'<style>{_FACE}</style><link rel="stylesheet" href="/unknown.css">'),
        Good("<style>@font-face{font-family:'Pear Icons';src:url(pear.woff2)}</style>"),
        Good("<style>@font-face{font-family:A;src:local(Arial)}</style>"),
        Good("<style>@font-face{font-family:A;src:url( data:font/woff2;base64,AA)}</style>"),
        Good(f"<style>/* {_FACE} */</style>"),
    ),
)
