"""Edits of a file's bytes by lines, and the unified diff of them that ``git apply`` and ``patch`` take."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import AnyStr, NamedTuple

#: A replacement of a range of a text or of bytes: start, end and replacement.
Replacement = tuple[int, int, AnyStr]

#: The unchanged lines before and after a change.
_CONTEXT = 3


class Lines(NamedTuple):
    """Lines of a file before and after its edits; unchanged ones are together as long as no edit touches them."""

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
        self._lines: Sequence[Lines] = [Lines(body, body)]

    @property
    def body(self) -> bytes:
        """The file with all edits."""
        return b"".join(line.after for line in self._lines)

    def edited(self, edits: Iterable[Replacement[bytes]]) -> "EditedLines":
        """
        Return these lines with more edits.

        :param edits: edits of :attr:`body` that don't overlap; those at the same offset are in their order.
        """
        body, found = self.body, sorted(edits, key=lambda edit: edit[:2])
        touched, waiting = self._split(body, found), deque(found)
        lines: list[Lines] = []
        before, after = list[bytes](), list[bytes]()
        at = end = 0
        for left, line in zip(reversed(range(len(touched))), touched, strict=True):
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

    def _split(self, body: bytes, edits: Iterable[Replacement[bytes]]) -> Sequence[Lines]:
        """Return these lines, with each unchanged line that an edit touches by itself."""
        touched = deque(_touched(body, edits))
        pieces: list[Lines] = []
        at = end = 0
        for lines in self._lines:
            end += len(lines.after)
            while touched and touched[0][0] < end and not lines.changed:
                first, last = max(at, touched[0][0]), min(end, touched[0][1])
                pieces += (Lines(text, text) for text in (body[at:first], *split_lines(body[first:last])) if text)
                at = max(at, last)
                if touched[0][1] > end:
                    break
                touched.popleft()
            if lines.changed:
                pieces.append(lines)
            elif at < end:
                pieces.append(Lines(body[at:end], body[at:end]))
            at = end
        return pieces or [Lines(b"", b"")]

    def changes(self) -> Iterator[Lines]:
        """Yield the changed lines, adjacent ones together."""
        for changed, group in groupby(self._lines, lambda line: line.changed):
            if changed:
                yield _joined(group)

    def diff(self, name: str) -> bytes:
        """
        Return the unified diff of the file, empty if all edits together change nothing.

        :param name: the path of the file, with slashes.

        https://git-scm.com/docs/diff-format#generate_patch_text_with_p
        """
        if b"".join(line.before for line in self._lines) == self.body:
            return b""
        hunks = b"".join(_hunks(self._lines))
        return b"--- %b\n+++ %b\n%b" % (_path(f"a/{name}"), _path(f"b/{name}"), hunks)


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


def _touched(body: bytes, edits: Iterable[Replacement[bytes]]) -> Iterator[tuple[int, int]]:
    """Yield the range of the lines that each edit touches, without those of the edits before it."""
    end = 0
    for start, stop, _ in edits:
        # What is added after the last line belongs to it.
        first = body.rfind(b"\n", end, min(start, len(body) - 1)) + 1 or end
        if stop >= end:
            end = body.find(b"\n", stop) + 1 or len(body)
        yield first, end


def _hunks(lines: Iterable[Lines]) -> Iterator[bytes]:
    """Yield the hunks: changes with the lines around them, and those with few lines between them together."""
    groups = [_joined(group) for _, group in groupby(lines, lambda line: line.changed)]
    hunk: list[Lines] = []
    old = new = 0
    for left, group in zip(reversed(range(len(groups))), groups, strict=True):
        if group.changed or (hunk and left and _count(group.before) <= 2 * _CONTEXT):
            hunk.append(group)
            continue
        first, last = _first_lines(group.before), _last_lines(group.before)
        if hunk:
            yield _hunk([*hunk, Lines(first, first)], old, new)
        old += sum(_count(part.before) for part in (*hunk, group)) - _count(last)
        new += sum(_count(part.after) for part in (*hunk, group)) - _count(last)
        hunk = [Lines(last, last)]
    if hunk and hunk[-1].changed:
        yield _hunk(hunk, old, new)


def _hunk(lines: Sequence[Lines], old: int, new: int) -> bytes:
    """Return a hunk that has as many lines of the file before it."""
    removed, added = sum(_count(part.before) for part in lines), sum(_count(part.after) for part in lines)
    written = [b"@@ -%b +%b @@\n" % (_range(old, old + removed), _range(new, new + added))]
    for part in lines:
        written += (_line(b"-" if part.changed else b" ", line) for line in split_lines(part.before))
        written += (_line(b"+", line) for line in split_lines(part.after) if part.changed)
    return b"".join(written)


def _first_lines(text: bytes) -> bytes:
    """Return the lines of a text that are shown after a change."""
    lines = text.split(b"\n", _CONTEXT)
    return text[: len(text) - len(lines[-1])] if len(lines) > _CONTEXT else text


def _last_lines(text: bytes) -> bytes:
    """Return the lines of a text that are shown before a change."""
    lines = text[:-1].rsplit(b"\n", _CONTEXT)
    return text[len(lines[0]) + 1 :] if len(lines) > _CONTEXT else text


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
