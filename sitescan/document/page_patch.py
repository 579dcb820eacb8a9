"""The fixes of a page that can be applied together, and the unified diff of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar
from urllib.parse import unquote

from sitescan.document.document import Document
from sitescan.document.views import view
from sitescan.model.fix import Fix
from sitescan.standards.unified_diff import ByteEdit, EditedLines
from sitescan.standards.urls import split_url

#: The maximum number of characters of a patch; people don't read longer ones.
LONGEST_PATCH = 8000

#: The largest page that is divided into lines for a patch, in bytes and in lines.
_LARGEST, _MOST_LINES = 1_000_000, 20_000

T = TypeVar("T")


@view
def _lines(document: Document) -> EditedLines:
    return EditedLines(document.page.body)


def independent(found: Iterable[tuple[T, Fix]]) -> Sequence[tuple[T, Fix]]:
    """
    Return the fixes that can be applied together: one for an element, the outermost first.

    The others are for the next round, because they may no longer be needed. Elements that are inserted at the same
    place are in the order of their rules, so that the declaration of the encoding is first in the head.

    :param found: fixes with the ids of their rules.
    """
    kept: list[tuple[T, Fix]] = []
    end = 0
    for rule, fix in sorted(found, key=lambda one: (one[1].start, -one[1].end, one[0])):
        if fix.start >= end:
            kept.append((rule, fix))
            end = fix.end
    return kept


def byte_edits(fix: Fix) -> Iterator[ByteEdit]:
    """Yield the edits of a fix in the bytes of its page."""
    for edit in fix.edits:
        yield edit.start.offset, edit.end.offset, edit.replacement.encode(fix.encoding)


def page_patch(document: Document, fixes: Iterable[Fix]) -> str:
    """
    Return the unified diff of the safe fixes of a page, which ``git apply`` and ``patch`` take.

    It is empty if there is none, if it or the page is too large, or if people can't copy it as it is: it has carriage
    returns, or isn't UTF-8.
    """
    body = document.page.body
    chosen = independent(("", fix) for fix in fixes if fix.safe and fix.is_utf_8)
    if not chosen or len(body) > _LARGEST or body.count(b"\n") > _MOST_LINES:
        return ""
    diff = _lines(document).edited(edit for _, fix in chosen for edit in byte_edits(fix)).diff(_file(document))
    if len(diff) > LONGEST_PATCH or b"\r" in diff:
        return ""
    try:
        return diff.decode()
    except UnicodeDecodeError:
        return ""


def _file(document: Document) -> str:
    """Return the path of the file that a static site would have for a page."""
    path = unquote(split_url(document.exchange.url).path).lstrip("/")
    return f"{path}index.html" if not path or path.endswith("/") else path
