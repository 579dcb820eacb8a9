"""
What a parent and its fork server tell one another: fixed records over a pair of sockets.

Children are known by numbers that the parent gives: a process id may belong to another process once one has ended.
"""

import enum
import struct

_RECORD = struct.Struct("=cIi")

#: The bytes of one record.
SIZE = _RECORD.size


class Said(enum.Enum):
    """What a record says, and what its value is."""

    #: To the server: fork a child, whose standard input and output come with the record.
    FORK = b"f"
    #: To the server: kill a child.
    KILL = b"k"
    #: From the server: a child lives; its process id.
    FORKED = b"p"
    #: From the server: there is no room for a child; the error's number.
    FAILED = b"n"
    #: From the server: a child has ended and is reaped; its status as of waitpid(2).
    ENDED = b"e"


def record(said: Said, number: int, value: int = 0) -> bytes:
    """A record about the child of this number."""
    return _RECORD.pack(said.value, number, value)


class Records:
    """Records out of a stream of bytes, whose pieces may end anywhere."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[tuple[Said, int, int]]:
        """The records that are whole by now: what they say, the child's number, a value."""
        data = self._rest + data
        whole = len(data) - len(data) % SIZE
        self._rest = data[whole:]
        return [(Said(said), number, value) for said, number, value in _RECORD.iter_unpack(data[:whole])]
