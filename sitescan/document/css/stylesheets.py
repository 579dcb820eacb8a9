"""The style rules of a page's stylesheets, in the order of the cascade."""

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import groupby
from math import inf
from typing import Any, NamedTuple

import tinycss2
from attrs import define, evolve, frozen

from sitescan.document.css.cascade_layers import CascadeLayer
from sitescan.document.css.declarations import Declaration, declarations
from sitescan.document.css.external_stylesheets import declares_fonts_alone, layer_names, supports_all
from sitescan.document.css.media import Screen, media, media_anywhere, supports
from sitescan.document.css.scopes import SCOPE_ITSELF, StyleScope, read_in_scope, scope_of
from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selectors import read
from sitescan.document.css.style_block import LazyStyleBlock, PreludeTooLong
from sitescan.document.css.stylesheet_content import fetched_content, inline_content
from sitescan.model.exchange import Source
from sitescan.standards.css.import_rule import ImportRule
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css.stylesheet_items import AtRule, Item
from sitescan.standards.css.stylesheet_reader import DEEPEST
from sitescan.standards.lazy_pattern import lazy_pattern

#: The most characters that are parsed of selectors that may apply to a page, of conditions, of rules with nested rules
#: and of those with many brackets; to parse a selector of few characters takes as long as this many.
_MOST_PARSED = 500_000
_COST_OF_SELECTOR = 20
_MOST_IMPORTS = 40
#: The most rules that are looked at; many shadow trees may have the same stylesheets.
_MOST_LOOKED_AT = 2_000_000
#: A length in units of the viewport, https://www.w3.org/TR/css-values-4/#viewport-relative-lengths.
VIEWPORT_UNIT = lazy_pattern(r"[0-9][sld]?v(?:w|h|i|b|min|max)(?![a-z])", re.IGNORECASE)
#: The bits of all screens.
EVERYWHERE = -1


@define(eq=False, slots=False)
class StyleRule:
    """
    A style rule.

    :ivar layer: the path of its cascade layer, followed by infinity.
    :ivar certain: whether the conditions around it are certainly true; a container query depends on layout.
    :ivar screens: the bits of the screens that it is for.
    :ivar by_screen: whether it isn't for all screens, or has lengths in units of the viewport.
    """

    selectors: tuple[Selector, ...]
    layer: tuple[float, ...]
    certain: bool
    _written: "LazyStyleBlock | _Nested"
    screens: int = EVERYWHERE
    by_screen: bool = False

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations, parsed on first access."""
        return self._written.declarations


@frozen(slots=True, eq=False)
class _Nested:
    """The declarations of a rule that is nested or contains nested rules."""

    declarations: tuple[Declaration, ...]


class _Condition(NamedTuple):
    """
    The condition around a rule.

    :ivar screens: the bits of the screens on which it is, or may be, true.
    :ivar certain: whether that is certain.
    """

    screens: int = EVERYWHERE
    certain: bool = True


_TRUE, _FALSE = _Condition(), _Condition(0)
_UNCERTAIN = _Condition(certain=False)
#: Of rules in scopes, the one with the nearest root wins, which isn't compared.
_UNRANKED = _UNCERTAIN


@frozen
class _Context:
    """The rules and conditions around a rule."""

    layer: CascadeLayer
    base: str
    selectors: tuple[Selector, ...] = ()
    certain: bool = True
    screens: int = EVERYWHERE
    depth: int = 0
    scope: StyleScope | None = None

    def deeper(
        self,
        condition: _Condition = _TRUE,
        *,
        layer: CascadeLayer | None = None,
        base: str = "",
        selectors: tuple[Selector, ...] = (),
        scope: StyleScope | None = None,
    ) -> "_Context":
        """Return the context of the rules in a nested block or an imported stylesheet."""
        return _Context(
            layer or self.layer,
            base or self.base,
            selectors or self.selectors,
            self.certain and condition.certain,
            self.screens & condition.screens,
            self.depth + 1,
            scope or self.scope,
        )


class RuleFilter:
    """
    The rules that may apply to a page on any screen, so that the others are ruled out once for all screens.

    :param present: every class and id of the page, as ``.class`` and ``#id``.
    """

    def __init__(self, present: AbstractSet[str]) -> None:
        self._present = present
        # By the id of the rules of a block, which are kept in the values.
        self._applicable: dict[int, tuple[Sequence[Item], Sequence[Item]]] = {}
        self._tokens: dict[str, Sequence[Any]] = {}

    def applicable(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return the rules of a block without the style rules that need a class or id which is not on the page."""
        if id(items) not in self._applicable:
            self._applicable[id(items)] = items, [item for item in items if self._may_apply(item)]
        return self._applicable[id(items)][1]

    def _may_apply(self, item: Item) -> bool:
        try:
            return not isinstance(item, LazyStyleBlock) or item.may_apply(self._present)
        except (PreludeTooLong, RecursionError):
            # Reading the rule will say so.
            return True

    def tokens(self, prelude: str) -> Sequence[Any]:
        """Return the tokens of the prelude of an at-rule."""
        if prelude not in self._tokens:
            self._tokens[prelude] = _tokens(prelude)
        return self._tokens[prelude]


class StyleRules:
    """
    The style rules of a page in source order.

    Rules that need a class or id which is not on the page are skipped. The declarations of the others are parsed when
    the rule matches an element.

    :param screens: the screens of the page, whose bits are in their order; ``None`` for the styles on every screen and
        in print, where a rule is uncertain if its condition depends on the medium.
    :param rule_filter: selects the rules that may apply to the page.
    :ivar rules: the rules, including those for one of the screens alone.
    :ivar complete: whether all stylesheets that were fetched were read.
    :ivar unfetched: for each screen, the URL of the first stylesheet that was not fetched, or an empty string.
    :ivar divisions: the bits of the screens that media queries have told from the others.
    :ivar layers_by_screen: whether they select different layers, whose order decides about all rules.
    """

    def __init__(
        self,
        screens: Sequence[Screen | None],
        sheets: Mapping[str, Source],
        resolve: Callable[[str, str], str | None],
        rule_filter: RuleFilter,
    ) -> None:
        self.rules: list[StyleRule] = []
        self.complete = True
        self.unfetched = [""] * len(screens)
        self.divisions: set[int] = set()
        self.layers_by_screen = False
        self._screens = screens
        self._sheets = sheets
        self._resolve = resolve
        self._filter = rule_filter
        self._root = CascadeLayer()
        self._imports = 0
        self._parsed = 0
        self._looked_at = 0
        self._conditions: dict[tuple[str, str], _Condition] = {}

    def of_another_tree(self) -> "StyleRules":
        """Return an empty list of rules for another tree of the page, which may read what is left for the page."""
        other = StyleRules(self._screens, self._sheets, self._resolve, self._filter)
        other._parsed, other._imports, other._looked_at = self._parsed, self._imports, self._looked_at
        return other

    def include(self, other: "StyleRules") -> None:
        """Count what was read for another tree."""
        self._parsed, self._imports, self._looked_at = other._parsed, other._imports, other._looked_at
        self.complete = self.complete and other.complete
        self.unfetched = [own or others for own, others in zip(self.unfetched, other.unfetched, strict=True)]
        self.divisions |= other.divisions
        self.layers_by_screen = self.layers_by_screen or other.layers_by_screen

    def read(self, text: str, base: str, condition: str = "") -> None:
        """
        Read a stylesheet.

        :param base: the base URL of the stylesheet.
        :param condition: the media queries of its ``style`` element.
        """
        found = self._media_text(condition)
        if found.screens:
            self._sheet(inline_content(text).items, self._outermost(base, found), frozenset())

    def read_external(self, url: str, condition: str = "") -> None:
        """Read the fetched stylesheet of a URL."""
        found = self._media_text(condition)
        items = self._fetched(url, found.screens) if found.screens else None
        if items is not None:
            self._sheet(items, self._outermost(url, found), frozenset({url}))

    def _outermost(self, base: str, condition: _Condition) -> _Context:
        return _Context(self._root, base, certain=condition.certain, screens=condition.screens)

    def _fetched(self, url: str, screens: int) -> Sequence[Item] | None:
        """Return the rules of a fetched stylesheet; ``None``, noted for the screens that need it, if it wasn't."""
        sheet = self._sheets.get(url.partition("#")[0])
        if sheet is not None and sheet.known:
            return fetched_content(sheet).items
        if declares_fonts_alone(url):
            return ()
        self.unfetched = [known or (url if screens >> bit & 1 else "") for bit, known in enumerate(self.unfetched)]
        return None

    def _sheet(self, items: Sequence[Item], context: _Context, above: frozenset[str]) -> None:
        for item in self._applicable(items):
            if isinstance(item, LazyStyleBlock):
                self._style(item, context)
            elif isinstance(item, AtRule):
                self._at_rule(item, context)
            elif isinstance(item, ImportRule):
                self._import(item, context, above)

    def _applicable(self, items: Sequence[Item]) -> Sequence[Item]:
        """Return the rules of a block that may apply to the page, or none if too many were looked at."""
        self._looked_at += len(items)
        if self._looked_at > _MOST_LOOKED_AT:
            self.complete = False
            return ()
        return self._filter.applicable(items)

    def _style(self, block: LazyStyleBlock, context: _Context) -> None:
        if context.depth >= DEEPEST:
            self.complete = False
            return
        try:
            # Raises an exception if the prelude is too long.
            block.needed_names()
            if self._affordable(block.prelude):
                self._rule(block, context)
        except (PreludeTooLong, RecursionError):
            self.complete = False

    def _rule(self, block: LazyStyleBlock, context: _Context) -> None:
        """
        Read a style rule that may apply to the page.

        :raises RecursionError: if its content is nested too deep.
        """
        selectors = block.selectors if context.scope is None else read_in_scope(_tokens(block.prelude))
        if not selectors:
            return
        if (block.deep or not block.plain) and not self._affordable(block.body):
            return
        if block.deep:
            # An error of parsing must be found before the styles count as complete.
            _ = block.plain and block.declarations
        if block.plain:
            self._add(selectors, block, context, block.body)
            return
        content = tinycss2.parse_component_value_list(block.body, skip_comments=True)
        self._block(content, context.deeper(selectors=selectors), block.body)

    def _add(
        self, selectors: tuple[Selector, ...], written: "LazyStyleBlock | _Nested", context: _Context, text: str
    ) -> None:
        by_screen = context.screens != EVERYWHERE or VIEWPORT_UNIT.search(text) is not None
        layer = (*context.layer.path, inf)
        matched = selectors if context.scope is None else context.scope.limited(selectors)
        self.rules.append(StyleRule(matched, layer, context.certain, written, context.screens, by_screen))

    def _affordable(self, text: str) -> bool:
        """Return whether a text may still be parsed, and count it."""
        self._parsed += len(text) + _COST_OF_SELECTOR * (text.count(",") + 1)
        affordable = self._parsed <= _MOST_PARSED
        self.complete = self.complete and affordable
        return affordable

    def _at_rule(self, rule: AtRule, context: _Context) -> None:
        if rule.keyword == "layer":
            if not self._affordable(rule.prelude):
                return
            layer = self._layer(layer_names(_tokens(rule.prelude)), context, has_block=rule.has_block)
            if layer is not None:
                self._items(rule, context.deeper(layer=layer))
            return
        if not rule.has_block:
            return
        if rule.keyword == "scope":
            scope = scope_of(_tokens(rule.prelude), context.scope) if self._affordable(rule.prelude) else None
            if scope is not None:
                self._items(rule, context.deeper(_UNRANKED, scope=scope))
            return
        inner = context.deeper(self._condition_of(rule))
        if inner.screens:
            self._items(rule, inner)

    def _items(self, rule: AtRule, context: _Context) -> None:
        if rule.cut or context.depth > DEEPEST:
            self.complete = False
            return
        for item in self._applicable(rule.items):
            if isinstance(item, LazyStyleBlock):
                self._style(item, context)
            elif isinstance(item, AtRule):
                self._at_rule(item, context)

    def _condition_of(self, rule: AtRule) -> _Condition:
        """Return the condition of an at-rule."""
        if rule.keyword not in ("media", "supports"):
            return self._condition(rule.keyword, ())
        key = (rule.keyword, rule.prelude)
        if key not in self._conditions:
            if not self._affordable(rule.prelude):
                return _FALSE
            self._conditions[key] = self._condition(rule.keyword, self._filter.tokens(rule.prelude))
        return self._conditions[key]

    # Nested rules are parsed from tokens at once.

    def _block(self, content: Sequence[Any], context: _Context, text: str) -> None:
        """
        Read the declarations of a block and the rules nested in it, in order.

        https://www.w3.org/TR/css-nesting-1/#nested-declarations-rule

        :param text: the text of the block or of one around it.
        """
        parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        for nests, group in groupby(parsed, key=lambda node: node.type in ("qualified-rule", "at-rule")):
            if not nests:
                found = tuple(declarations(group))
                if found:
                    self._add(context.selectors, _Nested(found), context, text)
                continue
            for rule in group:
                if rule.type == "qualified-rule":
                    self._nested_style(rule, context, text)
                else:
                    self._nested_at_rule(rule, context, text)

    def _nested_style(self, rule: Any, context: _Context, text: str) -> None:
        if context.depth >= DEEPEST:
            self.complete = False
            return
        in_scope = context.selectors is SCOPE_ITSELF
        selectors = read_in_scope(rule.prelude) if in_scope else read(rule.prelude, context.selectors)
        if selectors:
            self._block(rule.content, context.deeper(selectors=selectors), text)

    def _nested_at_rule(self, rule: Any, context: _Context, text: str) -> None:
        keyword = rule.lower_at_keyword
        has_block = rule.content is not None
        layer = scope = None
        if keyword == "layer":
            layer = self._layer(layer_names(rule.prelude), context, has_block=has_block)
            condition = _TRUE if layer is not None else _FALSE
        elif keyword == "scope":
            scope = scope_of(rule.prelude, context.scope, context.selectors)
            condition = _UNRANKED if scope is not None else _FALSE
        else:
            condition = self._condition(keyword, rule.prelude)
        selectors = SCOPE_ITSELF if scope is not None else ()
        inner = context.deeper(condition, layer=layer, selectors=selectors, scope=scope)
        if not has_block or not inner.screens:
            return
        if context.depth >= DEEPEST:
            self.complete = False
            return
        self._block(rule.content, inner, text)

    def _condition(self, keyword: str, prelude: Sequence[Any]) -> _Condition:
        """Return the condition of an at-rule."""
        if keyword == "media":
            return self._media(prelude)
        if keyword == "supports":
            return _TRUE if supports(prelude) else _FALSE
        return _UNCERTAIN if keyword == "container" else _FALSE

    def _media_text(self, condition: str) -> _Condition:
        """Return the condition that the media queries of an attribute are."""
        return self._media(_tokens(preprocess(condition))) if condition.strip() else _TRUE

    def _media(self, tokens: Sequence[Any]) -> _Condition:
        """Return the condition that media queries are."""
        screens, certain = 0, True
        for bit, screen in enumerate(self._screens):
            holds = media_anywhere(tokens) if screen is None else media(tokens, screen)
            certain = certain and holds is not None
            screens |= (holds is not False) << bit
        if screens == (1 << len(self._screens)) - 1:
            return _Condition(EVERYWHERE, certain)
        if screens:
            self.divisions.add(screens)
        return _Condition(screens, certain)

    def _layer(self, names: Sequence[Sequence[str]], context: _Context, *, has_block: bool) -> CascadeLayer | None:
        """Declare the layers of an ``@layer`` and return the layer of its block; ``None`` without a valid block."""
        self.layers_by_screen = self.layers_by_screen or context.screens != EVERYWHERE
        named = [name for name in names if name]
        if not has_block:
            for name in named:
                context.layer.named(name)
            return None
        if len(named) > 1:
            return None
        return context.layer.named(named[0]) if named else context.layer.unnamed()

    def _import(self, imported: ImportRule, context: _Context, above: frozenset[str]) -> None:
        """Read an imported stylesheet, https://www.w3.org/TR/css-cascade-5/#at-import."""
        if self._imports >= _MOST_IMPORTS:
            self.complete = False
            return
        url = self._resolve(context.base, imported.reference)
        if url is None or url in above or len(above) >= DEEPEST:
            return
        if not supports_all(_tokens(imported.supports)):
            return
        inner = context.deeper(self._media(_tokens(imported.media)), base=url)
        if not inner.screens:
            return
        self._imports += 1
        items = self._fetched(url, inner.screens)
        if items is None:
            return
        layer = context.layer
        if imported.layer is not None:
            names = layer_names(_tokens(imported.layer))[0]
            layer = layer.named(names) if names else layer.unnamed()
            self.layers_by_screen = self.layers_by_screen or inner.screens != EVERYWHERE
        self._sheet(items, evolve(inner, layer=layer), above | {url})


def _tokens(prelude: str) -> Sequence[Any]:
    tokens: list[Any] = tinycss2.parse_component_value_list(prelude, skip_comments=True)
    return tokens
