"""Requests a sample of the pages that the sitemaps of a site list."""

from collections.abc import Sequence

from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.standards.file_types import HTML_TYPES, essence

#: The number of listed pages that are read, because their heads may name another page or exclude them from search.
_READ = 10


async def listed_pages(
    url_checker: UrlChecker, sample: Sequence[str], page: Answer, deadline: Deadline, failures: ProbeFailures
) -> tuple[Answer, ...]:
    """
    Return the answers of listed URLs, the first of them with their pages.

    :param page: the answer of the scanned page, which needs no request.
    :param failures: records probes that raised an exception.
    """
    other_urls = [url for url in sample if url != page.url]
    answers = dict(await url_checker.all(other_urls, deadline, failures, followed=True))
    unread = [url for url, answer in answers.items() if _is_page(answer) and answer.linked_page is None]
    answers |= await url_checker.pages(unread[:_READ], deadline, failures)
    answers[page.url] = page
    return tuple(answers[url] for url in sample if url in answers)


def _is_page(answer: Answer) -> bool:
    kind = essence(answer.headers.content_type)
    return answer.verdict is Verdict.OK and not answer.steps and kind in HTML_TYPES
