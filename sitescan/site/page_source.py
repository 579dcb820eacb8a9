"""The crawl of a site: one loop over the pages of a source, whether they are requested or at hand."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sitescan.rules.judge import RuleFailed
from sitescan.site.frontier import Frontier, PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.site_reader import Crawled
from sitescan.site.site_rules import judge_site
from sitescan.site.store import Store

#: Calls a function of the database, in a thread of its own where a reactor runs.
Call = Callable[..., Awaitable[Any]]

#: Keeps the record of a page, and returns whether another page may be read.
Keep = Callable[[PageRecord], Awaitable[bool]]

_T = TypeVar("_T")


class PageSource(Protocol):
    """The pages of a site."""

    @property
    def lost(self) -> Collection[str]:
        """The URLs of pages that can't be read in this crawl, whatever its time."""

    async def begin(self, frontier: Frontier) -> None:
        """Add the start page, and the pages that are listed."""

    async def read(self, candidates: Sequence[PageToRead], keep: Keep) -> Sequence[PageToRead]:
        """Read pages, and return those that are to be read after all others."""

    async def linked(
        self, found: Mapping[PageToRead, Sequence[str]], frontier: Frontier
    ) -> Mapping[PageToRead, Sequence[str]]:
        """Return the addresses of the pages of the site that the URLs on pages lead to, by the page."""

    async def crawled(self, frontier: Frontier) -> Crawled:
        """Return what is known at the end."""


async def called(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the database where no reactor runs."""
    return function(*arguments)


def completed(work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of a coroutine that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as end:
        result: _T = end.value
        return result
    raise AssertionError("it waits")


async def crawl(
    source: PageSource,
    frontier: Frontier,
    store: Store,
    failed: Callable[[RuleFailed], None],
    *,
    call: Call = called,
    done: Callable[[str, int], None] = lambda _url, _known: None,
    is_over: Callable[[], bool] = lambda: False,
) -> bool:
    """
    Read the pages that the frontier wants and the store doesn't have. Add them to it, and the issues of the site.

    :param failed: called if a rule about the site fails.
    :param done: called after each page, with its URL and the number of the pages that are known.
    :param is_over: returns whether no other page may be read.
    :return: whether the time sufficed for all pages.
    """

    async def keep(record: PageRecord) -> bool:
        await call(store.save, record)
        done(record.url, frontier.known)
        return not is_over()

    await source.begin(frontier)
    found = dict[PageToRead, Sequence[str] | None]()
    while level := frontier.next_level():
        found = {page: await call(store.followed, page.url) for page in level}
        for page, urls in found.items():
            if urls is not None:
                done(page.url, frontier.known)
        frontier.postpone(await source.read([page for page, urls in found.items() if urls is None], keep))
        found = {page: await call(store.followed, page.url) for page in level}
        read = {page: urls for page, urls in found.items() if urls is not None}
        for page, urls in (await source.linked(read, frontier)).items():
            await call(frontier.link, page, urls, await call(store.facts, page.url))
        if is_over():
            break
    unread = {page for page, urls in found.items() if urls is None and page.url not in source.lost}
    is_stopped = frontier.stop("not read in the given time", unread)
    await call(judge_site, store, await source.crawled(frontier), failed)
    return not is_stopped
