from sitescan.charging import WEIGHT
from sitescan.model.file_facts import TextFile
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading
from sitescan.rules.texts import fill

_WIRE = 120_000
_SIZE = 600_000


def check(answers: ResourceAnswers) -> Findings:
    """Report more than 120 KB of CSS as sent, or 600 KB after content decoding."""
    sheets = sorted(answers.with_texts("stylesheet"), key=lambda entry: -entry[1].size)
    wire, size = sum(text.wire_size for _, text in sheets), sum(text.size for _, text in sheets)
    if wire > _WIRE or size > _SIZE:
        sizes = "{wire:size} as sent and {size:size} uncompressed" if wire < size else "{size:size}, sent uncompressed"
        total = fill(sizes, {"wire": wire, "size": size})
        for resource, text in sheets:
            packed = f", {text.size:,} uncompressed" if text.wire_size < text.size else ""
            yield Finding(resource, detail=f"{text.wire_size:,} bytes{packed}", wire=wire, size=size, total=total)


def _sheet(wire: int, size: int) -> ResourceAnswers:
    return loading("stylesheet", "a.css", size=wire, text=TextFile(size=size, wire_size=wire))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=WEIGHT,
    title="Page loads too much CSS",
    passed="Page loads a reasonable amount of CSS",
    needs=lambda answers: answers.read("stylesheet"),
    description=(
        "The page's stylesheets are {total}. Half of all pages need "
        "less than 80 KB. The page stays empty until the stylesheets for screens are loaded and parsed."
    ),
    recommendation="Remove unused rules, and load the rest only where it is needed.",
    how_to_fix=(
        "Omit the parts of a framework that the site doesn't use (in Bootstrap, import single files; in "
        "Tailwind, set content; otherwise use PurgeCSS). Put the styles of individual pages in separate files.\n"
        'Print styles don\'t block rendering in a file of their own: <link rel="stylesheet" '
        'href="print.css" media="print">'
    ),
    sources=("https://web.dev/articles/extract-critical-css", "https://httparchive.org/reports/page-weight"),
    examples=(
        Bad(evidence=_sheet(200_000, 200_000)),
        Bad(evidence=_sheet(90_000, 700_000)),
        Good(evidence=_sheet(60_000, 300_000)),
    ),
)
