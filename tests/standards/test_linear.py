"""Parsers that the reactor runs on untrusted text: they take linear time."""

import time
from collections.abc import Callable

import pytest

from sitescan.egress.response_head import parse_head
from sitescan.model.redirects import Step, redirect_kind
from sitescan.standards.cache_control import lifetime, parse_cache_control
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.link_header import parse_link_header

#: The maximum size of a response head, and of the part of a stylesheet that is searched.
_SIZE = 64 * 1024

#: Many systems measure CPU time in steps, so times are added up until one comparison holds or this sum is reached.
_STEP_SECONDS = 0.004
_SURE_SECONDS = 0.2

_PIECES = [
    "a",
    " ",
    ",",
    ", ",
    ";",
    "=",
    '"',
    '="',
    "<",
    "<>",
    ">;",
    "\\",
    '\\"',
    "\n ",
    "\r\n",
    "/",
    "?",
    "@import ",
    "(",
]


def _redirected(text: str) -> None:
    url = "http://a.example/" + text
    redirect_kind(url, (Step(url=url, status=301, location=url + "/b"),))


READERS: dict[str, Callable[[str], object]] = {
    "head": lambda text: parse_head(text.encode()),
    "cache": parse_cache_control,
    "lifetime": lambda text: lifetime(Headers((("Expires", text), ("Date", text)))),
    "link": parse_link_header,
    "imports": lambda text: list(leading_imports(text.encode())),
    "redirect": _redirected,
}

OPENINGS = {
    "head": ["HTTP/1.1 200 OK\n", "HTTP/1.1 200 OK\nA: b\n"],
    "cache": ["", 'a="', "a="],
    "lifetime": ["", "Mon, 1 Jan ", "Fri, 20 Nov 2026 18:00:05 "],
    "link": ["", "<", "<a>", "<a>;", "<a>;b=", '<a>;b="'],
    "imports": [
        "",
        "@import ",
        "@import url(",
        '@import url("',
        '@import "',
        '@import "a"',
        "/*",
        "@layer ",
        "@charset ",
    ],
    "redirect": ["", "login", "?"],
}


def _seconds(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


@pytest.mark.proof
@pytest.mark.parametrize(
    ("reader", "opening", "piece"),
    [(reader, opening, piece) for reader in READERS for opening in OPENINGS[reader] for piece in _PIECES],
    ids=repr,
)
def test_time_is_linear(reader: str, opening: str, piece: str) -> None:
    """A text of four times the length takes about four times as long, not sixteen times."""
    read = READERS[reader]
    short = opening + piece * (_SIZE // 4 // len(piece))
    long = opening + piece * (_SIZE // len(piece))
    read(short)
    first = second = 0.0
    while first < _SURE_SECONDS:
        first += _seconds(read, short)
        second += _seconds(read, long)
        if second < _STEP_SECONDS or second < 8 * first:
            return
    pytest.fail(f"{first:.4f} s for {len(short)} characters, {second:.4f} s for {len(long)}")


def test_imports_are_bounded() -> None:
    """At most a hundred imports of a stylesheet are found."""
    assert len(list(leading_imports(b'@import "a.css";' * 4000))) == 100


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("<a>; rel=next, <b>;rel=prev", [("a", ("next",)), ("b", ("prev",))]),
        (", ,<a>;rel=next", [("a", ("next",))]),
        ("a, b;c=d, <e>;rel=f", [("e", ("f",))]),
        ('<a>;rel="x;y,z",<b>', [("a", ("x;y,z",)), ("b", ())]),
        ("<a;rel=next, <b>;rel=prev", [("b", ("prev",))]),
        (", , ,", []),
    ],
)
def test_malformed_link_is_skipped(value: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    """A malformed link is skipped up to the next comma."""
    assert [(link.target, link.rel) for link in parse_link_header(value)] == found
