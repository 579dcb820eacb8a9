"""The links of a page to pages."""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from bs4.element import Tag
from msgspec.structs import replace

from sitescan.document.document import Document
from sitescan.document.links.acting_links import may_act
from sitescan.document.site_facts.landmarks import link_regions
from sitescan.document.site_facts.script_strings import script_addresses
from sitescan.document.source_location import shorten
from sitescan.document.tree import attr, tokens
from sitescan.model.site_facts import PageLink
from sitescan.standards.page_urls import normal_url
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, host_of

MOST_LINKS = 10_000
"""The maximum number of links."""

#: The maximum length of all links together, in characters.
_LONGEST = 512 * 1024

#: The relations of ``link`` elements that lead to pages, and the types of pages.
_PAGE_RELATIONS = frozenset({"alternate", "canonical", "next", "prev"})
_PAGE_TYPES = frozenset({"", "text/html", "application/xhtml+xml"})

#: The maximum length of the text of a link, and of its relations.
_LONGEST_TEXT = 100


class _Reference(NamedTuple):
    """
    A reference of a page.

    :ivar tag: the hyperlink; ``None`` if it is none, so that visitors can't follow it.
    :ivar followed: whether crawlers follow it.
    """

    reference: str
    followed: bool
    tag: Tag | None = None


def page_links(document: Document) -> tuple[PageLink, ...]:
    """
    Return the distinct links of a page, sorted.

    Links that act, such as a logout, are not among them. Addresses in scripts are: menus that scripts make use them.
    """
    found: dict[tuple[str, str], PageLink] = {}
    room = _LONGEST
    regions = link_regions(document)
    for reference, followed, tag in chain(_hyperlinks(document), _relations(document), _in_scripts(document)):
        try:
            target = document.target(reference)
        except InvalidTarget:
            continue
        if may_act(target.path) or len(target.url) + len(target.fragment) > MAX_URL_LENGTH:
            continue
        key = (normal_url(target.url), target.fragment)
        if key not in found:
            if room <= 0 or len(found) >= MOST_LINKS:
                continue
            room -= len(target.url) + len(target.fragment)
        known = found.get(key, PageLink(*key, followed=False, shown=False))
        if tag is not None and not known.shown:
            region = regions.around(tag)
            known = replace(
                known,
                shown=True,
                text=shorten(document.accessible.name(tag), _LONGEST_TEXT),
                rel=shorten(" ".join(sorted(tokens(tag, "rel"))), _LONGEST_TEXT),
                position="" if region is None else document.accessible.role(region),
            )
        found[key] = replace(known, followed=known.followed or followed)
    return tuple(sorted(found.values()))


def _hyperlinks(document: Document) -> Iterator[_Reference]:
    for tag in document.all("a", "area"):
        href = attr(tag, "href")
        if href is not None and not may_act("", tag):
            yield _Reference(href, _is_followed(tag), tag)


def _relations(document: Document) -> Iterator[_Reference]:
    """Yield the references by which a page leads crawlers to others."""
    for tag in document.all("link"):
        related = tokens(tag, "rel")
        media_type = attr(tag, "type", "").strip().lower()
        if not _PAGE_RELATIONS.isdisjoint(related) and "stylesheet" not in related and media_type in _PAGE_TYPES:
            yield _Reference(attr(tag, "href", ""), _is_followed(tag))
    for tag in document.all("iframe", "frame"):
        if attr(tag, "src", "").strip() and not document.in_noscript(tag):
            yield _Reference(attr(tag, "src", ""), _is_followed(tag))


def _is_followed(tag: Tag) -> bool:
    return "nofollow" not in tokens(tag, "rel")


def _in_scripts(document: Document) -> Iterator[_Reference]:
    """Yield the addresses of the page's host in its scripts."""
    host = host_of(document.url)
    for address in sorted(script_addresses(document)):
        if host_of(document.resolve(address) or "") == host:
            yield _Reference(address, followed=False)
