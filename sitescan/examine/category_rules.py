"""Run the rules of a category in a child. This module runs without Twisted."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import ParamSpec, TypeVar

from attrs import define, field

from sitescan.document.change import Change
from sitescan.document.document import Document
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import fits_patch
from sitescan.document.views import view
from sitescan.examine.messages import Answer, ChecksFailed
from sitescan.model.fix import Fix
from sitescan.model.report import Category, Judged
from sitescan.rules.catalogue import rules_of
from sitescan.rules.judge import KEPT, RuleResults, without_subject
from sitescan.rules.rule import Evidence

_P = ParamSpec("_P")
_T = TypeVar("_T")

_TRACE = 2000

_page_edits = view(PageEdits)


@define
class Failures:
    """The checks that failed on one page, for one line of the log: a part that many rules share fails many times."""

    names: list[str] = field(factory=list)
    first: BaseException | None = None

    def add(self, name: str, problem: BaseException | None) -> None:
        """Add a check that failed."""
        self.names.append(name)
        self.first = self.first or problem

    def guard(self, name: str, find: Callable[_P, _T], *on: _P.args, **named: _P.kwargs) -> _T | None:
        """Call a function and return its result, or record its failure and return ``None``."""
        try:
            return find(*on, **named)
        except MemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - the other checks of the category still run
            self.add(name, problem)
            return None

    def answers(self) -> Iterator[Answer]:
        """Yield the answer to the parent, if anything failed."""
        if self.names:
            yield ChecksFailed(names=tuple(self.names), trace=trace(self.first))


def trace(problem: BaseException | None) -> str:
    """Return the end of the traceback of an error."""
    try:
        return "".join(traceback.format_exception(problem))[-_TRACE:]
    except OSError:  # a sealed process can't read the source for it
        return repr(problem)[-_TRACE:]


def judged_by_rules(
    category: Category, evidence: Mapping[type, Evidence], failures: Failures, kept: int = KEPT
) -> Judged:
    """
    Run the rules of a category on evidence, in the order of their ids. The judgement names the rules that failed.

    If a document is among the evidence, the judgement also names the rules of the category that read other evidence
    and whose subject the page lacks.

    :param evidence: what the rules read, by the type that they name.
    :param kept: the maximum number of occurrences of a rule that keep their place.
    """
    document = evidence.get(Document)
    lacking = without_subject(category, document) if isinstance(document, Document) else frozenset[str]()

    def safe_fix(change: Change) -> Fix | None:
        fix = _page_edits(document).fix(change) if isinstance(document, Document) and change.safe else None
        return fix if fix is not None and fits_patch(fix) else None

    results = RuleResults(kept, safe_fix, lacking)
    for rule in rules_of(category, *evidence):
        results.run(rule, evidence[rule.reads])
    for failure in results.failures:
        failures.add(failure.rule, failure.__cause__)
    return results.judged()
