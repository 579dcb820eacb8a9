"""Files of a page that robots.txt forbids Googlebot to fetch."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.crawling import CrawledUrls
from sitescan.rules.rule import Finding
from sitescan.standards.urls import serialized_target

NARROWER_LINE = (
    "Narrow the Disallow line named above, or add a longer line to the same group that allows the files, such as:\n"
    "Allow: {path}\n"
    "The longest line that matches applies."
)
"""How to let crawlers fetch a file."""


def blocked_files(crawled: CrawledUrls, *kinds: str) -> Iterator[Finding]:
    """
    Yield files of the same site that Googlebot may not fetch, if it may fetch the page.

    :param kinds: the kinds of files.
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
