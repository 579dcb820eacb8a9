import re

from sitescan.document.css.stylesheet_text import css_texts, has_all_css
from sitescan.rules.authoring import LOAD_TIME, Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern

_LARGE = 20_000
_TYPE = lazy_pattern(r"data:([\w.+-]{1,40}/[\w.+-]{1,40})", re.IGNORECASE)


def check(document: Document) -> Findings:
    """Report images and fonts of more than 20 KB that are part of the CSS."""
    for css in css_texts(document):
        where = f" in {css.url}" if css.url else ""
        for load in css.content.loads:
            if len(load.reference) > _LARGE and load.reference[:5].lower() == "data:":
                kind = _TYPE.match(load.reference)
                written = kind[1].lower() if kind is not None else "text/plain"
                yield Finding(css.tag, detail=f"{written}, {len(load.reference):,} bytes{where}")


_IMAGE = "data:image/png;base64," + "A" * 30_000

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Stylesheets contain large data: URLs",
    passed="Stylesheets are free of large data: URLs",
    applies=css_texts,
    needs=has_all_css,
    description=(
        "The CSS of the page contains {count:# image or font|# images and fonts} of more than 20 KB as data: URLs. "
        "Browsers show nothing until they have downloaded them, even on pages that use none of them."
    ),
    recommendation="Load large images and fonts from files.",
    how_to_fix=(
        'Save the file and refer to it: .hero {{ background-image: url("/hero.webp"); }}\n'
        "Browsers then load it only where it is shown. In Vite, build.assetsInlineLimit limits the size of files that "
        "are inlined; in webpack, Rule.parser.dataUrlCondition.maxSize does."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/data",),
    examples=(
        Bad(f"<style>p{{background:url({_IMAGE})}}</style>"),
        Bad(sheets=(("https://example.com/a.css", f"@font-face{{font-family:A;src:url( '{_IMAGE}')}}"),)),
        Good("<style>p{background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}</style>"),
        Good("<style>p{background:url(/a.png)}/*" + "A" * 30_000 + "*/</style>"),
        Good(f"<style>/* url({_IMAGE}) */</style>"),
    ),
)
