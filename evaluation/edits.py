"""
Count the places of issues that have an edit, and what the edits of a page do.

DATA is a folder of pages. ``places`` are those with a line, ``edits`` those of them with an edit, and ``safe`` those
whose edit needs no person; ``without`` counts the others by rule. All safe fixes of a page are applied as the command
does it (``gone``, ``left``, ``new``, ``fell``, ``refused``), and once by the patch of its report (``patches``,
``patch_new``, ``patch_fell``), which nothing takes back.
"""

import argparse
from collections import Counter

from evaluation.fixed_pages import examiner
from evaluation.real_pages import served
from evaluation.results import Results
from sitescan.cli.targets import TargetFailed
from sitescan.document.page_patch import byte_edits, independent
from sitescan.fixing import fix_page, fixes, occurrences
from sitescan.model.report import Report
from sitescan.standards.unified_diff import EditedLines

SAMPLE = "fixed_pages"

_SHOWN = 20


def run(options: argparse.Namespace, results: Results) -> None:
    """Examine each page, and again with its fixes."""
    names = "issues issues_with_edits places edits safe gone left new fell patches patch_new patch_fell".split()
    counts = Counter(dict.fromkeys(names, 0))
    without, refused = Counter[str](), Counter[str]()
    pages = served(options.data, 1)
    for path in results.cases(pages.paths):
        body, examine = pages.answers[path].body, examiner(options.data, path)
        try:
            before = examine(body)
            fixed = fix_page(body, examine, lambda _, fix: fix.safe)
            patched = examine(_patched(body, before)) if before.patch else None
        except TargetFailed as problem:
            results.leave_out(path, str(problem))
            continue
        _count_places(before, counts, without)
        refused.update(fixed.refused)
        counts["gone"] += fixed.fixed.total()
        counts["left"] += sum(fix.safe and rule not in fixed.refused for rule, fix in fixes(fixed.report))
        counts["new"] += _new(before, fixed.report).total()
        counts["fell"] += _fell(before, fixed.report)
        if patched is not None:
            counts["patches"] += 1
            counts["patch_new"] += _new(before, patched).total()
            counts["patch_fell"] += _fell(before, patched)
            if new := _new(before, patched):
                results.show(page=path, patch_new=dict(new))
    most = dict((+without).most_common(_SHOWN))
    results.figures |= {**counts, "refused": dict(refused), "without": most}


def _count_places(report: Report, counts: Counter[str], without: Counter[str]) -> None:
    for issue in (issue for result in report.categories for issue in result.issues):
        placed = [found for found in issue.occurrences if found.place is not None and found.place.line]
        counts["issues"] += bool(placed)
        fixes = [occurrence.fix for occurrence in placed if occurrence.fix is not None]
        counts["issues_with_edits"] += bool(fixes)
        counts["places"] += len(placed)
        counts["edits"] += len(fixes)
        counts["safe"] += sum(fix.safe for fix in fixes)
        without[issue.rule] += len(placed) - len(fixes)


def _new(before: Report, after: Report) -> Counter[str]:
    """Return how much more often each issue occurs."""
    return occurrences(after) - occurrences(before)


def _fell(before: Report, after: Report) -> int:
    """Return the number of scores that are lower."""
    return sum(new.score < old.score for old, new in zip(before.categories, after.categories, strict=True))


def _patched(body: bytes, report: Report) -> bytes:
    """Return a page with the edits of the patch of its report."""
    chosen = independent((rule, fix) for rule, fix in fixes(report) if fix.safe and fix.is_utf_8)
    return EditedLines(body).edited(edit for _, fix in chosen for edit in byte_edits(fix)).body
