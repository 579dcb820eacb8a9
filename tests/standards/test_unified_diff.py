"""Edits of lines, and their patch."""

import re
from difflib import diff_bytes, unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.unified_diff import EditedLines, Replacement, split_lines

_BODIES = st.lists(st.sampled_from([b"a", b"b\r", b"\n", b"\r\n", b"\xff", b"\n\n", b""]), max_size=30).map(b"".join)


@st.composite
def edits(draw: st.DrawFn, body: bytes) -> list[Replacement[bytes]]:
    """Return edits of a file that don't overlap."""
    ends = sorted(draw(st.lists(st.integers(0, len(body)), max_size=8)))
    pairs = zip(ends[::2], ends[1::2], strict=False)
    return [(start, end, draw(st.sampled_from([b"", b"x", b"\n", b"y\nz"]))) for start, end in pairs]


@given(data=st.data(), body=_BODIES)
def test_edits_and_patch_agree(data: st.DataObject, body: bytes) -> None:
    """Edits in several rounds change the file like a single text, and the patch leads from the first to the last."""
    lines, expected = EditedLines(body), body
    for _ in range(3):
        made = data.draw(edits(expected))
        lines = lines.edited(made)
        for start, end, replacement in reversed(made):
            expected = expected[:start] + replacement + expected[end:]
        assert lines.body == expected
    assert _patched(body, lines.diff("a")) == expected
    assert bool(lines.diff("a")) is (expected != body)
    assert b"".join(change.before for change in lines.changes()) in body or len(list(lines.changes())) > 1


def test_edits_that_cancel_out() -> None:
    """Removing a line and adding an equal one leaves the file unchanged, so there is no patch."""
    lines = EditedLines(b"\n\na").edited([(0, 1, b""), (2, 2, b"\n")])
    assert lines.body == b"\n\na"
    assert lines.diff("a") == b""


def _patched(body: bytes, diff: bytes) -> bytes:
    """Return a file as a strict ``patch`` changes it."""
    old, new, at = split_lines(body), [], 0
    # A line without an end is written with one and followed by a note.
    diff = re.sub(rb"\n\\ No newline at end of file\n", b"\0", diff)
    for hunk in re.split(rb"^@@ ", diff, flags=re.MULTILINE)[1:]:
        head, _, rest = hunk.partition(b"\n")
        first, count, start, size = (int(number) for number in re.findall(rb"[0-9]+", head))
        first -= bool(count)
        new += old[at:first]
        assert len(new) == start - bool(size)
        shown = [line.replace(b"\0", b"") for line in re.findall(rb"[^\n\0]*[\n\0]", rest)]
        assert [line[1:] for line in shown if line[:1] in b" -"] == old[first : first + count]
        new += [line[1:] for line in shown if line[:1] in b" +"]
        assert sum(line[:1] in b" +" for line in shown) == size
        at = first + count
    return b"".join(new + old[at:])


def test_patch_equals_difflib() -> None:
    """The patch equals that of difflib: distant changes are in separate hunks, close ones in one."""
    body = b"".join(b"%d\n" % number for number in range(40))
    found = [(body.index(b"\n%d\n" % number) + 1, body.index(b"\n%d\n" % number) + 3, b"x") for number in (10, 16, 30)]
    lines = EditedLines(body).edited(found)
    expected = diff_bytes(
        unified_diff, split_lines(body), split_lines(lines.body), b"a/p.html", b"b/p.html", lineterm=b"\n"
    )
    assert lines.diff("p.html") == b"".join(expected)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("in/a.html", b"--- a/in/a.html\n"),
        ("p q.html", b'--- "a/p q.html"\n'),
        ("ä.html", b'--- "a/\\303\\244.html"\n'),
        ('"\n.html', b'--- "a/\\042\\012.html"\n'),
    ],
)
def test_paths_are_quoted_like_git(name: str, written: bytes) -> None:
    """Paths are quoted as git quotes them, so that a name can't end the line."""
    assert EditedLines(b"a").edited([(0, 1, b"b")]).diff(name).startswith(written)


def test_insertions_at_same_place_keep_order() -> None:
    """Insertions at the same place are applied in their order."""
    assert EditedLines(b"ab").edited([(1, 1, b"1"), (1, 1, b"2"), (1, 2, b"c")]).body == b"a12c"
