"""Chains of imported stylesheets."""

from collections.abc import Iterator

from sitescan.charging import LOAD_TIME
from sitescan.document.css.stylesheet_text import css_texts, has_all_css
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import resolve


def check(document: Document) -> Iterator[Finding]:
    """Report imports of stylesheets that are themselves imported and not linked from the page."""
    linked = {document.resolve(attr(link, "href", "")) for link in document.rel("stylesheet")}
    imports = {
        css.url: [imported.reference for imported in css.content.imports if imported.for_screens]
        for css in css_texts(document)
        if css.url
    }
    imported = {resolve(url, reference) for url, references in imports.items() for reference in references}
    for url, references in imports.items():
        if url in imported - linked:
            for reference in references:
                yield Finding(detail=f"{url} imports {resolve(url, reference) or reference}")


_A, _B = "https://example.com/a.css", "https://example.com/b.css"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Chains of imported stylesheets",
    passed="Stylesheet imports are one level deep",
    applies=css_texts,
    needs=has_all_css,
    description=(
        "{count:# stylesheet is|# stylesheets are} imported by a stylesheet that is itself imported. Browsers "
        "discover each file only after the previous one has loaded. That takes three or more round trips in a "
        "row, and the page stays empty meanwhile."
    ),
    recommendation="Bundle imported stylesheets into one file when you build the site.",
    how_to_fix=(
        "esbuild --bundle style.css --outfile=all.css or postcss-import bundles them. Or load each one with its "
        'own <link rel="stylesheet">, so that they load in parallel.'
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/CSS/@import",
        "https://developer.chrome.com/docs/lighthouse/performance/critical-request-chains",
    ),
    covers=("lighthouse:critical-request-chains",),
    examples=(
        Bad(
            f'<link rel="stylesheet" href="{_A}">',
            sheets=((_A, "@import 'b.css';"), (_B, "@import url(c.css);p{color:red}")),
        ),
        Good(f'<link rel="stylesheet" href="{_A}">', sheets=((_A, "@import 'b.css';"), (_B, "p{color:red}"))),
        Good(
            f'<link rel="stylesheet" href="{_A}"><link rel="stylesheet" href="{_B}">',
            sheets=((_A, "@import 'b.css';"), (_B, "@import 'c.css';")),
        ),
        Good("<style>@import 'a.css';</style>"),
    ),
)
