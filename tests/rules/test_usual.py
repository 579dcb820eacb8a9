"""What is usual on the pages of a site."""

import pytest

from sitescan.rules.usual import disordered, usual


def test_usual_values() -> None:
    """A value is usual if half of the pages have it, and at least two."""
    assert usual([{"a", "b"}, {"a"}, {"c"}, {"a", "c"}]) == {"a", "c"}
    assert usual([{"a"}, {"b"}]) == frozenset()
    assert usual([]) == frozenset()


@pytest.mark.parametrize(
    ("orders", "wrong"),
    [
        (["abc", "abc", "bac"], [2]),
        (["abc", "ab", "ac", "bc"], []),
        (["abxc", "aybc", "abc"], []),
        (["abc", "abc", "cab", "cab"], [2, 3]),
        (["abc", "cba"], []),
        (["abca", "abc", "bca"], []),
        (["bcde", "acde", "abde", "abce", "badc"], [4]),
        ([], []),
        (["a", "a"], []),
    ],
)
def test_disordered(orders: list[str], wrong: list[int]) -> None:
    """Entries that are usual have one order; others, and those that occur twice, have none."""
    assert disordered(dict(enumerate(orders))) == wrong
