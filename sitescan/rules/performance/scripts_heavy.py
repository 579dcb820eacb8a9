from sitescan.charging import WEIGHT, Steps
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading

#: The size of scripts as sent in bytes, and the share of larger scripts. Half of all pages have about 610 KB, including
#: the scripts that scripts load. https://httparchive.org/reports/page-weight
_STEPS = Steps(
    "the bytes of the scripts", ((700_000, 3), (1_000_000, 6), (1_500_000, 10), (2_500_000, 15), (5_000_000, 25))
)

#: The size from which on it is a warning.
_VERY_HEAVY = 1_000_000


def check(answers: ResourceAnswers) -> Findings:
    """
    Report the scripts that every browser loads, the largest first, if they are more than 700 KB as sent.

    Scripts of unknown size are left out.
    """
    known = [(resource, answer.known_size or 0, answer.size is None) for resource, answer in answers.answered("script")]
    weighed = sorted((entry for entry in known if entry[0].certain and entry[1]), key=lambda entry: -entry[1])
    total = sum(size for _, size, _ in weighed)
    if not _STEPS.share(total):
        return
    severity = Severity.WARNING if total > _VERY_HEAVY else Severity.INFO
    for resource, size, cut in weighed:
        detail = f"at least {size:,} bytes, not read to its end" if cut else f"{size:,} bytes"
        yield Finding(resource, detail=detail, total=total).of_magnitude(total).of_severity(severity)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING),
    scale=_STEPS,
    share=3,
    charged_by=WEIGHT,
    title="Page loads too much JavaScript",
    passed="Page loads a reasonable amount of JavaScript",
    needs=lambda answers: answers.sized("script"),
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
        Bad(evidence=loading("script", "a.js", size=1_200_000)),
        Good(evidence=loading("script", "a.js", size=500_000)),
        Good(evidence=loading("script", "a.js", size=None)),
    ),
)
