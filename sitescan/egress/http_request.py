"""What is sent to strangers: a request without a body."""

from attrs import define
from twisted.web.iweb import IClientRequest
from zope.interface import implementer

from sitescan.egress.content_coding import ACCEPT_ENCODING
from sitescan.egress.treq_arguments import RequestHeaders
from sitescan.standards.urls import Target


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
    headers: RequestHeaders

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
        own = f" {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nAccept-Encoding: {ACCEPT_ENCODING}\r\n"
        return b"%b%b%b\r\n" % (self.method, own.encode("ascii"), self.headers.lines)
