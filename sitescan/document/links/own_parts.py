"""The links of a page to its own parts, and those whose part is missing."""

from collections import Counter
from collections.abc import Mapping

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import has_handler, hyperlinks, scripted
from sitescan.document.links.linked_page_reader import not_in_source
from sitescan.document.links.script_effects import parts_may_come
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.model.linked_page import are_parts_written, is_element_fragment

#: The number of links with existing parts that a link must be like, so that no script is taken to act on it.
_MANY = 5
_IGNORED = frozenset({"href", "title"})


@frozen
class OwnParts:
    """
    The parts of a page that its own links name and its source lacks: percent-encoded fragments with the first link.

    :ivar missing: those that the page certainly lacks.
    :ivar unverified: those that its scripts may add.
    """

    missing: Mapping[str, Tag]
    unverified: Mapping[str, Tag]


@view
def own_parts(document: Document) -> OwnParts:
    """Return the parts that links of a page name and its source lacks; none if the rest of the page may have them."""
    if document.exchange.truncated:
        return OwnParts({}, {})
    links: dict[str, Tag] = {}
    for link in hyperlinks(document):
        page, mark, fragment = (link.url or "").partition("#")
        if mark and page == document.url and not has_handler(link.tag):
            links.setdefault(fragment, link.tag)
    absent = {fragment: links[fragment] for fragment in not_in_source(document, links)}
    if not parts_may_come(document):
        return OwnParts(absent, {})
    named = [fragment for fragment in links if is_element_fragment(fragment)]
    present = Counter(_form(links[fragment]) for fragment in named if fragment not in absent)
    missing: dict[str, Tag] = {}
    if are_parts_written(len(named), len(absent)):
        # Scripts act on links that are marked for them, such as those of a menu.
        missing = {fragment: tag for fragment, tag in absent.items() if present[_form(tag)] >= _MANY}
    rest = {fragment: tag for fragment, tag in absent.items() if fragment not in missing and not scripted(tag)}
    return OwnParts(missing, rest)


def _form(tag: Tag) -> tuple[str, frozenset[str]]:
    return attr(tag, "class", ""), frozenset(tag.attrs) - _IGNORED
