"""The links in the landmark regions around the main content."""

from collections.abc import Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.tree import Nearest
from sitescan.document.views import view
from sitescan.model.site_facts import Landmark, url_digest
from sitescan.standards.page_urls import normal_url

#: The regions around the main content, and those whose links belong to the content.
_AROUND = frozenset({"banner", "complementary", "contentinfo", "navigation"})
_REGIONS = _AROUND | {"main", "region", "search"}

#: The maximum number of links of a page, and of characters of a name.
_MOST, _LONGEST = 60, 30


@view
def link_regions(document: Document) -> Nearest:
    """Return the landmark regions around elements."""
    return Nearest(lambda tag: document.accessible.role(tag) in _REGIONS)


@view
def outer_links(document: Document) -> Sequence[tuple[Tag, Tag, str]]:
    """Return the exposed hyperlinks around the main content: the region, the link and the absolute URL."""
    accessible = document.accessible
    regions = link_regions(document)
    mains = Nearest(lambda tag: accessible.role(tag) == "main")
    found: list[tuple[Tag, Tag, str]] = []
    for link in accessible.of_role("link"):
        href = link.attrs.get("href")
        region = regions.around(link)
        if not isinstance(href, str) or region is None or accessible.role(region) not in _AROUND:
            continue
        url = document.resolve(href.strip())
        if url is not None and mains.around(link) is None and not accessible.hidden(link):
            found.append((region, link, url))
    return tuple(found)


def landmarks(document: Document) -> tuple[Landmark, ...]:
    """Return the regions around the main content that have links to pages, in document order."""
    accessible = document.accessible
    regions: dict[int, tuple[Tag, list[tuple[str, str]]]] = {}
    here = document.url.partition("#")[0]
    count = 0
    for region, link, url in outer_links(document):
        page, _, fragment = url.partition("#")
        # A link to a part of the page is not a link to the page.
        if not page.startswith(("http://", "https://")) or (fragment and page == here) or count >= _MOST:
            continue
        count += 1
        item = (url_digest(normal_url(url)), shorten(accessible.name(link), _LONGEST))
        regions.setdefault(id(region), (region, []))[1].append(item)
    return tuple(
        Landmark(role=accessible.role(region), label=shorten(accessible.name(region), _LONGEST), links=tuple(links))
        for region, links in regions.values()
    )
