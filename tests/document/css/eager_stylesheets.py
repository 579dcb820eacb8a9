"""
The reference: stylesheets parsed by tinycss2 as a whole, every selector and declaration of them.

The parts that :mod:`sitescan.document.css.stylesheets` skips or reads later must not make a difference.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

import tinycss2
from attrs import define, evolve, field, frozen

from sitescan.document.css.declarations import Declaration, declarations
from sitescan.document.css.external_stylesheets import (
    declares_fonts_alone,
    decoded,
    layer_names,
    supports_all,
)
from sitescan.document.css.media import Screen, media, media_text, supports
from sitescan.document.css.scopes import SCOPE_ITSELF, StyleScope, read_in_scope, scope_of
from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selectors import read
from sitescan.document.css.stylesheets import EVERYWHERE
from sitescan.model.exchange import Source

#: The limits of selectors on a page, of the length of a prelude, of nested blocks and of imports.
_MOST_SELECTORS = 60_000
_LONGEST_PRELUDE = 20_000
_DEEPEST = 24
_MOST_IMPORTS = 40


@frozen(slots=True, eq=False)
class StyleRule:
    """
    Selectors and declarations.

    :ivar layer: the cascade layer: the index of each layer's name among its siblings, then infinity.
    :ivar certain: whether the conditions around the rule certainly hold (those of container queries are unknown).
    """

    selectors: tuple[Selector, ...]
    declarations: tuple[Declaration, ...]
    layer: tuple[float, ...]
    certain: bool
    screens: int = EVERYWHERE
    by_screen: bool = False


@frozen
class Import:
    """An ``@import``: its URL as written, its layer (empty for an anonymous one) and its conditions."""

    url: str
    layer: Sequence[str] | None
    supports: Sequence[Any]
    media: Sequence[Any]


def import_of(prelude: Sequence[Any]) -> Import | None:
    """Return the import that the prelude of an ``@import`` denotes; ``None`` if it is not valid."""
    tokens = [token for token in prelude if token.type not in ("whitespace", "comment")]
    if not tokens:
        return None
    first, rest = tokens[0], tokens[1:]
    if first.type in ("string", "url"):
        url = first.value
    elif first.type == "function" and first.lower_name == "url" and first.arguments:
        url = getattr(first.arguments[0], "value", "")
    else:
        return None
    layer: Sequence[str] | None = None
    condition: Sequence[Any] = ()
    if rest and rest[0].type == "ident" and rest[0].lower_value == "layer":
        layer, rest = (), rest[1:]
    elif rest and rest[0].type == "function" and rest[0].lower_name == "layer":
        layer, rest = next(iter(layer_names(rest[0].arguments)), []), rest[1:]
    if rest and rest[0].type == "function" and rest[0].lower_name == "supports":
        condition, rest = rest[0].arguments, rest[1:]
    return Import(url, layer, condition, rest) if url else None


@define
class _Layer:
    """A cascade layer with its nested layers, in the order in which they are first named."""

    path: tuple[float, ...] = ()
    inner: dict[str, "_Layer"] = field(factory=dict)

    def named(self, names: Sequence[str]) -> "_Layer":
        layer = self
        for name in names:
            layer = layer.inner.setdefault(name, _Layer((*layer.path, float(len(layer.inner)))))
        return layer


@frozen
class _Inside:
    """The rules and conditions around a rule."""

    layer: _Layer
    base: str
    selectors: tuple[Selector, ...] = ()
    certain: bool = True
    depth: int = 0
    scope: StyleScope | None = None


class EagerStyleRules:
    """
    The style rules of a page, in the order in which they are written.

    :ivar rules: the rules.
    :ivar complete: whether all of the page's CSS was available and could be read.
    """

    def __init__(self, screen: Screen, sheets: Mapping[str, Source], resolve: Callable[[str, str], str | None]) -> None:
        self.rules: list[StyleRule] = []
        self.complete = True
        self.unfetched = ""
        self._screen = screen
        self._sheets = sheets
        self._resolve = resolve
        self._root = _Layer()
        self._anonymous = 0
        self._imports = 0
        self._selectors = 0

    def read(self, text: str, base: str, condition: str = "") -> None:
        """
        Read one stylesheet.

        :param base: the URL that its URLs are relative to.
        :param condition: the media queries of the element that it belongs to.
        """
        if not condition.strip() or media_text(condition, self._screen):
            self._text(text, _Inside(self._root, base), frozenset())

    def read_external(self, url: str, condition: str = "") -> None:
        """Read the fetched stylesheet of a URL."""
        if condition.strip() and not media_text(condition, self._screen):
            return
        text = self._fetched(url)
        if text is not None:
            self._text(text, _Inside(self._root, url), frozenset({url}))

    def _fetched(self, url: str) -> str | None:
        sheet = self._sheets.get(url.partition("#")[0])
        if sheet is not None and sheet.known:
            return decoded(sheet)
        if declares_fonts_alone(url):
            return ""
        self.complete = False
        self.unfetched = self.unfetched or url
        return None

    def _text(self, text: str, inside: _Inside, above: frozenset[str]) -> None:
        parsed = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
        leading = True
        for rule in parsed:
            if rule.type == "at-rule" and rule.lower_at_keyword == "import":
                if leading:
                    self._import(rule, inside, above)
                continue
            leading = leading and rule.type == "at-rule" and rule.lower_at_keyword in ("charset", "layer")
            leading = leading and (rule.lower_at_keyword != "layer" or rule.content is None)
            self._rule(rule, inside)

    def _rule(self, rule: Any, inside: _Inside) -> None:
        if rule.type == "qualified-rule":
            self._style(rule, inside)
        elif rule.type == "at-rule":
            self._at_rule(rule, inside)

    def _style(self, rule: Any, inside: _Inside) -> None:
        if inside.depth >= _DEEPEST or self._selectors > _MOST_SELECTORS or len(rule.prelude) > _LONGEST_PRELUDE:
            self.complete = False
            return
        if inside.scope is not None and inside.selectors in ((), SCOPE_ITSELF):
            selectors = read_in_scope(rule.prelude)
        else:
            selectors = read(rule.prelude, inside.selectors)
        self._selectors += len(selectors)
        if selectors:
            self._block(rule.content, evolve(inside, selectors=selectors, depth=inside.depth + 1))

    def _block(self, content: Sequence[Any], inside: _Inside) -> None:
        """Read the declarations of a block and the rules nested in it, in order."""
        parsed = tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
        run: list[Any] = []
        try:
            for node in (*parsed, None):
                if node is not None and node.type not in ("qualified-rule", "at-rule"):
                    run.append(node)
                    continue
                found = tuple(declarations(run))
                run = []
                if found and inside.selectors:
                    matched = inside.scope.limited(inside.selectors) if inside.scope is not None else inside.selectors
                    self.rules.append(StyleRule(matched, found, (*inside.layer.path, inf), inside.certain))
                if node is not None:
                    self._rule(node, inside)
        except RecursionError:
            self.complete = False

    def _at_rule(self, rule: Any, inside: _Inside) -> None:
        keyword = rule.lower_at_keyword
        if keyword == "layer":
            self._layer(rule, inside)
        if rule.content is None or inside.depth >= _DEEPEST:
            return
        holds, certain = self._condition(keyword, rule.prelude)
        if not holds:
            return
        inner = evolve(inside, certain=inside.certain and certain, depth=inside.depth + 1)
        if keyword == "scope":
            scope = scope_of(rule.prelude, inside.scope, inside.selectors)
            if scope is None:
                return
            inner = evolve(inner, scope=scope, selectors=inside.selectors and SCOPE_ITSELF)
        self._contents(rule.content, inner)

    def _contents(self, content: Sequence[Any], inside: _Inside) -> None:
        """Read the block of an at-rule: rules, and declarations if the at-rule is nested in a rule."""
        if inside.selectors:
            self._block(content, inside)
            return
        for rule in tinycss2.parse_rule_list(content, skip_comments=True, skip_whitespace=True):
            self._rule(rule, inside)

    def _condition(self, keyword: str, prelude: Sequence[Any]) -> tuple[bool, bool]:
        """Return whether the condition of an at-rule is, or may be, true, and whether that is certain."""
        if keyword == "media":
            return media(prelude, self._screen), True
        if keyword == "supports":
            return supports(prelude), True
        return keyword in ("container", "scope"), False

    def _layer(self, rule: Any, inside: _Inside) -> None:
        names = [name for name in layer_names(rule.prelude) if name]
        if rule.content is None:
            for path in names:
                inside.layer.named(path)
            return
        if len(names) > 1 or inside.depth >= _DEEPEST:
            return
        layer = inside.layer.named(names[0] if names else [self._unnamed()])
        self._contents(rule.content, evolve(inside, layer=layer, depth=inside.depth + 1))

    def _unnamed(self) -> str:
        self._anonymous += 1
        return f" {self._anonymous}"

    def _import(self, rule: Any, inside: _Inside, above: frozenset[str]) -> None:
        """Read an imported stylesheet, https://www.w3.org/TR/css-cascade-5/#at-import."""
        imported = import_of(rule.prelude) if rule.content is None else None
        url = self._resolve(inside.base, imported.url) if imported is not None else None
        if imported is None or url is None or url in above or len(above) >= _DEEPEST:
            return
        if not supports_all(imported.supports) or not media(imported.media, self._screen):
            return
        self._imports += 1
        text = self._fetched(url) if self._imports <= _MOST_IMPORTS else None
        if text is None:
            self.complete = False
            return
        layer = inside.layer
        if imported.layer is not None:
            layer = layer.named(imported.layer or [self._unnamed()])
        self._text(text, _Inside(layer, url, (), inside.certain, inside.depth + 1), above | {url})
