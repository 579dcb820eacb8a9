"""The findings of the rules about sites."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitescan.document.source_location import shorten
from sitescan.model.report import Fact
from sitescan.model.site import NAMED, FaultLocation, LinkingPages, SitePage
from sitescan.rules.rule import Finding


def of_pages(pages: Sequence[SitePage], target: str = "", **facts: Fact) -> Finding:
    """
    Return a finding about some pages.

    Its texts can name ``pages``, the number of pages, and ``target``.

    :param target: the URL that the pages name; empty if the fault is about the pages themselves.
    """
    urls = tuple(page.url for page in pages[:NAMED])
    return _finding(FaultLocation(target=target, pages=urls, count=len(pages)), facts)


def of_urls(urls: Sequence[str]) -> Iterator[Finding]:
    """Yield one finding about some addresses of sitemaps, if there are any; its texts can name the same facts."""
    if urls:
        yield _finding(FaultLocation(pages=tuple(urls[:NAMED]), count=len(urls)), {})


def of_target(target: str, sources: LinkingPages, **facts: Fact) -> Finding:
    """Return a finding about a URL that pages link to; its texts can name the same facts."""
    return _finding(FaultLocation(target=target, pages=sources.first, count=sources.count), facts)


def _finding(fault: FaultLocation, facts: Mapping[str, Any]) -> Finding:
    first = shorten(fault.pages[0]) if fault.pages else ""
    return Finding.lazy(fault, lambda: {"target": shorten(fault.target), "pages": fault.count, "first": first, **facts})
