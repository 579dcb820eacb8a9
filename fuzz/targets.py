"""Targets of the fuzzer: each parses bytes from outside, and may fail only with its own exceptions."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import msgspec

from fuzz.markup import markup, styled
from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.document import Document
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.views import view
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import content_length, parse_head
from sitescan.examine.frames import FrameReader, FrameTooLarge
from sitescan.examine.messages import Answer
from sitescan.fetch.media.file_parts import FileParts, Missing
from sitescan.fetch.media.media_header import media_file
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.judge import judge
from sitescan.standards.cache_control import lifetime, parse_cache_control
from sitescan.standards.cookies import parse_cookie, refusal
from sitescan.standards.csp import parse_policies
from sitescan.standards.csp_findings import weaknesses
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.http_headers import Headers
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.robots_txt import parse_robots
from sitescan.standards.structured_fields import parse_dictionary, parse_item
from sitescan.standards.urls import InvalidTarget, join_target, parse_target
from sitescan.web.wire import InvalidBody, read_request

_URL = "https://example.com/"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _field(data: bytes) -> str:
    """Return the value of a header field as it arrives."""
    return data.replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"").decode("latin-1").strip()


def url(data: bytes) -> None:
    """Parse a URL; a normalized URL is parsed to the same target."""
    with suppress(InvalidTarget):
        target = parse_target(_text(data))
        assert parse_target(target.url) == parse_target(parse_target(target.url).url)
    with suppress(InvalidTarget):
        join_target(_URL, _text(data))


def body(data: bytes) -> None:
    """Parse the body of a request for a scan."""
    with suppress(InvalidBody):
        read_request(data)


def frames(data: bytes) -> None:
    """Parse frames of a child that arrive in two pieces."""
    reader, split = FrameReader(message=1000, blob=1000), len(data) // 2
    decoder = msgspec.json.Decoder(Answer)
    with suppress(FrameTooLarge, msgspec.DecodeError, UnicodeDecodeError):
        for piece in (data[:split], data[split:]):
            for frame in reader.feed(piece):
                decoder.decode(frame.message)


def head(data: bytes) -> None:
    """Parse the head of a response."""
    with suppress(Unreachable):
        content_length(parse_head(data).headers)


def fields(data: bytes) -> None:
    """Parse header fields that have their own grammar."""
    value = _field(data)
    parse_hsts(value)
    parse_link_header(value)
    parse_cache_control(value)
    lifetime(Headers((("cache-control", value), ("expires", value), ("date", value), ("age", value))))
    for parse in (parse_item, parse_dictionary):
        with suppress(ValueError):
            parse(value)


def cookie(data: bytes) -> None:
    """Parse a ``Set-Cookie`` field."""
    refusal(parse_cookie(_field(data), 0.0), "example.com", secure=True)


def policy(data: bytes) -> None:
    """Parse a Content Security Policy and judge it."""
    for parsed in parse_policies(_field(data)):
        weaknesses(parsed)


def robots(data: bytes) -> None:
    """Parse a robots.txt file."""
    parse_robots(_text(data))


def css(data: bytes) -> None:
    """Parse a stylesheet, and apply it to a page."""
    tuple(leading_imports(data))
    page(b"<!doctype html><style>" + data + b"</style><p class=a id=b style='color:red'>x<a href=/>y</a>")


def srcset(data: bytes) -> None:
    """Parse attributes that have their own grammar."""
    value = data.replace(b'"', b"'")
    page(
        b'<img alt="" src=a srcset="%b" sizes="%b"><a href="%b" rel="%b">x</a>'
        b'<meta http-equiv=refresh content="%b"><input autocomplete="%b">' % ((value,) * 6)
    )


def json_ld(data: bytes) -> None:
    """Parse structured data."""
    page(b'<script type="application/ld+json">' + data + b"</script>")


def page(data: bytes) -> None:
    """Parse a page; no rule fails on it, and neither does a reader of its links and files."""
    _judge(_document(data))


def structured(data: bytes) -> None:
    """Ask every view and every rule of a page that is made of elements, attributes and styles of all kinds."""
    document = _document(markup(data))
    for asks in views(Document):
        asks(document)
    for tag in document.elements:
        document.accessible.named(tag)
        document.accessible.state(tag)
    _judge(document)


def declarations(data: bytes) -> None:
    """Ask every view of styles with functions of all kinds, whose arguments may be too few, too many or odd."""
    document = _document(styled(data))
    for style in map(document.styles.of, document.elements):
        for asks in views(Style):
            asks(style)


def _document(data: bytes) -> Document:
    return Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=data))


def _judge(document: Document) -> None:
    outline(document, links=10, resources=10)
    for asks in (media_elements, embedded_objects, links_named_alike):
        asks(document)
    exchange = document.page.exchange
    for rules, evidence in ((rules_reading(Document), document), (rules_reading(Exchange), exchange)):
        for rule in rules:
            judge(rule, evidence)


@cache
def views(subject: type) -> Sequence[Callable[[Any], object]]:
    """Return the functions of one document, or of one style, whose results are kept."""
    catalogue()  # loads the modules of all rules
    decorator = {Document: view, Style: cached_by_style}[subject]
    code = decorator(lambda _: None).__code__
    values = [value for module in (*sys.modules.values(),) for value in (*vars(module).values(),)]
    return tuple({id(value): value for value in values if getattr(value, "__code__", None) is code}.values())


def response(data: bytes) -> None:
    """Parse the head of a page; no rule fails on it."""
    read = parse_head(b"HTTP/1.1 200 OK\r\n" + data.replace(b"\0", b""))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=read.headers)
    for rule in rules_reading(Exchange):
        judge(rule, exchange)


def media(data: bytes) -> None:
    """Parse the header of an audio or video file; its duration is unknown, or finite."""
    file = FileParts(size=2 * len(data) or None)
    file.add(0, data)
    with suppress(Missing):
        found = media_file(file)
        assert found is None or found.seconds is None or 0 <= found.seconds < float("inf")


#: The seeds of each target.
TARGETS: dict[Callable[[bytes], None], tuple[bytes, ...]] = {
    url: (b"https://user@example.com:8443/a?b#c", "https://пример.example/".encode(), b"//[::1]/../%2e"),
    body: (b'{"url": "https://example.com/"}', b'{"url": "\\ud800"}'),
    frames: (b"\0\0\0\x10\0\0\0\0" + b'{"type":"ready"}',),
    head: (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nA: b\r\n c\r\n\r\n",),
    fields: (b'max-age=31536000; includeSubDomains; preload, </a>; rel="preload"; as=style', b'a=1;b, c="d", e=(f g)'),
    cookie: (b"__Host-a=b; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT",),
    policy: (b"default-src 'self' https: 'nonce-abc' 'sha256-aaaa'; script-src * 'strict-dynamic'; report-uri /a",),
    robots: (b"User-agent: *\nDisallow: /a*b$\nAllow: /\nSitemap: https://example.com/a.xml\n",),
    css: (b"@import 'a' layer(b) screen; @media (min-width: 9px) { .a > #b:not(p):nth-child(2n+1) { color: #fff } }",),
    srcset: (b"/a 1x, /b 2.5x", b"(min-width: 9px) 50vw, 100vw", b"5; url=/a"),
    json_ld: (b'{"@context": "https://schema.org", "@type": "Product", "name": "a", "offers": [{"price": 1}]}',),
    page: (b'<!doctype html><html lang=en><title>a</title><table><tr><th scope=col>b</table><a href="/c">d</a>',),
    # Pages of some twenty elements. The same number always gives the same bytes.
    structured: tuple(Random(number).randbytes(400) for number in range(20)),
    declarations: tuple(Random(number).randbytes(1000) for number in range(10)),
    media: (
        b"\0\0\0\x14ftypisom\0\0\2\0isom\0\0\0\x14moov\0\0\0\x0ctrakmdia",
        b"\x1aE\xdf\xa3\x80\x18S\x80g\x8a\x16T\xaek\x85\xae\x83\x83\x81\2",
        b"OggS\0\2" + b"\0" * 20 + b"\1\x1e\1vorbis" + b"\0" * 23,
        b"\xff\xfb\x90\0" + b"\0" * 413 + b"\xff\xfb\x90\0",
        b"RIFF\0\0\0\0WAVEdata\0\0\0\0",
        b"fLaC\0\0\0\x22" + b"\0" * 34,
    ),
    response: (
        b"Content-Type: text/html\r\nSet-Cookie: a=b\r\nStrict-Transport-Security: max-age=1\r\nLink: </a>\r\n",
    ),
}
