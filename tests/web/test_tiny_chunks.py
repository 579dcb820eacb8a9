"""Request bodies in too many pieces, which are abandoned early."""

from typing import Any

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.web.resource import Resource

from sitescan.configuration.settings import Settings
from sitescan.logs.measurements import Measurements
from sitescan.web.server_limits import BoundedRequest, Channel, LimitedSite

HEAD = b"POST /api/v1/scan HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"


class Counting(BoundedRequest):
    """A request that counts the pieces of its body."""

    pieces = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Count the piece."""
        type(self).pieces += 1
        super().handleContentChunk(data)


@pytest.mark.parametrize(("piece", "most"), [(b"1\r\na\r\n", 600), (b"2000\r\n" + b"a" * 0x2000 + b"\r\n", 200)])
def test_excessive_body_is_not_parsed(piece: bytes, most: int) -> None:
    """The rest of a body in too many pieces, or of one that is too large, is not parsed."""
    Counting.pieces = 0
    clock: Any = Clock()
    site = LimitedSite(clock, Settings(), Resource(), Measurements())
    site.requestFactory = Counting
    channel = site.buildProtocol(None)
    assert isinstance(channel, Channel)
    transport = StringTransport()
    channel.makeConnection(transport)
    channel.dataReceived(HEAD + piece * 100_000 if most == 600 else HEAD + piece * 1000)
    assert transport.disconnected
    assert 0 < Counting.pieces < most
    channel.connectionLost()
    for call in clock.getDelayedCalls():
        call.cancel()
