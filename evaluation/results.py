"""The results of one evaluation: the cases that were judged, the differences that were found, and the exit status."""

import json
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.task import react

_T = TypeVar("_T")

#: An evaluation that leaves out more cases than this share of all measures nothing that can be relied on.
_MOST_LEFT_OUT = 0.5


def spread(items: Sequence[_T], most: int) -> Sequence[_T]:
    """Return at most so many items, spread evenly over all of them."""
    return items[:: max(1, len(items) // most)][:most]


def outcome(faulty: bool, found: bool) -> str:
    """Return the outcome of a case with a fault, or of a sound one."""
    if faulty:
        return "caught" if found else "missed"
    return "false_alarms" if found else "right"


def run_reactor(main: Callable[[Any], Coroutine[Any, Any, None]], results: "Results") -> None:
    """Run the reactor, which can run once in a process, until a coroutine that is called with it has ended."""
    try:
        react(lambda reactor: Deferred.fromCoroutine(main(reactor)))
    except SystemExit as ended:
        if ended.code:
            results.fail("the work in the reactor failed")


class Unavailable(Exception):
    """A program that the evaluation needs is not installed."""


@define(eq=False)
class Results:
    """
    Counts cases and prints differences as JSON lines.

    :ivar name: the name of the evaluation.
    :ivar most: the maximum number of cases that are judged of each collection.
    :ivar given: the number of cases in the data.
    :ivar judged: the number of cases that were compared with the reference.
    :ivar left_out: the number of cases that cannot be compared, by reason.
    :ivar errors: the errors that make the evaluation fail.
    :ivar figures: the figures of the last line, beyond these counts.
    """

    name: str
    most: int
    given: int = 0
    judged: int = 0
    left_out: Counter[str] = field(factory=Counter)
    errors: list[str] = field(factory=list)
    figures: dict[str, Any] = field(factory=dict)

    def cases(self, items: Iterable[_T]) -> Iterator[_T]:
        """Iterate over cases; each counts as judged once the next one is asked for, unless it was left out."""
        found = spread(tuple(items), self.most)
        self.given += len(found)
        for item in found:
            before = self.left_out.total()
            yield item
            self.judged += self.left_out.total() == before

    def leave_out(self, case: str, reason: str) -> None:
        """Count the current case as one that cannot be compared."""
        self.left_out[reason] += 1
        self.show(case=case, left_out=reason)

    def fail(self, problem: str) -> None:
        """Make the evaluation fail because of an error."""
        self.errors.append(problem)
        self.show(error=problem)

    def show(self, **fields: Any) -> None:
        """Print a JSON line."""
        print(json.dumps(fields, ensure_ascii=False, default=str), flush=True)

    def finish(self) -> int:
        """Print the figures and return the exit status."""
        counts = {"evaluation": self.name, "given": self.given, "judged": self.judged}
        self.show(**counts, left_out=dict(self.left_out), errors=len(self.errors), **self.figures)
        compared = self.judged + self.left_out.total()
        enough = self.judged > 0 and self.left_out.total() <= _MOST_LEFT_OUT * self.given
        return 0 if enough and compared == self.given and not self.errors else 1
