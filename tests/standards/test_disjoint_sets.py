"""Groups of things that pairs connect."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.disjoint_sets import DisjointSets

_SIZE = 12
_NUMBERS = st.integers(0, _SIZE - 1)


@given(st.lists(st.tuples(_NUMBERS, _NUMBERS), max_size=20))
def test_groups(pairs: list[tuple[int, int]]) -> None:
    """Two numbers are in one group if a chain of pairs connects them; groups are in the order of their numbers."""
    joined = DisjointSets(_SIZE)
    near = {number: {number} for number in range(_SIZE)}
    for first, second in pairs:
        joined.join(first, second)
        together = near[first] | near[second]
        near.update(dict.fromkeys(together, together))
    groups = list(map(tuple, joined.groups()))
    assert groups == sorted({tuple(sorted(group)) for group in near.values()})
    assert all(joined.leader(number) == group[0] for group in groups for number in group)


def test_long_chains() -> None:
    """A chain of pairs of any length is one group; looking for its leader from each number would take hours."""
    joined = DisjointSets(100_000)
    for number in reversed(range(1, 100_000)):
        joined.join(number, number - 1)
    assert [len(group) for group in joined.groups()] == [100_000]
