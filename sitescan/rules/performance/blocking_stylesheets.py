from attrs import evolve

from sitescan.model.page_load import BlockingStylesheet, LoadEstimates
from sitescan.rules.authoring import LOAD_TIME, Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_estimates import appearing


def check(estimates: LoadEstimates) -> Findings:
    """Report the stylesheets that the first content waits for, if that is late and they make it noticeably later."""
    used = sum(sheet.used for sheet in estimates.stylesheets)
    size = sum(sheet.size for sheet in estimates.stylesheets)
    for sheet in estimates.stylesheets:
        yield Finding(
            detail=f"{sheet.url}: {sheet.size:,} bytes, about {sheet.used:,} of them for this page",
            used=used,
            size=size,
        )


_SHEET = BlockingStylesheet(url="https://example.com/pear.css", size=90_000, used=9_000)

RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    share=0,
    charged_by=LOAD_TIME,
    title="Stylesheets delay the first content",
    passed="Stylesheets hardly delay the first content",
    needs=lambda estimates: estimates.complete,
    description=(
        "The page shows nothing before {count:its stylesheet has|its # stylesheets have} loaded: {size:size} as sent. "
        "The HTML of this page uses about {used:size} of it. On a slow connection, visitors look at an empty page "
        "until then."
    ),
    recommendation="Put the rules that this page uses into the page, and load the stylesheets at its end.",
    how_to_fix=(
        "Put the rules that this page uses into a <style> element in <head>: <style>body {{ margin: 0 }} .menu {{ "
        "display: flex }}</style>\n"
        "Move the links to the stylesheets to the end of <body>, where they delay nothing.\n"
        "In Chrome DevTools, Ctrl+Shift+P > Show Coverage marks the rules in use. Build tools do this for each page: "
        "npx critical index.html --base public/ --inline\n"
        "Stylesheets that can't be moved: combine them, serve them from your own host, and remove unused rules."
    ),
    sources=(
        "https://web.dev/articles/extract-critical-css",
        "https://developer.chrome.com/docs/performance/insights/render-blocking",
    ),
    covers=("lighthouse:render-blocking-insight",),
    examples=(
        Bad(evidence=evolve(appearing(first=2400), stylesheets=(_SHEET,))),
        Good(evidence=appearing(first=2400)),
        Good(evidence=appearing()),
    ),
)
