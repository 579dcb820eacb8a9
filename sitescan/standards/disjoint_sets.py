"""Groups of things that pairs connect (a disjoint-set forest)."""

from collections.abc import Collection, Sequence


class DisjointSets:
    """
    The groups of some numbers, each of which is alone at first.

    :param size: how many numbers there are, from 0.
    """

    def __init__(self, size: int) -> None:
        self._leaders = list(range(size))

    def leader(self, number: int) -> int:
        """Return the number that stands for the group of a number."""
        leaders = self._leaders
        while leaders[number] != number:
            # The way to the leader gets shorter each time, so that long chains don't add up.
            leaders[number] = number = leaders[leaders[number]]
        return number

    def join(self, first: int, second: int) -> None:
        """Make one group of those of two numbers."""
        one, other = self.leader(first), self.leader(second)
        self._leaders[max(one, other)] = min(one, other)

    def groups(self) -> Collection[Sequence[int]]:
        """Return the groups, each sorted, in the order of their first numbers."""
        made: dict[int, list[int]] = {}
        for number in range(len(self._leaders)):
            made.setdefault(self.leader(number), []).append(number)
        return made.values()
