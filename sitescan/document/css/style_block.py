"""Style rules that are parsed on demand."""

import re
from collections.abc import Set as AbstractSet
from typing import Any

import tinycss2
from attrs import define, field

from sitescan.document.css.declarations import Declaration
from sitescan.document.css.plain_declarations import block_declarations, may_declare
from sitescan.document.css.plain_selectors import needed_names, plain_selectors
from sitescan.document.css.selector_matching import Selector
from sitescan.document.css.selectors import read
from sitescan.standards.css.stylesheet_items import StyleBlock
from sitescan.standards.lazy_pattern import lazy_pattern

#: The most characters of a prelude.
_LONGEST_PRELUDE = 100_000

#: With more brackets in a block, they may be nested too deep for tokens to be serialized.
_MANY_BRACKETS = 200

#: Parts of a nested rule by which it may match although the rule around it does not, or may affect other rules.
_OUTWARD = lazy_pattern(r"\\|@layer|:(?:not|is|where|has|matches|-webkit-any|nth-[a-z-]+)\(", re.IGNORECASE)


class PreludeTooLong(Exception):
    """A list of selectors has too many characters."""


@define(eq=False, slots=True)
class LazyStyleBlock(StyleBlock):
    """
    A style rule whose selectors and declarations are parsed on first access.

    Parsing does not depend on the page, so that a block is kept for other pages.
    """

    _needs: Any = field(default=False, init=False)
    _kept: bool | None = field(default=None, init=False)
    _selectors: tuple[Selector, ...] | None = field(default=None, init=False)
    _declarations: tuple[Declaration, ...] | None = field(default=None, init=False)

    def may_apply(self, present: AbstractSet[str]) -> bool:
        """
        Return whether the rule may match on a page and declare something.

        :param present: every class and id of the page, as ``.class`` and ``#id``.
        """
        if self.names_absent(present):
            return not self.plain and _OUTWARD.search(self.body) is not None
        if self._kept is None:
            self._kept = not self.plain or may_declare(self.body)
        return self._kept

    def names_absent(self, present: AbstractSet[str]) -> bool:
        """
        Return whether each selector names a class or an id that a page does not have.

        :param present: every class and id of the page, as ``.class`` and ``#id``.
        :raises PreludeTooLong: if the prelude has too many characters.
        """
        needs = self.needed_names()
        return needs is not None and not any(map(present.issuperset, needs))  # type: ignore[attr-defined]  # a frozenset

    def needed_names(self) -> Any:
        """
        Return the names that each selector needs to match anything; ``None`` if they are not known.

        :raises PreludeTooLong: if the prelude has too many characters.
        """
        if self._needs is False:
            if len(self.prelude) > _LONGEST_PRELUDE:
                raise PreludeTooLong
            self._needs = needed_names(self.prelude)
        return self._needs

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """The selectors; none if one of them is not valid."""
        if self._selectors is None:
            self._selectors = plain_selectors(self.prelude)
        if self._selectors is None:
            self._selectors = read(tinycss2.parse_component_value_list(self.prelude, skip_comments=True))
        return self._selectors

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """
        The declarations of a plain block.

        :raises RecursionError: if brackets are nested too deep.
        """
        if self._declarations is None:
            self._declarations = block_declarations(self.body)
        return self._declarations

    @property
    def deep(self) -> bool:
        """True if the brackets of the block may be nested too deep."""
        return self.body.count("(") + self.body.count("[") + self.body.count("{") > _MANY_BRACKETS
