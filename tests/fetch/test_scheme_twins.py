"""Hosts of links that also answer over HTTPS, or that answer only over plain HTTP."""

from collections.abc import Iterable, Iterator, Mapping

import pytest
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.insecure_files import InsecureFiles
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.scheme_twins import plain_hosts, secure_hosts
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Problem
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Link
from sitescan.model.redirects import Step
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire({f"{name}.example": [["93.184.215.14"]] for name in "abc"}, host_requests=1000)
    yield wire
    wire.end()


class SecureHosts(UrlChecker):
    """A checker that needs no network: each URL answers, and those of b.example redirect to plain HTTP."""

    async def all(
        self, urls: Iterable[str], deadline: Deadline, failures: ProbeFailures, *, followed: bool = False
    ) -> Mapping[str, Answer]:
        """Return the answers of URLs."""
        back = (Step(url="https://b.example/", status=301, location="http://b.example/"),)
        return {url: Answer(url=url, status=200, steps=back if "b.example" in url else ()) for url in urls}


def test_https_of_plain_links(wire: Wire) -> None:
    """A host supports HTTPS unless it redirects back to plain HTTP."""
    urls = ("http://a.example/1", "http://a.example/2", "http://b.example/", "http://c.example:8080/")
    links = LinkAnswers(
        page_url="https://a.example/",
        links=tuple(Link(url=url) for url in urls),
        answers={url: Answer(url=url, status=200) for url in urls},
    )
    url_checker = SecureHosts(session=wire.session, examiner=FakeExaminer(), parts={})
    trying = Deferred.fromCoroutine(secure_hosts(url_checker, links, wire.deadline(), ProbeFailures()))
    assert result_now(trying) == {"a.example"}


def test_plain_http_after_failed_https(wire: Wire) -> None:
    """Plain HTTP is tried once for each host whose HTTPS certainly fails, although the page's files are upgraded."""
    failed = {
        "https://a.example/1": Problem.REFUSED,
        "https://a.example/2": Problem.REFUSED,
        "https://a.example:8080/": Problem.TLS,
        "https://b.example/": Problem.TLS,
        "https://c.example/": Problem.TIMEOUT,
    }
    links = LinkAnswers(
        page_url="https://a.example/",
        links=tuple(Link(url=url) for url in failed),
        answers={url: Answer(url=url, problem=problem) for url, problem in failed.items()},
    )
    url_checker = UrlChecker(
        session=wire.session,
        examiner=FakeExaminer(),
        parts={},
        insecure=InsecureFiles(kept=frozenset(), policy=True),
    )
    trying = Deferred.fromCoroutine(plain_hosts(url_checker, links, wire.deadline(), ProbeFailures()))
    wire.serve({"http://b.example/": {"status": 404}})
    assert result_now(trying) == {"a.example", "a.example:8080"}
