"""The fixes of a page that can be applied together, and the unified diffs of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from sitescan.model.exchange import Page
from sitescan.model.fix import Edit, Fix, Patches
from sitescan.standards.unified_diff import EditedLines, Replacement
from sitescan.standards.urls import split_url

#: The maximum numbers of characters of the patch of a rule, which people read, and of that of a page.
LONGEST_PATCH, LONGEST_PAGE_PATCH = 8000, 20_000

#: The maximum number of edits of a fix in a patch.
_MOST_EDITS = 100

#: The largest page that is divided into lines for patches, in bytes and in lines.
_LARGEST, _MOST_LINES = 1_000_000, 20_000


def independent(found: Iterable[tuple[str, Fix]]) -> Sequence[tuple[str, Fix]]:
    """
    Return the fixes that can be applied together: one for an element, the outermost first, and each edit once.

    The others are for the next round, because they may no longer be needed. Elements that are inserted at the same
    place are in the order of their rules, so that the declaration of the encoding is first in the head.

    :param found: fixes with the ids of their rules.
    """
    kept: list[tuple[str, Fix]] = []
    made: set[tuple[Edit, ...]] = set()
    end = 0
    for rule, fix in sorted(found, key=lambda pair: (pair[1].start, -pair[1].end, pair[0])):
        if fix.start >= end and fix.edits not in made:
            kept.append((rule, fix))
            made.add(fix.edits)
            end = fix.end
    return kept


def byte_edits(fix: Fix) -> Iterator[Replacement[bytes]]:
    """Yield the edits of a fix in the bytes of its page."""
    for edit in fix.edits:
        yield edit.start.offset, edit.end.offset, edit.replacement.encode(fix.encoding)


def fits_patch(fix: Fix) -> bool:
    """Return whether a fix is small enough for a patch."""
    return len(fix.edits) <= _MOST_EDITS and sum(len(edit.replacement) for edit in fix.edits) <= LONGEST_PATCH


def has_patches(page: Page) -> bool:
    """Return whether a page is small enough for patches."""
    return len(page.body) <= _LARGEST and page.body.count(b"\n") <= _MOST_LINES


def page_patches(page: Page, fixes: Mapping[str, Iterable[Fix]]) -> Patches:
    """
    Return the unified diffs of the safe fixes of a page, which ``git apply`` and ``patch`` take.

    A diff is left out if it or the page is too large, or if people can't copy it as it is: it has carriage returns, or
    isn't UTF-8.

    :param fixes: the fixes by rule id.
    """
    usable = [(rule, fix) for rule, found in fixes.items() for fix in found if fix.safe and fix.is_utf_8]
    if not usable or not has_patches(page):
        return Patches()
    lines, name = EditedLines(page.body), _file(page)
    chosen = independent(usable)
    whole = _diff(lines, name, chosen, LONGEST_PAGE_PATCH)
    by_rule = {
        rule: _diff(lines, name, independent(pair for pair in usable if pair[0] == rule), LONGEST_PATCH)
        for rule in fixes
    }
    return Patches(by_rule=by_rule, whole=whole, changes=len(chosen) if whole else 0)


def _diff(lines: EditedLines, name: str, fixes: Iterable[tuple[str, Fix]], most: int) -> str:
    """Return the unified diff of some fixes; empty if it can't be copied or is longer than ``most``."""
    diff = lines.edited(edit for _, fix in fixes for edit in byte_edits(fix)).diff(name)
    if len(diff) > most or b"\r" in diff:
        return ""
    try:
        return diff.decode()
    except UnicodeDecodeError:
        return ""


def _file(page: Page) -> str:
    """Return the path of the file that a static site would have for a page."""
    path = unquote(split_url(page.exchange.url).path).lstrip("/")
    return f"{path}index.html" if not path or path.endswith("/") else path
