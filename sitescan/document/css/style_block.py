"""A rule of a stylesheet as text, which is read no further than somebody asks."""

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

#: Tokens of one prelude that are read.
LONGEST_PRELUDE = 20_000

#: Brackets in a block that may nest deeper than what is made of tokens can be written down again.
_MANY_BRACKETS = 200

#: What a rule nested in another may be without matching what that one matches, or what it changes for all others.
_OUTWARD = re.compile(r"\\|@layer|:(?:not|is|where|has|matches|-webkit-any|nth-[a-z-]+)\(", re.IGNORECASE)


class PreludeTooLong(Exception):
    """A list of selectors has more tokens than are read."""


@define(eq=False, slots=True)
class StyleBlock:
    """
    Selectors and what stands in the braces behind them, as written.

    What is read of it does not depend on any page, so that it can be kept for the next one.

    :ivar plain: whether nothing is nested in it: neither rules nor at-rules.
    """

    prelude: str
    body: str
    plain: bool
    _needs: Any = field(default=False, init=False)
    _kept: bool | None = field(default=None, init=False)
    _selectors: tuple[Selector, ...] | None = field(default=None, init=False)
    _declarations: tuple[Declaration, ...] | None = field(default=None, init=False)

    @property
    def count(self) -> int:
        """
        How many selectors it has, valid or not.

        :raises PreludeTooLong: where there are more than are read.
        """
        if len(self.prelude) > LONGEST_PRELUDE:
            return len(self.selectors)
        needs = self._needed()
        return len(needs) if needs is not None else len(self.selectors)

    def may_count(self, present: AbstractSet[str]) -> bool:
        """
        Whether it may say something of a page.

        :param present: every class and id of the page, as selectors write them.
        """
        if self.names_absent(present):
            return not self.plain and _OUTWARD.search(self.body) is not None
        if self._kept is None:
            self._kept = not self.plain or may_declare(self.body)
        return self._kept

    def names_absent(self, present: AbstractSet[str]) -> bool:
        """
        Whether each of its selectors names a class or an id that a page does not have.

        :param present: every class and id of the page, as selectors write them.
        """
        needs = self._needed()
        return needs is not None and not any(map(present.issuperset, needs))  # type: ignore[attr-defined]  # a frozenset

    def _needed(self) -> Any:
        if self._needs is False:
            self._needs = needed_names(self.prelude)
        return self._needs

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """
        Its selectors; none where one of them is not valid.

        :raises PreludeTooLong: where there are more than are read.
        """
        if self._selectors is None:
            self._selectors = plain_selectors(self.prelude) if len(self.prelude) <= LONGEST_PRELUDE else None
        if self._selectors is None:
            tokens = tinycss2.parse_component_value_list(self.prelude, skip_comments=True)
            if len(tokens) > LONGEST_PRELUDE:
                raise PreludeTooLong
            self._selectors = read(tokens)
        return self._selectors

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """
        What it declares, where nothing is nested in it.

        :raises RecursionError: where brackets nest too deep.
        """
        if self._declarations is None:
            self._declarations = block_declarations(self.body)
        return self._declarations

    @property
    def deep(self) -> bool:
        """Whether its values may have brackets that nest too deep."""
        return self.body.count("(") + self.body.count("[") + self.body.count("{") > _MANY_BRACKETS
