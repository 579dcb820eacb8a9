"""The scopes of ``@scope`` and the selectors of the rules in them, https://drafts.csswg.org/css-cascade-6/#scoped-styles."""

from collections.abc import Iterator, Sequence
from typing import Any

import tinycss2
from attrs import frozen

from sitescan.document.css.pseudo_classes import plain
from sitescan.document.css.selector_matching import Compound, Selector, State, matches_any
from sitescan.document.css.selector_nodes import Node
from sitescan.document.css.selectors import read, split

SCOPE_ITSELF = (Selector(Compound("", (), frozenset(), (plain("scope"),), 0), (), (0, 0, 0), "", 0),)
"""What ``&`` stands for in a scope: its root, without specificity."""


@frozen(slots=True, eq=False)
class StyleScope:
    """
    A scope: the elements in a root, except for those in a limit.

    :ivar roots: the selectors of the roots; none if any element may be one, such as the parent of a ``style`` element.
    :ivar limits: the selectors of the limits.
    """

    roots: tuple[Selector, ...]
    limits: tuple[Selector, ...]

    def limited(self, selectors: Sequence[Selector]) -> tuple[Selector, ...]:
        """Return selectors as they match in the scope."""
        return tuple(map(self._limited, selectors))

    def _limited(self, selector: Selector) -> Selector:
        def matches(node: Node, state: State) -> bool:
            outside = state.scope
            try:
                return any(selector.matches(node, state) for _ in self._entered(node, state))
            finally:
                state.scope = outside

        last = selector.last
        compound = Compound(last.name, last.ids, last.classes, (matches,), last.bits)
        return Selector(
            compound, (), selector.specificity, selector.pseudo, selector.bits, selector.slotted, selector.parts
        )

    def _entered(self, node: Node, state: State) -> Iterator[Node]:
        """Enter each scope that an element is in, and yield its root."""
        root: Node | None = node
        while root is not None:
            state.spend()
            if not self.roots or matches_any(self.roots, root, state):
                state.scope = root
                if not self._is_limited(node, root, state):
                    yield root
            root = root.parent

    def _is_limited(self, node: Node, root: Node, state: State) -> bool:
        step: Node | None = node
        while self.limits and step is not root and step is not None:
            if matches_any(self.limits, step, state):
                return True
            step = step.parent
        return False


def scope_of(prelude: Sequence[Any], around: StyleScope | None, nested: Sequence[Selector] = ()) -> StyleScope | None:
    """
    Return the scope that the prelude of an ``@scope`` describes, or ``None`` if it isn't valid.

    :param around: the scope that the rule is in.
    :param nested: the selectors of the style rule that it is in, which ``&`` stands for.
    """
    tokens = [token for token in prelude if token.type not in ("whitespace", "comment")]
    roots: tuple[Selector, ...] = ()
    if tokens and tokens[0].type == "() block":
        written = tokens.pop(0).content
        if around is not None:
            roots = around.limited(read_in_scope(written))
        else:
            roots = read(written, nested if "&" in written else ())
        if not roots:
            return None
    if not tokens:
        return StyleScope(roots, ())
    if [token.type for token in tokens] != ["ident", "() block"] or tokens[0].lower_value != "to":
        return None
    limits = read_in_scope(tokens[1].content)
    return StyleScope(roots, limits) if limits else None


def read_in_scope(prelude: Sequence[Any]) -> tuple[Selector, ...]:
    """
    Return the selectors of a rule in a scope; none if one of them is not valid.

    They are relative to the root, unless they name it by ``:scope``.
    """
    found = [read(part, () if _names_scope(part) else SCOPE_ITSELF) for part in split(prelude)]
    return tuple(selector for selectors in found for selector in selectors) if all(found) else ()


def _names_scope(tokens: Sequence[Any]) -> bool:
    return ":scope" in tinycss2.serialize(tokens).lower()
