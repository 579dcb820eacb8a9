"""Where the body of a response ends: RFC 9112, 6.3."""

from collections.abc import Callable
from typing import Any

from twisted.web.http import _ChunkedTransferDecoder, _IdentityTransferDecoder

from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead
from sitescan.model.answers import Problem

_WITHOUT_BODY = frozenset({204, 304})


def body_decoder(
    method: bytes, head: ResponseHead, received: Callable[[bytes], None], ended: Callable[[bytes], None]
) -> Any:
    """
    What takes the transfer coding from a body, one of Twisted's; ``None`` where there is no body.

    :param received: is told of each piece of the body.
    :param ended: is told, where its end is known, of what came after it.
    :raises Unreachable: where it can't be known where the body ends.

    https://www.rfc-editor.org/rfc/rfc9112#section-6.3
    """
    if method == b"HEAD" or head.status in _WITHOUT_BODY:
        return None
    codings = head.headers.all("transfer-encoding")
    if codings:
        if codings[0].lower() != "chunked":
            raise Unreachable(Problem.MALFORMED)
        return _ChunkedTransferDecoder(received, ended)
    if head.length is None and "content-length" in head.headers:
        raise Unreachable(Problem.MALFORMED)
    return None if head.length == 0 else _IdentityTransferDecoder(head.length, received, ended)


def keeps_connection(head: ResponseHead) -> bool:
    """
    Whether a server takes another request over the connection of an answer.

    https://www.rfc-editor.org/rfc/rfc9112#section-9.3
    """
    options = head.headers.get("connection").lower()
    if "close" in options:
        return False
    return head.version >= (1, 1) or "keep-alive" in options
