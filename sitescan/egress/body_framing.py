"""The end of a response body (RFC 9112, section 6.3)."""

from collections.abc import Iterator
from typing import Protocol

from attrs import define, field

from sitescan.egress.chunked import ChunkedDecoder
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead
from sitescan.model.answers import Problem

_WITHOUT_BODY = frozenset({204, 304})


class BodyDecoder(Protocol):
    """Removes the transfer coding from one body and finds its end."""

    @property
    def complete(self) -> bool:
        """True if the whole body has been received."""

    @property
    def ends_with_connection(self) -> bool:
        """True if the body is complete when the connection is closed."""

    @property
    def excess(self) -> bytes:
        """The bytes that were received after the end of the body."""

    def decode(self, data: bytes) -> Iterator[bytes]:
        """
        Decode the next piece of the body, and yield it without the transfer coding.

        :raises MalformedChunks: if the coding is violated.
        """


@define(eq=False)
class LengthDecoder:
    """
    Passes a body of known length, and one that ends with its connection.

    :ivar left: the number of bytes that have not been received yet; ``None`` if the body ends with its connection.
    :ivar excess: the bytes that were received after the end of the body.
    """

    left: int | None
    excess: bytes = field(default=b"", init=False)

    @property
    def complete(self) -> bool:
        """True if the whole body has been received."""
        return self.left == 0

    @property
    def ends_with_connection(self) -> bool:
        """True if the body is complete when the connection is closed."""
        return self.left is None

    def decode(self, data: bytes) -> Iterator[bytes]:
        """Yield the part of a piece that belongs to the body."""
        body = data[: self.left]
        if self.left is not None:
            self.left -= len(body)
        self.excess += data[len(body) :]
        if body:
            yield body


def body_decoder(method: bytes, head: ResponseHead) -> BodyDecoder:
    """
    Return the decoder for the body of a response.

    :param method: the method of the request.
    :param head: the head of the response.
    :raises Unreachable: if the end of the body can't be determined.

    https://www.rfc-editor.org/rfc/rfc9112#section-6.3
    """
    if method == b"HEAD" or head.status in _WITHOUT_BODY:
        return LengthDecoder(0)
    codings = head.headers.all("transfer-encoding")
    if codings:
        if codings[0].lower() != "chunked":
            raise Unreachable(Problem.MALFORMED)
        return ChunkedDecoder()
    if head.length is None and "content-length" in head.headers:
        raise Unreachable(Problem.MALFORMED)
    return LengthDecoder(head.length)


def keeps_connection(head: ResponseHead) -> bool:
    """
    Return whether the server accepts another request over the connection of a response.

    https://www.rfc-editor.org/rfc/rfc9112#section-9.3
    """
    options = head.headers.get("connection").lower()
    if "close" in options:
        return False
    return head.version >= (1, 1) or "keep-alive" in options
