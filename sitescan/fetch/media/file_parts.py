"""The parts of a file that are there, and what a reader of them does not have."""

from attrs import define, field

from sitescan.model.file_facts import MediaFile

#: Looks at one file, whatever is in it: so many take a millisecond or two, and a real header a few dozen.
_MOST_LOOKS = 1000


class Malformed(ValueError):
    """The bytes are not what their format asks for, or say more than is read."""


class Missing(Exception):
    """
    What is asked for is in a part of the file that is not there.

    :ivar at: where it begins.
    :ivar known: what is known without it.
    """

    def __init__(self, at: int, known: MediaFile | None = None) -> None:
        super().__init__(at)
        self.at = at
        self.known = known


@define(eq=False)
class FileParts:
    """
    A file of which parts are there.

    :ivar size: how long the whole file is, bytes; ``None`` where that is not known.
    """

    size: int | None = None
    _parts: list[tuple[int, bytes]] = field(factory=list, init=False)
    _looks: int = field(default=0, init=False)

    def add(self, at: int, data: bytes) -> None:
        """Another part has come. Whoever reads the file begins anew, and may look as often again."""
        self._parts.append((at, data))
        self._looks = 0

    @property
    def end(self) -> int:
        """Where the file ends; far away where that is not known."""
        return self.size if self.size is not None else 2**63

    def take(self, at: int, count: int) -> bytes:
        """
        So many bytes of the file.

        :raises Missing: where they are in a part that is not there.
        :raises Malformed: where the file has no such bytes, or was looked at too often.
        """
        self._looks += 1
        if self._looks > _MOST_LOOKS or at + count > self.end:
            raise Malformed
        for start, data in self._parts:
            if start <= at and at + count <= start + len(data):
                return data[at - start : at - start + count]
        raise Missing(at)

    def number(self, at: int, count: int) -> int:
        """An unsigned number, the highest byte first; as :meth:`take`."""
        return int.from_bytes(self.take(at, count), "big")

    def has(self, at: int, count: int) -> bool:
        """Whether so many bytes are there."""
        return any(start <= at and at + count <= start + len(data) for start, data in self._parts)
