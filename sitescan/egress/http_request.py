"""What is sent to strangers: a request without a body."""

from attrs import define
from twisted.web.http_headers import Headers as TwistedHeaders
from twisted.web.iweb import IClientRequest
from zope.interface import implementer

from sitescan.egress.content_coding import ACCEPT_ENCODING
from sitescan.standards.urls import Target

#: Written here: treq asks for the codings that it would decode itself.
_OURS = (b"Host", b"Accept-Encoding")


@implementer(IClientRequest)
@define(eq=False)
class HttpRequest:
    """
    A request (IClientRequest).

    :ivar method: ``GET`` or ``HEAD``.
    :ivar headers: its fields beside those that are written for each request.
    """

    method: bytes
    target: Target
    headers: TwistedHeaders

    @property
    def absoluteURI(self) -> bytes:  # noqa: N802 - IClientRequest
        """What is asked for."""
        return self.target.url.encode("ascii")

    @property
    def message(self) -> bytes:
        """
        The request as it is sent.

        https://www.rfc-editor.org/rfc/rfc9112#section-3
        """
        target = self.target
        first = f" {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nAccept-Encoding: {ACCEPT_ENCODING}\r\n"
        lines = [self.method, first.encode("ascii")]
        for name, values in self.headers.getAllRawHeaders():
            if name not in _OURS:
                lines.extend(b"%b: %b\r\n" % (name, value) for value in values)
        lines.append(b"\r\n")
        return b"".join(lines)
