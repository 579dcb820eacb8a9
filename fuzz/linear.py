"""Targets that assert linear time: input of twice the length may take about twice as long."""

import time
from collections.abc import Callable

from sitescan.document.document import Document
from sitescan.egress.response_head import ResponseHead, parse_head
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import judge
from sitescan.standards.cache_control import lifetime
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.link_header import parse_link_header

_URL = "https://example.com/"

#: Shorter times are too inexact.
_LEAST_SECONDS = 0.02

#: Twice for linear time, four times for quadratic time.
_RATIO = 3.2
_TRIES = 4


def _seconds(read: Callable[[bytes], object], data: bytes) -> float:
    started = time.process_time()
    read(data)
    return time.process_time() - started


def _assert_linear(read: Callable[[bytes], object], data: bytes, size: int) -> None:
    """
    Repeat a part of the input, and compare the times for ``size`` bytes and for twice as many.

    The first two bytes of the input select the part by its start and its length.
    """
    if len(data) < 3:
        return
    at, length, rest = data[0], data[1] % 16 + 1, data[2:]
    at %= len(rest)
    before, pump, after = rest[:at], rest[at : at + length], rest[at + length :]
    short, long = (before + pump * (many // len(pump)) + after for many in (size, 2 * size))
    for _ in range(_TRIES):
        first, second = _seconds(read, short), _seconds(read, long)
        if second < _LEAST_SECONDS or second < _RATIO * first:
            return
    raise AssertionError(f"{first:.3f} s for {len(short)} bytes, {second:.3f} s for {len(long)}: {pump!r} of {rest!r}")


def _document(html: bytes, *sheets: Source) -> Document:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=headers)
    return Document(Page(exchange=exchange, body=html), sheets)


def _styled(sheet: bytes) -> None:
    source = Source(url=f"{_URL}a.css", body=sheet, content_type="text/css")
    document = _document(b"<link rel=stylesheet href=/a.css><p class=a id=b>x<a href=/>y</a>", source)
    assert document.styles.problem is None, document.styles.problem


def _style_attribute(value: bytes) -> None:
    written = value.replace(b"&", b"").replace(b'"', b"&quot;")
    document = _document(b'<!doctype html><p id=a style="' + written + b'">x')
    assert document.styles.problem is None, document.styles.problem
    for rule in rules_reading(Document):
        judge(rule, document)


def _field(data: bytes) -> str:
    return data.replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"").decode("latin-1").strip()


def stylesheet_time(data: bytes) -> None:
    """Read a stylesheet, from its text to the styles of a page."""
    _assert_linear(_styled, data, 8000)


def style_attribute_time(data: bytes) -> None:
    """Judge a ``style`` attribute by all rules."""
    _assert_linear(_style_attribute, data, 4000)


def imports_time(data: bytes) -> None:
    """Read the imports of a stylesheet."""
    _assert_linear(lambda text: list(leading_imports(text)), data, 30_000)


def _head(data: bytes) -> ResponseHead:
    return parse_head(b"HTTP/1.1 200 OK\r\n" + data.replace(b"\0", b""))


def link_head_time(data: bytes) -> None:
    """Parse the head of a response, and its ``Link`` field."""
    _assert_linear(lambda text: (_head(text), parse_link_header(_field(text))), data, 30_000)


def cache_control_time(data: bytes) -> None:
    """Parse the cache lifetime of a response."""
    _assert_linear(lambda text: lifetime(Headers((("cache-control", _field(text)),))), data, 30_000)


#: The seeds of each target.
LINEAR: dict[Callable[[bytes], None], tuple[bytes, ...]] = {
    stylesheet_time: (
        b"\5\2p { color: red; font: bold 'Arial'; margin: 1px !important } .a > #b:not(i) { width: calc(1px * 2) }",
        b"\0\1@media (min-width: 9px) { a:hover::before { content: '\\201c' } } @layer a { p { --b: var(--c) } }",
    ),
    style_attribute_time: (b"\x15\1line-height: 1 ! important; color: rgb(1 2 3 / 4%); background: url(a) no-repeat",),
    imports_time: (b"\x0c\1@import url( 'a.css' ) screen; @import \"b.css\" layer(c); /* d */ p {}",),
    link_head_time: (
        b'\x12\1HTTP/1.1 200 OK\r\nLink: </a>; rel="preload"; as=style, <b>; rel=next\r\nA: b\r\n c\r\n\r\n',
    ),
    cache_control_time: (b'\3\1max-age=31536000, private="a, b", no-cache , x = "y"',),
}
