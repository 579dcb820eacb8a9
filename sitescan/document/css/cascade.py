"""The cascade: the computed styles of the elements of a page, https://www.w3.org/TR/css-cascade-5/."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.css.custom_properties import Variables
from sitescan.document.css.declarations import Declaration, Value
from sitescan.document.css.measured_styles import NOTHING_MEASURED, MeasuredStyles
from sitescan.document.css.media import DESKTOP, Screen
from sitescan.document.css.plain_declarations import block_declarations
from sitescan.document.css.rule_index import Ranked, RuleIndex, candidates
from sitescan.document.css.selector_matching import MatchingBudgetExceeded, Selector, State, matches_any
from sitescan.document.css.selector_nodes import Node
from sitescan.document.css.stylesheets import VIEWPORT_UNIT
from sitescan.document.css.user_agent_styles import defaults, depends_on_name_only, hints
from sitescan.document.parsing.flat_tree import NO_SHADOW_TREES, ShadowTrees
from sitescan.document.tree import attr
from sitescan.standards.css.preprocessing import preprocess

_RANK = attrgetter("rank")

#: The most steps of matching the selectors of a page, and of applying the declarations of those that match.
_MOST_STEPS = 1_000_000
#: The most different styles with declarations of the page; large pages have hundreds.
_MOST_STYLES = 5_000
#: The most characters that are parsed of different ``style`` attributes. A short one costs as much as this many.
_MOST_INLINE = 500_000
_COST_OF_INLINE = 50
_LONGEST_STYLE = 50_000


class _Foreign(NamedTuple):
    """
    The rules of another tree that may apply to an element.

    :ivar applies: a further condition on a selector that matches.
    :ivar node: the node that a selector has to match: of the host, the shadow root or the slot.
    :ivar selectors: the selectors of the other tree.
    :ivar wins: whether they win over those of the element's own tree.
    """

    applies: Callable[[Selector, State], bool]
    node: Node
    selectors: Mapping[str, list[Ranked]]
    wins: bool


class _Given(NamedTuple):
    """The declarations from which a style is computed, including those of rules for other screens."""

    browser: Mapping[str, str]
    hinted: Mapping[str, str]
    matched: Sequence[Ranked]
    inline: Sequence[Declaration]


NO_RULES: Mapping[int, RuleIndex] = MappingProxyType({})
_NO_RULES = RuleIndex(())


class Styles:
    """
    The computed styles of the elements of a page.

    :param tree: the nodes of the elements by their ``id()``, in document order.
    :param rules: the rules of the document's own tree, on any screen.
    :param measured: the styles of the elements that the stylesheets don't decide.
    :param trees: the shadow trees of the page.
    :param scoped: the rules of each shadow tree by the ``id()`` of its host.
    :ivar screen: the screen that the page is displayed on.
    :param bit: the bit of the screen in the rules.
    :param needed: the ``id()`` of the elements whose styles are computed, their ancestors included; by default, all.
    :param base: the styles on another screen, if they are known.
    :ivar complete: whether every stylesheet and ``style`` attribute was read and every selector was matched. If not,
        what is missing may change any of the styles.
    :ivar unfetched: the URL of the first stylesheet that was not fetched, or an empty string.
    :ivar recolored: the names of the animations that change colors.
    :ivar revealing: the names of the animations that end with everything as it would be without them.
    :ivar moving: the names of the animations that end with the box moved.
    :ivar problem: the first unexpected exception while the styles were computed, for the log.
    """

    def __init__(  # noqa: PLR0913 - all that a cascade depends on
        self,
        tree: Mapping[int, Node],
        rules: RuleIndex,
        *,
        complete: bool = True,
        quirks: bool = False,
        registered: Variables | None = None,
        measured: MeasuredStyles = NOTHING_MEASURED,
        trees: ShadowTrees = NO_SHADOW_TREES,
        scoped: Mapping[int, RuleIndex] = NO_RULES,
        screen: Screen = DESKTOP,
        bit: int = 1,
        needed: AbstractSet[int] | None = None,
        base: "Styles | None" = None,
    ) -> None:
        self.complete = complete
        self.unfetched = ""
        self.problem: Exception | None = None
        self.recolored: frozenset[str] = frozenset()
        self.revealing: frozenset[str] = frozenset()
        self.moving: frozenset[str] = frozenset()
        self._registered = registered
        self.screen = screen
        self._quirks = quirks
        self._nodes = tree
        self._measured = measured
        self._state = State(_MOST_STEPS, scripted="script" in {node.name for node in tree.values()})
        self._rules = rules
        self._bit = bit
        self._scoped = scoped
        self._trees = trees
        self._slots: dict[int, tuple[tuple[Node, Mapping[str, list[Ranked]]], ...]] = {}
        roots = _parents(tree) if trees.trees else ()
        self._roots = {id(root.host.tag): root for root in roots if root.host is not None}
        self._inline: dict[str, tuple[Declaration, ...]] = {}
        self._inline_left = _MOST_INLINE
        self._styles_left = _MOST_STYLES
        self._shared: dict[tuple[object, ...], Style] = {}
        # The styles of elements that are matched by name and classes only, and the number of steps that each took. On a
        # page with simple selectors, these are three elements of four.
        self._alike: dict[tuple[int, int, str, frozenset[str], bool], tuple[Style, int]] = {}
        self._styles: dict[int, Style] = {}
        # What styles are computed from, by their ``id()``, if that, or a length, differs between screens.
        self._by_screen: dict[int, _Given] = {}
        # The ``id()`` of the styles that a browser has measured on this screen.
        self._as_browser: set[int] = set()
        # Which rules select an element is known from there if they are the same.
        self._base = base if base is not None and base.complete and base._rules is rules else None
        # The selectors of pseudo-elements that match on any screen, by the element's ``id()`` and the name.
        self._pseudo_matched: dict[tuple[int, str], Sequence[Ranked]] = self._base._pseudo_matched if self._base else {}
        # By the ``id()`` of the element that has the focus.
        self._focused: dict[int, Style] = {}
        self._links = next((attr(node.tag, "link", "") for node in tree.values() if node.name == "body"), "")
        for key, node in self._nodes.items():
            if needed is not None and key not in needed:
                continue
            style = self._style(node, self._state)
            # The display of a parent is needed to compute that of its children.
            if style.display is None and key in measured.displays:
                style = self._displayed(style, measured.displays[key])
            self._styles[key] = style
        # Most elements share their styles with others.
        self._different = {id(style): style for style in self._styles.values()}

    def of(self, tag: Tag) -> Style:
        """Return the style of an element."""
        return self._styles[id(tag)]

    @property
    def differ_from_base(self) -> bool:
        """Whether an element, or one of its pseudo-elements, may have another style than on the other screen."""
        base = self._base
        indexes = (self._rules, *self._scoped.values())
        if base is None or not self.complete or any(index.has_pseudo_by_screen for index in indexes):
            return True
        return any(style is not base._styles[key] for key, style in self._styles.items())

    def where(self, test: Callable[[Style], bool]) -> Sequence[Tag]:
        """Return the elements whose style passes a test, in document order. Each style is tested once."""
        passing = {key for key, style in self._different.items() if test(style)}
        return [self._nodes[key].tag for key, style in self._styles.items() if id(style) in passing] if passing else []

    @cached_property
    def _pseudo_elements(self) -> AbstractSet[str]:
        """The names of the pseudo-elements that have styles of their own."""
        return self._measured.names.union(self._rules.pseudo, *(scope.pseudo for scope in self._scoped.values()))

    def focused(self, tag: Tag) -> Style | None:
        """Return the style of an element while it has the focus."""
        if id(tag) in self._measured.elements:
            return None
        if id(tag) not in self._focused:
            node = self._nodes[id(tag)]
            state = State(self._state.left, node, scripted=self._state.scripted)
            self._focused[id(tag)] = self._style(node, state)
            self._state.left = state.left
        return self._focused[id(tag)] if self.complete else None

    def selects(self, *pseudo_elements: str) -> bool:
        """Return whether any rule of the page targets one of these pseudo-elements, or a shadow tree has one."""
        return not self._pseudo_elements.isdisjoint(pseudo_elements)

    def pseudo(self, tag: Tag, name: str) -> Style | None:
        """Return the style of a pseudo-element such as ``::before``; ``None`` if no rule matches it."""
        if name not in self._pseudo_elements:
            return None
        key = id(tag), name
        anywhere = self._pseudo_matched.get(key)
        if anywhere is None:
            if id(tag) in self._measured.elements:
                values = self._measured.pseudo.get(key)
                return None if values is None else self._as_measured(values, self._styles[id(tag)])
            anywhere = self._matched_pseudo(tag, name)
            # Without a step left, nothing is known for any screen.
            if self.complete:
                self._pseudo_matched[key] = anywhere
        if not anywhere or not (matched := self._on_screen(anywhere)):
            return None
        style = self._styles[id(tag)]
        made = (id(style), name, tuple(map(id, matched)))
        if made not in self._shared:
            self._shared[made] = self._made(_Given({}, {}, matched, ()), style)
        return self._shared[made]

    def _matched_pseudo(self, tag: Tag, name: str) -> Sequence[Ranked]:
        index = self._own_rules(tag).pseudo.get(name)
        if not index or id(tag) not in self._nodes or self._state.left < 0:
            return ()
        node = self._nodes[id(tag)]
        return self._matched(node, candidates(index, node), self._state)

    def _matched(self, node: Node, candidates: Sequence[Ranked], state: State) -> list[Ranked]:
        try:
            state.spend(len(candidates))
            # Most candidates need ancestors that the element does not have.
            absent = ~node.ancestor_bits
            found = [
                candidate
                for candidate in candidates
                if not candidate.selector.bits & absent
                and candidate.selector.matches(node, state)
                and candidate.rule.declarations
            ]
            state.spend(sum([len(ranked.rule.declarations) for ranked in found]))
        except MatchingBudgetExceeded:
            self.complete = False
            return []
        if len(found) > 1:
            found.sort(key=_RANK)
        return found

    def _on_screen(self, matched: Sequence[Ranked]) -> Sequence[Ranked]:
        """Return those selectors of several whose rules are for this screen."""
        return [ranked for ranked in matched if ranked.rule.screens & self._bit]

    def _from_base(self, style: Style, parent: Style | None, base: "Styles") -> Style | None:
        """Return the style on this screen for one of another screen; ``None`` if a browser has measured that one."""
        key = id(style)
        if key in base._as_browser:
            return None
        given = base._by_screen.get(key)
        if parent is style.parent and given is None:
            return style
        pair = key, id(parent)
        if pair not in self._shared:
            if given is None:
                self._shared[pair] = style.within(parent, self.screen)
            else:
                again = self._shared[pair] = self._made(given, parent)
                self._by_screen[id(again)] = given
        return self._shared[pair]

    def _style(self, node: Node, state: State) -> Style:
        try:
            base = self._base
            known = None if base is None else self._known(node.tag, base, has_focus=state.focused is node)
            return known or self._cascaded(node, state)
        except MemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - any fault in the page's CSS or in this package
            self.complete = False
            self.problem = self.problem or problem
            parent = self._styles.get(id(node.tag.parent))
            browser = defaults(node.tag, quirks=self._quirks)
            return Style(browser, browser, parent, {}, None, self.screen)

    def _known(self, tag: Tag, base: "Styles", *, has_focus: bool) -> Style | None:
        """Return the style of an element if it follows from the one on another screen."""
        if id(tag) in self._measured.elements:
            return None
        style = base.focused(tag) if has_focus else base._styles[id(tag)]
        return None if style is None else self._from_base(style, self._styles.get(id(tag.parent)), base)

    def _cascaded(self, node: Node, state: State) -> Style:
        tag = node.tag
        attributes = tag.attrs
        parent = self._styles.get(id(tag.parent))
        rules: RuleIndex = self._rules
        foreign: Sequence[_Foreign] = ()
        if self._trees.trees:
            if id(tag) in self._trees.unassigned:
                return self._as_measured({"display": "none"}, parent)
            rules, foreign = self._own_rules(tag), self._foreign_rules(node)
        if id(tag) in self._measured.elements:
            return self._as_measured(self._measured.elements[id(tag)], parent)
        alike = None
        if not foreign and not node.id and "style" not in attributes and depends_on_name_only(tag):
            alike = (id(rules), id(parent), node.name, node.classes, "href" in attributes)
            if alike in self._alike and self._alike[alike][1] <= state.left:
                style, steps = self._alike[alike]
                state.left -= steps
                return style
        # With no step left, even the search for candidates would cost too much.
        own = candidates(rules.elements, node) if rules.elements and state.left >= 0 else ()
        matched = self._matched(node, own, state) if own else []
        for scope in foreign:
            found = self._matched(scope.node, candidates(scope.selectors, scope.node), state)
            applied = [ranked for ranked in found if scope.applies(ranked.selector, state)]
            matched = [*matched, *applied] if scope.wins else [*applied, *matched]
        written = preprocess(attr(tag, "style", "")) if "style" in attributes else ""
        inline = self._declarations(written)
        browser = defaults(tag, quirks=self._quirks, popover_shown=id(tag) in self._measured.popovers)
        hinted = hints(tag, self._links) if attributes else {}
        key = (
            id(parent),
            # The mapping proxies are constants, so their ids are unique.
            id(browser) if type(browser) is MappingProxyType else tuple(browser.items()),
            tuple(hinted.items()) if hinted else (),
            tuple(map(id, matched)),
            written if inline else "",
        )
        known = self._shared.get(key)
        if known is None:
            given = _Given(browser, hinted, matched, inline)
            known = self._shared[key] = self._made(given, parent)
            by_screen = matched and any(ranked.rule.by_screen for ranked in matched)
            if by_screen or (written and VIEWPORT_UNIT.search(written)):
                self._by_screen[id(known)] = given
        if alike is not None and all(ranked.selector.is_simple for ranked in own):
            self._alike[alike] = known, len(own)
        return known

    def _own_rules(self, tag: Tag) -> RuleIndex:
        """Return the rules of the tree that an element is in."""
        host = self._trees.host(tag)
        return self._rules if host is None else self._scoped.get(id(host), _NO_RULES)

    def _foreign_rules(self, node: Node) -> Sequence[_Foreign]:
        """
        Return the rules of other trees that may apply to an element, inner trees last.

        https://drafts.csswg.org/css-shadow-1/#selectors
        """
        found: list[_Foreign] = []
        tag = node.tag
        host = self._trees.host(tag)
        if host is not None and "part" in tag.attrs:
            parts = self._own_rules(host).pseudo.get("part", {})
            found.append(_Foreign(_names(tag), self._nodes[id(host)], parts, wins=True))
        if id(tag) in self._roots and id(tag) in self._scoped:
            found.append(_Foreign(_always, self._roots[id(tag)], self._scoped[id(tag)].elements, wins=False))
        found += [_Foreign(_selects(node), slot, slotted, wins=False) for slot, slotted in self._slots_around(tag)]
        return found

    def _slots_around(self, tag: Tag) -> Sequence[tuple[Node, Mapping[str, list[Ranked]]]]:
        """Return the slots that an element is assigned to, the innermost first, with the rules that may select it."""
        slot = tag.parent
        if slot is None or slot.name != "slot" or id(tag) not in self._trees.slotted:
            return ()
        if id(tag) not in self._slots:
            # In the flat tree, the slot comes before what is in it.
            outer = self._slots.get(id(slot), ())
            slotted = self._own_rules(slot).pseudo.get("slotted")
            self._slots[id(tag)] = ((self._nodes[id(slot)], slotted), *outer) if slotted else outer
        return self._slots[id(tag)]

    def _as_measured(self, values: Mapping[str, str], parent: Style | None) -> Style:
        """Return a style of which nothing is known but these values."""
        key = (id(parent), *values.items())
        if key not in self._shared:
            style = self._shared[key] = Style({"all": None, **values}, {}, parent, {}, self._registered, self.screen)
            self._as_browser.add(id(style))
        return self._shared[key]

    def _displayed(self, style: Style, display: str) -> Style:
        """Return a style with the ``display`` that was measured on this screen."""
        key = (id(style), display)
        if key not in self._shared:
            shown = self._shared[key] = style.displayed(display)
            _ = shown.display
            self._as_browser.add(id(shown))
        return self._shared[key]

    def _declarations(self, written: str) -> tuple[Declaration, ...]:
        if not written:
            return ()
        if written not in self._inline:
            found: tuple[Declaration, ...] = ()
            self._inline_left -= len(written) + _COST_OF_INLINE
            if len(written) > _LONGEST_STYLE or self._inline_left < 0 or self._state.left < 0:
                self.complete = False
            else:
                try:
                    found = block_declarations(written)
                except RecursionError:
                    self.complete = False
            self._inline[written] = found
        return self._inline[written]

    def _made(self, given: _Given, parent: Style | None) -> Style:
        """
        Return the style of the winning declarations on this screen.

        Declarations are applied in the order of the cascade.
        """
        browser, hinted, selected, inline = given
        matched = self._on_screen(selected) if selected else ()
        winning: dict[str, Value | None] = {**browser, **hinted}
        if not matched and not inline:
            return Style(winning, browser, parent, {}, self._registered, self.screen)
        self._styles_left -= 1
        if self._styles_left < 0:
            self.complete = False
            self._state.left = -1
        for _, group in groupby(matched, key=lambda ranked: ranked.rule.layer):
            below = dict(winning)
            for ranked in group:
                _put_all(winning, ranked.rule.declarations, below, certain=ranked.rule.certain)
        _put_all(winning, inline, dict(winning), certain=True)
        for ranked in sorted(matched, key=lambda ranked: ranked.important):
            _put_all(winning, ranked.rule.declarations, None, certain=ranked.rule.certain)
        _put_all(winning, inline, None, certain=True)
        own = {name: value for name, value in winning.items() if name.startswith("--") and isinstance(value, str)}
        return Style(winning, browser, parent, own, self._registered, self.screen)


def _parents(tree: Mapping[int, Node]) -> Iterator[Node]:
    """Iterate over the parents of elements, of which some are roots of shadow trees."""
    return (node.parent for node in tree.values() if node.parent is not None)


def _always(_selector: Selector, _state: State) -> bool:
    return True


def _names(tag: Tag) -> Callable[[Selector, State], bool]:
    """Return a test for the selectors of ``::part()`` that name parts of an element."""
    parts = frozenset(attr(tag, "part", "").split())
    return lambda selector, _state: bool(selector.parts) and parts.issuperset(selector.parts)


def _selects(node: Node) -> Callable[[Selector, State], bool]:
    """Return a test for the selectors of ``::slotted()`` that select an element."""
    return lambda selector, state: matches_any(selector.slotted, node, state)


def _put_all(
    winning: dict[str, Value | None],
    found: Iterable[Declaration],
    below: Mapping[str, Value | None] | None,
    *,
    certain: bool,
) -> None:
    """
    Let the declarations of a rule win over earlier ones.

    :param below: the declared values of the layers below the rule's own; ``None`` for important declarations.
    """
    for declaration in found:
        if declaration.important is (below is None):
            _put(winning, declaration, below, certain=certain)


def _put(
    winning: dict[str, Value | None],
    declaration: Declaration,
    below: Mapping[str, Value | None] | None,
    *,
    certain: bool,
) -> None:
    name = declaration.name
    value: Value | None = declaration.value
    if below is not None and name != "all" and isinstance(value, str) and value.lower() == "revert-layer":
        value = below.get(name, below.get("all", "unset"))
    if not certain and winning.get(name) == value:
        return
    # Of a logical and a physical property, the last one wins.
    winning.pop(name, None)
    if not certain:
        winning[name] = None
        return
    if name == "all":
        for longhand in [longhand for longhand in winning if not longhand.startswith("--")]:
            del winning[longhand]
    winning[name] = value
