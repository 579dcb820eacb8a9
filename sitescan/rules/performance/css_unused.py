from sitescan.document.css.stylesheet_text import has_all_css
from sitescan.document.loading.unused_styles import unused_characters
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_LEAST = 50_000
_LEAST_OF_A_SHEET = 10_000


def check(document: Document) -> Findings:
    """
    Report external stylesheets with rules whose every selector requires a class or an id that is not in the HTML.

    Scripts may add these names later, and other pages may use them, so points are not affected.
    """
    found = [
        (unused, len(document.sheets[url].body), url)
        for url, unused in unused_characters(document).items()
        if unused >= _LEAST_OF_A_SHEET
    ]
    total = sum(unused for unused, _, _ in found)
    if total >= _LEAST:
        size = sum(size for _, size, _ in found)
        for unused, own, url in sorted(found, reverse=True):
            yield Finding(detail=f"{url}: about {unused:,} of {own:,} bytes", unused=total, size=size)


_SHEET = ("https://example.com/a.css", ".pear{color:green}" * 3_000)

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Stylesheets contain rules for other pages",
    passed="Stylesheets contain mostly rules for this page",
    applies=lambda document: document.sheets,
    needs=lambda document: has_all_css(document) and not document.quirks,
    description=(
        "{count:# stylesheet contains|# stylesheets contain} {size:size} of CSS, and about {unused:size} of it is for "
        "classes and IDs that this page's HTML does not have. Browsers download and parse it before they show the page."
    ),
    recommendation="Load only the CSS that this page needs.",
    how_to_fix=(
        "In Chrome DevTools, Ctrl+Shift+P > Show Coverage lists the unused rules, including those that scripts use "
        "later. Import single components of a framework, or remove unused rules when you build the site: "
        "purgecss --css style.css --content '*.html' --output dist"
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/unused-css-rules",),
    covers=("lighthouse:unused-css-rules",),
    examples=(
        Bad('<!doctype html><link rel="stylesheet" href="/a.css"><p>Pears', sheets=(_SHEET,)),
        Bad(
            '<!doctype html><link rel="stylesheet" href="/a.css"><p class="big">Pears',
            sheets=(("https://example.com/a.css", "@media print{" + "p,.big #pear{color:red}#pear a{top:0}" * 4_000),),
        ),
        Good('<!doctype html><link rel="stylesheet" href="/a.css"><p class="pear">Pears', sheets=(_SHEET,)),
        Good(
            '<!doctype html><link rel="stylesheet" href="/a.css"><p>Pears',
            sheets=(("https://example.com/a.css", "p:not(.pear),[data-x],.pear,a{color:green}" * 2_000),),
        ),
        Good('<!doctype html><link rel="stylesheet" href="/a.css"><p>Pears', sheets=((_SHEET[0], _SHEET[1][:40_000]),)),
        Good('<link rel="stylesheet" href="/a.css"><p>Pears', sheets=(_SHEET,)),
    ),
)
