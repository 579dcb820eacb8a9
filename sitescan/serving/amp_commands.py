"""What a server process and its parent say to each other, by AMP over a pair of pipes."""

from typing import Any, ClassVar

from twisted.protocols import amp

#: The descriptors of a server process that the parent reads and writes.
FROM_PARENT, TO_PARENT = 3, 4

#: The length of the longest value of a box, https://amp-protocol.net/.
_LONGEST = 0xFFFF


class Chunks(amp.Argument):
    """Bytes of any length, or ``None``: in as many values of a box as it takes."""

    def toBox(self, name: bytes, strings: Any, objects: Any, proto: Any) -> None:  # noqa: N802 - IArgumentType
        """Write them into a box."""
        value = objects.pop(name.decode())
        if value is not None:
            for number, at in enumerate(range(0, len(value) or 1, _LONGEST)):
                strings[b"%s-%d" % (name, number)] = value[at : at + _LONGEST]

    def fromBox(self, name: bytes, strings: Any, objects: Any, proto: Any) -> None:  # noqa: N802 - IArgumentType
        """Read them from a box."""
        chunks: list[bytes] = []
        while (chunk := strings.pop(b"%s-%d" % (name, len(chunks)), None)) is not None:
            chunks.append(chunk)
        objects[name.decode()] = b"".join(chunks) if chunks else None


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


class Get(amp.Command):
    """To the parent: a stored report, if there is one."""

    arguments: ClassVar = [(b"key", amp.Unicode())]
    response: ClassVar = [(b"report", Chunks())]


class Put(amp.Command):
    """To the parent: keep a report."""

    arguments: ClassVar = [(b"key", amp.Unicode()), (b"report", Chunks())]


class Lease(amp.Command):
    """To the parent: take, or renew, the lease of a report that is made here."""

    arguments: ClassVar = [(b"key", amp.Unicode()), (b"holder", amp.Unicode())]
    response: ClassVar = [(b"taken", amp.Boolean())]


class Release(amp.Command):
    """To the parent: give a lease back."""

    arguments: ClassVar = [(b"key", amp.Unicode()), (b"holder", amp.Unicode())]


class Ready(amp.Command):
    """To the parent: this process accepts requests."""


class Measure(amp.Command):
    """To a server process: how everything stands, as JSON, compressed to fit into a box of 64 KiB."""

    response: ClassVar = [(b"samples", amp.String())]


class Retire(amp.Command):
    """To a server process: take no more connections, answer what has come, and end."""
