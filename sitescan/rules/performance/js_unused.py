from sitescan.document.loading.script_coverage import LEAST_UNUSED, covered_scripts
from sitescan.rules.authoring import LOAD_TIME, Bad, Document, Finding, Findings, Good, Rule, Severity

_LEAST = 100_000


def check(document: Document) -> Findings:
    """Report the external scripts of a rendered page of which much has not run, if that is 100 KB in all."""
    found = [script for script in covered_scripts(document) if script.unused >= LEAST_UNUSED]
    unused, size = sum(script.unused for script in found), sum(script.size for script in found)
    if unused < _LEAST:
        return
    for script in sorted(found, key=lambda script: -script.unused):
        yield Finding(detail=f"{script.url}: {script.unused:,} of {script.size:,} characters", unused=unused, size=size)


_PAGE = '<script src="/a.js"></script>'
_A = "https://example.com/a.js"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    charged_by=LOAD_TIME,
    title="Scripts contain code that does not run",
    passed="Most code of the scripts runs",
    subjects=("script",),
    needs=lambda document: document.page.measured.coverage,
    description=(
        "{count:# script contains|# scripts contain} {size:size} of uncompressed code, and {unused:size} of it did not "
        "run while a browser loaded the page. Browsers download and parse this code before the page can react. Some "
        "of it may run later, when visitors use the page."
    ),
    recommendation="Send code when it is needed.",
    how_to_fix=(
        "In Chrome DevTools, Ctrl+Shift+P > Show Coverage shows the code that did not run. Split the bundle by page, "
        'and load what visitors may need later on demand: button.onclick = async () => (await import("./chart.js"))'
        ".show(). Import single functions of a library, so that your build tool can drop the rest."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/unused-javascript",
        "https://web.dev/articles/reduce-javascript-payloads-with-code-splitting",
    ),
    covers=("lighthouse:unused-javascript",),
    examples=(
        Bad(_PAGE, unused=((_A, 150_000, 200_000),)),
        Bad(_PAGE, unused=((_A, 60_000, 90_000), ("https://example.com/b.js", 50_000, 90_000))),
        Good(_PAGE, unused=((_A, 90_000, 900_000),)),
        Good(_PAGE, unused=tuple((f"https://example.com/{number}.js", 15_000, 90_000) for number in range(9))),
        Good(_PAGE),
    ),
)
