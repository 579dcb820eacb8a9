"""Fixes in reports: the same edits as those of the command."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sitescan.document.edits.page_patch import byte_edits
from sitescan.document.parsing.line_index import LineIndex
from sitescan.fixing import fixes
from sitescan.local.offline import analyse, analyse_file
from sitescan.model.report import Report
from sitescan.report.json_format import report_json
from sitescan.report.rdjson_format import rdjson
from sitescan.report.sarif_format import sarif
from sitescan.standards.unified_diff import EditedLines
from tests.report.test_formats import sarif_schema

PAGE = (
    "<!doctype html>\n<html lang=en><meta charset=utf-8><title>Pears</title>\n"
    "<p>ä \N{PEAR} <img src=a.png> <b role=buton tabindex=5>x</b><a href=' /a'>Pears</a>\n<tt>x</tt><input>"
)


@pytest.fixture
def report() -> Report:
    """Return the report on a local file."""
    return analyse_file("https://pears.example/", PAGE.encode(), None, scanned_at=0.0, parser="turbohtml")


def _edited(report: Report) -> Iterator[str]:
    """Yield the page with each of its fixes applied alone."""
    for _, fix in fixes(report):
        yield EditedLines(PAGE.encode()).edited(byte_edits(fix)).body.decode()


def _replaced(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, end, replacement in sorted(edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def test_sarif_regions(report: Report) -> None:
    """Replacing the regions of a SARIF log fixes the files equally, and the log follows its schema."""
    log = json.loads(sarif([report]))
    sarif_schema().validate(log)
    lines = LineIndex(PAGE)
    made = []
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", ()):
            (change,) = fix["artifactChanges"]
            made.append(
                _replaced(
                    PAGE,
                    [
                        (
                            lines.offset(region["startLine"], region["startColumn"] - 1),
                            lines.offset(region["endLine"], region["endColumn"] - 1),
                            replacement["insertedContent"]["text"],
                        )
                        for replacement in change["replacements"]
                        for region in [replacement["deletedRegion"]]
                    ],
                )
            )
    assert sorted(made) == sorted(_edited(report))
    assert len(made) > 5


def test_rdjson_ranges(report: Report) -> None:
    """Columns in RDJSON count bytes, and a fix of several edits is not suggested."""
    starts = [0]
    for line in PAGE.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(position: dict[str, int]) -> int:
        return starts[position["line"] - 1] + position["column"] - 1

    log = json.loads(rdjson([report]))
    made = []
    for diagnostic in log["diagnostics"]:
        assert diagnostic["location"]["range"]["start"]["line"] >= 1
        for suggestion in diagnostic.get("suggestions", ()):
            at, end = offset(suggestion["range"]["start"]), offset(suggestion["range"]["end"])
            made.append((PAGE.encode()[:at] + suggestion["text"].encode() + PAGE.encode()[end:]).decode())
    assert made
    assert set(made) < set(_edited(report))
    assert {diagnostic["severity"] for diagnostic in log["diagnostics"]} == {"ERROR", "WARNING", "INFO"}


def test_json_offsets(report: Report) -> None:
    """Offsets in JSON count bytes, and only reports on local files with evidence have fixes."""
    made: list[Any] = [
        occurrence["fix"]
        for category in report_json(report, evidence=True)["categories"]
        for issue in category["issues"]
        for occurrence in issue["occurrences"]
        if "fix" in occurrence
    ]
    edited = [
        EditedLines(PAGE.encode())
        .edited((edit["start"]["offset"], edit["end"]["offset"], edit["replacement"].encode()) for edit in fix["edits"])
        .body.decode()
        for fix in made
    ]
    assert edited == list(_edited(report))
    assert {fix["safe"] for fix in made} == {True, False}
    assert not list(fixes(analyse("https://pears.example/", body=PAGE.encode())))
