from sitescan.document.css.stylesheet_text import css_texts, has_all_css, least_size, minified_size
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_LEAST_SHARE = 0.05
_LEAST_SAVING = 1400


def check(document: Document) -> Findings:
    """Report stylesheets of which minification saves at least 5%, and at least a network packet in total."""
    found = []
    for css in css_texts(document):
        least = _LEAST_SHARE * len(css.source)
        if not css.url or len(css.source) - css.content.once(least_size) <= least:
            continue
        saving = len(css.source) - css.content.once(minified_size)
        if saving > least:
            found.append((css.url, saving))
    total = sum(saving for _, saving in found)
    if total >= _LEAST_SAVING:
        for url, saving in sorted(found, key=lambda entry: -entry[1]):
            yield Finding(detail=f"{url}: {saving:,} bytes", total=total)


_LOOSE = "p {\n    color: black;\n    margin: 0;\n}\n\n"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSS is not minified",
    passed="CSS is minified",
    applies=lambda document: document.sheets,
    needs=has_all_css,
    description=(
        "{count:# stylesheet contains|# stylesheets contain} {total:size} of comments and white space that "
        "browsers don't need. Stylesheets block rendering, and compression removes only part of these bytes."
    ),
    recommendation="Minify stylesheets when you build the site.",
    how_to_fix=(
        "esbuild --minify style.css --outfile=style.min.css, or lightningcss --minify style.css -o "
        "style.min.css. Vite, webpack and most site generators minify in their production build."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/unminified-css",
        "https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance/CSS",
    ),
    covers=("lighthouse:unminified-css",),
    examples=(
        Bad(sheets=(("https://example.com/a.css", _LOOSE * 200),)),
        Bad(sheets=(("https://example.com/a.css", "/*" + "licence " * 500 + "*/p{color:#000}"),)),
        Good(sheets=(("https://example.com/a.css", _LOOSE * 10),)),
        Good(sheets=(("https://example.com/a.css", "p{color:black;margin:0}" * 500),)),
        Good(f"<style>{_LOOSE * 200}</style>"),
    ),
)
