"""Confirming by GET what servers say about links by HEAD, which some answer with success for every address."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, zip_longest

from attrs import evolve
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import start_in_turns
from sitescan.egress.response import Response
from sitescan.fetch.check_url import get_and_read
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.standards.file_types import HTML_TYPES, essence
from sitescan.standards.urls import host_of

#: The number of links that are requested again, and of further links to the hosts whose answers differ.
_SAMPLE, _FURTHER = 10, 30


async def with_confirmed_links(
    url_checker: UrlChecker, links: LinkAnswers, deadline: Deadline, failures: ProbeFailures
) -> LinkAnswers:
    """
    Return the answers of links with those by GET for links that visitors can't open.

    A sample of links is requested, first one of each host, then a second one. If an answer differs, other links to the
    same host are requested as well.

    :param failures: records requests that raised an exception.
    """
    by_head = [answer for _, answer in links.answered(Verdict.OK) if _is_page_by_head(answer)]
    sample = list(islice(_in_turns(by_head), _SAMPLE))
    broken = await _broken(url_checker, sample, deadline, failures)
    unreliable = {host_of(answer.url) for answer in broken}
    further = [answer for answer in by_head if host_of(answer.url) in unreliable and answer not in sample]
    broken += await _broken(url_checker, further[:_FURTHER], deadline, failures)
    return evolve(links, answers={**links.answers, **{answer.url: answer for answer in broken}})


def _is_page_by_head(answer: Answer) -> bool:
    kind = essence(answer.headers.content_type)
    return answer.method == "HEAD" and kind in HTML_TYPES


def _in_turns(answers: Iterable[Answer]) -> Iterator[Answer]:
    """Iterate over the answers of all hosts in turns, the hosts in the order of their first answer."""
    by_host: dict[str, list[Answer]] = {}
    for answer in answers:
        by_host.setdefault(host_of(answer.url), []).append(answer)
    return (answer for answer in chain(*zip_longest(*by_host.values())) if answer is not None)


async def _broken(
    url_checker: UrlChecker, answers: Sequence[Answer], deadline: Deadline, failures: ProbeFailures
) -> list[Answer]:
    """Request URLs by GET, and return the answers that say that there is nothing."""
    starts = (partial(_start, url_checker, answer, deadline) for answer in answers)
    again = await start_in_turns(url_checker.session.context.cooperator, starts)
    return [answer for answer in failures.keep("links", again) if answer.verdict is Verdict.BROKEN]


def _start(url_checker: UrlChecker, answer: Answer, deadline: Deadline) -> Deferred[Answer]:
    return Deferred.fromCoroutine(_get(url_checker, answer, deadline))


async def _get(url_checker: UrlChecker, answer: Answer, deadline: Deadline) -> Answer:
    async def skip(_: Response) -> None: ...

    got = await get_and_read(url_checker.session, answer.sent_url or answer.url, deadline, skip)
    return evolve(got, url=answer.url, sent_url=answer.sent_url)
