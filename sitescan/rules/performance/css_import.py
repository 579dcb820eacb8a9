from collections.abc import Mapping
from functools import partial

from sitescan.document.css.stylesheet_text import css_texts, has_all_css
from sitescan.rules.authoring import LOAD_TIME, Bad, Document, Fact, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.urls import resolve


def check(document: Document) -> Findings:
    """Report each @import at the start of a stylesheet; browsers ignore later ones."""
    for css in css_texts(document):
        for imported in css.content.imports:
            yield Finding.lazy(css.tag, partial(_facts, imported.reference, css.url, document.base_url))


def _facts(reference: str, importer: str, base: str) -> Mapping[str, Fact]:
    imported = resolve(importer or base, reference) or reference
    return {"detail": shorten(imported) + (f", imported by {importer}" if importer else ""), "imported": imported}


RULE = Rule(
    check=check,
    former_ids=("performance/css-import-chain",),
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Stylesheets are loaded with @import",
    passed="Stylesheets load without @import",
    applies=css_texts,
    needs=has_all_css,
    description=(
        "{count:# stylesheet is|# stylesheets are} loaded with @import. Browsers discover such a stylesheet "
        "only after the one that imports it has loaded, so the files load one after another and block "
        "rendering longer. It takes longest if an imported stylesheet imports others."
    ),
    recommendation="Load the stylesheets with link elements, or bundle them into one file.",
    how_to_fix=(
        'Replace @import url("{imported}"); with this in the head: <link rel="stylesheet" href="{imported}">\n'
        "esbuild --bundle style.css --outfile=all.css or postcss-import bundle imported stylesheets into one file."
    ),
    sources=(
        "https://www.w3.org/TR/css-cascade-5/#at-import",
        "https://developer.mozilla.org/en-US/docs/Web/CSS/@import",
        "https://developer.chrome.com/docs/lighthouse/performance/critical-request-chains",
    ),
    covers=("lighthouse:critical-request-chains",),
    examples=(
        Bad("<style>@import 'a.css';</style>"),
        Bad("<style>/* a */ @charset 'utf-8'; @layer base; @IMPORT url(a.css) layer(base) screen;</style>"),
        Bad(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", "@import url(b.css);p{color:#000}"),),
        ),
        Bad("<style>@import/**/url( 'a.css' )supports(display: grid) screen</style>"),
        Good("<style>p{color:#000} @import 'late.css';</style>"),
        Good("<style>@namespace url(http://www.w3.org/1999/xhtml); @import 'late.css';</style>"),
        Good("<style>/* @import 'a.css'; */ p::before{content:'@import'}</style>"),
        Good('<link rel="stylesheet" href="/a.css">'),
    ),
)
