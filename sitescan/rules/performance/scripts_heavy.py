"""The scripts weigh a lot."""

from collections.abc import Iterator

from sitescan.model.answers import ResourceAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import loading
from sitescan.rules.rule import Bad, Finding, Good, Rule

_HEAVY = 700_000


def check(answers: ResourceAnswers) -> Iterator[Finding]:
    """Report more than 700 KB of scripts as sent, those of which the size is known."""
    known = [(one, answer.size) for one, answer in answers.answered("script") if answer.size and one.certain]
    known.sort(key=lambda one: -one[1])
    total = sum(size for _, size in known)
    if total > _HEAVY:
        for resource, size in known:
            yield Finding(resource, detail=f"{size:,} bytes", total=total)


RULE = Rule(
    id="performance/scripts-heavy",
    reads=ResourceAnswers,
    check=check,
    severity=Severity.INFO,
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
        Good(evidence=loading("script", "a.js", size=None)),
    ),
)
