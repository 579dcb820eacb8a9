"""Random access to a file of which only parts were loaded."""

from attrs import define, field

from sitescan.model.file_facts import MediaFile

#: The most reads per part that is added. They take a millisecond or two; a real header needs a few dozen.
_MOST_READS = 1000


class MalformedFile(ValueError):
    """The data violates its format, or needs too many reads."""


class Missing(Exception):
    """
    The requested bytes are in a part of the file that was not loaded.

    :ivar at: the offset of the bytes.
    :ivar known: the facts that are known without them.
    """

    def __init__(self, at: int, known: MediaFile | None = None) -> None:
        super().__init__(at)
        self.at = at
        self.known = known


@define(eq=False)
class FileParts:
    """
    The loaded parts of a file.

    :ivar size: the size of the whole file in bytes; ``None`` if it is unknown.
    """

    size: int | None = None
    _parts: list[tuple[int, bytes]] = field(factory=list, init=False)
    _reads: int = field(default=0, init=False)

    def add(self, at: int, data: bytes) -> None:
        """Add a part. The parser starts again, so the count of reads is reset."""
        self._parts.append((at, data))
        self._reads = 0

    @property
    def end(self) -> int:
        """The size of the file, or a large number if it is unknown."""
        return self.size if self.size is not None else 2**63

    def take(self, at: int, count: int) -> bytes:
        """
        Return ``count`` bytes of the file.

        :raises Missing: if they are in a part that was not loaded.
        :raises Malformed: if they are beyond the end of the file, or there were too many reads.
        """
        self._reads += 1
        if self._reads > _MOST_READS or at + count > self.end:
            raise MalformedFile
        for start, data in self._parts:
            if start <= at and at + count <= start + len(data):
                return data[at - start : at - start + count]
        raise Missing(at)

    def number(self, at: int, count: int) -> int:
        """Return an unsigned big-endian integer; raises as :meth:`take`."""
        return int.from_bytes(self.take(at, count), "big")

    def has(self, at: int, count: int) -> bool:
        """Return whether ``count`` bytes are loaded."""
        return any(start <= at and at + count <= start + len(data) for start, data in self._parts)
