"""The links of a page that share an accessible name but have different addresses."""

from bisect import bisect
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice

from attrs import define, field
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import ancestors, attr, text
from sitescan.document.views import view
from sitescan.model.outline import NamedLink
from sitescan.standards.urls import MAX_URL_LENGTH

#: The maximum number of names, and of links for each name, in the result.
MOST_NAMES, MOST_LINKS = 50, 10
_LONGEST_NAME = 200

#: The context of a link in WCAG: https://www.w3.org/TR/WCAG22/#dfn-programmatically-determined-link-context
_CONTEXTS = frozenset({"caption", "dd", "dt", "figcaption", "li", "p", "td", "th"})
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@view
def links_named_alike(document: Document) -> tuple[NamedLink, ...]:
    """Return the first links of each name that has several addresses; each address once in each context."""
    accessible = document.accessible
    named: dict[str, list[Tag]] = {}
    for link in accessible.having("link"):
        name = accessible.name(link).lower()
        href = attr(link, "href", "").strip()
        if name and href and not href.startswith(("#", "javascript:")):
            named.setdefault(name, []).append(link)
    shared = (links for links in named.values() if len({_address(document, link) for link in links}) > 1)
    contexts = _Contexts(document)
    return tuple(
        link for links in islice(shared, MOST_NAMES) for link in islice(_distinct(contexts, links), MOST_LINKS)
    )


def _distinct(contexts: "_Contexts", links: list[Tag]) -> Iterator[NamedLink]:
    document = contexts.document
    seen: set[tuple[str, str]] = set()
    for link in links:
        url, context = _address(document, link), contexts.of(link)
        if (url, context) not in seen:
            seen.add((url, context))
            place = document.place(link)
            assert place is not None  # noqa: S101 - an element has a place
            name = document.accessible.name(link)[:_LONGEST_NAME]
            yield NamedLink(name=name, url=url[:MAX_URL_LENGTH], context=context, place=place)


def _address(document: Document, link: Tag) -> str:
    href = attr(link, "href", "").strip()
    return (document.resolve(href) or href).partition("#")[0]


@define(eq=False)
class _Contexts:
    """The contexts of the links of a page; each paragraph is read once, however many links it has."""

    document: Document
    _paragraphs: dict[int, str] = field(factory=dict, init=False)
    _headings: list[int] = field(init=False)

    @_headings.default
    def _found(self) -> list[int]:
        return [self.document.order[id(heading)] for heading in self.document.all(*_HEADINGS)]

    def of(self, link: Tag) -> str:
        """
        Return a key that is equal for two links if nothing around them distinguishes them.

        Their list item or table cell is the same, and so are the words of their paragraphs, their descriptions, and
        the heading before them, which is more than WCAG requires.
        """
        around = [self._distinct(ancestor) for ancestor in ancestors(link) if ancestor.name in _CONTEXTS]
        if not around:
            return ""
        before = bisect(self._headings, self.document.order[id(link)])
        described = (attr(link, name, "") for name in ("aria-describedby", "title"))
        return _digest("\0".join((*around, str(before), *described)))

    def _distinct(self, tag: Tag) -> str:
        if tag.name != "p":
            return str(self.document.order[id(tag)])
        if id(tag) not in self._paragraphs:
            self._paragraphs[id(tag)] = _digest(text(tag))
        return self._paragraphs[id(tag)]


def _digest(words: str) -> str:
    return blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()
