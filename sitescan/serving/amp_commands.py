"""The messages between a server process and its parent: AMP over a pair of pipes."""

from typing import ClassVar

from twisted.protocols import amp

#: The descriptors from which a server process reads what the parent sends, and to which it writes.
FROM_PARENT, TO_PARENT = 3, 4

_TICKET = [
    (b"allowed", amp.Boolean()),
    (b"limit", amp.Integer()),
    (b"remaining", amp.Integer()),
    (b"reset", amp.Float()),
]


class Take(amp.Command):
    """Ask the parent to count one request of a client in a token table."""

    arguments: ClassVar = [(b"table", amp.Unicode()), (b"client", amp.String()), (b"spare", amp.Integer())]
    response: ClassVar = _TICKET


class Look(amp.Command):
    """Ask the parent for a client's state in a token table."""

    arguments: ClassVar = [(b"table", amp.Unicode()), (b"client", amp.String())]
    response: ClassVar = _TICKET


class ProcessReady(amp.Command):
    """Tell the parent that the process accepts requests."""


class Measure(amp.Command):
    """Ask a server process for its metrics: JSON, compressed to fit into a box of 64 KiB."""

    response: ClassVar = [(b"samples", amp.String())]


class Retire(amp.Command):
    """Ask a server process to stop accepting connections, answer its requests, and end."""
