"""
The messages between a parent and its fork server: records of a fixed size over a pair of sockets.

They refer to children by numbers that the parent assigns, because the process id of a child may belong to another
process after the child has ended.
"""

import enum
import struct

_RECORD = struct.Struct("=cIi")

#: The size of a message in bytes.
SIZE = _RECORD.size


class MessageKind(enum.Enum):
    """The kinds of messages, with the meaning of their values."""

    #: To the server: fork a child. The socket for its standard input and output comes with the message.
    FORK = b"f"
    #: To the server: kill a child.
    KILL = b"k"
    #: From the server: a child has been forked; the value is its process id.
    FORKED = b"p"
    #: From the server: a child could not be forked; the value is an errno.
    FAILED = b"n"
    #: From the server: a child has ended and been reaped; the value is its status as waitpid(2) returns it.
    ENDED = b"e"


def message(kind: MessageKind, number: int, value: int = 0) -> bytes:
    """Return a message about the child with the given number."""
    return _RECORD.pack(kind.value, number, value)


class MessageParser:
    """Splits a stream of bytes, which may be cut anywhere, into messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[MessageKind, int, int]]:
        """Return the kind, the number of the child and the value of each message that is complete with the data."""
        data = self._rest + data
        complete = len(data) - len(data) % SIZE
        self._rest = data[complete:]
        return [(MessageKind(kind), number, value) for kind, number, value in _RECORD.iter_unpack(data[:complete])]
