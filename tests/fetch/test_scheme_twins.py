"""Hosts of links that fail over HTTPS and answer over plain HTTP."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred

from sitescan.fetch.insecure_files import InsecureFiles
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.scheme_twins import plain_hosts
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Problem
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Link
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire({f"{name}.example": [["93.184.215.14"]] for name in "abc"}, host_requests=1000)
    yield wire
    wire.end()


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
