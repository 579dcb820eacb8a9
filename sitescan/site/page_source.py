"""The crawl of a site whose pages are at hand, so that nothing is requested."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from sitescan.rules.judge import RuleFailed
from sitescan.site.frontier import Candidate, Frontier
from sitescan.site.page_record import PageRecord
from sitescan.site.site_reader import Crawled
from sitescan.site.site_rules import judge_site
from sitescan.site.store import Store


class PageSource(Protocol):
    """The pages of a site."""

    def begin(self, frontier: Frontier) -> None:
        """Add the start page, and the pages that are listed."""

    def page_of(self, url: str) -> str | None:
        """Return the address of the page that is sent for a URL; ``None`` if it is none of the site."""

    def records(self, candidates: Sequence[Candidate]) -> Iterator[PageRecord]:
        """Examine pages, and yield their records in the same order."""

    def crawled(self, frontier: Frontier) -> Crawled:
        """Return what is known at the end."""


def crawl(
    source: PageSource,
    frontier: Frontier,
    store: Store,
    failed: Callable[[RuleFailed], None],
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[PageRecord]:
    """
    Read the pages that the frontier wants and the store doesn't have. Add them to it, and the issues of the site.

    :param failed: called if a rule about the site fails.
    :param is_over: returns whether no other page may be read.
    :return: yields each page that was read.
    """
    source.begin(frontier)
    while level := frontier.next_level():
        unread = [candidate for candidate in level if store.followed(candidate.url) is None]
        for record in source.records(unread):
            store.save(record)
            yield record
            if is_over():
                break
        found = {candidate: store.followed(candidate.url) for candidate in level}
        for candidate, urls in found.items():
            targets = map(source.page_of, urls or ())
            frontier.link(candidate, [target for target in targets if target is not None])
        if is_over():
            frontier.stop("not read in the given time", sum(urls is None for urls in found.values()))
    judge_site(store, source.crawled(frontier), failed)
