"""The style rules that may apply to a page, by the classes and ids of its elements."""

from sitescan.document.css.plain_selectors import STATES
from sitescan.document.css.style_block import LazyStyleBlock, PreludeTooLong
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view


@view
def present_names(document: Document) -> frozenset[str]:
    """Return every class and id of a page, as ``.class`` and ``#id``."""
    classes = {attr(element, "class", "") for element in document.having("class")}
    return frozenset(
        {
            *(f"#{attr(element, 'id', '')}" for element in document.having("id")),
            *(f".{name}" for written in classes for name in written.split()),
        }
    )


def may_apply(document: Document, block: LazyStyleBlock) -> bool:
    """
    Return whether a rule may match an element of the page in some state, such as ``:hover``.

    In quirks mode, where names are case-insensitive, any rule may.
    """
    try:
        return document.quirks or block.may_apply(_names_in_any_state(document))
    except (PreludeTooLong, RecursionError):
        return True


@view
def _names_in_any_state(document: Document) -> frozenset[str]:
    return present_names(document) | STATES
