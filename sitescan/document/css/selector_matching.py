"""
Selectors and how they are matched, https://www.w3.org/TR/selectors-4/.

A page is matched at rest: no element is hovered, active or visited, and at most one has the focus.
"""

from collections.abc import Callable, Sequence

from attrs import frozen

from sitescan.document.css.selector_nodes import Node

Test = Callable[[Node, "State"], bool]


class Invalid(ValueError):
    """A selector is not valid, so that its rule does not apply."""


class MatchingBudgetExceeded(Exception):
    """Matching took more steps than a page may take."""


class State:
    """
    The state of matching the selectors of a page.

    :ivar focused: the element that has the focus.
    :ivar scope: the root of the scope that is matched in; ``None`` outside of scopes.
    :ivar scripted: whether scripts may define custom elements.
    :ivar left: the number of steps left. Hostile pages multiply elements, selectors and relatives.
    """

    __slots__ = ("focused", "left", "scope", "scripted")

    def __init__(self, left: int, focused: Node | None = None, *, scripted: bool = False) -> None:
        self.left = left
        self.focused = focused
        self.scope: Node | None = None
        self.scripted = scripted

    def spend(self, steps: int = 1) -> None:
        """
        Count a number of steps.

        :raises MatchingBudgetExceeded: if no step is left.
        """
        self.left -= steps
        if self.left < 0:
            raise MatchingBudgetExceeded


@frozen(slots=True, eq=False)
class Compound:
    """
    A compound selector: conditions on one element.

    :ivar name: the name that the element needs, in lower case; empty for any name.
    :ivar ids: the ids that the element needs.
    :ivar classes: the classes that the element needs.
    :ivar tests: the other conditions.
    :ivar bits: the bits (:func:`~sitescan.document.css.selector_nodes.bit`) of its name, ids and classes.
    """

    name: str
    ids: tuple[str, ...]
    classes: frozenset[str]
    tests: tuple[Test, ...]
    bits: int

    def matches(self, node: Node, state: State) -> bool:
        """Return whether an element meets the conditions."""
        if node.name != self.name and (self.name or node.host is not None):
            return False
        if self.ids and any(node.id != identifier for identifier in self.ids):
            return False
        if self.classes and not self.classes <= node.classes:
            return False
        for test in self.tests:  # noqa: SIM110 - a generator costs as much as the rest of the method
            if not test(node, state):
                return False
        return True


@frozen(slots=True, eq=False)
class Selector:
    """
    A complex selector.

    :ivar last: the rightmost compound.
    :ivar before: the other compounds from right to left, each with the combinator to its right.
    :ivar specificity: https://www.w3.org/TR/selectors-4/#specificity-rules.
    :ivar pseudo: the name of the pseudo-element; empty without one.
    :ivar bits: the bits of the names, ids and classes that ancestors of the element need.
    :ivar slotted: the selectors in ``::slotted()``.
    :ivar parts: the names in ``::part()``.
    """

    last: Compound
    before: tuple[tuple[str, Compound], ...]
    specificity: tuple[int, int, int]
    pseudo: str
    bits: int
    slotted: "tuple[Selector, ...]" = ()
    parts: tuple[str, ...] = ()

    @property
    def is_simple(self) -> bool:
        """True if a match depends only on the name, the id and the classes of the element."""
        return not (self.before or self.bits or self.last.tests)

    def matches(self, node: Node, state: State) -> bool:
        """
        Return whether the selector matches an element, or the originating element of its pseudo-element.

        :raises MatchingBudgetExceeded: if no step is left.
        """
        if (self.bits and self.bits & ~node.ancestor_bits) or not self.last.matches(node, state):
            return False
        return not self.before or _left(node, self.before, 0, state)


def _left(node: Node, before: Sequence[tuple[str, Compound]], at: int, state: State) -> bool:
    """Return whether the compounds to the left match. The nearest match is final where that is correct."""
    pending: list[tuple[Node, int]] = [(node, at)]
    tried: set[tuple[int, int]] = set()
    while pending:
        current, at = pending.pop()
        combinator, compound = before[at]
        step: Node | None = current
        while True:
            assert step is not None  # noqa: S101 - the loop ends at ``None``
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
                    break  # the nearest ancestor leaves the most ancestors for the rest
            if combinator in ">+":
                break
    return False


def matches_any(selectors: Sequence[Selector], node: Node, state: State) -> bool:
    """Return whether one of several selectors matches an element."""
    for selector in selectors:
        state.spend()
        if not selector.pseudo and selector.matches(node, state):
            return True
    return False
