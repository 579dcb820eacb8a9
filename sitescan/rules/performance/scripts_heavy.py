"""Page loads too much JavaScript."""

from collections.abc import Iterator

from sitescan.model.report import Severity
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.example_pages import loading
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.script_weight import heavy_scripts


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Report 700 KB to a megabyte of scripts as sent."""
    yield from heavy_scripts(answers, very=False)


RULE = Rule(
    id="performance/scripts-heavy",
    reads=ResourceAnswers,
    check=check,
    severity=Severity.INFO,
    share=3,
    title="Page loads too much JavaScript",
    description=(
        "The page's scripts are at least {total:size} as sent. Half of all pages need about 610 KB, "
        "including what their scripts load. A typical phone needs seconds to parse and run this much, "
        "whatever its connection."
    ),
    recommendation="Split scripts, load later what the first screen doesn't need, and remove unused code.",
    how_to_fix=(
        'Load parts on demand: button.onclick = () => import("./editor.js")\n'
        "Use esbuild --analyze or webpack-bundle-analyzer to find large libraries, and the browser's Coverage "
        "panel to find code that never runs."
    ),
    sources=(
        "https://httparchive.org/reports/page-weight",
        "https://web.dev/articles/reduce-javascript-payloads-with-code-splitting",
    ),
    examples=(
        Bad(evidence=loading("script", "a.js", size=900_000)),
        Good(evidence=loading("script", "a.js", size=500_000)),
        Good(evidence=loading("script", "a.js", size=1_200_000)),
        Good(evidence=loading("script", "a.js", size=None)),
    ),
)
