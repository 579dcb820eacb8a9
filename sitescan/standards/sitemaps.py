"""
Sitemaps: the URLs listed at the beginning of one, and its faults.

https://www.sitemaps.org/protocol.html
"""

import re
import zlib
from collections.abc import Mapping
from html import unescape
from xml.parsers import expat

from attrs import evolve, field, frozen

from sitescan.standards.lazy_pattern import lazy_pattern

#: The maximum decompressed size of a sitemap, in bytes, and the maximum number of URLs that are read for one page.
_UNPACKED, MOST_LOCATIONS = 4 * 1024 * 1024, 5_000
#: Those of a sitemap that is read for a whole site: the limits of the protocol.
LARGEST, MOST_OF_FILE = 50 * 1024 * 1024, 50_000
_LONGEST = 2_048
#: The different dates that are counted: two are enough to know that not all are the same.
_DATES = 2
#: The number of bytes in which an index lists its first sitemap.
_BEGINNING = 16 * 1024
_FIRST = lazy_pattern(rb"<sitemap>\s{0,100}<loc>\s{0,100}(?:<!\[CDATA\[)?([^<>\s\]]{1,2048})")
_GZIP = b"\x1f\x8b"
SITEMAP_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: The second one is that of old sitemaps.
_NAMESPACES = frozenset({SITEMAP_NAMESPACE, "http://www.google.com/schemas/sitemap/0.84"})
_XHTML = "http://www.w3.org/1999/xhtml"
_ENTRIES = frozenset({"url", "sitemap"})
#: A date in W3C format. Search engines tolerate a time without a zone, or without the colon in it.
#: https://www.w3.org/TR/NOTE-datetime
_DATE = lazy_pattern(
    r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])"
    r"(?:T(?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?)?)?",
    re.ASCII,
)
_PRIORITY = lazy_pattern(r"0(?:\.[0-9]{0,20})?|1(?:\.0{0,20})?|\.[0-9]{1,20}")
_ROOTS = {"urlset": "urlset", "sitemapindex": "index", "rss": "feed", "feed": "feed", "rdf": "feed"}


@frozen(kw_only=True)
class SitemapContent:
    """
    The content of a sitemap.

    :ivar kind: ``urlset``, ``index``, ``feed``, ``text``, ``html``, ``empty`` or ``other``.
    :ivar locations: the first URLs of the sitemap.
    :ivar fault: a description of an error, with its line where it has one, or an empty string.
    :ivar wrong_date: the first ``lastmod`` that is no date, with its line, or an empty string.
    :ivar dates: the number of valid ``lastmod``, by the first two different ones.
    :ivar counted: the number of all URLs in the part that was read.
    :ivar read: the size of that part in the file, in bytes.
    :ivar cut: whether the file goes on after that part.
    """

    kind: str
    locations: tuple[str, ...] = ()
    fault: str = ""
    wrong_date: str = ""
    dates: Mapping[str, int] = field(factory=dict)
    counted: int = 0
    read: int = 0
    cut: bool = False


def parse_sitemap(body: bytes, *, whole: bool, most: int = MOST_LOCATIONS, unpacked: int = _UNPACKED) -> SitemapContent:
    """
    Parse a sitemap.

    :param whole: whether ``body`` is complete; a truncated end is no fault.
    :param most: the maximum number of URLs that are read.
    :param unpacked: the maximum size that is read, in bytes after decompression.
    """
    read = len(body)
    if body.startswith(_GZIP):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            body = unpacker.decompress(body, unpacked)
        except zlib.error:
            return SitemapContent(kind="other", fault="it is not valid gzip")
        read -= len(unpacker.unconsumed_tail)
        whole = whole and unpacker.eof
    return evolve(_content(body, most, whole=whole), read=read, cut=not whole)


def first_of_index(body: bytes) -> str:
    """
    Return the URL of the first sitemap in a sitemap index, or an empty string if there is none at the beginning.

    This doesn't parse the file, so that it may run in the parent process.
    """
    start = body[:_BEGINNING]
    match = _FIRST.search(start) if b"<sitemapindex" in start else None
    return unescape(match[1].decode("utf-8", "replace")) if match is not None else ""


def _content(body: bytes, most: int, *, whole: bool) -> SitemapContent:
    start = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        return SitemapContent(kind="empty")
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return SitemapContent(kind="html")
    if not start.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        return _text(body, most)
    return evolve(_Reader(most).read(body, whole=whole), counted=body.count(b"<loc>"))


def _text(body: bytes, most: int) -> SitemapContent:
    lines = (line.strip() for line in body.decode("utf-8-sig", "replace").splitlines())
    addresses = [line[:_LONGEST] for line in lines if line.startswith(("http://", "https://"))]
    return SitemapContent(
        kind="text" if addresses else "other", locations=tuple(addresses[:most]), counted=len(addresses)
    )


class _Stop(Exception):
    """Raised when enough was read, or more than a sitemap contains."""


class _Reader:
    """An incremental XML parser; sitemaps declare no entities, so parsing stops at an entity declaration."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kind = ""
        self.path: list[str] = []
        self.text: list[str] = []
        self.locations: list[str] = []
        self.dates: dict[str, int] = {}
        self.fault = self.wrong_date = ""
        self.located = False
        self.parser = expat.ParserCreate(namespace_separator=" ")

    def read(self, body: bytes, *, whole: bool) -> SitemapContent:
        parser = self.parser
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        try:
            parser.Parse(body, whole)
        except _Stop:
            pass
        except expat.ExpatError as problem:
            self.fault = f"line {problem.lineno}: {expat.ErrorString(problem.code)}"
        except (LookupError, ValueError) as problem:
            self.fault = str(problem)
        kind = _ROOTS.get(self.kind.lower(), "html" if self.kind.lower() == "html" else "other")
        if kind == "html":
            return SitemapContent(kind=kind)
        return SitemapContent(
            kind=kind,
            locations=tuple(self.locations),
            fault=self.fault,
            wrong_date=self.wrong_date,
            dates=self.dates,
        )

    def _start(self, qualified: str, _attributes: dict[str, str]) -> None:
        namespace, _, name = qualified.rpartition(" ")
        if not self.kind:
            self.kind = name
            if name in ("urlset", "sitemapindex") and namespace not in _NAMESPACES:
                self.fault = f'its {name} element needs xmlns="{SITEMAP_NAMESPACE}"'
        if self.kind.lower() == "html" or len(self.path) > 20:
            raise _Stop
        if name == "link" and "xhtml" in namespace and namespace != _XHTML:
            self._wrong(f'its {name} elements need xmlns:xhtml="{_XHTML}"')
        if name in _ENTRIES:
            self.located = False
        self.path.append(name)
        self.text = []

    def _end(self, _: str) -> None:
        name = self.path.pop()
        if name in _ENTRIES and not self.located:
            self._wrong(f"line {self.parser.CurrentLineNumber}: a {name} element names no URL")
        if name == "priority" and self.path[-1:] == ["url"]:
            self._priority("".join(self.text).strip()[:_LONGEST])
        if name not in ("loc", "lastmod") or not self.path or self.path[-1] not in ("url", "sitemap"):
            return
        text = "".join(self.text).strip()[:_LONGEST]
        if name == "lastmod":
            if _DATE.fullmatch(text):
                if text in self.dates or len(self.dates) < _DATES:
                    self.dates[text] = self.dates.get(text, 0) + 1
            elif text and not self.wrong_date:
                self.wrong_date = f"line {self.parser.CurrentLineNumber}: {text}"
            return
        self.located = bool(text)
        if text:
            self.locations.append(text)
        if len(self.locations) >= self.most:
            raise _Stop

    def _priority(self, text: str) -> None:
        """Check a priority, https://www.sitemaps.org/protocol.html#prioritydef."""
        if text and not _PRIORITY.fullmatch(text):
            self._wrong(f"line {self.parser.CurrentLineNumber}: the priority {text[:20]} is not from 0.0 to 1.0")

    def _wrong(self, fault: str) -> None:
        """Keep the first fault."""
        self.fault = self.fault or fault

    def _characters(self, text: str) -> None:
        if len(self.text) < 100:
            self.text.append(text[:_LONGEST])

    def _entity(self, *_: object) -> None:
        raise _Stop
