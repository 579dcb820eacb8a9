"""Apply the fixes of a page until none is left."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, field, frozen

from sitescan.document.edits.page_patch import byte_edits, independent
from sitescan.model.fix import Fix
from sitescan.model.report import Report
from sitescan.rules.catalogue import catalogue
from sitescan.rules.general.unexamined import RULE as UNEXAMINED
from sitescan.standards.unified_diff import EditedLines

#: The maximum number of times that fixes are applied and the page is examined again.
ROUNDS = 10


@frozen(kw_only=True)
class FixedPage:
    """
    A page to which fixes have been applied.

    :ivar lines: its lines before and after.
    :ivar report: the report on the page with its fixes.
    :ivar fixed: the number of fixed occurrences by rule id.
    :ivar refused: the ids of rules whose fixes were taken back.
    """

    lines: EditedLines
    report: Report
    fixed: Counter[str] = field(factory=Counter)
    refused: frozenset[str] = frozenset()


def fix_page(body: bytes, examine: Callable[[bytes], Report], wanted: Callable[[str, Fix], bool]) -> FixedPage:
    """
    Apply the fixes of a page, examine it again, and so on, until it has none left.

    Fixes that don't remove their issue, that add an issue or that lower a score are taken back. Then those of half of
    the rules are tried, until one rule is to blame. Fixes with placeholders come last, and only have to remove their
    issue: the placeholders are issues until a person replaces them.

    :param examine: returns the report on a page, with fixes.
    :param wanted: returns whether a fix of a rule should be applied.
    """
    page = _applied(
        FixedPage(lines=EditedLines(body), report=examine(body)),
        examine,
        lambda rule, fix: not fix.unfinished and wanted(rule, fix),
        _is_better,
    )
    return _applied(page, examine, lambda rule, fix: fix.unfinished and wanted(rule, fix), _is_gone)


def _applied(
    page: FixedPage,
    examine: Callable[[bytes], Report],
    wanted: Callable[[str, Fix], bool],
    accepted: Callable[[Report, Report, Iterable[str]], bool],
) -> FixedPage:
    """Apply fixes in rounds; a round that isn't accepted is tried again with half of its rules."""
    rounds, groups = 0, [frozenset(catalogue())]
    while groups and rounds < ROUNDS:
        group = groups.pop()
        chosen = independent((rule, fix) for rule, fix in fixes(page.report) if rule in group and wanted(rule, fix))
        if not chosen:
            continue
        rules = frozenset(rule for rule, _ in chosen)
        lines = page.lines.edited(edit for _, fix in chosen for edit in byte_edits(fix))
        report = examine(lines.body)
        if accepted(page.report, report, rules):
            gone = occurrences(page.report) - occurrences(report)
            page = evolve(page, lines=lines, report=report, fixed=page.fixed + gone)
            rounds += 1
            groups.append(group)
        elif len(rules) == 1:
            page = evolve(page, refused=page.refused | rules)
            groups.append(group - rules)
        else:
            half = frozenset(sorted(rules)[: len(rules) // 2])
            groups += [group - half, half]
    return page


def occurrences(report: Report) -> Counter[str]:
    """Return the number of occurrences of each issue by rule id."""
    return Counter(
        {
            issue.rule: issue.count
            for result in report.categories
            for issue in result.issues
            if issue.rule != UNEXAMINED.id
        }
    )


def fixes(report: Report) -> Iterator[tuple[str, Fix]]:
    """Yield the fixes of a report with the ids of their rules."""
    for result in report.categories:
        for issue in result.issues:
            for occurrence in issue.occurrences:
                if occurrence.fix is not None:
                    yield issue.rule, occurrence.fix


def _is_gone(before: Report, after: Report, rules: Iterable[str]) -> bool:
    """Return whether the issues of some rules are fewer."""
    was, now = occurrences(before), occurrences(after)
    return all(now[rule] < was[rule] for rule in rules)


def _is_better(before: Report, after: Report, rules: Iterable[str]) -> bool:
    """Return whether the issues of some rules are fewer, no issue occurs more often and no score is lower."""
    return (
        _is_gone(before, after, rules)
        and not occurrences(after) - occurrences(before)
        and after.overall_score >= before.overall_score
        and all(new.score >= old.score for old, new in zip(before.categories, after.categories, strict=True))
    )
