"""Web fonts in formats that are larger than they need to be."""

import re
from collections.abc import Iterator

from sitescan.document.css.stylesheet_text import css_texts, font_faces
from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import css_urls, is_woff2
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import lower_path

_FAMILY = re.compile(r"font-family\s*:\s*(?!\s)[\"']?([^;\"'}]{1,80})", re.IGNORECASE)

#: Names of files that say for certain what they are; an address without one may be anything.
_OLD = (".ttf", ".otf", ".woff", ".eot")


def check(document: Document) -> Iterator[Finding]:
    """Report font faces that offer old formats only; data: URLs and system fonts are not loaded."""
    for css in css_texts(document):
        for body in font_faces(css):
            files = list(css_urls(body))
            if files and "data:" not in body and all(_is_old(*file) for file in files):
                family = _FAMILY.search(body)
                yield Finding(css.tag, detail=family.group(1).strip() if family else css.url)


def _is_old(url: str, kind: str) -> bool:
    return lower_path(url).endswith(_OLD) and not is_woff2(url, kind)


RULE = Rule(
    id="performance/font-format",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Web fonts are not in WOFF2 format",
    description=(
        "{count:# web font is|# web fonts are} available only in older formats. WOFF2 files are about a third "
        "smaller than WOFF and half the size of TTF, and every current browser supports them."
    ),
    recommendation="Provide each web font as WOFF2.",
    how_to_fix=(
        "Convert the font: fonttools ttLib.woff2 compress pear.ttf\n"
        '@font-face {{ font-family: "Pear"; src: url("pear.woff2") format("woff2"); }}'
    ),
    sources=("https://www.w3.org/TR/WOFF2/", "https://web.dev/articles/font-best-practices"),
    examples=(
        Bad("<style>@font-face{font-family:Pear;src:url(pear.ttf)}</style>"),
        Bad(
            sheets=(("https://example.com/a.css", "@font-face{src:url('a.eot?#x');src:url('a.woff') format('woff')}"),)
        ),
        Good("<style>@font-face{font-family:Pear;src:url(pear.woff2),url(pear.ttf)}</style>"),
        Good("<style>@font-face{font-family:Pear;src:url(/font/7) format('woff2')}</style>"),
        Good("<style>@font-face{font-family:Pear;src:url(/font/7)}</style>"),
        Good("<style>@font-face{font-family:Pear;src:local(Arial)}p{background:url(a.ttf)}</style>"),
    ),
)
