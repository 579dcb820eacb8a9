"""The fixes and patches in the results of categories."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from sitescan.model.fix import Fix, Moved, Patches, Sized
from sitescan.model.report import CategoryResult, Issue, Occurrence

_T = TypeVar("_T")


def fixes_of(categories: Iterable[CategoryResult]) -> Mapping[str, Sequence[Fix]]:
    """Return the fixes of the occurrences in some results, by rule id."""
    return _by_rule((rule, found.fix) for rule, found in _occurrences(categories))


def changes_of(categories: Iterable[CategoryResult]) -> Mapping[str, Sequence[Moved | Sized]]:
    """Return the changes that answers of the network have shown, by rule id."""
    return _by_rule((rule, found.change) for rule, found in _occurrences(categories))


def with_patches(categories: Iterable[CategoryResult], patches: Patches) -> Sequence[CategoryResult]:
    """Return the results with the patch of each issue."""
    return tuple(
        evolve(
            result, issues=tuple(evolve(issue, patch=patches.by_rule.get(issue.rule, "")) for issue in result.issues)
        )
        for result in categories
    )


def without_fixes(categories: Iterable[CategoryResult], rules: Collection[str]) -> Sequence[CategoryResult]:
    """Return the results without the fixes of some rules."""
    return tuple(
        evolve(result, issues=tuple(_without_fixes(issue) if issue.rule in rules else issue for issue in result.issues))
        for result in categories
    )


def _occurrences(categories: Iterable[CategoryResult]) -> Iterator[tuple[str, Occurrence]]:
    for result in categories:
        for issue in result.issues:
            for occurrence in issue.occurrences:
                yield issue.rule, occurrence


def _by_rule(found: Iterable[tuple[str, _T | None]]) -> Mapping[str, Sequence[_T]]:
    by_rule: dict[str, list[_T]] = {}
    for rule, value in found:
        if value is not None:
            by_rule.setdefault(rule, []).append(value)
    return by_rule


def _without_fixes(issue: Issue) -> Issue:
    return evolve(
        issue, occurrences=tuple(evolve(occurrence, fix=None, change=None) for occurrence in issue.occurrences)
    )
