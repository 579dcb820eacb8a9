"""The requests that are sent: GET and HEAD, without a body."""

from collections.abc import Iterator

from attrs import define
from twisted.web.http_headers import Headers
from twisted.web.iweb import IClientRequest
from zope.interface import implementer

from sitescan.egress.content_coding import ACCEPT_ENCODING
from sitescan.standards.urls import Target

#: The fields that :attr:`HttpRequest.message` writes itself. treq adds the codings that it would decode.
_OWN_FIELDS = frozenset({b"Host", b"Accept-Encoding"})


@implementer(IClientRequest)
@define(eq=False)
class HttpRequest:
    """
    A request (IClientRequest).

    :ivar method: ``GET`` or ``HEAD``.
    :ivar target: the URL that is requested.
    :ivar headers: the header fields; ``Host`` and ``Accept-Encoding`` among them are ignored.
    """

    method: bytes
    target: Target
    headers: Headers

    @property
    def absoluteURI(self) -> bytes:  # noqa: N802 - IClientRequest
        """The URL that is requested."""
        return self.target.url.encode("ascii")

    @property
    def message(self) -> bytes:
        """
        The request as it is sent.

        https://www.rfc-editor.org/rfc/rfc9112#section-3
        """
        target = self.target
        own = f" {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nAccept-Encoding: {ACCEPT_ENCODING}\r\n"
        return b"%b%b%b\r\n" % (self.method, own.encode("ascii"), b"".join(self._field_lines()))

    def _field_lines(self) -> Iterator[bytes]:
        for name, values in self.headers.getAllRawHeaders():
            if name not in _OWN_FIELDS:
                yield from (b"%b: %b\r\n" % (name, value) for value in values)
