"""
Sitemaps: the URLs listed at the beginning of one, and its faults.

https://www.sitemaps.org/protocol.html
"""

import zlib
from xml.parsers import expat

from attrs import frozen

#: The maximum decompressed size of a sitemap, in bytes, and the maximum number of URLs that are read.
_UNPACKED, MOST_LOCATIONS = 4 * 1024 * 1024, 5_000
_LONGEST = 2_048
_GZIP = b"\x1f\x8b"
_ROOTS = {"urlset": "urlset", "sitemapindex": "index", "rss": "feed", "feed": "feed", "rdf": "feed"}


@frozen(kw_only=True)
class SitemapContent:
    """
    The content of a sitemap.

    :ivar kind: ``urlset``, ``index``, ``feed``, ``text``, ``html``, ``empty`` or ``other``.
    :ivar locations: the first URLs of the sitemap.
    :ivar fault: a description of a syntax error with its line, or an empty string.
    """

    kind: str
    locations: tuple[str, ...] = ()
    fault: str = ""


def parse_sitemap(body: bytes, *, whole: bool) -> SitemapContent:
    """
    Parse a sitemap.

    :param whole: whether ``body`` is complete; a truncated end is no fault.
    """
    if body.startswith(_GZIP):
        unpacked, whole = _unpacked(body, whole=whole)
        if unpacked is None:
            return SitemapContent(kind="other", fault="it is not valid gzip")
        body = unpacked
    start = body[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not start:
        return SitemapContent(kind="empty")
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body")):
        return SitemapContent(kind="html")
    if not start.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        return _text(body)
    return _Reader().read(body, whole=whole)


def _unpacked(body: bytes, *, whole: bool) -> tuple[bytes | None, bool]:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        data = unpacker.decompress(body, _UNPACKED)
    except zlib.error:
        return None, False
    return data, whole and unpacker.eof


def _text(body: bytes) -> SitemapContent:
    lines = [line.strip() for line in body.decode("utf-8-sig", "replace").splitlines()[:MOST_LOCATIONS]]
    addresses = tuple(line[:_LONGEST] for line in lines if line.startswith(("http://", "https://")))
    return SitemapContent(kind="text" if addresses else "other", locations=addresses)


class _Stop(Exception):
    """Raised when enough was read, or more than a sitemap contains."""


class _Reader:
    """An incremental XML parser; sitemaps declare no entities, so parsing stops at an entity declaration."""

    def __init__(self) -> None:
        self.kind = ""
        self.path: list[str] = []
        self.text: list[str] = []
        self.locations: list[str] = []

    def read(self, body: bytes, *, whole: bool) -> SitemapContent:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        fault = ""
        try:
            parser.Parse(body, whole)
        except _Stop:
            pass
        except (expat.ExpatError, LookupError, ValueError) as problem:
            line = f"line {problem.lineno}: " if isinstance(problem, expat.ExpatError) else ""
            fault = f"{line}{expat.ErrorString(problem.code) if isinstance(problem, expat.ExpatError) else problem}"
        kind = _ROOTS.get(self.kind.lower(), "html" if self.kind.lower() == "html" else "other")
        return SitemapContent(kind=kind, locations=tuple(self.locations), fault="" if kind == "html" else fault)

    def _start(self, name: str, _: dict[str, str]) -> None:
        name = name.rpartition(" ")[2]
        self.kind = self.kind or name
        if self.kind.lower() == "html" or len(self.path) > 20:
            raise _Stop
        self.path.append(name)
        self.text = []

    def _end(self, _: str) -> None:
        if self.path.pop() == "loc" and self.path and self.path[-1] in ("url", "sitemap"):
            self.locations.append("".join(self.text).strip()[:_LONGEST])
            if len(self.locations) >= MOST_LOCATIONS:
                raise _Stop

    def _characters(self, text: str) -> None:
        if len(self.text) < 100:
            self.text.append(text[:_LONGEST])

    def _entity(self, *_: object) -> None:
        raise _Stop
