"""External stylesheets split into rules, kept for other pages with the same file."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from sitescan.document.content_cache import CACHE
from sitescan.document.css.external_stylesheets import decoded
from sitescan.document.css.style_block import PreludeTooLong, StyleBlock
from sitescan.document.css.stylesheet_splitter import AtRule, Item, split
from sitescan.model.exchange import Source

#: The memory of a rule in bytes, without its text.
_COST_OF_RULE = 1200


def split_sheet(sheet: Source) -> Sequence[Item]:
    """Return the rules of a fetched stylesheet in order."""
    return CACHE.get(f"rules {sheet.content_type}", sheet.digest, lambda: split(decoded(sheet)), _cost)


def absent_characters(sheet: Source, present: AbstractSet[str]) -> int:
    """
    Return the number of characters of the rules that match nothing, as each selector names an absent class or id.

    :param present: every class and id of the page, as ``.class`` and ``#id``.
    """
    return sum(_length(block) for block in _blocks(split_sheet(sheet)) if _is_absent(block, present))


def _blocks(items: Sequence[Item]) -> Iterator[StyleBlock]:
    for item in items:
        if isinstance(item, StyleBlock):
            yield item
        elif isinstance(item, AtRule):
            yield from _blocks(item.items)


def _is_absent(block: StyleBlock, present: AbstractSet[str]) -> bool:
    try:
        return block.names_absent(present)
    except (PreludeTooLong, RecursionError):
        return False


def _length(block: StyleBlock) -> int:
    return len(block.prelude) + len(block.body) + 2


def _cost(items: Sequence[Item]) -> int:
    """Return the approximate memory of rules in bytes, if a fifth of them are parsed."""
    cost = 0
    for item in items:
        cost += _COST_OF_RULE
        if isinstance(item, StyleBlock):
            cost += _length(item)
        elif isinstance(item, AtRule):
            cost += _cost(item.items)
    return cost
