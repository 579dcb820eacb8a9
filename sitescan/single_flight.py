"""Single flight: what several want to know is found out once."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from attrs import define, field
from twisted.internet.defer import Deferred, succeed
from twisted.python.failure import Failure

from sitescan.cancellation import let_go

T = TypeVar("T")


@define(eq=False)
class _Question(Generic[T]):
    """
    Something that is being found out.

    :ivar work: the finding out; ended where nobody waits for it any more.
    :ivar waiting: those who want to know.
    """

    work: Deferred[T] | None = None
    waiting: list[Deferred[T]] = field(factory=list, init=False)

    def answer(self) -> Deferred[T]:
        """The answer, for one more who wants to know."""
        answer: Deferred[T] = Deferred(self._give_up)
        self.waiting.append(answer)
        return answer

    def ended(self, result: Any) -> None:
        """Tell the answer, or the failure, to all who wait."""
        waiting, self.waiting = self.waiting, []
        for answer in waiting:
            answer.callback(result)

    def _give_up(self, answer: Deferred[T]) -> None:
        self.waiting.remove(answer)
        if not self.waiting and self.work is not None:
            self.work.cancel()


@define(eq=False)
class SingleFlight(Generic[T]):
    """
    Questions of one kind, by their key: a URL, a host.

    :ivar keeps: whether an answer is kept for those who ask later.
    :ivar answers: what was answered so far.
    """

    keeps: bool = True
    answers: dict[str, T] = field(factory=dict, init=False)
    _questions: dict[str, _Question[T]] = field(factory=dict, init=False)

    def answer(self, key: str, find: Callable[[], Deferred[T]]) -> Deferred[T]:
        """
        The answer of a key; it is found out where that was not done yet, and is not being done.

        Cancelling it ends the finding out where nobody else waits for it.
        """
        if key in self.answers:
            return succeed(self.answers[key])
        if key in self._questions:
            return self._questions[key].answer()
        question = self._questions[key] = _Question[T]()
        answer = question.answer()
        question.work = find()
        question.work.addBoth(self._ended, key, question)
        return answer

    def _ended(self, result: Any, key: str, question: _Question[T]) -> None:
        del self._questions[key]
        if self.keeps and not isinstance(result, Failure):
            self.answers[key] = result
        let_go(result)
        question.ended(result)
