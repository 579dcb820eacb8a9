"""What treq is given with each request, so that it encodes nothing."""

from collections.abc import Iterator, Sequence

from hyperlink import EncodedURL
from twisted.web.http_headers import Headers as TwistedHeaders

from sitescan.standards.urls import Target

#: Written for each request (:mod:`.http_request`).
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


class RequestHeaders(TwistedHeaders):
    """
    The header fields of requests, written out once for all requests that have the same ones, and never changed.

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
