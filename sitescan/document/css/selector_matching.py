"""
Selectors, made ready to be matched, https://www.w3.org/TR/selectors-4/.

A page is seen at rest: nothing is hovered, active or visited, and at most one element has the focus.
"""

from collections.abc import Callable, Sequence

from attrs import frozen

from sitescan.document.css.selector_nodes import Node

Test = Callable[[Node, "State"], bool]


class Invalid(ValueError):
    """A selector that is not valid: the rule that it stands in does not count."""


class TooMuch(Exception):
    """Matching took more steps than a page may cost."""


class State:
    """
    What matching depends on beside the elements.

    :ivar focused: the element that has the focus.
    :ivar left: steps that may still be taken; hostile pages multiply elements, selectors and relatives.
    """

    __slots__ = ("focused", "left")

    def __init__(self, left: int, focused: Node | None = None) -> None:
        self.left = left
        self.focused = focused

    def spend(self, steps: int = 1) -> None:
        """
        Take one step, or so many.

        :raises TooMuch: where none is left.
        """
        self.left -= steps
        if self.left < 0:
            raise TooMuch


@frozen(slots=True, eq=False)
class Compound:
    """
    Conditions on one element.

    :ivar name: its name, lower case; empty for any.
    :ivar ids: all ids that it must have.
    :ivar classes: all classes that it must have.
    :ivar tests: the other conditions.
    :ivar bits: what must be above an element for this compound to match an ancestor of it.
    """

    name: str
    ids: tuple[str, ...]
    classes: frozenset[str]
    tests: tuple[Test, ...]
    bits: int

    def matches(self, node: Node, state: State) -> bool:
        """Whether an element meets the conditions."""
        if self.name and node.name != self.name:
            return False
        if self.ids and any(node.id != identifier for identifier in self.ids):
            return False
        if self.classes and not self.classes <= node.classes:
            return False
        for test in self.tests:  # noqa: SIM110 - most have none, and a generator costs as much as all the rest of this
            if not test(node, state):
                return False
        return True


@frozen(slots=True, eq=False)
class Selector:
    """
    One complex selector.

    :ivar last: the conditions on the element itself.
    :ivar before: what stands left of it, from right to left: a combinator and the conditions on the other side.
    :ivar specificity: https://www.w3.org/TR/selectors-4/#specificity-rules.
    :ivar pseudo: the pseudo-element that it selects (``before``, ``after``), or empty.
    :ivar bits: what must be above an element for it to match.
    """

    last: Compound
    before: tuple[tuple[str, Compound], ...]
    specificity: tuple[int, int, int]
    pseudo: str
    bits: int

    @property
    def is_simple(self) -> bool:
        """Whether nothing but the name, the id and the classes of an element decides whether it matches."""
        return not (self.before or self.bits or self.last.tests)

    def matches(self, node: Node, state: State) -> bool:
        """
        Whether the selector matches an element (or the one that the pseudo-element belongs to).

        :raises TooMuch: where the page's steps are used up.
        """
        if (self.bits and self.bits & ~node.above) or not self.last.matches(node, state):
            return False
        return not self.before or _left(node, self.before, 0, state)


def _left(node: Node, before: Sequence[tuple[str, Compound]], at: int, state: State) -> bool:
    """Whether what stands left of a matched element matches; greedy where that decides, with one way back."""
    pending: list[tuple[Node, int]] = [(node, at)]
    tried: set[tuple[int, int]] = set()
    while pending:
        current, at = pending.pop()
        combinator, compound = before[at]
        step: Node | None = current
        while True:
            assert step is not None  # noqa: S101 - the loop ends where it would be
            step = step.parent if combinator in " >" else step.previous
            if step is None:
                break
            state.spend()
            if compound.matches(step, state):
                if at + 1 == len(before):
                    return True
                if (id(step), at + 1) not in tried:
                    tried.add((id(step), at + 1))
                    pending.append((step, at + 1))
                if combinator == " " and before[at + 1][0] == " ":
                    break  # the nearest ancestor leaves the most room above
            if combinator in ">+":
                break
    return False


def matches_any(selectors: Sequence[Selector], node: Node, state: State) -> bool:
    """Whether one of the selectors matches an element itself."""
    for selector in selectors:
        state.spend()
        if not selector.pseudo and selector.matches(node, state):
            return True
    return False
