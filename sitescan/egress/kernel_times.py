"""How long a server took, as the kernel saw it: a process that is busy reads late what has long arrived."""

import socket
import struct
from typing import Any

from twisted.internet.interfaces import ISystemHandle, ITransport
from twisted.protocols.tls import TLSMemoryBIOProtocol

#: ``struct tcp_info`` of ``linux/tcp.h``: ``tcpi_last_data_sent`` and ``tcpi_last_data_recv``, in milliseconds ago, and
#: ``tcpi_bytes_received``.
_LAST_SENT, _LAST_RECEIVED, _BYTES_RECEIVED = 44, 52, 128
_END = 136


def answer_seconds(transport: ITransport | None) -> float | None:
    """
    Return the seconds from the last data that the kernel sent over a TCP connection to the last that it received.

    https://man7.org/linux/man-pages/man7/tcp.7.html (``TCP_INFO``)

    :return: whole milliseconds, rounded up; ``None`` if the system doesn't tell, or nothing was received since.
    """
    below: Any = transport.transport if isinstance(transport, TLSMemoryBIOProtocol) else transport
    if not ISystemHandle.providedBy(below):
        return None
    handle: Any = below.getHandle()
    try:
        info = handle.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _END)
    except OSError:
        return None
    if len(info) < _END or not struct.unpack_from("=Q", info, _BYTES_RECEIVED)[0]:
        return None
    (sent,), (received,) = (struct.unpack_from("=I", info, at) for at in (_LAST_SENT, _LAST_RECEIVED))
    return (sent - received + 1) / 1000 if sent >= received else None
