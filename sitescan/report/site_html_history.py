"""What changed since an earlier report on a site, and the results so far, as parts of its HTML report."""

from collections.abc import Sequence

from sitescan.model.report import Category, Severity
from sitescan.model.site_changes import PastResult, SiteChanges
from sitescan.model.site_report import SiteReport
from sitescan.report.change_wording import change_lists, score_changes, since, template_changes, unchanged
from sitescan.report.html_document import table
from sitescan.report.markup import Markup, element, join
from sitescan.report.site_wording import day
from sitescan.report.visible_text import visible
from sitescan.report.wording import SEVERITIES

#: The number of lines of a list that are shown.
_LINES = 200

#: The size of the drawing, and what is left free around the line.
_WIDTH, _HEIGHT, _MARGIN = 600, 120, 10


def changes_section(report: SiteReport, changes: SiteChanges) -> Markup:
    """Return the section about what changed."""
    lists = [
        join(element("h3", f"{heading} ({len(lines):,})"), _list(lines)) for heading, lines in change_lists(changes)
    ]
    templates = [(visible(name), *cells) for name, cells in template_changes(report, changes)]
    headings = ("Template", *(category.label for category in Category))
    return element(
        "section",
        element("h2", since(changes), id="changes"),
        table("Scores then and now", ("Score", "Then", "Now", "Change"), score_changes(report, changes)),
        table("Templates whose mean scores changed", headings, templates) if templates else "",
        *lists,
        element("p", f"{unchanged(changes)}."),
        class_="left",
    )


def _list(lines: Sequence[str]) -> Markup:
    more = element("li", f"and {len(lines) - _LINES:,} more, in site.json") if len(lines) > _LINES else ""
    return element("ul", *(element("li", visible(line)) for line in lines[:_LINES]), more)


def history_section(results: Sequence[PastResult]) -> Markup:
    """Return the section with the results so far, the oldest first, as a drawing and as a table."""
    if len(results) < 2:
        return Markup()
    rows = [
        (
            day(result.scanned_at),
            _shown(result.score),
            *(_shown(result.scores.get(category)) for category in Category),
            f"{result.pages:,}",
            *(f"{result.faults.get(severity, 0):,}" for severity in Severity),
        )
        for result in reversed(results)
    ]
    kinds = (f"{SEVERITIES[severity]}s" for severity in Severity)
    headings = ("Date", "Overall", *(category.label for category in Category), "Pages", *kinds)
    return element(
        "section",
        element("h2", "Results so far"),
        _drawing([result.score for result in results]),
        table("Scores and faults, the latest first", headings, rows),
    )


def _shown(score: int | None) -> str:
    return "–" if score is None else str(score)


def _drawing(scores: Sequence[int | None]) -> Markup:
    """Return the overall scores as a line from 0 to 100, which the table says in words."""
    step = (_WIDTH - 2 * _MARGIN) / (len(scores) - 1)
    points = [
        (f"{_MARGIN + number * step:.1f}", f"{_MARGIN + (100 - score) * (_HEIGHT - 2 * _MARGIN) / 100:.1f}")
        for number, score in enumerate(scores)
        if score is not None
    ]
    base = f"M{_MARGIN} {_HEIGHT - _MARGIN}H{_WIDTH - _MARGIN}"
    return element(
        "svg",
        element("path", class_="axis", d=base),
        element("path", class_="line", d="M" + "L".join(f"{x} {y}" for x, y in points)) if points else "",
        *(element("circle", cx=x, cy=y, r="4") for x, y in points),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="scores-so-far",
        role="img",
        aria_label=f"Overall scores from 0 to 100, the oldest first: {', '.join(map(_shown, scores))}",
    )
