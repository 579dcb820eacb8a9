"""From the texts of a page's stylesheets to style rules in the order of the cascade."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import groupby
from math import inf
from typing import Any

import tinycss2
from attrs import define, frozen

from sitescan.document.css.cascade_layers import CascadeLayer
from sitescan.document.css.declarations import Declaration, declarations
from sitescan.document.css.external_stylesheets import declares_fonts_alone, import_of, layer_names, supports_all
from sitescan.document.css.media import Screen, media, media_text, supports
from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selectors import read
from sitescan.document.css.split_sheets import split_sheet
from sitescan.document.css.style_block import LONGEST_PRELUDE, PreludeTooLong, StyleBlock
from sitescan.document.css.stylesheet_splitter import DEEPEST, AtRule, Item, split
from sitescan.model.exchange import Source

#: Selectors that are read of a page, and imports.
_MOST_SELECTORS = 60_000
_MOST_IMPORTS = 40


@define(eq=False, slots=False)
class StyleRule:
    """
    Selectors and declarations.

    :ivar layer: the layer that it is in: the place of each layer's name among its siblings, then infinity.
    :ivar sure: whether what it stands in holds for certain (a container query cannot be told).
    """

    selectors: tuple[Selector, ...]
    layer: tuple[float, ...]
    sure: bool
    _written: "StyleBlock | _Nested"

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """What it declares; read when this is first asked."""
        return self._written.declarations


@frozen(slots=True, eq=False)
class _Nested:
    """The declarations of a rule that has rules nested in it, or is nested itself."""

    declarations: tuple[Declaration, ...]


@frozen
class _Inside:
    """What a rule stands in."""

    layer: CascadeLayer
    base: str
    selectors: tuple[Selector, ...] = ()
    sure: bool = True
    depth: int = 0

    def deeper(self, *, sure: bool = True, layer: CascadeLayer | None = None) -> "_Inside":
        """What the rules of a block in it stand in."""
        return _Inside(layer or self.layer, self.base, self.selectors, self.sure and sure, self.depth + 1)


class StyleRules:
    """
    The style rules of a page, in the order in which they are written.

    Rules that name a class or id which is not on the page are passed over, and of the others the declarations are
    read once they match an element.

    :param present: every class and id of the page, as selectors write them.
    :ivar rules: the rules.
    :ivar complete: whether all of the page's CSS was at hand and could be read.
    """

    def __init__(
        self,
        screen: Screen,
        sheets: Mapping[str, Source],
        resolve: Callable[[str, str], str | None],
        present: AbstractSet[str],
    ) -> None:
        self.rules: list[StyleRule] = []
        self.complete = True
        self._screen = screen
        self._sheets = sheets
        self._resolve = resolve
        self._present = present
        self._root = CascadeLayer()
        self._imports = 0
        self._selectors = 0
        self._conditions: dict[tuple[str, str], bool] = {}

    def read(self, text: str, base: str, condition: str = "") -> None:
        """
        Read one stylesheet.

        :param base: what its URLs are relative to.
        :param condition: the media queries of the element that it belongs to.
        """
        if not condition.strip() or media_text(condition, self._screen):
            self._sheet(split(text), _Inside(self._root, base), frozenset())

    def read_external(self, url: str, condition: str = "") -> None:
        """Read the stylesheet at a URL, where it could be had."""
        if condition.strip() and not media_text(condition, self._screen):
            return
        items = self._fetched(url)
        if items is not None:
            self._sheet(items, _Inside(self._root, url), frozenset({url}))

    def _fetched(self, url: str) -> Sequence[Item] | None:
        sheet = self._sheets.get(url.partition("#")[0])
        if sheet is not None and sheet.known:
            return split_sheet(sheet)
        if declares_fonts_alone(url):
            return ()
        self.complete = False
        return None

    def _sheet(self, items: Sequence[Item], inside: _Inside, above: frozenset[str]) -> None:
        leading = True
        for item in items:
            if isinstance(item, AtRule):
                if item.keyword == "import":
                    if leading:
                        self._import(item, inside, above)
                    continue
                leading = leading and item.keyword in ("charset", "layer")
                leading = leading and (item.keyword != "layer" or not item.has_block)
                self._at_rule(item, inside)
                continue
            leading = False
            if isinstance(item, StyleBlock):
                self._style(item, inside)

    def _style(self, block: StyleBlock, inside: _Inside) -> None:
        if inside.depth >= DEEPEST or self._selectors > _MOST_SELECTORS:
            self.complete = False
            return
        try:
            self._selectors += block.count
            if block.may_count(self._present):
                self._rule(block, inside)
        except (PreludeTooLong, RecursionError):
            self.complete = False

    def _rule(self, block: StyleBlock, inside: _Inside) -> None:
        """
        A rule that may say something of the page.

        :raises PreludeTooLong: where it has more selectors than are read.
        :raises RecursionError: where what is in it nests too deep.
        """
        if not block.selectors:
            return
        if block.deep:
            # Whether all of it can be read must be known before anybody relies on that.
            _ = block.plain and block.declarations
        if block.plain:
            self.rules.append(StyleRule(block.selectors, (*inside.layer.path, inf), inside.sure, block))
            return
        content = tinycss2.parse_component_value_list(block.body, skip_comments=True)
        self._block(content, _Inside(inside.layer, inside.base, block.selectors, inside.sure, inside.depth + 1))

    def _at_rule(self, rule: AtRule, inside: _Inside) -> None:
        if rule.keyword == "layer":
            layer = self._layer(layer_names(_tokens(rule.prelude)), inside, has_block=rule.has_block)
            if layer is not None:
                self._items(rule, inside.deeper(layer=layer))
            return
        if rule.has_block and self._holds(rule):
            self._items(rule, inside.deeper(sure=rule.keyword in ("media", "supports")))

    def _items(self, rule: AtRule, inside: _Inside) -> None:
        if rule.cut or inside.depth > DEEPEST:
            self.complete = False
            return
        for item in rule.items:
            if isinstance(item, StyleBlock):
                self._style(item, inside)
            elif isinstance(item, AtRule):
                self._at_rule(item, inside)

    def _holds(self, rule: AtRule) -> bool:
        """Whether what stands in an at-rule counts, or may count."""
        if rule.keyword not in ("media", "supports"):
            return rule.keyword in ("container", "scope")
        key = (rule.keyword, rule.prelude)
        if key not in self._conditions:
            self._conditions[key] = self._condition(rule.keyword, _tokens(rule.prelude))[0]
        return self._conditions[key]

    # What is nested in a rule is read at once, from tokens.

    def _block(self, content: Sequence[Any], inside: _Inside) -> None:
        """
        The declarations of a block and the rules nested in it, each in its place.

        https://www.w3.org/TR/css-nesting-1/#nested-declarations-rule
        """
        parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        for nests, ones in groupby(parsed, key=lambda one: one.type in ("qualified-rule", "at-rule")):
            if not nests:
                found = tuple(declarations(ones))
                if found:
                    self.rules.append(
                        StyleRule(inside.selectors, (*inside.layer.path, inf), inside.sure, _Nested(found))
                    )
                continue
            for one in ones:
                if one.type == "qualified-rule":
                    self._nested_style(one, inside)
                else:
                    self._nested_at_rule(one, inside)

    def _nested_style(self, rule: Any, inside: _Inside) -> None:
        if inside.depth >= DEEPEST or self._selectors > _MOST_SELECTORS:
            self.complete = False
            return
        if len(rule.prelude) > LONGEST_PRELUDE:
            raise PreludeTooLong
        selectors = read(rule.prelude, inside.selectors)
        self._selectors += len(selectors)
        if selectors:
            self._block(rule.content, _Inside(inside.layer, inside.base, selectors, inside.sure, inside.depth + 1))

    def _nested_at_rule(self, rule: Any, inside: _Inside) -> None:
        keyword = rule.lower_at_keyword
        has_block = rule.content is not None
        if keyword == "layer":
            layer = self._layer(layer_names(rule.prelude), inside, has_block=has_block)
            holds, sure = layer is not None, True
        else:
            layer = None
            holds, sure = self._condition(keyword, rule.prelude)
        if not has_block or not holds:
            return
        if inside.depth >= DEEPEST:
            self.complete = False
            return
        self._block(rule.content, inside.deeper(sure=sure, layer=layer))

    def _condition(self, keyword: str, prelude: Sequence[Any]) -> tuple[bool, bool]:
        """Whether what stands in an at-rule counts, and whether that is certain."""
        if keyword == "media":
            return media(prelude, self._screen), True
        if keyword == "supports":
            return supports(prelude), True
        return keyword in ("container", "scope"), False

    def _layer(self, names: Sequence[Sequence[str]], inside: _Inside, *, has_block: bool) -> CascadeLayer | None:
        """Name the layers of an ``@layer``; gives that of its block, where it is a valid one."""
        named = [name for name in names if name]
        if not has_block:
            for name in named:
                inside.layer.named(name)
            return None
        if len(named) > 1:
            return None
        return inside.layer.named(named[0]) if named else inside.layer.unnamed()

    def _import(self, rule: AtRule, inside: _Inside, above: frozenset[str]) -> None:
        """https://www.w3.org/TR/css-cascade-5/#at-import."""
        imported = import_of(_tokens(rule.prelude)) if not rule.has_block else None
        url = self._resolve(inside.base, imported.url) if imported is not None else None
        if imported is None or url is None or url in above or len(above) >= DEEPEST:
            return
        if not supports_all(imported.supports) or not media(imported.media, self._screen):
            return
        self._imports += 1
        items = self._fetched(url) if self._imports <= _MOST_IMPORTS else None
        if items is None:
            self.complete = False
            return
        layer = inside.layer
        if imported.layer is not None:
            layer = layer.named(imported.layer) if imported.layer else layer.unnamed()
        self._sheet(items, _Inside(layer, url, (), inside.sure, inside.depth + 1), above | {url})


def _tokens(prelude: str) -> Sequence[Any]:
    tokens: list[Any] = tinycss2.parse_component_value_list(prelude, skip_comments=True)
    return tokens
