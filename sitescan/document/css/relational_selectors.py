"""Pseudo-classes that depend on other elements: ``:nth-child()`` and similar ones, and ``:has()``."""

from collections.abc import Sequence
from typing import Any

import tinycss2.nth

from sitescan.document.css.selector_matching import Invalid, Selector, State, Test, matches_any
from sitescan.document.css.selector_nodes import Node

#: Pseudo-classes that count siblings.
COUNTED = frozenset({"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"})


def counted(name: str, arguments: Sequence[Any], chosen: Sequence[Selector]) -> Test:
    """
    Return the condition of a pseudo-class that counts siblings.

    :param chosen: the selectors after ``of``.
    :raises Invalid: if its argument is not of the form ``an+b``.
    """
    formula = tinycss2.nth.parse_nth([token for token in arguments if token.type != "comment"])
    if formula is None:
        raise Invalid
    step, start = formula
    backwards = "last" in name
    place = _among_chosen if chosen else _among_type if name.endswith("type") else _among_all

    def test(node: Node, state: State) -> bool:
        number = place(node, chosen, state, backwards=backwards)
        return number is not None and _reached(number, step, start)

    return test


def _reached(number: int, step: int, start: int) -> bool:
    if step == 0:
        return number == start
    return (number - start) % step == 0 and (number - start) // step >= 0


def _among_all(node: Node, _chosen: Sequence[Selector], _state: State, *, backwards: bool) -> int:
    if node.parent is None:
        return 1
    return len(node.parent.children) - node.at if backwards else node.at + 1


def _among_type(node: Node, _chosen: Sequence[Selector], _state: State, *, backwards: bool) -> int:
    if node.parent is None:
        return 1
    before, count = node.parent.by_type[id(node)]
    return count - before if backwards else before + 1


def _among_chosen(node: Node, chosen: Sequence[Selector], state: State, *, backwards: bool) -> int | None:
    if not matches_any(chosen, node, state):
        return None
    siblings = node.parent.children if node.parent is not None else [node]
    counted_ones = siblings[node.at + 1 :] if backwards else siblings[: node.at]
    number = 1
    for sibling in counted_ones:
        state.spend()
        number += matches_any(chosen, sibling, state)
    return number


def has(inside: Sequence[Selector]) -> Test:
    """
    Return the condition of ``:has()``: a descendant or later sibling matches a relative selector.

    The search is limited by the steps of matching that a page may take.
    """
    has_siblings = any(combinator in "+~" for selector in inside for combinator, _ in selector.before)

    def test(node: Node, state: State) -> bool:
        waiting = list(node.children)
        if has_siblings and node.parent is not None:
            waiting.extend(node.parent.children[node.at + 1 :])
        while waiting:
            candidate = waiting.pop()
            state.spend()
            if any(_anchored(selector, candidate, node, state) for selector in inside):
                return True
            waiting.extend(candidate.children)
        return False

    return test


def _anchored(selector: Selector, candidate: Node, anchor: Node, state: State) -> bool:
    """Return whether a relative selector matches an element; its leftmost compound matches only the anchor."""
    if not selector.last.matches(candidate, state):
        return False
    reached = [candidate]
    for at, (combinator, compound) in enumerate(selector.before):
        leftmost = at + 1 == len(selector.before)
        found: dict[int, Node] = {}
        for node in reached:
            step: Node | None = node
            while step is not None:
                step = step.parent if combinator in " >" else step.previous
                if step is None:
                    break
                state.spend()
                if (step is anchor) if leftmost else compound.matches(step, state):
                    found[id(step)] = step
                if combinator in ">+":
                    break
        reached = list(found.values())
    return bool(reached)
