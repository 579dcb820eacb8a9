"""The rules of a category, run in a child, and what of them failed. No Twisted here."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec, TypeVar

from attrs import define, field

from sitescan.examine.messages import Answer, ChecksFailed
from sitescan.model.report import Category, Judged, Judgement
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import KEPT, RuleFailed, judge_all
from sitescan.rules.rule import Evidence

_P = ParamSpec("_P")
_T = TypeVar("_T")

_TRACE = 2000


@define
class Failures:
    """What failed on one page, for one line of the log: what many rules share fails many times."""

    names: list[str] = field(factory=list)
    first: BaseException | None = None

    def add(self, name: str, problem: BaseException | None) -> None:
        """Something failed."""
        self.names.append(name)
        self.first = self.first or problem

    def guard(self, name: str, find: Callable[_P, _T], *on: _P.args, **named: _P.kwargs) -> _T | None:
        """What is found on a page; an error of ours costs what it would say alone."""
        try:
            return find(*on, **named)
        except MemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever it is, the rest of the category is judged
            self.add(name, problem)
            return None

    def answers(self) -> Iterator[Answer]:
        """What the parent is told: nothing, where nothing failed."""
        if self.names:
            yield ChecksFailed(names=tuple(self.names), trace=trace(self.first))


def trace(problem: BaseException | None) -> str:
    """Where an error comes from, for the log."""
    try:
        return "".join(traceback.format_exception(problem))[-_TRACE:]
    except OSError:  # a sealed process can't read the source for it
        return repr(problem)[-_TRACE:]


def judged_by_rules(category: Category, evidence: Iterable[Evidence], failures: Failures, kept: int = KEPT) -> Judged:
    """
    What the rules of a category find, in the order of their ids; of each that failed it is said.

    :param kept: occurrences of one rule that are kept with their place.
    """
    judgements: list[Judgement] = []
    unexamined: list[str] = []
    by_kind = {type(one): one for one in evidence}
    for rule in rules_reading(*by_kind):
        if category not in rule.categories:
            continue
        for result in judge_all((rule,), by_kind[rule.reads], kept):
            if isinstance(result, RuleFailed):
                unexamined.append(f"The check “{rule.title}” failed on this page because of an internal error.")
                failures.add(result.rule, result.__cause__)
            else:
                judgements.append(result)
    return Judged(judgements=tuple(judgements), unexamined=tuple(unexamined), failed=bool(unexamined))
