"""What a server process and its parent say to each other, by AMP over a pair of pipes."""

from typing import ClassVar

from twisted.protocols import amp

#: The descriptors of a server process that the parent reads and writes.
FROM_PARENT, TO_PARENT = 3, 4

_TICKET = [
    (b"allowed", amp.Boolean()),
    (b"limit", amp.Integer()),
    (b"remaining", amp.Integer()),
    (b"reset", amp.Float()),
]


class Take(amp.Command):
    """To the parent: count one request of a client in a token table."""

    arguments: ClassVar = [(b"table", amp.Unicode()), (b"client", amp.String()), (b"spare", amp.Integer())]
    response: ClassVar = _TICKET


class Look(amp.Command):
    """To the parent: how a client stands in a token table."""

    arguments: ClassVar = [(b"table", amp.Unicode()), (b"client", amp.String())]
    response: ClassVar = _TICKET


class Ready(amp.Command):
    """To the parent: this process accepts requests."""


class Measure(amp.Command):
    """To a server process: how everything stands, as JSON, compressed to fit into a box of 64 KiB."""

    response: ClassVar = [(b"samples", amp.String())]


class Retire(amp.Command):
    """To a server process: take no more connections, answer what has come, and end."""
