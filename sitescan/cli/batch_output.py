"""The output file of a batch: lines of JSON, which a resumed batch continues without loss or repetition."""

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
from sitescan.report.visible_text import visible_json

_READ = 1024 * 1024
_BEGINNING = b'{"url":'
#: The ``wbits`` of zlib for data in the gzip format.
_GZIP = 31


def url_hash(url: str) -> int:
    """Return a hash of a URL in eight bytes, so that a million of them fit into memory."""
    return int.from_bytes(blake2b(url.encode("utf-8", "surrogatepass"), digest_size=8).digest())


class BatchOutput:
    """
    Appends records to a file that contains only complete records.

    A file whose name ends in ``.gz`` gets one gzip member for each record, like the output of ``cat a.gz b.gz``, which
    every gzip reader supports. An incomplete record of a killed process is removed.

    :ivar done: the hashes of the URLs that have a record.
    """

    def __init__(self, path: Path) -> None:
        """
        Create a file, or open one of an earlier run.

        :raises UsageProblem: if it can't be written or contains something else than records.
        """
        self._zipped = path.name.endswith(".gz")
        self.done: set[int] = set()
        with ExitStack() as stack:
            try:
                self._file = stack.enter_context(path.open("r+b" if path.exists() else "w+b"))
                self._resume()
            except BlockingIOError:
                raise UsageProblem(f"output: {path} is being written by another batch") from None
            except OSError as problem:
                raise UsageProblem(f"output: {path}: {problem.strerror}") from None
            except _NotABatch:
                raise UsageProblem(f"output: {path} holds something else than the reports of a batch") from None
            stack.pop_all()

    def _resume(self) -> None:
        """Read the existing records and remove an incomplete one at the end."""
        flock(self._file, LOCK_EX | LOCK_NB)
        whole = 0
        for record, end in _members(self._file) if self._zipped else _lines(self._file):
            self.done.add(url_hash(_url_of(record)))
            whole = end
        self._file.seek(whole)
        self._file.truncate()

    def write(self, record: dict[str, Any]) -> None:
        """Append a record, which has a ``url``, and flush it to the operating system."""
        line = visible_json(record, separators=(",", ":")).encode() + b"\n"
        if self._zipped:
            packer = zlib.compressobj(6, wbits=_GZIP)
            line = packer.compress(line) + packer.flush()
        self._file.write(line)
        self._file.flush()
        self.done.add(url_hash(record["url"]))

    def close(self) -> None:
        """Write the file to disk and close it."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


class _NotABatch(Exception):
    """The file was not written by a batch and must not be truncated."""


def _url_of(record: bytes) -> str:
    try:
        url = json.loads(record)["url"]
    except (ValueError, KeyError, TypeError, RecursionError):
        url = None
    if not isinstance(url, str):
        raise _NotABatch
    return url


def _lines(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield each complete line and the position of its end."""
    at = 0
    for line in file:
        at += len(line)
        if line.endswith(b"\n"):
            yield line, at
        elif not _BEGINNING.startswith(line[: len(_BEGINNING)]):
            raise _NotABatch


def _members(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Yield the content of each complete gzip member and the position of its end."""
    at, data = 0, b""
    unpacker, content = zlib.decompressobj(_GZIP), b""
    while data := data or file.read(_READ):
        try:
            content += unpacker.decompress(data)
        except zlib.error:
            raise _NotABatch from None
        if unpacker.eof:
            at += len(data) - len(unpacker.unused_data)
            yield content, at
            data = unpacker.unused_data
            unpacker, content = zlib.decompressobj(_GZIP), b""
        else:
            at += len(data)
            data = b""
