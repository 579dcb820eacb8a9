"""The pages of a site as a table (CSV) and as lines of JSON."""

import csv
import io

import msgspec

from sitescan.model.report import Category
from sitescan.model.site_report import SiteReport
from sitescan.report.csv_format import cell
from sitescan.report.visible_text import visible_json

_HEADING = (
    *("url", "score", *(category.value for category in Category)),
    *("issues", "clicks", "template", "problem", "redirect"),
)


def pages_csv(report: SiteReport) -> str:
    """Return a row for each page (RFC 4180), safe to open in a spreadsheet."""
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(_HEADING)
    for page in report.pages:
        scores = (page.scores.get(category) for category in Category)
        row = (page.url, page.score, *scores, page.issues, page.depth, page.template, page.problem, page.redirect)
        writer.writerow(["" if value is None else cell(value) for value in row])
    return made.getvalue()


def pages_jsonl(report: SiteReport) -> str:
    """Return a line of JSON for each page."""
    built = (msgspec.to_builtins(page, str_keys=True) for page in report.pages)
    return "".join(f"{visible_json(page, separators=(',', ':'))}\n" for page in built)
