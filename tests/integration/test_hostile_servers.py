"""Every misbehaving server gives the right page or error, in time, and leaves nothing behind."""

import gzip
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import brotli
import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import deferLater

from sitescan.admission.token_table import TokenTable
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_settled
from sitescan.configuration.option_values import network
from sitescan.configuration.settings import Settings
from sitescan.egress.client import Session
from sitescan.egress.connect import EgressContext
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.request_errors import Overloaded
from sitescan.egress.tls import TlsContexts
from sitescan.fetch.check_url import check_url
from sitescan.fetch.page import fetch_page
from sitescan.model.answers import Answer
from sitescan.model.exchange import Page
from sitescan.own_reasons import is_own_reason
from sitescan.standards.urls import parse_target
from sitescan.web.error_responses import api_error
from tests import hostile_servers
from tests.descriptors import no_descriptor_left
from tests.fakes import FakeResolver
from tests.hostile_servers import (
    GOOD,
    BodyForHead,
    ServerGroup,
    ServerProtocol,
    drips,
    endless,
    redirects,
    resets,
    response,
    sends,
)

pytestmark = pytest.mark.integration

#: Every visit ends by the limits of its settings, long before this deadline.
SECONDS = 60.0
#: Limits that no machine is too slow for, for tests that are not about time.
PATIENT: dict[str, Any] = {"connect_seconds": SECONDS, "head_seconds": SECONDS}
MIB = 1024**2
RAISING = "The options page-bytes and page-wire-bytes raise the limit, in a command with --set page-bytes=20MiB."
SETTINGS = evolve(
    Settings(),
    allow_private=(network("127.0.0.1/32"),),
    connect_seconds=0.5,
    tls_seconds=0.4,
    head_seconds=0.4,
    page_seconds=0.8,
    page_wire_bytes=100_000,
    page_bytes=2 * MIB,
)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"


class Visit:
    """A session that requests pages of a group of servers."""

    def __init__(self, reactor: Any, ca_file: str = "", **settings: Any) -> None:
        self.reactor = reactor
        self.servers = ServerGroup(reactor)
        self.settings = evolve(SETTINGS, **settings)
        policy = EgressPolicy.of(self.settings)
        requests = TokenTable(limit=0, window=1, most=1, now=reactor.seconds, clock=reactor.seconds)
        context = EgressContext(
            reactor=reactor,
            settings=self.settings,
            policy=policy,
            resolver=FakeResolver({"pears.example": [["127.0.0.1"]], "inner.example": [["10.0.0.1"]]}),
            host_budget=HostBudget(requests=requests, limit=0, policy=policy),
            tls=TlsContexts.load(ca_file),
        )
        self.session = Session(context)

    def deadline(self) -> Deadline:
        """Return a deadline."""
        return Deadline.after(self.reactor, SECONDS)

    def fetch(self, url: str) -> Deferred[Page]:
        """Fetch a page."""
        return Deferred.fromCoroutine(fetch_page(self.session, parse_target(url), self.deadline(), 0.0))

    async def page(self, server: type[ServerProtocol], path: str = "/") -> Page:
        """Fetch a page of a server."""
        return await self.fetch(f"http://pears.example:{self.servers.listen(server)}{path}")

    async def sentence(self, server: type[ServerProtocol], path: str = "/") -> str:
        """Return the error message of a scan of a server's page."""
        try:
            page = await self.page(server, path)
        except Exception as problem:  # noqa: BLE001 - any failure has a message
            return api_error(problem).details
        return f"a page: {page.body[:100]!r}"

    async def end(self) -> None:
        """Close the session, and wait until the servers have noticed it."""
        self.session.close()
        await Deadline.after(self.reactor, 1).bound(self.servers.close())


def sockets() -> int:
    """Return the number of sockets of this process."""
    count = 0
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            count += str(descriptor.readlink()).startswith("socket:")
    return count


@pytest_twisted.async_yield_fixture
async def visit(reactor: Any) -> AsyncIterator[Visit]:
    """Return a session that must end in time and leave no socket."""
    before = sockets()
    visit = Visit(reactor)
    started = reactor.seconds()
    yield visit
    took = reactor.seconds() - started
    await visit.end()
    await deferLater(reactor, 0)
    assert took < SECONDS
    assert sockets() == before


PAGES: dict[str, type[ServerProtocol]] = {
    "in order": sends(response(), close=False),
    "closed at once": sends(response()),
    "without a length": sends(response(Content_Length="")),
    "line feeds alone": sends(b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + GOOD),
    "an old version": sends(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + GOOD),
    "an unknown version": sends(b"HTTP/9.9 200 OK\r\nContent-Type: text/html\r\n\r\n" + GOOD),
    "an unknown status": sends(response(status="999 Odd")),
    "an error": sends(response(status="500 Oh")),
    "announced": sends(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" * 3 + response()),
    "chunked": sends(
        HEAD
        + b"Transfer-Encoding: chunked\r\n\r\n5\r\n"
        + GOOD[:5]
        + b"\r\n%x\r\n" % len(GOOD[5:])
        + GOOD[5:]
        + b"\r\n0\r\n\r\n"
    ),
    "chunked and with a length": sends(
        HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % len(GOOD) + GOOD + b"\r\n0\r\n\r\n"
    ),
    "the length twice": sends(HEAD + b"Content-Length: %d\r\n" % len(GOOD) * 2 + b"\r\n" + GOOD),
    "folded": sends(HEAD + b"X-Pears: a\r\n b\r\n\tc\r\n\r\n" + GOOD),
    "not ASCII": sends(HEAD + b"X-Pears: \xc3\xa9\xff\r\n\r\n" + GOOD),
    "gzip": sends(response(gzip.compress(GOOD), Content_Encoding="gzip")),
    "gzip in members": sends(response(gzip.compress(GOOD[:9]) + gzip.compress(GOOD[9:]), Content_Encoding="gzip")),
    "gzip and garbage": sends(response(gzip.compress(GOOD) + b"garbage", Content_Encoding="GZip")),
    "br": sends(response(brotli.compress(GOOD), Content_Encoding="br")),
    "identity": sends(response(Content_Encoding="identity")),
    "its type twice": sends(HEAD + b"Content-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(GOOD) + GOOD),
    "without a type": sends(response(Content_Type="")),
    "a slow drip": drips(response(), 0),
    "more than its length": sends(response() + b"garbage", close=False),
}

CUT_SHORT: dict[str, tuple[type[ServerProtocol], str]] = {
    "less than its length": (
        sends(response(Content_Length="999")),
        "the connection was closed before the response was complete",
    ),
    "reset in the body": (
        resets(response(Content_Length="999")),
        "the connection was closed before the response was complete",
    ),
    "gzip cut short": (
        sends(response(gzip.compress(GOOD)[:-4], Content_Encoding="gzip")),
        "its gzip coding is cut short",
    ),
    "a chunk without end": (
        sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n" + GOOD),
        "the connection was closed before the response was complete",
    ),
}

MALFORMED = "The server's response is malformed: "
TOO_LONG = "The headers of the server's response are too long."
NO_STATUS = MALFORMED + "it does not start with an HTTP status line."
NOT_HTTP = MALFORMED + "it is not valid HTTP."
NOT_ASKED = MALFORMED + "its content coding was not requested."
RESET = "The server closed the connection before it sent a response."

SENTENCES: dict[str, tuple[type[ServerProtocol], str]] = {
    "silence": (hostile_servers.Silent, "The page timed out after 0.4 s."),
    "a slow head": (drips(HEAD * 99), "The page timed out after 0.4 s."),
    "a slow body": (drips(b"a" * 999, 0.002, HEAD + b"\r\n"), "The page timed out after 0.8 s."),
    "an endless head": (endless(HEAD, b"X-Pears: 1\r\n"), TOO_LONG),
    "an endless line": (endless(HEAD + b"X-Pears: ", b"a" * 4096), TOO_LONG),
    "an endless fold": (endless(HEAD + b"X-Pears: 1\r\n", b" " + b"a" * 4096 + b"\r\n"), TOO_LONG),
    "an endless status line": (endless(b"HTTP/1.1 200 ", b"a" * 4096), TOO_LONG),
    "endless announcements": (endless(b"", INTERIM), MALFORMED + "it sends endless interim responses."),
    "hidden announcements": (endless(b"", b"HTTP/1.1 0100 Continue\r\n\r\n"), NO_STATUS),
    "an endless body": (
        endless(HEAD + b"\r\n", b"a" * 4096),
        "The page is larger than 0.0953674 MiB as sent. " + RAISING,
    ),
    "endless chunks": (
        # Chunks that are large enough to reach the limit in time even on a slow machine.
        endless(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b"0123456789abcdef" * 256 + b"\r\n"),
        "The page is larger than 0.0953674 MiB as sent. " + RAISING,
    ),
    "a gzip bomb": (
        sends(response(gzip.compress(bytes(40 * MIB)), Content_Encoding="gzip")),
        "The page is larger than 2 MiB after decompression. " + RAISING,
    ),
    "a br bomb": (
        sends(response(brotli.compress(bytes(40 * MIB), quality=5), Content_Encoding="br")),
        "The page is larger than 2 MiB after decompression. " + RAISING,
    ),
    "a small bomb": (
        sends(response(brotli.compress(bytes(2 * MIB), quality=5), Content_Encoding="br")),
        "The page is larger than 100 times its size as sent. " + RAISING,
    ),
    "layers": (sends(response(GOOD, Content_Encoding="gzip, gzip, gzip, gzip")), NOT_ASKED),
    "zstd": (sends(response(Content_Encoding="zstd")), NOT_ASKED),
    "no deflate": (sends(response(Content_Encoding="deflate")), MALFORMED + "its deflate coding is corrupt."),
    "a deflate bomb": (
        sends(response(zlib.compress(bytes(40 * MIB)), Content_Encoding="deflate")),
        "The page is larger than 2 MiB after decompression. " + RAISING,
    ),
    "corrupt gzip": (
        sends(response(gzip.compress(GOOD)[:-9] + b"garbage!!", Content_Encoding="gzip")),
        MALFORMED + "its gzip coding is corrupt.",
    ),
    "no gzip": (sends(response(Content_Encoding="gzip")), MALFORMED + "its gzip coding is corrupt."),
    "no br": (sends(response(Content_Encoding="br")), MALFORMED + "its br coding is corrupt."),
    "conflicting lengths": (sends(HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n" + GOOD), NOT_HTTP),
    "a negative length": (sends(HEAD + b"Content-Length: -1\r\n\r\n" + GOOD), NOT_HTTP),
    "an unknown transfer coding": (sends(HEAD + b"Transfer-Encoding: gzip\r\n\r\n" + GOOD), NOT_HTTP),
    "a field with a NUL": (sends(HEAD + b"Pe\0ars: 1\r\n\r\n" + GOOD), NOT_HTTP),
    "HTTP/0.9": (sends(GOOD), NO_STATUS),
    "HTTP/0.9 of several lines": (sends(GOOD + b"\r\n" + GOOD), NO_STATUS),
    "a long line": (sends(HEAD + b"X-Pears: " + b"a" * 64 * 1024 + b"\r\n\r\n" + GOOD), TOO_LONG),
    "SSH": (hostile_servers.Banner, NO_STATUS),
    "status 99": (sends(response(status="99 Odd")), NO_STATUS),
    "status +100": (sends(response(status="+100 Odd")), NO_STATUS),
    "reset at once": (hostile_servers.ResetAtOnce, RESET),
    "reset when asked": (resets(b""), RESET),
    "reset in the head": (resets(HEAD), RESET),
    "closed when asked": (sends(), RESET),
    "closed in the head": (sends(HEAD), RESET),
    "closed before the body": (sends(HEAD + b"Content-Length: 9\r\n\r\n"), RESET),
    "an image": (
        sends(response(Content_Type="image/png")),
        "The URL leads to image/png; only HTML and XHTML pages can be scanned.",
    ),
    "something else": (
        sends(response(b"\x89PNG", Content_Type="")),
        "The response is not HTML; only HTML and XHTML pages can be scanned.",
    ),
    "an endless download": (
        endless(response(b"", Content_Type="video/mp4", Content_Length=""), b"a" * 4096),
        "The URL leads to video/mp4; only HTML and XHTML pages can be scanned.",
    ),
}

CANNOT = "The page redirects to a URL that cannot be followed. "
NOT_PUBLIC = "The address is not public; only sites on the public Internet can be scanned."

REDIRECTS: dict[str, tuple[dict[str, str], str]] = {
    "itself": ({"": "/"}, "The page redirects in a loop."),
    "a circle": ({"": "/a", "a": "/b", "b": "/a"}, "The page redirects in a loop."),
    "a circle by fragment": ({"": "/#a"}, "The page redirects in a loop."),
    "eleven hops": (
        {"": "/1", **{str(number): f"/{number + 1}" for number in range(1, 11)}},
        "There are too many redirects.",
    ),
    "ten hops": ({"": "/1", **{str(number): f"/{number + 1}" for number in range(1, 10)}}, "a page"),
    "a file": ({"": "file:///etc/passwd"}, CANNOT + "The URL must start with http:// or https://."),
    "a script": ({"": "javascript:alert(1)"}, CANNOT + "The URL must start with http:// or https://."),
    "inside by address": ({"": "http://10.0.0.1/"}, NOT_PUBLIC),
    "inside by another notation": ({"": "http://0xa000001/"}, NOT_PUBLIC),
    "inside by name": ({"": "http://inner.example/"}, NOT_PUBLIC),
    "inside without a scheme": ({"": "//[::1]/"}, NOT_PUBLIC),
    "another loopback": ({"": "http://127.0.0.2/"}, NOT_PUBLIC),
    "credentials": (
        {"": "http://a:b@pears.example/"},
        CANNOT + "The URL contains a user name or password; remove them.",
    ),
    "relative": ({"": "a/../b?c#d"}, "a page"),
    "not ASCII": ({"": "/pe\u00e9rs"}, "a page"),
    "garbage": ({"": "http://[garbage"}, CANNOT + "The URL is malformed; check the host name and the port."),
    "nowhere": (
        {"": "http://nowhere.example/"},
        "The host name was not found; check its spelling and its DNS records.",
    ),
    "long": ({"": "/" + "a" * 300_000}, TOO_LONG),
    "refused": (
        {"": "http://127.0.0.1:1/"},
        "The connection was refused; check that a web server listens on that port.",
    ),
}


@pytest.mark.parametrize("name", PAGES)
@pytest_twisted.ensureDeferred
async def test_unusual_responses(visit: Visit, name: str) -> None:
    """A server whose response is odd but unambiguous gives the complete page."""
    page = await visit.page(PAGES[name])
    assert page.body == GOOD
    assert page.exchange.truncated == ""
    assert page.exchange.size == len(GOOD)


@pytest.mark.parametrize("name", CUT_SHORT)
@pytest_twisted.ensureDeferred
async def test_truncated_pages(visit: Visit, name: str) -> None:
    """The part that arrived of a truncated page is used, and the page has the reason for the truncation."""
    server, why = CUT_SHORT[name]
    page = await visit.page(server)
    assert page.body
    assert GOOD.startswith(page.body)
    assert page.exchange.truncated == why


@pytest.mark.parametrize("name", SENTENCES)
@pytest_twisted.ensureDeferred
async def test_failing_servers(visit: Visit, name: str) -> None:
    """A server that gives no page is reported with the cause."""
    server, sentence = SENTENCES[name]
    assert await visit.sentence(server) == sentence


@pytest_twisted.ensureDeferred
async def test_header_line_without_colon(visit: Visit) -> None:
    """A header line without a colon is skipped, as in browsers."""
    sentence = await visit.sentence(sends(HEAD + b"pears\r\nContent-Type: text/html\r\n\r\n" + GOOD))
    assert sentence.startswith("a page")


@pytest.mark.parametrize("name", REDIRECTS)
@pytest_twisted.ensureDeferred
async def test_redirects(visit: Visit, name: str) -> None:
    """A redirect is followed, or reported with the cause."""
    locations, sentence = REDIRECTS[name]
    outcome = await visit.sentence(redirects(**locations))
    assert outcome.startswith(sentence) if sentence == "a page" else outcome == sentence


@pytest_twisted.ensureDeferred
async def test_empty_location(visit: Visit) -> None:
    """A redirect with an empty location is the page itself."""
    page = await visit.page(sends(response(status="302 Found", Location=" ")))
    assert (page.exchange.status, page.exchange.hops, page.body) == (302, (), GOOD)


@pytest_twisted.ensureDeferred
async def test_repeated_location(visit: Visit) -> None:
    """A Location field that is sent twice counts once."""
    twice = b"HTTP/1.1 301 Moved\r\nLocation: /a\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n"

    class Twice(ServerProtocol):
        def respond(self) -> None:
            self.transport.write(response() if self.path == "/a" else twice)

    assert (await visit.page(Twice)).body == GOOD


@pytest_twisted.ensureDeferred
async def test_different_locations(visit: Visit) -> None:
    """Browsers refuse a redirect to two different URLs, and so does a scan."""
    twice = b"HTTP/1.1 301 Moved\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n"
    assert await visit.sentence(sends(twice)) == MALFORMED + "it redirects to two different URLs at once."


@pytest.mark.parametrize("coding", ["utf-8", "none", "aws-chunked", "text/html", "gzip, a", "a, gzip", ",", "*"])
@pytest_twisted.ensureDeferred
async def test_codings_that_do_not_exist(visit: Visit, coding: str) -> None:
    """A coding that doesn't exist has no effect, as in browsers."""
    page = await visit.page(sends(response(Content_Encoding=coding)))
    assert (page.body, page.exchange.coding) == (GOOD, "")


@pytest.mark.parametrize("content_type", ["html", "*/*", "text", ";charset=utf-8", "unknown/unknown", "text/", "a b/c"])
@pytest_twisted.ensureDeferred
async def test_content_types_that_say_nothing(visit: Visit, content_type: str) -> None:
    """If the field says nothing, the body decides whether it is a page."""
    page = await visit.page(sends(response(Content_Type=content_type)))
    assert page.body == GOOD
    sentence = await visit.sentence(sends(response(b"%PDF-1.7", Content_Type=content_type)))
    assert sentence == "The response is not HTML; only HTML and XHTML pages can be scanned."


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204),
        (response(b"", status="205 Reset Content"), 205),
        (response(b""), 200),
        (response(b"", Content_Type=""), 200),
        (response(b"", status="404 Not Found"), 404),
    ],
)
@pytest_twisted.ensureDeferred
async def test_no_content(visit: Visit, answer: bytes, status: int) -> None:
    """A response without content is no page."""
    assert await visit.sentence(sends(answer)) == f"The response has no content (status {status})."


@pytest_twisted.ensureDeferred
async def test_redirects_are_recorded(visit: Visit) -> None:
    """The redirects that lead to a page are recorded."""
    page = await visit.page(redirects(**{"": "/a", "a": "b"}))
    assert [hop.url.rpartition("/")[2] for hop in page.exchange.hops] == ["", "a"]
    assert page.exchange.url.endswith("/b")


@pytest_twisted.ensureDeferred
async def test_connections_are_reused(reactor: Any) -> None:
    """A hundred requests to a server need no more connections than the limit per host."""
    visit = Visit(reactor, **PATIENT)
    port = visit.servers.listen(hostile_servers.Counting)
    urls = [f"http://pears.example:{port}/{number}" for number in range(100)]
    answers = await all_settled(Deferred.fromCoroutine(check_url(visit.session, url, visit.deadline())) for url in urls)
    assert visit.servers.most <= visit.settings.per_host
    assert len(visit.servers.requests) == 100
    assert len(answers) == 100
    await visit.end()


@pytest_twisted.ensureDeferred
async def test_connection_limit_of_scan(reactor: Any) -> None:
    """Requests to many hosts need no more connections than the limit per scan, including idle connections."""
    visit = Visit(reactor, per_scan=5, per_host=2, **PATIENT)
    hosts = [f"h{number}.example" for number in range(20)]
    known = visit.session.context.resolver
    assert isinstance(known, FakeResolver)
    known.known = {host: [["127.0.0.1"]] for host in hosts}
    port = visit.servers.listen(hostile_servers.Counting)
    urls = [f"http://{host}:{port}/{number}" for host in hosts for number in range(3)]
    answers: Any = await all_settled(
        Deferred.fromCoroutine(check_url(visit.session, url, visit.deadline())) for url in urls
    )
    assert {answer.status for answer in answers} == {200}
    # The server may not have noticed yet that a connection was closed to make room.
    assert visit.servers.most <= 5 + 2
    await visit.end()


@pytest_twisted.ensureDeferred
async def test_closed_idle_connection_is_retried(visit: Visit) -> None:
    """A request over an idle connection that the server closes is sent again."""
    port = visit.servers.listen(hostile_servers.Lazy)
    for _ in range(3):
        page = await visit.fetch(f"http://pears.example:{port}/")
        assert page.body == GOOD


@pytest.mark.parametrize("after", [0, 0.05])
@pytest.mark.parametrize("server", [hostile_servers.Silent, drips(HEAD * 9), drips(HEAD + b"\r\n" + GOOD * 99)])
@pytest_twisted.ensureDeferred
async def test_cancelled(visit: Visit, server: type[ServerProtocol], after: float) -> None:
    """A fetch that is cancelled ends at once, in any state."""
    port = visit.servers.listen(server)
    fetched = visit.fetch(f"http://pears.example:{port}/")
    await deferLater(visit.reactor, after)
    fetched.cancel()
    assert fetched.called
    with pytest.raises(CancelledError):
        await fetched


@pytest_twisted.ensureDeferred
async def test_no_free_descriptors(visit: Visit) -> None:
    """If no descriptor is left, the service reports that it is busy, and there is no answer about the page or link."""
    url = f"http://pears.example:{visit.servers.listen(sends(response()))}/"
    with no_descriptor_left():
        with pytest.raises(Overloaded) as failed:
            await visit.fetch(url)
        with pytest.raises(Overloaded):
            await check_url(visit.session, url, visit.deadline())
    assert api_error(failed.value).details == "The server is busy; try again in a moment."
    assert is_own_reason(failed.value)
    assert (await visit.fetch(url)).body == GOOD


@pytest_twisted.ensureDeferred
async def test_cancelled_with_all_its_requests(visit: Visit) -> None:
    """If all requests are cancelled, waiting requests don't start, and HEAD isn't followed by GET."""
    port = visit.servers.listen(hostile_servers.Silent)
    urls = [f"http://pears.example:{port}/{number}" for number in range(20)]
    checking = all_settled(Deferred.fromCoroutine(check_url(visit.session, url, visit.deadline())) for url in urls)
    await deferLater(visit.reactor, 0.05)
    checking.cancel()
    with pytest.raises(CancelledError):
        await checking
    await visit.end()
    assert len(visit.servers.requests) == visit.settings.per_host
    assert all(request.startswith("HEAD ") for request in visit.servers.requests)


@pytest_twisted.ensureDeferred
async def test_body_in_response_to_head(reactor: Any) -> None:
    """A body in response to HEAD isn't taken for another response."""
    visit = Visit(reactor, **PATIENT)
    origin = f"http://pears.example:{visit.servers.listen(BodyForHead)}"
    statuses = [(await check_url(visit.session, f"{origin}/{number}", visit.deadline())).status for number in range(9)]
    assert statuses == [200] * 9
    together = await all_settled(
        Deferred.fromCoroutine(check_url(visit.session, f"{origin}/together/{number}", visit.deadline()))
        for number in range(20)
    )
    assert {answer.status for answer in together if isinstance(answer, Answer)} == {200}
    assert len(together) == 20
    await visit.end()
