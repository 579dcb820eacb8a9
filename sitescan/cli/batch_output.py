"""The file that a batch writes: one JSON object a line, of which a killed process loses none and repeats none."""

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from fcntl import LOCK_EX, LOCK_NB, flock
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from sitescan.cli.exit_codes import UsageProblem

_READ = 1024 * 1024
_BEGINNING = b'{"url":'
_GZIP = 31  # zlib.decompressobj: with the header of gzip


def url_hash(url: str) -> int:
    """A URL in eight bytes: a million of them must be remembered."""
    return int.from_bytes(blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest())


class BatchOutput:
    """
    Appends records; each is whole in the file, or is not in it.

    A name that ends in ``.gz`` is written as one gzip member for each record, as ``cat a.gz b.gz`` would make it:
    whatever reads gzip reads it. Where a process was killed in the middle of one, the file is cut after the one before.

    :ivar done: the hashes of the URLs that have a record.
    :ivar resumed: how many there were at first.
    """

    def __init__(self, path: Path) -> None:
        """
        Open a file, or go on with one.

        :raises UsageProblem: where it cannot be written, or holds something else.
        """
        self._zipped = path.name.endswith(".gz")
        self.done: set[int] = set()
        with ExitStack() as stack:
            try:
                self._file = stack.enter_context(path.open("r+b" if path.exists() else "w+b"))
                self._go_on()
            except BlockingIOError:
                raise UsageProblem(f"output: {path} is being written by another batch") from None
            except OSError as problem:
                raise UsageProblem(f"output: {path}: {problem.strerror}") from None
            except _SomethingElse:
                raise UsageProblem(f"output: {path} holds something else than the reports of a batch") from None
            stack.pop_all()
        self.resumed = len(self.done)

    def _go_on(self) -> None:
        """Read what is there, and cut off what is not whole."""
        flock(self._file, LOCK_EX | LOCK_NB)
        whole = 0
        for record, end in _members(self._file) if self._zipped else _lines(self._file):
            self.done.add(url_hash(_url_of(record)))
            whole = end
        self._file.seek(whole)
        self._file.truncate()

    def write(self, record: dict[str, Any]) -> None:
        """Append a record, which has a ``url``; it has been handed to the system when this returns."""
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        if self._zipped:
            packer = zlib.compressobj(6, wbits=_GZIP)
            line = packer.compress(line) + packer.flush()
        self._file.write(line)
        self._file.flush()
        self.done.add(url_hash(record["url"]))

    def close(self) -> None:
        """Have the disk keep what was written."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


class _SomethingElse(Exception):
    """A file is not one of ours, which is not to be cut."""


def _url_of(record: bytes) -> str:
    try:
        url = json.loads(record)["url"]
    except (ValueError, KeyError, TypeError, RecursionError):
        url = None
    if not isinstance(url, str):
        raise _SomethingElse
    return url


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Each whole line, and where it ends."""
    at = 0
    for line in file:
        at += len(line)
        if line.endswith(b"\n"):
            yield line, at
        elif not _BEGINNING.startswith(line[: len(_BEGINNING)]):
            raise _SomethingElse


def _members(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """The content of each whole gzip member, and where it ends."""
    at, data = 0, b""
    unpacker, content = zlib.decompressobj(_GZIP), b""
    while data := data or file.read(_READ):
        try:
            content += unpacker.decompress(data)
        except zlib.error:
            raise _SomethingElse from None
        if unpacker.eof:
            at += len(data) - len(unpacker.unused_data)
            yield content, at
            data = unpacker.unused_data
            unpacker, content = zlib.decompressobj(_GZIP), b""
        else:
            at += len(data)
            data = b""
