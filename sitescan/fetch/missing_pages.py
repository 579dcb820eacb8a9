"""Finding out how linked sites answer requests for missing pages, by requesting a page that doesn't exist."""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from attrs import evolve

from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.linked_page import LinkedPage
from sitescan.standards.file_types import HTML_TYPES, essence
from sitescan.standards.urls import join_target, origin_of

#: The number of sites to request a missing page from: the page's own first, then the ones with the most links.
_SITES = 3
#: The number of linked pages to read of a site that answers requests for missing pages with success.
_READ = 10


async def with_missing_pages(
    url_checker: UrlChecker, links: LinkAnswers, itself: LinkedPage, deadline: Deadline, failures: ProbeFailures
) -> LinkAnswers:
    """
    Add the answers for missing pages to the answers of links, and the pages of sites that answer with success.

    A site is left out if its missing pages can't be distinguished from existing ones: scripts write all pages, all
    pages redirect to a login, or every URL shows the front page.

    :param itself: the page that contains the links.
    :param failures: records probes that raised an exception.
    """
    linked = _linked_pages(links)
    requested = {missing_page(origin, urls): origin for origin, urls in linked.items()}
    probes = await url_checker.pages(requested, deadline, failures)
    missing = {requested[url]: answer for url, answer in probes.items() if _is_distinguishable(answer)}
    # A site that redirects missing pages to an error page is recognized by the URL of that page.
    front_pages = {origin: f"{origin}/" for origin, answer in missing.items() if not _is_redirected(answer)}
    read = {_sent(answer): answer.linked_page for answer in links.answers.values() if answer.linked_page is not None}
    pages = {links.page_url: itself, **read}

    async def read_pages(urls: Iterable[str]) -> None:
        answers = await url_checker.pages((url for url in urls if url not in pages), deadline, failures)
        pages.update({url: answer.linked_page for url, answer in answers.items() if answer.linked_page is not None})

    await read_pages(front_pages.values())
    indistinct = {origin for origin, front in front_pages.items() if not _differs(missing[origin], pages.get(front))}
    await read_pages(url for origin in front_pages if origin not in indistinct for url in linked[origin][:_READ])
    return evolve(
        links,
        answers={
            url: answer
            if url == links.page_url
            or answer.linked_page is pages.get(_sent(answer))
            or origin_of(_sent(answer)) in indistinct
            else evolve(answer, linked_page=pages.get(_sent(answer)))
            for url, answer in links.answers.items()
        },
        missing={origin: answer for origin, answer in missing.items() if origin not in indistinct},
    )


def missing_page(origin: str, urls: Iterable[str]) -> str:
    """
    Return the URL of a page that doesn't exist. Every scan uses the same URL.

    The page is in the directory of most linked pages, because different programs may serve the directories of a site.

    :param urls: the linked pages of the site.
    """
    directories = Counter(join_target(url, ".").path for url in urls)
    ((directory, _),) = directories.most_common(1)
    return f"{origin}{directory}{blake2b(origin.encode(), digest_size=8).hexdigest()}-not-found"


def _linked_pages(links: LinkAnswers) -> Mapping[str, list[str]]:
    """Return the linked pages that answered with success, by origin; files are left out."""
    pages: dict[str, list[str]] = {}
    for link, answer in links.answered(Verdict.OK):
        if link.url != links.page_url and essence(answer.headers.content_type) in HTML_TYPES:
            pages.setdefault(origin_of(_sent(answer)), []).append(_sent(answer))
    own = origin_of(links.page_url)
    first = sorted(pages, key=lambda origin: (origin != own, -len(pages[origin])))
    return {origin: pages[origin] for origin in first[:_SITES]}


def _is_distinguishable(answer: Answer) -> bool:
    """Return whether a missing page was answered with a page that can be distinguished from others."""
    page = answer.linked_page
    return page is not None and (page.not_found or bool(page.content and not _is_redirected(answer)))


def _is_redirected(answer: Answer) -> bool:
    """Return whether a request was redirected to another page."""
    return answer.url.rpartition("/")[2] not in answer.final_url


def _differs(missing: Answer, front: LinkedPage | None) -> bool:
    """Return whether the front page was read, exists, and differs from the page that is sent for a missing one."""
    page = missing.linked_page
    return (
        page is not None
        and front is not None
        and not front.not_found
        and (not page.content or page.content != front.content)
    )


def _sent(answer: Answer) -> str:
    """Return the URL that was requested for an answer."""
    return answer.sent_url or answer.url
