"""Cookies are sent only in redirect loops, and only to the hosts that set them."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from sitescan.egress.follow_redirects import RedirectCookies, follow
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import parse_target
from tests.egress.wire import PUBLIC, Wire
from tests.results import failure_now, result_now

PAGE = "https://www.pears.example/shop/page"


def cookie_field(*lines: str, url: str = PAGE, set_by: str = PAGE) -> str:
    """Return the ``Cookie`` field of a request in a redirect loop in which ``set_by`` set cookies."""
    cookies = RedirectCookies()
    cookies.keep(parse_target(set_by), Headers(tuple(("Set-Cookie", line) for line in lines)), 0)
    cookies.begin()
    return dict(cookies.header(parse_target(url))).get("Cookie", "")


@pytest.mark.parametrize(
    ("line", "url", "is_sent"),
    [
        ("a=1", PAGE, True),
        ("a=1", "https://www.pears.example/", True),
        ("a=1", "http://www.pears.example/", True),
        ("a=1", "https://pears.example/", False),
        ("a=1", "https://sub.www.pears.example/", False),
        ("a=1", "https://apples.example/", False),
        ("a=1; Domain=pears.example", "https://pears.example/", True),
        ("a=1; Domain=.pears.example", "https://shop.pears.example/", True),
        ("a=1; Domain=pears.example", "https://notpears.example/", False),
        ("a=1; Domain=pears.example", "https://apples.example/", False),
        ("a=1; Domain=apples.example", "https://apples.example/", False),
        ("a=1; Domain=apples.example", PAGE, False),
        ("a=1; Domain=example", "https://apples.example/", False),
        ("a=1; Secure", PAGE, True),
        ("a=1; Secure", "http://www.pears.example/shop/page", False),
        ("a=1; Path=/shop", PAGE, True),
        ("a=1; Path=/shop/", PAGE, True),
        ("a=1; Path=/shop", "https://www.pears.example/shop?page", True),
        ("a=1; Path=/shop", "https://www.pears.example/shopping", False),
        ("a=1; Path=/shop", "https://www.pears.example/", False),
        ("a=1; Path=/", "https://www.pears.example/any", True),
        ("a=1; Path=shop", "https://www.pears.example/any", True),
        ("a=1; Max-Age=0", PAGE, False),
        ("a=1\x00b", PAGE, False),
        ("", PAGE, False),
    ],
)
def test_cookie_domain(line: str, url: str, is_sent: bool) -> None:
    """A cookie is sent to the host that set it, and to the other hosts of its ``Domain``."""
    assert cookie_field(line, url=url) == ("a=1" if is_sent else "")


def test_cookie_of_ip_address() -> None:
    """A cookie that an IP address set is sent only to that address."""
    address = f"http://{PUBLIC}/"
    assert cookie_field("a=1", url=address, set_by=address) == "a=1"
    assert cookie_field("a=1; Domain=215.14", url="http://93.185.215.14/", set_by=address) == ""


def test_non_ascii_cookie() -> None:
    """A cookie whose value isn't ASCII is sent back byte for byte."""
    received = "a=Birne\N{PEAR}".encode().decode("latin-1")
    assert cookie_field(received).encode() == "a=Birne\N{PEAR}".encode()


@given(st.lists(st.text(st.characters(max_codepoint=0xFF), max_size=60), max_size=30), st.booleans())
def test_arbitrary_cookie(lines: list[str], other: bool) -> None:
    """A cookie with arbitrary content never fails a scan, adds a line to a request, or is sent to another site."""
    field = cookie_field(*lines, url="https://apples.example/" if other else PAGE)
    assert not set(field) & set("\r\n\0")
    assert not (other and field)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session with two hosts that resolve to different addresses."""
    made = Wire(known={"a.example": [[PUBLIC]], "b.example": [["93.184.215.15"]]})
    yield made
    made.end()


def request(wire: Wire) -> Deferred[Response]:
    """Request the page of the first host."""
    return Deferred.fromCoroutine(
        follow(wire.session, "GET", parse_target("http://a.example/"), wire.deadline(), lambda _: None)
    )


def redirect(location: str, *cookies: str) -> bytes:
    """Return a redirect that sets cookies."""
    fields = "".join(f"Set-Cookie: {cookie}\r\n" for cookie in cookies)
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\n{fields}Content-Length: 0\r\n\r\n".encode()


FINE = b"HTTP/1.1 200 OK\r\nSet-Cookie: c=3\r\nContent-Length: 0\r\n\r\n"


def test_no_cookie_without_loop(wire: Wire) -> None:
    """Redirects that visit each URL once send no cookie, and neither does a later request to the same host."""
    requested = request(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(redirect("/next", "a=1"))
    protocol.dataReceived(redirect("/last", "b=2"))
    protocol.dataReceived(FINE)
    result_now(requested).close()
    again = request(wire)
    protocol.dataReceived(FINE)
    result_now(again).close()
    sent = end.value()
    assert sent.count(b"GET ") == 4
    assert b"cookie" not in sent.lower()


def test_cookie_is_limited_to_its_loop(wire: Wire) -> None:
    """A redirect loop sends the cookies that were set in it; the next request to the same URL doesn't."""
    requested = request(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(redirect("/", "seen=1"))
    assert end.value().count(b"\r\nCookie: seen=1\r\n") == 1
    protocol.dataReceived(FINE)
    result_now(requested).close()
    end.clear()
    again = request(wire)
    protocol.dataReceived(FINE)
    result_now(again).close()
    assert b"cookie" not in end.value().lower()


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 305, 307, 308])
def test_statuses_that_redirect(wire: Wire, status: int) -> None:
    """A location is followed only if the status is one of the five that browsers follow."""
    requested = request(wire)
    protocol, end = wire.accept()
    protocol.dataReceived(redirect("/next").replace(b"302", b"%d" % status))
    follows = b"GET /next " in end.value()
    assert follows is (status in (301, 302, 303, 307, 308))
    if follows:
        protocol.dataReceived(FINE)
    assert result_now(requested).status == (200 if follows else status)


@pytest.mark.parametrize("count", [3, 4])
def test_redirect_limit(count: int) -> None:
    """A chain of exactly the limit of redirects is followed, and one with one more is refused."""
    wire = Wire(redirects=3)
    requested = request(wire)
    protocol, end = wire.accept()
    for number in range(count):
        protocol.dataReceived(redirect(f"/{number}"))
    if count > 3:
        failure = failure_now(requested, Unreachable)
        assert isinstance(failure, Unreachable)
        assert (failure.problem, end.value().count(b"GET ")) == (Problem.REDIRECTS, 4)
    else:
        protocol.dataReceived(FINE)
        result_now(requested).close()
    wire.end()


def test_loop_beyond_first_url(wire: Wire) -> None:
    """A redirect chain that returns to one of its later URLs is a loop."""
    requested = request(wire)
    protocol, _ = wire.accept()
    for _ in range(2):
        protocol.dataReceived(redirect("/loop"))
    failure = failure_now(requested, Unreachable)
    assert isinstance(failure, Unreachable)
    assert failure.problem is Problem.LOOP


def test_loop_over_two_hosts(wire: Wire) -> None:
    """In a redirect loop over two hosts, each host receives only its own cookies."""
    requested = request(wire)
    first, first_end = wire.accept()
    first.dataReceived(redirect("http://b.example/", "of=a"))
    second, second_end = wire.accept()
    second.dataReceived(redirect("http://a.example/", "of=b"))
    first.dataReceived(redirect("http://b.example/"))
    second.dataReceived(FINE)
    result_now(requested).close()
    assert first_end.value().count(b"Cookie: of=a\r\n") == first_end.value().lower().count(b"cookie") == 1
    assert second_end.value().count(b"Cookie: of=b\r\n") == second_end.value().lower().count(b"cookie") == 1
