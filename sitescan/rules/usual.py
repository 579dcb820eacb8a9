"""What is usual on the pages of a site, and the pages that differ from it."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

_K = TypeVar("_K")
_T = TypeVar("_T", bound=Hashable)

#: The least number of pages that show what is usual, and of common entries that have an order.
_LEAST_PAGES, _LEAST_ENTRIES = 2, 2

#: The number of orders of which the one that most agree with is looked for.
_MOST_COMPARED = 20


def usual(found: Iterable[Collection[_T]]) -> frozenset[_T]:
    """Return the values that at least half of the collections have, and at least two of them."""
    listed = [frozenset(values) for values in found]
    counts = Counter(value for values in listed for value in values)
    least = max(_LEAST_PAGES, len(listed) / 2)
    return frozenset(value for value, count in counts.items() if count >= least)


def disordered(orders: Mapping[_K, Sequence[_T]], least: int = _LEAST_ENTRIES) -> list[_K]:
    """
    Return the keys of sequences in which usual entries have another order than in most sequences.

    Entries that a sequence lacks, or has several times, have no order in it.

    :param least: the least number of usual entries of a sequence.
    """
    once = {key: [entry for entry in order if order.count(entry) == 1] for key, order in orders.items()}
    common = usual(once.values())
    kept = {key: tuple(entry for entry in order if entry in common) for key, order in once.items()}
    kept = {key: order for key, order in kept.items() if len(order) >= least}
    if not kept:
        return []
    frequent = Counter(kept.values())
    candidates = sorted(frequent, key=lambda order: (-frequent[order], order))[:_MOST_COMPARED]
    normal = max(
        candidates, key=lambda order: sum(frequent[other] for other in frequent if _agree(other, order, least))
    )
    wrong = [key for key, order in kept.items() if not _agree(order, normal, least)]
    return wrong if len(kept) - len(wrong) >= max(_LEAST_PAGES, len(wrong)) else []


def _agree(first: Sequence[_T], second: Sequence[_T], least: int) -> bool:
    shared = set(first) & set(second)
    in_first = [entry for entry in first if entry in shared]
    return len(shared) < least or in_first == [entry for entry in second if entry in shared]
