"""The links of a page to pages."""

from collections.abc import Iterator
from itertools import chain, takewhile

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.acting_links import may_act
from sitescan.document.page_edits import UNKNOWN_HOST
from sitescan.document.tree import attr, tokens
from sitescan.model.site_facts import PageLink
from sitescan.standards.page_urls import normal_url
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, split_url

MOST_LINKS = 10_000
"""The maximum number of links."""

#: The maximum length of all links together, in characters.
_LONGEST = 512 * 1024

#: The relations of ``link`` elements that lead to pages, and the types of pages.
_PAGE_RELATIONS = frozenset({"alternate", "canonical", "next", "prev"})
_PAGE_TYPES = frozenset({"", "text/html", "application/xhtml+xml"})


def page_links(document: Document) -> tuple[PageLink, ...]:
    """
    Return the distinct links of a page, sorted.

    Links that act, such as a logout, are not among them.
    """
    found: dict[tuple[str, str], PageLink] = {}
    room = _LONGEST
    for tag, reference, shown in chain(_hyperlinks(document), _relations(document)):
        try:
            target = document.target(reference)
        except InvalidTarget:
            continue
        if (
            _leaves_folder(document, reference)
            or may_act(target.path)
            or len(target.url) + len(target.fragment) > MAX_URL_LENGTH
        ):
            continue
        key = (normal_url(target.url), target.fragment)
        if key not in found:
            if room <= 0 or len(found) >= MOST_LINKS:
                continue
            room -= len(target.url) + len(target.fragment)
        known = found.get(key, PageLink(*key, followed=False, shown=False))
        followed = known.followed or "nofollow" not in tokens(tag, "rel")
        found[key] = PageLink(*key, followed=followed, shown=known.shown or shown)
    return tuple(sorted(found.values()))


def _leaves_folder(document: Document, reference: str) -> bool:
    """Return whether a link leads out of a folder. On a server, there is nothing above the root."""
    parts = split_url(document.base_url)
    if parts.hostname != UNKNOWN_HOST:
        return False
    steps = takewhile(lambda step: step in ("..", "."), reference.strip().split("/"))
    return sum(step == ".." for step in steps) > parts.path.count("/") - 1


def _hyperlinks(document: Document) -> Iterator[tuple[Tag, str, bool]]:
    for tag in document.all("a", "area"):
        href = attr(tag, "href")
        if href is not None:
            yield tag, href, True


def _relations(document: Document) -> Iterator[tuple[Tag, str, bool]]:
    """Yield the references by which a page leads crawlers to others."""
    for tag in document.all("link"):
        related = tokens(tag, "rel")
        media_type = attr(tag, "type", "").strip().lower()
        if not _PAGE_RELATIONS.isdisjoint(related) and "stylesheet" not in related and media_type in _PAGE_TYPES:
            yield tag, attr(tag, "href", ""), False
    for tag in document.all("iframe", "frame"):
        if attr(tag, "src", "").strip() and not document.in_noscript(tag):
            yield tag, attr(tag, "src", ""), False
