"""Edits of a file's bytes by lines, and the unified diff of them that ``git apply`` and ``patch`` take."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

#: A replacement of a range of bytes: start, end and replacement.
ByteEdit = tuple[int, int, bytes]

#: The unchanged lines before and after a change.
_CONTEXT = 3


class Lines(NamedTuple):
    """One or more lines of a file before and after its edits."""

    before: bytes
    after: bytes

    @property
    def changed(self) -> bool:
        """Whether the edits change these lines."""
        return self.before != self.after


class EditedLines:
    """
    The lines of a file and what edits have made of them.

    Edits say which lines they change, so no two versions of the file have to be compared, which takes quadratic time.
    """

    def __init__(self, body: bytes) -> None:
        self._lines: Sequence[Lines] = [Lines(line, line) for line in split_lines(body)] or [Lines(b"", b"")]

    @property
    def body(self) -> bytes:
        """The file with all edits."""
        return b"".join(line.after for line in self._lines)

    def edited(self, edits: Iterable[ByteEdit]) -> "EditedLines":
        """
        Return these lines with more edits.

        :param edits: edits of :attr:`body` that don't overlap; those at the same offset are in their order.
        """
        body, waiting = self.body, deque(sorted(edits, key=lambda edit: edit[:2]))
        lines: list[Lines] = []
        before, after = list[bytes](), list[bytes]()
        at = end = 0
        for left, line in zip(reversed(range(len(self._lines))), self._lines, strict=True):
            end += len(line.after)
            if not before and left and not (waiting and waiting[0][0] < end):
                lines.append(line)
                at = end
                continue
            before.append(line.before)
            while waiting and waiting[0][1] <= end and (waiting[0][0] < end or not left):
                start, stop, replacement = waiting.popleft()
                after += filter(None, (body[at:start], replacement))
                at = stop
            if waiting and waiting[0][0] < end:
                # This edit ends in a later line.
                continue
            after += filter(None, (body[at:end],))
            at = end
            if left and after and not after[-1].endswith(b"\n"):
                # The line break is gone, so the next line belongs to this one.
                continue
            lines.append(Lines(b"".join(before), b"".join(after)))
            before, after = [], []
        made = EditedLines(b"")
        made._lines = lines
        return made

    def changes(self) -> Iterator[Lines]:
        """Yield the changed lines, adjacent ones together."""
        for changed, group in groupby(self._lines, lambda line: line.changed):
            if changed:
                yield _joined(group)

    def diff(self, name: str) -> bytes:
        """
        Return the unified diff of the file, empty if nothing has changed.

        :param name: the path of the file, with slashes.

        https://git-scm.com/docs/diff-format#generate_patch_text_with_p
        """
        hunks = b"".join(_hunks(self._lines))
        return b"--- %b\n+++ %b\n%b" % (_path(f"a/{name}"), _path(f"b/{name}"), hunks) if hunks else b""


def split_lines(body: bytes) -> list[bytes]:
    """Return the lines of a file with their ends, which are line feeds, as Git splits them."""
    lines = body.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _count(text: bytes) -> int:
    """Return the number of lines of a text."""
    return text.count(b"\n") + (text[-1:] not in (b"", b"\n"))


def _joined(lines: Iterable[Lines]) -> Lines:
    listed = list(lines)
    return Lines(b"".join(line.before for line in listed), b"".join(line.after for line in listed))


def _hunks(lines: Sequence[Lines]) -> Iterator[bytes]:
    changed = [number for number, line in enumerate(lines) if line.changed]
    old = list(accumulate((_count(line.before) for line in lines), initial=0))
    new = list(accumulate((_count(line.after) for line in lines), initial=0))
    hunks: list[list[int]] = []
    for number in changed:
        if hunks and number - hunks[-1][-1] <= 2 * _CONTEXT + 1:
            hunks[-1].append(number)
        else:
            hunks.append([number])
    for hunk in hunks:
        first, last = max(0, hunk[0] - _CONTEXT), min(len(lines), hunk[-1] + _CONTEXT + 1)
        yield b"@@ -%b +%b @@\n" % (_range(old[first], old[last]), _range(new[first], new[last]))
        for differs, group in groupby(lines[first:last], lambda line: line.changed):
            both = _joined(group)
            if differs:
                yield from (_line(b"-", line) for line in split_lines(both.before))
                yield from (_line(b"+", line) for line in split_lines(both.after))
            else:
                yield from (_line(b" ", line) for line in split_lines(both.before))


def _range(first: int, end: int) -> bytes:
    """Return the range of a hunk; an empty one names the line before it."""
    return b"%d,%d" % (first + 1 if end > first else first, end - first)


def _line(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else mark + line + b"\n\\ No newline at end of file\n"


def _path(name: str) -> bytes:
    """Return a path, quoted as Git quotes those that have unusual characters."""
    written = name.encode("utf-8", "surrogateescape")
    if all(0x20 < byte < 0x7F and byte not in b'"\\' for byte in written):
        return written
    quoted = (b"\\%03o" % byte if not 0x20 <= byte < 0x7F or byte in b'"\\' else bytes([byte]) for byte in written)
    return b'"%b"' % b"".join(quoted)
