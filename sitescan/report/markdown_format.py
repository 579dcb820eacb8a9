"""The format ``markdown``: GitHub Flavored Markdown for a comment or a job summary."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report
from sitescan.report.fix_parts import Code, Part, Prose, fix_parts
from sitescan.report.gains import gain, same_faults, top_fixes
from sitescan.report.grouping import faults
from sitescan.report.summary import summary
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import (
    GRADES,
    SEVERITIES,
    counted,
    counts,
    detail,
    error_page,
    explained,
    grade,
    is_minor,
    loaded,
    position,
    scanned,
    score_text,
    selector,
    shown_issues,
    snippet,
    steps_of,
    unexamined,
    worth,
    worth_of,
)
from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of occurrences of an issue that are listed.
_LISTED = 5

# An underscore inside a word is no markup, and neither is an ampersand that begins no character reference.
_SPECIAL = lazy_pattern(r"[\\`*\[\]|<>~$]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])|^[-+=#]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")
#: What GitHub turns into links without any markup: URLs, email addresses, mentions and numbers of issues.
_LINKED = lazy_pattern(r"@|://|www\.|#\d", re.I)
_WORD = lazy_pattern(r"[^ (]+")
_FENCE = lazy_pattern("`+")


#: The size in bytes of Markdown that GitHub takes as the summary of a step is 1 MiB.
_LARGEST = 1_000_000

#: The points below which issues are listed by title only, tried in turn until the reports are small enough.
_LEAST = (0, 1, 3, 6, 101)


def markdown(reports: Sequence[Report]) -> str:
    """
    Return the reports as Markdown that fits into the summary of a step on GitHub.

    If it would be larger, the issues that gain the fewest points are listed by title only; reports for which there is
    still no room are counted.

    https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
    """
    tables = "\n".join(_tables(reports)) + "\n" if len(reports) > 1 else ""
    for least in _LEAST:
        made = ["\n".join(_report(report, least)) + "\n" for report in reports]
        ends = list(accumulate(len(section.encode("utf-8", "replace")) for section in (tables, *made)))
        if not ends or ends[-1] <= _LARGEST:
            return tables + "".join(made) or "\n"
    shown = max(0, bisect_right(ends, _LARGEST) - 1)
    return (
        tables
        + "".join(made[:shown])
        + f"{counted(len(made) - shown, 'more report', 'more reports')} had no room here.\n"
    )


def _tables(reports: Sequence[Report]) -> Iterator[str]:
    """Yield a table of the pages, the worst first, and one of the rules."""
    headings = ("Page", "Score", *(category.label for category in Category))
    yield from _table(
        headings,
        (
            (text(report.url), str(report.overall_score), *map(score_text, report.categories))
            for report in sorted(reports, key=lambda report: report.overall_score)
        ),
    )
    yield from _table(
        ("Issue", "Severity", "Pages", "Places", "Shared"),
        (
            (
                text(fault.issue.title),
                SEVERITIES[fault.issue.severity],
                f"{fault.pages:,}",
                f"{fault.count:,}",
                f"one place on {fault.shared:,} pages" if fault.shared else "",
            )
            for fault in faults(reports)
        ),
    )


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield "| --- " * len(headings) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _report(report: Report, least: int) -> Iterator[str]:
    overall = f"{report.overall_score} of 100 ({GRADES[grade(report.overall_score)].lower()})"
    yield from (f"# {overall}: {text(report.url)}", "", f"Scanned {scanned(report)} · {loaded(report)}", "")
    if problem := error_page(report):
        yield from (f"**{problem}**", "")
    fixes = top_fixes(report)
    yield from (text(summary(report, fixes)), "")
    yield from ("| Category | Score | Issues |", "| --- | ---: | --- |")
    for result in report.categories:
        yield f"| {result.category.label} | {score_text(result)} | {counts(shown_issues(result))} |"
    yield ""
    if fixes:
        yield from ("## What to do first", "")
        for number, entry in enumerate(fixes, 1):
            yield f"{number}. {text(entry.title)} ({worth_of(entry)})"
            yield from (f"   - {text(step)}" for step in steps_of(entry))
        yield from ("", explained(fixes), "")
    stands = same_faults(report)
    for result in report.categories:
        yield from _category(result, stands, least)
    if facts := [fact for result in report.categories for fact in result.facts]:
        yield from ("## Facts", "")
        yield from (f"- {text(fact.summary or fact.description)}" for fact in facts)
        yield ""
    if left := unexamined(report):
        yield from ("## What was not examined", "")
        yield from (f"- {categories}: {text(sentence)}" for categories, sentence in left)
        yield ""


def _category(result: CategoryResult, stands: Mapping[str, str], least: int) -> Iterator[str]:
    found = [(issue, gain(issue, result)) for issue in shown_issues(result)]
    if found:
        yield from (f"## {result.category.label}: {score_text(result)}", "")
    minor = [issue for issue, gained in found if is_minor(issue, gained) and issue.rule not in stands]
    short: list[str] = []
    for issue, gained in found:
        if issue.rule in stands:
            yield from (f"{_heading(issue, gained)}: the same fault as {code(stands[issue.rule])}", "")
        elif not is_minor(issue, gained):
            yield from _issue(issue, gained) if gained >= least else ()
            short += [f"- {_heading(issue, gained)}"] if gained < least else []
    if short:
        yield from ("### In short, to save room", "", *short, "")
    if minor:
        name = f"{counted(len(minor), 'suggestion', 'suggestions')} without points"
        yield from ("<details>", f"<summary>{name}</summary>", "")
        for issue in minor:
            yield from _issue(issue, 0) if not least else (f"- {text(issue.title)}",)
        yield from ("", "</details>", "")


def _heading(issue: Issue, gained: int) -> str:
    suffix = f" ({worth(issue, gained)})" if gained or issue.gain_ms else ""
    return f"{SEVERITIES[issue.severity]}: {text(issue.title)}{suffix}"


def _issue(issue: Issue, gained: int) -> Iterator[str]:
    yield from (f"### {_heading(issue, gained)}", "")
    yield from (text(issue.summary or issue.description), "")
    places = [shown for shown in map(_occurrence, issue.occurrences[:_LISTED]) if shown]
    yield from (f"- {shown}" for shown in places)
    if places and issue.count > len(places):
        yield f"- and {counted(issue.count - len(places), 'more', 'more')}"
    if places:
        yield ""
    yield from (text(issue.recommendation), "")
    yield from fix(issue.how_to_fix, snippet(issue.occurrences[0]) if issue.occurrences else "")
    yield from (f"Rule: {code(issue.rule)}", "")


def _occurrence(occurrence: Occurrence) -> str:
    at = position(occurrence).capitalize() or code(selector(occurrence))
    parts = [at, code(snippet(occurrence)), text(detail(occurrence))]
    return ": ".join(part for part in parts if part)


def text(value: str) -> str:
    """
    Return a text escaped so that Markdown renders it literally, without markup, links or mentions.

    Words that GitHub would link become code, which also stays readable where Markdown is not rendered.

    https://github.github.com/gfm/#backslash-escapes
    """
    shown, made, at = one_line(value), [], 0
    for word in _WORD.finditer(shown):
        if _LINKED.search(word[0]):
            linked = word[0].rstrip(".,;:!?)") or word[0]
            made += [_escaped(shown[at : word.start()]), code(linked)]
            at = word.start() + len(linked)
    return "".join((*made, _escaped(shown[at:])))


def _escaped(value: str) -> str:
    return _SPECIAL.sub(lambda match: f"\\{match.group()}", value)


def code(value: str) -> str:
    """Return a code span, or an empty text for an empty value; https://github.github.com/gfm/#code-spans."""
    shown = one_line(value)
    if not shown:
        return ""
    fence = _fence(shown, 1)
    return f"{fence} {shown} {fence}" if shown.startswith("`") or shown.endswith("`") else f"{fence}{shown}{fence}"


def fix(how_to_fix: str, markup: str = "") -> Iterator[str]:
    """
    Yield the lines of a text of ``howToFix``.

    :param markup: the markup of the first occurrence, as it is now.
    """
    for part in fix_parts(visible(how_to_fix), visible(markup)):
        yield from (*_part(part), "")


def _part(part: Part) -> Iterator[str]:
    if isinstance(part, Prose):
        yield text(part.text)
    elif isinstance(part, Code):
        yield from (f"{part.label}:", "") if part.label else ()
        yield from _block(part.code)
    else:
        yield from ("Before:", "", *_block(part.before), "", "After:", "", *_block(part.after))


def _block(shown: str) -> Iterator[str]:
    fence = _fence(shown, 3)
    yield from (f"{fence}{'html' if shown.startswith('<') else 'text'}", *shown.split("\n"), fence)


def _fence(value: str, least: int) -> str:
    longest = max((len(run) for run in _FENCE.findall(value)), default=0)
    return "`" * max(least, longest + 1)
