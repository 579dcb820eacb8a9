"""The words about what changed since an earlier report on a site, which all its formats share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sitescan.model.report import Category
from sitescan.model.site_changes import FaultChange, SiteChanges
from sitescan.model.site_report import SiteReport
from sitescan.report.site_wording import day
from sitescan.report.wording import SEVERITIES, counted


def since(changes: SiteChanges) -> str:
    """Return the heading of all changes."""
    return f"Changes since {day(changes.before.scanned_at)}"


def score_changes(report: SiteReport, changes: SiteChanges) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name of each score, its value then and now, and the difference."""
    then, now = changes.before.scores, report.scores
    yield _compared("Overall", changes.before.score, report.score)
    for category in Category:
        if category in then or category in now:
            yield _compared(category.label, then.get(category), now.get(category))


def template_changes(report: SiteReport, changes: SiteChanges) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the name of each template with another score, and its scores then and now by category."""
    for template in report.templates:
        then, now = _rounded(changes.templates.get(template.name, {})), _rounded(template.scores)
        if then != now:
            cells = (_compared(category.label, then.get(category), now.get(category)) for category in Category)
            yield template.name, [f"{old} → {new}" if old != new else new for _, old, new, _ in cells]


def _rounded(scores: Mapping[Category, float]) -> Mapping[Category, int]:
    return {category: round(score) for category, score in scores.items()}


def _compared(name: str, old: int | None, new: int | None) -> tuple[str, str, str, str]:
    change = "" if old is None or new is None or old == new else f"{new - old:+}"
    return name, "–" if old is None else str(old), "–" if new is None else str(new), change


def change_lists(changes: SiteChanges) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield a heading and lines for each kind of change."""
    for heading, lines in (
        ("Compare with care", changes.notes),
        ("New faults", _lines(changes.new, "other pages had it before")),
        ("Fixed faults", fixed_lines(changes)),
        ("Seen only once, and may come and go by themselves", _lines(changes.unsure, "on other pages both times")),
        ("Pages that are new", changes.pages_new),
        ("Pages that are gone", [f"{page.url}: {page.why}" for page in changes.pages_gone]),
    ):
        if lines:
            yield heading, lines


def unchanged(changes: SiteChanges) -> str:
    """Return how many faults are still there."""
    return f"Still there: {counted(changes.unchanged, 'fault', 'faults')}"


def fixed_lines(changes: SiteChanges) -> Sequence[str]:
    """Return a line about each fault that is fixed, on some pages at least."""
    return _lines(changes.fixed, "other pages still have it")


def _lines(changes: Iterable[FaultChange], elsewhere: str) -> Sequence[str]:
    return [_line(change, elsewhere) for change in changes]


def _line(change: FaultChange, elsewhere: str) -> str:
    """
    Return a line about a fault that is new or fixed.

    :param elsewhere: what is said if other pages have it in the same places.
    """
    page = f" ({change.pages[0]})" if len(change.pages) == 1 and change.pages[0] not in change.said else ""
    rest = f"; {elsewhere}" if change.same_places else ""
    return f"{SEVERITIES[change.severity]}: {change.said}{page}{rest}"
