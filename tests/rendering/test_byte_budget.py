"""The bytes that a rendered page may receive are granted before they are read."""

from twisted.internet.defer import Deferred

from sitescan.rendering.byte_budget import ByteBudget
from tests.results import nothing_yet, result_now


def reserve(budget: ByteBudget, number: int, most: int) -> Deferred[int]:
    """Reserve bytes."""
    return Deferred.fromCoroutine(budget.reserve(number, most))


def test_granted_bytes_are_never_more_than_the_budget() -> None:
    """A response waits until those before have given back what they did not need, and then comes in its order."""
    budget = ByteBudget(10)
    assert result_now(reserve(budget, 1, 6)) == 6
    third, second = reserve(budget, 3, 5), reserve(budget, 2, 5)
    assert nothing_yet(second)
    assert nothing_yet(third)
    assert budget.left == 4
    budget.spend(6, 2)
    assert result_now(second) == 5
    assert nothing_yet(third)
    budget.spend(5, 1)
    assert result_now(third) == 5


def test_last_bytes() -> None:
    """If nothing will be given back, a response gets what is left, and nothing once all is spent."""
    budget = ByteBudget(10)
    budget.spend(result_now(reserve(budget, 1, 8)), 8)
    assert result_now(reserve(budget, 2, 8)) == 2
    late = reserve(budget, 3, 8)
    assert nothing_yet(late)
    budget.spend(2, 2)
    assert result_now(late) == 0


def test_cancelled() -> None:
    """A request that is cancelled keeps no place."""
    budget = ByteBudget(10)
    assert result_now(reserve(budget, 1, 10)) == 10
    gone, next_one = reserve(budget, 2, 9), reserve(budget, 3, 9)
    gone.addErrback(lambda _: None)
    gone.cancel()
    budget.spend(10, 0)
    assert result_now(next_one) == 9
