"""How the sites that a page links to answer for pages that they don't have: each is asked for one that nobody made."""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from attrs import evolve

from sitescan.deadline import Deadline
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.linked_page import HTML_TYPES, LinkedPage
from sitescan.standards.urls import join_target, origin_of

#: Sites that are asked: the page's own first, then those with most links.
_SITES = 3
#: Pages that are read of a site that answers for missing pages with success.
_READ = 10


async def with_missing_pages(
    url_checker: UrlChecker, links: LinkAnswers, itself: LinkedPage, deadline: Deadline, failures: ProbeFailures
) -> LinkAnswers:
    """
    The links, with what their sites answer for missing pages, and the pages of sites that answer with success.

    Nothing is kept of a site whose missing pages can't be told from those that are there: where scripts write the
    pages, where all of them begin with a login, or where each address shows the front page.

    :param itself: the page that links.
    :param failures: keeps what threw.
    """
    linked = _linked_pages(links)
    nowhere = {origin: missing_page(origin, urls) for origin, urls in linked.items()}
    probes = await url_checker.pages(nowhere.values(), deadline, failures)
    missing = {origin: probes[url] for origin, url in nowhere.items() if url in probes and _telling(probes[url])}
    # Where missing pages lead to a page of their own, that is told by its address.
    here = {origin: f"{origin}/" for origin, one in missing.items() if not _sent_away(one)}
    read = {_sent(one): one.linked_page for one in links.answers.values() if one.linked_page is not None}
    pages = {links.page_url: itself, **read}

    async def know(urls: Iterable[str]) -> None:
        answers = await url_checker.pages((url for url in urls if url not in pages), deadline, failures)
        pages.update({url: one.linked_page for url, one in answers.items() if one.linked_page is not None})

    await know(here.values())
    alike = {origin for origin, front in here.items() if not _differs(missing[origin], pages.get(front))}
    await know(url for origin in here if origin not in alike for url in linked[origin][:_READ])
    return evolve(
        links,
        answers={
            url: answer
            if url == links.page_url
            or answer.linked_page is pages.get(_sent(answer))
            or origin_of(_sent(answer)) in alike
            else evolve(answer, linked_page=pages.get(_sent(answer)))
            for url, answer in links.answers.items()
        },
        missing={origin: answer for origin, answer in missing.items() if origin not in alike},
    )


def missing_page(origin: str, urls: Iterable[str]) -> str:
    """
    The address of a page that surely doesn't exist, the same in each scan.

    It is in the directory of most of a site's pages, because directories may have different programs behind them.

    :param urls: the pages.
    """
    directories = Counter(join_target(url, ".").path for url in urls)
    ((directory, _),) = directories.most_common(1)
    return f"{origin}{directory}{blake2b(origin.encode(), digest_size=8).hexdigest()}-not-found"


def _linked_pages(links: LinkAnswers) -> Mapping[str, list[str]]:
    """By origin the pages, not files, that answered with success."""
    pages: dict[str, list[str]] = {}
    for link, answer in links.answered(Verdict.OK):
        if link.url != links.page_url and answer.headers.content_type.partition(";")[0].strip().lower() in HTML_TYPES:
            pages.setdefault(origin_of(_sent(answer)), []).append(_sent(answer))
    own = origin_of(links.page_url)
    first = sorted(pages, key=lambda origin: (origin != own, -len(pages[origin])))
    return {origin: pages[origin] for origin in first[:_SITES]}


def _telling(answer: Answer) -> bool:
    """Whether success was the answer, with a page that may be told from others."""
    page = answer.linked_page
    return page is not None and (page.not_found or bool(page.content and not _sent_away(answer)))


def _sent_away(answer: Answer) -> bool:
    """Whether it was redirected to another page than the one that was asked for."""
    return answer.url.rpartition("/")[2] not in answer.final_url


def _differs(missing: Answer, front: LinkedPage | None) -> bool:
    """Whether the front page was read, is there, and is another page than what is sent for one that isn't."""
    page = missing.linked_page
    return (
        page is not None
        and front is not None
        and not front.not_found
        and (not page.content or page.content != front.content)
    )


def _sent(answer: Answer) -> str:
    return answer.sent_url or answer.url
