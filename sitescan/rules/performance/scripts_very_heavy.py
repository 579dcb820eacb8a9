"""The scripts weigh far too much."""

from collections.abc import Iterator

from sitescan.model.answers import ResourceAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import loading
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.script_weight import heavy_scripts


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Report more than a megabyte of scripts as sent; the share grows in steps."""
    yield from heavy_scripts(answers, very=True)


RULE = Rule(
    id="performance/scripts-very-heavy",
    reads=ResourceAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Very heavy scripts",
    description=(
        "The scripts that the page names have at least {total:size} as sent; half of all pages need about 610 KB with "
        "all that scripts load in turn. A common phone needs seconds to read and run so much, whatever its connection."
    ),
    recommendation="Split scripts, load what the first screen does not need later, and remove what is used little.",
    how_to_fix=(
        'Load parts when they are needed: button.onclick = () => import("./editor.js"). Look with esbuild --analyze '
        "or webpack-bundle-analyzer which libraries take the room, and with the browser's Coverage panel what never "
        "runs."
    ),
    sources=(
        "https://httparchive.org/reports/page-weight",
        "https://web.dev/articles/reduce-javascript-payloads-with-code-splitting",
    ),
    examples=(
        Bad(evidence=loading("script", "a.js", size=1_200_000)),
        Good(evidence=loading("script", "a.js", size=900_000)),
        Good(evidence=loading("script", "a.js", size=None)),
    ),
)
