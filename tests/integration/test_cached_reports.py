"""The installed service with ``--cache`` fetches a page once for all processes that share a report store."""

import http.client
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from tests.integration.processes import alive, children_of, until
from tests.programs import needs
from tests.redis_server import redis_server
from tests.running import PATIENT, Answer, Running, running
from tests.site import Site, page, serving

pytestmark = pytest.mark.integration

GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
CACHED = ("--allow-private", "127.0.0.0/8", "--cache", "3600", *PATIENT)
UNCOUNTED = (*CACHED, "--rate-limit", "0")

Ask = Callable[[str], Answer]


@contextmanager
def slow_page() -> Iterator[Site]:
    """Serve a site whose page is slow."""
    with serving({"/": page(GOOD)}) as site:
        site.seconds["/"] = 1.0
        yield site


@contextmanager
def sharing(*options: str) -> Iterator[Running]:
    """Run two processes that share their reports in Redis."""
    with redis_server() as server:
        state = ("--state", server.url, "--set", "state-seconds=300")
        with running(*options, *state, "--processes", "2") as service:
            yield service


def once() -> int:
    """Return the number of requests for the page that one scan makes."""
    with serving({"/": page(GOOD)}) as site, running(*UNCOUNTED) as service:
        service.scan(f"{site.origin}/")
        return site.requests.count(("GET", "/"))


def together(asks: list[Ask], site: Site) -> list[Answer]:
    """Call each function with the URL of the page, the first a moment before the rest, and return the answers."""
    answers: list[Answer] = []
    threads = [threading.Thread(target=lambda ask=ask: answers.append(ask(f"{site.origin}/"))) for ask in asks]
    threads[0].start()
    until(lambda: site.requests)
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def servers(service: Running) -> list[int]:
    """Return the IDs of the server processes once all of them accept requests."""
    until(lambda: sum("accepts requests" in line for line in service.lines) >= 2)
    return [pid for pid in children_of(service.process.pid) if alive(pid)]


def connected(service: Running, server: int) -> http.client.HTTPConnection:
    """Return a connection to one server process, and stop the other processes until it is accepted."""
    stopped = [pid for pid in servers(service) if pid != server]
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=700)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
    return connection


def over(connection: http.client.HTTPConnection) -> Ask:
    """Return a function that requests a scan over a connection."""

    def ask(url: str) -> Answer:
        with closing(connection):
            body = json.dumps({"url": url})
            connection.request("POST", "/api/v1/scan", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return Answer(
                response.status, {key.lower(): value for key, value in response.getheaders()}, response.read()
            )

    return ask


def test_page_is_fetched_once() -> None:
    """A second request for a page gets the first report from the cache, and costs as much of the quota."""
    with serving({"/": page(GOOD)}) as site:
        with running(*CACHED) as service:
            answers = [service.scan(f"{site.origin}/") for _ in range(2)]
        assert [answer.status for answer in answers] == [200, 200]
        assert answers[0].json == answers[1].json
        assert [answer.headers["x-ratelimit-remaining"] for answer in answers] == ["4", "3"]
        assert answers[1].headers["server-timing"].startswith("cache;dur=")
        assert "fetch" in answers[0].headers["server-timing"]
        # A scan may request the page more than once; an answer from the cache requests nothing.
        assert site.requests.count(("GET", "/")) == once()


@needs("redis-server")
def test_fetching_process_is_killed() -> None:
    """If the process that fetches a page is killed, the process that waits for the report fetches the page itself."""
    with slow_page() as site, sharing(*UNCOUNTED) as service:
        first, second = servers(service)
        lost, waits = over(connected(service, first)), over(connected(service, second))

        def ask_in_vain() -> None:
            with pytest.raises((OSError, http.client.HTTPException)):
                lost(f"{site.origin}/")

        thread = threading.Thread(target=ask_in_vain)
        thread.start()
        until(lambda: site.requests)
        os.kill(first, signal.SIGKILL)
        answer = waits(f"{site.origin}/")
        thread.join()
        assert answer.status == 200
        assert "fetch" in answer.headers["server-timing"]


@needs("redis-server")
def test_sigterm_answers_waiting_request() -> None:
    """After SIGTERM, a request that waits for the scan of another process is answered as well."""
    limit = 1000
    with slow_page() as site, sharing(*CACHED, "--rate-limit", str(limit)) as service:
        site.seconds["/"] = 3.0
        first, second = servers(service)
        asks = [over(connected(service, server)) for server in (first, second)]
        seeing = connected(service, second)
        seen = 0

        def both_are_counted() -> bool:
            nonlocal seen
            seen += 1
            seeing.request("POST", "/api/v1/scan", '{"url": "ftp://a/"}', {"Content-Type": "application/json"})
            response = seeing.getresponse()
            response.read()
            return int(response.headers["X-RateLimit-Remaining"]) == limit - 2 - seen

        def stop(_: str) -> Answer:
            until(both_are_counted)
            service.process.send_signal(signal.SIGTERM)
            return Answer(200, {}, b"")

        answers = together([*asks, stop], site)
        seeing.close()
        service.process.wait(300)
        assert [answer.status for answer in answers] == [200] * 3


@needs("redis-server")
def test_machines_sharing_redis() -> None:
    """Two machines that share Redis fetch a page once; while Redis is down, each machine fetches it."""
    with slow_page() as site, redis_server() as server:
        options = (*UNCOUNTED, "--state", server.url, "--set", "state-seconds=300")
        with running(*options) as first, running(*options) as second:
            answers = together([first.scan, *[second.scan] * 5, *[first.scan] * 4], site)
            assert [answer.status for answer in answers] == [200] * 10
            assert all(answer.json == answers[0].json for answer in answers)
            requests = site.requests.count(("GET", "/"))
            assert requests == once()
            kept = server.keys()
            assert any(key.startswith("sitescan:report:") for key in kept)
            assert not any(key.startswith("sitescan:lease:") for key in kept)
            server.kill()
            answers = together([first.scan, second.scan], site)
            assert [answer.status for answer in answers] == [200, 200]
            assert site.requests.count(("GET", "/")) == 3 * requests
