"""The words and numbers that all human-readable formats of a report share."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from sitescan.model.report import CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.report.gains import TopFix
from sitescan.report.json_format import timestamp
from sitescan.report.visible_text import visible
from sitescan.rules.texts import in_seconds, listed, size, sooner

_NAMES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("suggestion", "suggestions"),
}


def grade(score: int) -> str:
    """Return the grade of a score, a word in addition to its color."""
    return "good" if score >= 90 else "fair" if score >= 50 else "poor"


GRADES = {
    "good": "Good",
    "fair": "Needs work",
    "poor": "Poor",
    "partly": "Partly examined",
    "none": "Not examined",
}


def category_grade(result: CategoryResult) -> str:
    """Return the grade of a category; ``partly`` if its score is an upper bound, ``none`` if nothing was examined."""
    if result.partly:
        return "partly"
    return grade(result.score) if result.counted else "none"


def score_text(result: CategoryResult) -> str:
    """Return the score of a category: ``92``; ``≤92`` if it is an upper bound; a dash if nothing was examined."""
    if result.partly:
        return f"≤{result.score}"
    return str(result.score) if result.counted else "–"


def score_words(result: CategoryResult) -> str:
    """Return the score of a category in words: ``92 of 100``; ``at most 92 of 100``; ``Not examined``."""
    if result.partly:
        return f"{GRADES['partly']}, at most {result.score} of 100"
    return f"{result.score} of 100" if result.counted else GRADES["none"]


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun: ``1 place``, ``1,204 places``."""
    return f"{number:,} {one if number == 1 else many}"


def points(gain: int) -> str:
    """Return the gain of a fix: ``+1 point``."""
    return "+" + counted(gain, "point", "points")


#: The explanation of the checks that could not be completed.
UNCHECKED = "What they need was not requested, did not load, or was not seen as a whole."


def silent_checks(report: Report) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """
    Return the name, the heading and the rules of each list of checks that found nothing; empty lists are omitted.

    A rule of two categories is listed once.
    """
    results = report.categories
    lists = (
        ("passed", "check passed", "checks passed", [result.passed for result in results]),
        ("inapplicable", "check doesn't apply", "checks don't apply", [result.inapplicable for result in results]),
        (
            "unchecked",
            "check could not be completed",
            "checks could not be completed",
            [result.unchecked for result in results],
        ),
    )
    found = ((name, tuple(dict.fromkeys(chain(*rules))), one, many) for name, one, many, rules in lists)
    return tuple((name, counted(len(rules), one, many), rules) for name, rules, one, many in found if rules)


#: The names of severities in reports for people.
SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Suggestion"}

#: The explanation of the times in what to do first.
ESTIMATED = "Times are estimates for a phone on slow 4G."


def worth_of(fix: TopFix) -> str:
    """Return where something is done and what it gains, in words: ``in the page, +2.4 points``."""
    return f"{place_of(fix)}, {gain_of(fix)}"


def place_of(fix: TopFix) -> str:
    """Return where something is done, in words: ``in the pictures, in the page and on the server``."""
    return listed([actor.value for actor in fix.actors])


def gain_of(fix: TopFix) -> str:
    """Return what something gains, in words: ``+2.4 points, about 0.4 s sooner``."""
    parts = [f"+{fix.points:.1f} points"]
    if fix.gain_ms and not fix.steps:
        parts.append(sooner(fix.gain_ms))
    return ", ".join(parts)


def steps_of(fix: TopFix) -> Iterator[str]:
    """
    Yield when late content appears, now and after each step that shows it sooner; nothing for other entries.

    Of a step that shows only other content sooner, they say when the first content appears.
    """
    if fix.paint:
        yield f"now after {in_seconds(fix.paint)}"
    paint = fix.paint
    for step in fix.steps:
        is_sooner = in_seconds(step.paint) != in_seconds(paint) and step.paint < paint
        then = f"after {in_seconds(step.paint)}" if is_sooner else f"first content after {in_seconds(step.first_paint)}"
        yield f"“{step.issue.title}” fixed: {then} (+{step.points:.1f})"
        paint = min(paint, step.paint)


def fixed_together(fix: TopFix) -> Mapping[str, str]:
    """Return the titles and rules of the issues that an entry fixes besides its own; steps name theirs."""
    rules: dict[str, str] = {}
    for _, issue in () if fix.steps else fix.issues:
        rules.setdefault(issue.title, issue.rule)
    return {title: rule for title, rule in rules.items() if title != fix.title and len(rules) > 1}


def explained(fixes: Sequence[TopFix]) -> str:
    """Return what the points and times of what to do first are."""
    points = "Points are of the overall score here, and of the category for each issue below."
    return f"{points} {ESTIMATED}" if any(fix.gain_ms for fix in fixes) else points


def is_minor(issue: Issue, gain: int) -> bool:
    """Return whether an issue gains nothing, so that reports fold it."""
    return not gain and not issue.share and not issue.gain_ms and issue.severity is Severity.INFO


def brings_little(issue: Issue, gain: int) -> bool:
    """Return whether an issue brings less than a point of its category and shuts nobody out, so that it is folded."""
    return not gain and issue.severity is not Severity.ERROR


def worth(issue: Issue, gain: int) -> str:
    """Return the gain of a fix in words: ``+6 points, about 0.4 s sooner``; ``under 1 point``; ``no points``."""
    parts = []
    if gain:
        parts.append(points(gain))
    elif issue.share:
        parts.append("under 1 point")
    if issue.gain_ms:
        parts.append(sooner(issue.gain_ms))
    return ", ".join(parts) or "no points"


#: The first status of an error.
_ERRORS = 400


def severity_counts(issues: Iterable[Issue]) -> dict[Severity, int]:
    """Return the number of issues of each severity, most severe first."""
    found = Counter(issue.severity for issue in issues)
    return {severity: found[severity] for severity in Severity}


def counts(issues: Iterable[Issue]) -> str:
    """Return the numbers of issues in words: ``1 error, 2 warnings``; ``no issues``."""
    found = [counted(number, *_NAMES[kind]) for kind, number in severity_counts(issues).items() if number]
    return ", ".join(found) or "no issues"


def shown_issues(result: CategoryResult) -> tuple[Issue, ...]:
    """Return the issues of a category without the one about unexamined parts, which reports show separately."""
    return tuple(issue for issue in result.issues if issue.rule != "general/unexamined")


def unexamined(report: Report) -> list[tuple[str, str]]:
    """Return the sentence of each part that could not be examined, after the labels of its categories."""
    labels: dict[str, list[str]] = {}
    for result in report.categories:
        for sentence in dict.fromkeys(part.sentence for part in result.unexamined):
            labels.setdefault(sentence, []).append(result.category.label)
    return [(listed(names), sentence) for sentence, names in labels.items()]


def position(occurrence: Occurrence) -> str:
    """Return the position of an occurrence: ``line 3, column 7``; empty if unknown."""
    place = occurrence.place
    if place is None or not place.line:
        return ""
    return f"line {place.line}, column {place.column}" if place.column else f"line {place.line}"


def selector(occurrence: Occurrence) -> str:
    """Return the selector of an occurrence that has no line, such as an element that scripts have made, or empty."""
    place = occurrence.place
    return place.selector if place is not None and not place.line else ""


def snippet(occurrence: Occurrence) -> str:
    """Return the markup of an occurrence; empty if there is none."""
    return occurrence.place.snippet if occurrence.place is not None else ""


def detail(occurrence: Occurrence) -> str:
    """Return the detail of an occurrence; empty if there is none."""
    return str(occurrence.facts.get("detail", ""))


def message(issue: Issue, occurrence: Occurrence) -> str:
    """Return what tools for developers say of an occurrence beside its line."""
    parts = (issue.title, snippet(occurrence), detail(occurrence), issue.recommendation)
    return "\n".join(visible(part) for part in parts if part)


def scanned(report: Report) -> str:
    """Return the time of the scan: ``2026-11-22 03:40 UTC``."""
    return timestamp(report.scanned_at)[:16].replace("T", " ") + " UTC"


def error_page(report: Report) -> str:
    """Return a sentence for a report on an error page; empty for other pages."""
    if report.status_code < _ERRORS:
        return ""
    return f"The server answered with status {report.status_code}: this report is about an error page."


def loaded(report: Report) -> str:
    """
    Return the facts of the page fetch: ``loaded in 51 ms · 559 bytes · status 200 · rendered in 204 ms``.

    A page that was not fetched has only a size.
    """
    facts = [size(report.page_size)]
    if round(report.fetch_seconds * 1000):
        facts = [f"loaded in {_milliseconds(report.fetch_seconds)}", *facts, f"status {report.status_code}"]
    if report.rendering is not None:
        facts.append(f"rendered in {_milliseconds(report.rendering.seconds)}")
    return " · ".join(facts)


def _milliseconds(seconds: float) -> str:
    return f"{round(seconds * 1000):,} ms"
