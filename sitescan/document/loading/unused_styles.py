"""The part of each stylesheet that can't apply to a page."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from sitescan.document.css.applicable_rules import present_names
from sitescan.document.css.style_block import LazyStyleBlock, PreludeTooLong
from sitescan.document.css.stylesheet_content import fetched_content
from sitescan.document.document import Document
from sitescan.document.views import view
from sitescan.model.exchange import Source
from sitescan.standards.css.stylesheet_items import all_items


@view
def unused_characters(document: Document) -> Mapping[str, int]:
    """
    Return the number of characters in rules that can't apply to the page as it is, of each stylesheet by URL.

    Every selector of such a rule requires a class or an id that no element has. In quirks mode, where names are
    case-insensitive, and of stylesheets that were not read, nothing is known.
    """
    if document.quirks:
        return {}
    present = present_names(document)
    return {
        url: _absent_characters(sheet, present) for url, sheet in document.sheets.items() if sheet.known and sheet.body
    }


def _absent_characters(sheet: Source, present: AbstractSet[str]) -> int:
    """
    Return the number of characters of the rules that match nothing, as each selector names an absent class or id.

    :param present: every class and id of the page, as ``.class`` and ``#id``.
    """
    items = all_items(fetched_content(sheet).items)
    blocks = (item for item in items if isinstance(item, LazyStyleBlock) and _is_absent(item, present))
    return sum(len(block.prelude) + len(block.body) + len("{}") for block in blocks)


def _is_absent(block: LazyStyleBlock, present: AbstractSet[str]) -> bool:
    try:
        return block.names_absent(present)
    except (PreludeTooLong, RecursionError):
        return False
