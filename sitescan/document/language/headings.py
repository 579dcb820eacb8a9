"""The headings of a page, and the text of elements: only its beginning, since pages nest them hundreds deep."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, TextNode, attr, descendants
from sitescan.document.views import view

#: The number of nodes, and of characters of each text, that are read of an element.
_NODES, _LONGEST = 60, 1000
_ELEMENTS = ("h1", "h2", "h3", "h4", "h5", "h6")


@frozen(kw_only=True)
class Heading:
    """
    A heading.

    :ivar tag: the element.
    :ivar level: the level, 1 to 6.
    :ivar wording: the text; empty if there is none.
    """

    tag: Tag
    level: int
    wording: str


@view
def headings(document: Document) -> Sequence[Heading]:
    """Return the visible headings of a page in document order, including ``role=heading`` with a level."""
    return tuple(_headings(document))


@view
def element_languages(document: Document) -> Mapping[int, str]:
    """Return the language of each element by ``id()``: the nearest ``lang`` of the element and its ancestors."""
    found: dict[int, str] = {}
    for tag in document.elements:
        inherited = found.get(id(tag.parent), "")
        found[id(tag)] = attr(tag, "lang", inherited) if "lang" in tag.attrs else inherited
    return found


def wording(tag: Tag) -> str:
    """Return the text of an element including the alternative texts of images, white space collapsed."""
    label = attr(tag, "aria-label", "").strip()
    if label:
        return " ".join(label.split())
    pieces: list[str] = []
    for node in islice(descendants(tag), _NODES):
        if isinstance(node, Tag):
            pieces.append(attr(node, "alt" if node.name == "img" else "aria-label", ""))
        elif type(node) is TextNode:
            shown = node.parent is None or node.parent.name not in ("script", "style")
            pieces.append(node[:_LONGEST] if shown else "")
    return " ".join("".join(pieces).split())


def _headings(document: Document) -> Iterator[Heading]:
    marked = {id(tag): tag for tag in (*document.all(*_ELEMENTS), *document.having("role"))}
    for tag in sorted(marked.values(), key=lambda tag: document.order[id(tag)]):
        level = _level(tag)
        if level and attr(tag, "hidden") is None and attr(tag, "aria-hidden") != "true":
            content = wording(tag) or attr(tag, "aria-labelledby", "") or attr(tag, "title", "")
            yield Heading(tag=tag, level=level, wording=content.strip())


def _level(tag: Tag) -> int:
    """Return the level of a heading, or 0 for other elements."""
    role = attr(tag, "role")
    if role is not None and role.strip().lower() != "heading":
        return 0
    if tag.namespace == HTML and tag.name in _ELEMENTS:
        return int(tag.name[1])
    level = attr(tag, "aria-level", "") if role is not None else ""
    return int(level) if level in ("1", "2", "3", "4", "5", "6") else 0
