"""The site that its rules read, from what a crawl has kept."""

from collections.abc import Callable, Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from attrs import evolve, field, frozen

from sitescan.model.answers import Answer
from sitescan.model.site import NAMED, LinkingPages, Site, SitePage
from sitescan.site.frontier import Frontier
from sitescan.site.missing_parts import missing_parts
from sitescan.site.store import Store
from sitescan.site.templates import templates
from sitescan.site.unused_rules import unused_rules


@frozen(kw_only=True)
class Crawled:
    """
    What is known at the end of a crawl beside the pages in the store.

    :ivar start: the URL of the start page.
    :ivar frontier: the frontier at the end.
    :ivar answers: returns the answers to URLs that are no pages of the store, as far as they are known.
    :ivar page_of: returns the URL of the page that a URL leads to without a redirect; ``None`` if there is none.
    :ivar listed: the URLs that sitemaps list, sorted.
    :ivar listed_dates: the number of listed URLs by the date of their last change.
    :ivar disallowed: returns whether robots.txt disallows a URL of the site.
    :ivar missing: an address that doesn't exist; empty if none was requested.
    :ivar of_files: whether the pages are files, which may be what the site is built from.
    :ivar undone: whether pages were not examined because of this program or its machine.
    """

    start: str
    frontier: Frontier
    answers: Callable[[Iterable[str]], Mapping[str, Answer]]
    page_of: Callable[[str], str | None] = lambda url: url
    listed: Collection[str] = ()
    listed_dates: Mapping[str, int] = field(factory=dict)
    disallowed: Callable[[str], bool] = lambda _: False
    missing: str = ""
    of_files: bool = False
    undone: bool = False


def read_site(store: Store, crawled: Crawled) -> Site:
    """Return the site of a crawl. If it is what a site is built from, nothing is known of what its pages link to."""
    pages = {page.url: page for page in store.pages()}
    linked, related, in_scripts = store.linked(), store.related(), store.in_scripts()
    listed, blocked = _listed(crawled, {*linked, *related, *in_scripts, *store.read_urls()})
    named = {*linked, *related, *in_scripts, *listed, *_named_by(pages.values())}
    page_of = {url: page for url in named if (page := crawled.page_of(url)) is not None and page != url}
    unknown = sorted(url for url in named if page_of.get(url, url) not in pages)
    # An answer says where a status leads to; only the page itself says it of a refresh.
    redirects = store.redirects()
    is_site = not (crawled.of_files and any(page.facts.is_source for page in pages.values()))
    answers = crawled.answers(unknown) if is_site else {}
    for url in unknown:
        refreshed = _refreshed(page_of.get(url, url), redirects)
        if refreshed in pages and (url not in answers or answers[url].redirect is None):
            page_of[url] = refreshed
    site = Site(
        start=_refreshed(crawled.start, redirects),
        pages=pages,
        linked=linked,
        unfollowed=store.unfollowed(),
        unused_rules=unused_rules(store.stylesheets()),
        templates=tuple(found.pages for found in templates({url: page.facts.skeleton for url, page in pages.items()})),
        answers=answers,
        page_of=page_of,
        related=related,
        in_scripts=in_scripts,
        endless=frozenset(filter(crawled.frontier.is_trap, pages)),
        listed=listed,
        listed_dates=crawled.listed_dates,
        redirected=frozenset(redirects if is_site else ()),
        blocked=blocked,
        missing=crawled.answers([crawled.missing]).get(crawled.missing) if crawled.missing else None,
        complete=is_site and crawled.frontier.complete and not crawled.undone,
    )
    return evolve(site, missing_parts=missing_parts(site, store.linked_parts(), store.own_parts(), store.parts()))


def _refreshed(url: str, redirects: Mapping[str, str]) -> str:
    """Return the end of the redirects that begin at a URL; the last one before a loop, if they end in one."""
    met = {url}
    while (to := redirects.get(url)) is not None and to not in met:
        met.add(url := to)
    return url


def _listed(crawled: Crawled, seen: AbstractSet[str]) -> tuple[frozenset[str], LinkingPages]:
    """
    Return the listed URLs of which something is known, and those that robots.txt disallows.

    :param seen: the URLs that pages have or link to.
    """
    known, blocked, first = set[str](), 0, list[str]()
    for url in crawled.listed:
        if url in seen or crawled.page_of(url) in seen:
            known.add(url)
        if crawled.disallowed(url):
            blocked += 1
            if blocked <= NAMED:
                first.append(url)
    return frozenset(known), LinkingPages(count=blocked, first=tuple(first))


def _named_by(pages: Iterable[SitePage]) -> Iterable[str]:
    """Yield the URLs that pages name as their canonical URL and as versions in other languages."""
    for page in pages:
        yield page.facts.canonical
        yield from (url for _, url in page.facts.alternates or ())
