"""Files of a page that its site's robots.txt keeps Google's crawler from."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.crawling import CrawledUrls
from sitescan.rules.rule import Finding
from sitescan.standards.urls import serialized_target


def blocked_files(crawled: CrawledUrls, *kinds: str) -> Iterator[Finding]:
    """
    The files of the site itself that the crawler may not fetch, where it may fetch the page.

    :param kinds: the kinds of files that are looked at.
    """
    if crawled.robots.deciding:
        return
    for resource, pattern in crawled.blocked(*kinds):
        yield Finding(
            resource,
            detail=f"{shorten(resource.url)}, line {pattern.line}: Disallow: {shorten(pattern.path)}",
            robots=crawled.robots.robots_url,
            path=serialized_target(resource.url).path,
        )
