"""What treq is given with each request, so that it encodes, copies and keeps nothing."""

from collections.abc import Iterator, Sequence
from http.cookiejar import Cookie
from typing import Any, AnyStr

from hyperlink import EncodedURL
from treq.cookies import IndexableCookieJar
from twisted.web.http_headers import Headers as TwistedHeaders

from sitescan.standards.urls import Target

#: Written for each request (:mod:`.http_request`): treq asks for the codings that it would decode itself.
_WRITTEN = frozenset({b"Host", b"Accept-Encoding"})


class CheckedUrl(EncodedURL):
    """
    The URL of a checked target, as treq takes URLs.

    It is sent as it is. hyperlink would encode host, path and query anew for each request, and what was
    checked must be what is asked for. treq asks it for its text and nothing else, so its parts are not set.
    """

    __slots__ = ("_serialized",)

    def __init__(self, target: Target) -> None:
        self._serialized = target.url

    def to_uri(self) -> EncodedURL:
        """Itself."""
        return self

    def to_text(self, with_password: bool = False) -> str:
        """The URL as the URL standard serializes it."""
        return self._serialized


class NoCookies(IndexableCookieJar):
    """A cookie jar that keeps nothing, sends nothing, and reads nothing that a stranger wrote."""

    def __iter__(self) -> Iterator[Cookie]:
        """There are none."""
        return iter(())

    def add_cookie_header(self, request: Any) -> None:
        """Send nothing."""

    def extract_cookies(self, response: Any, request: Any) -> None:
        """Keep nothing."""


class RequestHeaders(TwistedHeaders):
    """
    The header fields of requests, written out once for all requests that have the same ones, and never changed.

    treq would copy them for each request, to add the codings that it would decode itself.

    :ivar lines: the fields as they are sent, but for those that are written for each request.
    """

    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        """
        Write out fields.

        :param fields: names and values; of those with the same name the last one counts.
        """
        super().__init__()
        for name, value in fields:
            self.setRawHeaders(name, [value])
        self.lines = b"".join(self._lines())

    def _lines(self) -> Iterator[bytes]:
        for name, values in self.getAllRawHeaders():
            if name not in _WRITTEN:
                yield from (b"%b: %b\r\n" % (name, value) for value in values)

    def hasHeader(self, name: AnyStr) -> bool:  # noqa: N802 - Twisted's name
        """
        Whether there is such a field.

        There is nothing to add to what there is of cookies, which is how treq asks whether to look for some.
        """
        return name == b"Cookie" or super().hasHeader(name)

    def copy(self) -> "RequestHeaders":
        """Itself."""
        return self

    def addRawHeader(self, name: str | bytes, value: str | bytes) -> None:  # noqa: N802 - Twisted's name
        """Change nothing."""
