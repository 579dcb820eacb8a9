"""The commands that print what the report on a site says."""

import csv
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from sitescan.cli.local_pages import HERE
from sitescan.cli.main import main
from sitescan.cli.site_formats import site_text
from sitescan.cli.site_results import HTML, JSON, write_site_files
from sitescan.cli.site_summary import issue_line
from sitescan.model.report import Severity
from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.model.site_report import PageScore
from sitescan.report.site_file_names import with_files
from sitescan.report.site_ranking import ranked
from sitescan.site.page_record import PageRecord
from sitescan.site.store import opened_store
from tests.report.test_site_formats import FAULT, ISSUE, SITE, site

#: A written report on a page with two places of one fault, one of the whole page, and what was not examined.
_WRITTEN: dict[str, Any] = {
    "overallScore": 60,
    "meta": {"statusCode": 203},
    "categories": [
        {
            "category": "accessibility",
            "score": 60,
            "counted": True,
            "issues": [
                {
                    "rule": rule,
                    "severity": "error",
                    "title": FAULT.title,
                    "description": "",
                    "recommendation": "Give each link a text.",
                    "howToFix": "",
                    "share": 9,
                    "count": len(lines),
                    "occurrences": [{"line": line, "selector": "a", "snippet": "<a>"} for line in lines],
                    "sameFaultAs": same,
                }
                for rule, lines, same in (
                    (FAULT.rule, (4, 9), ""),
                    ("seo/title-missing", (), ""),
                    ("accessibility/document-title", (), "seo/title-missing"),
                    ("general/unexamined", (), ""),
                )
            ],
        }
    ],
}


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Return a folder with a report, one of whose pages looks like a formula, and with a database."""
    made = replace(site(), scanned_at=datetime(2026, 11, 29, tzinfo=UTC), sitescan_version="1.1.0")
    with opened_store(tmp_path, "key", fresh=False) as store:
        facts = PageFacts(title="=cmd|a", words=7, h1="Pears", links=(PageLink(f"{SITE}/1"), PageLink(f"{SITE}/2")))
        store.save(PageRecord(url=f"{SITE}/0", depth=0).examined(_WRITTEN, facts))
        store.save(PageRecord(url=f"{SITE}/2", depth=1, facts=PageFacts(links=(PageLink(f"{SITE}/1"),))))
        store.save(PageRecord(url=f"{SITE}/lost", depth=None, problem="it returned status 404", status=404))
    write_site_files(replace(made, pages=(*made.pages, PageScore(url="=1+1", depth=None, problem="-2"))), tmp_path)
    return str(tmp_path)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that succeeds, and return what it prints."""
    assert main(["site", *words]) == 0
    return capsys.readouterr().out


def test_show(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole report is shown as lines, as Markdown and as JSON; each fault once."""
    lines = shown(capsys, "show", folder)
    assert lines.startswith(
        "https://pears.example: 87 of 100 (30 pages, 1 template, 2 faults, 1 issue between pages)\n"
    )
    assert (
        "  error    +2.5 points: Links have no accessible name, in the header of 30 pages: one change fixes all"
        in lines
    )
    markdown = shown(capsys, "show", folder, "--format", "markdown")
    assert markdown.startswith("## 87 of 100: `https://pears.example`\n")
    # What doesn't work comes first.
    assert "1. Pages link to an address that fails" in markdown
    assert "2. Links have no accessible name, in the header of 30 pages: one change fixes all (error, +2.5" in markdown
    assert shown(capsys, "show", folder, "--format", "json") == Path(folder, JSON).read_text("utf-8")


@pytest.mark.parametrize(
    ("about", "lines"),
    [
        (f"{SITE}/0", [f"{SITE}/0", "  60 of 100: SEO 90, Accessibility 85; template /N; 1 click"]),
        (f"{SITE}/lost", [f"{SITE}/lost", "  it returned status 404"]),
        (f"{SITE}/old", [f"{SITE}/old", f"  redirects to {SITE}/1"]),
        ("/N", ["/N: 30 pages, alike to 95%", "  mean scores: SEO 90, Links 85"]),
        (FAULT.rule, ["", f"  {SITE}/0:7:3  <a href=/>"]),
        (
            ISSUE.rule,
            [
                f"warning  under 0.1 points: {ISSUE.title}, 1 address (links/broken)",
                "  Fix: Correct the links.",
                f"  {SITE}/gone returns 404.",
                f"    {SITE}/1",
            ],
        ),
        ("seo/title-missing", ["seo/title-missing: nothing found"]),
    ],
)
def test_show_part(folder: str, capsys: pytest.CaptureFixture[str], about: str, lines: list[str]) -> None:
    """A page, a rule or a template is shown with its faults."""
    printed = shown(capsys, "show", folder, about).split("\n")
    assert [line for line in lines if line not in printed] == []
    assert ("    and 20 more" in printed) == (about in (f"{SITE}/0", "/N", FAULT.rule))


def test_one_order() -> None:
    """What visitors meet decides the order, and then what brings most; the issues of one rule are one entry."""
    orphan = replace(ISSUE, rule="site/orphan", points=9.0, severity=Severity.INFO)
    deep = replace(orphan, rule="site/deep", points=2.0)
    assert ranked([FAULT], [ISSUE, deep, orphan, ISSUE]) == [[ISSUE, ISSUE], FAULT, [orphan], [deep]]
    # An address of the site that leads nowhere comes before all else, whatever it brings.
    hidden = replace(FAULT, rule="seo/noindex", points=9.0)
    assert ranked([hidden], [ISSUE]) == [[ISSUE], hidden]


def test_line_of_an_issue() -> None:
    """An issue between pages names what it is about, and the pages that have it."""
    assert issue_line(ISSUE) == (
        "warning  https://pears.example/gone returns 404. See https://pears.example/0, "
        "https://pears.example/1. (links/broken)"
    )
    assert issue_line(replace(ISSUE, target="")).endswith("returns 404. (links/broken)")
    assert issue_line(replace(ISSUE, count=0, pages=())).endswith("returns 404. (links/broken)")


def test_places(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """SARIF, JUnit and CSV name each fault once, on the page of its example, which is a file if a folder was named."""
    log = json.loads(shown(capsys, "show", folder, "--format", "sarif"))
    first, *_, last = log["runs"][0]["results"]
    assert first["ruleId"] == FAULT.rule
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"{SITE}/0"
    assert first["locations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert "This fault is in the header of 30 pages: one change fixes all." in first["message"]["text"]
    assert last["ruleId"] == ISSUE.rule
    suites = ET.fromstring(shown(capsys, "show", folder, "--format", "junit"))
    assert suites.get("failures") == "3"
    rows = list(csv.reader(shown(capsys, "show", folder, "--format", "csv").splitlines()))
    assert [row[0] for row in rows] == ["rule", FAULT.rule, FAULT.rule, ISSUE.rule]
    assert rows[3][rows[0].index("target")] == ISSUE.target
    example = replace(FAULT.example, url=f"{HERE}shop/a%20b.html", selector="=1+1")
    page = replace(site().pages[0], url=example.url)
    local = with_files(replace(site(), target="public", pages=(page,), faults=(replace(FAULT, example=example),)))
    assert '"uri": "public/shop/a%20b.html"' in site_text(local, "sarif")
    assert "'=1+1" in site_text(local, "csv")
    assert 'file="public/shop/a b.html"' in site_text(local, "junit")


def test_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The links are a table that no spreadsheet evaluates, with what is known of the pages that they lead to."""
    with opened_store(tmp_path, "key", fresh=False) as store:
        first = PageLink("=1+1", text="@pears", rel="nofollow", position="navigation")
        links = first, PageLink(f"{SITE}/lost", "part", followed=False)
        store.save(PageRecord(url=f"{SITE}/", depth=0, facts=PageFacts(links=links)))
        store.save(PageRecord(url=f"{SITE}/lost", depth=1, problem="it returned status 404", status=404))
    rows = list(csv.reader(shown(capsys, "links", str(tmp_path)).splitlines()))
    assert rows == [
        [
            *("page", "url", "fragment", "text", "rel", "position", "followed", "visible", "status"),
            "problem",
            "redirect",
        ],
        [f"{SITE}/", "'=1+1", "", "'@pears", "nofollow", "navigation", "1", "1", "", "", ""],
        [f"{SITE}/", f"{SITE}/lost", "part", "", "", "", "0", "1", "404", "it returned status 404", ""],
    ]
    assert main(["site", "links", "nowhere"]) == 2
    assert "nowhere: site.sqlite: unable to open database file" in capsys.readouterr().err


def test_pages(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The pages are a table that no spreadsheet evaluates, or lines of JSON."""
    rows = list(csv.reader(shown(capsys, "pages", folder).splitlines()))
    first, second, lost, formula = (dict(zip(rows[0], rows[number], strict=True)) for number in (1, 2, 31, -1))
    assert (first["url"], first["status"], first["title"], first["words"]) == (f"{SITE}/0", "203", "'=cmd|a", "7")
    assert (first["clicks"], first["links_in"], first["template"], first["score"]) == ("1", "0", "/N", "60")
    assert (first["seo"], first["security"], first["h1"], first["issues"]) == ("90", "", "Pears", "3")
    assert (first["site"], first["scanned_at"], first["sitescan_version"]) == (SITE, "2026-11-29T00:00:00Z", "1.1.0")
    assert second["status"] == second["links_in"] == ""
    assert (lost["url"], lost["status"], lost["problem"]) == (f"{SITE}/lost", "404", "it returned status 404")
    assert (formula["url"], formula["problem"], formula["score"]) == ("'=1+1", "'-2", "")
    lines = [json.loads(line) for line in shown(capsys, "pages", folder, "--format", "jsonl").splitlines()]
    assert (lines[0]["url"], lines[0]["scores"]["seo"], len(lines)) == (f"{SITE}/0", 90, 33)


def test_links_that_lead_to_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pages with a link to a file are counted once, however they name it, in a folder as on the web."""
    with opened_store(tmp_path, "key", fresh=False) as store:
        links = tuple(PageLink(f"{HERE}shop/{name}") for name in ("", "index.html"))
        for name in ("index.html", "shop/index.html", "a.html"):
            store.save(PageRecord(url=f"{HERE}{name}", depth=0, facts=PageFacts(links=links)))
    page = PageScore(url=f"{HERE}shop/index.html", depth=1, score=1)
    write_site_files(with_files(replace(site(), target="public", pages=(page,))), tmp_path)
    heading, row = csv.reader(shown(capsys, "pages", str(tmp_path)).splitlines())
    assert (row[0], row[heading.index("links_in")]) == ("public/shop/index.html", "2")
    assert "public/a.html,public/shop/," in shown(capsys, "links", str(tmp_path))


def test_issues(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each place on each page is a row, once, and each page with an issue between pages."""
    rows = list(csv.DictReader(shown(capsys, "issues", folder).splitlines()))
    assert [(row["url"], row["rule"], row["line"]) for row in rows] == [
        (f"{SITE}/0", FAULT.rule, "4"),
        (f"{SITE}/0", FAULT.rule, "9"),
        (f"{SITE}/0", "seo/title-missing", ""),
        (f"{SITE}/0", ISSUE.rule, ""),
        (f"{SITE}/1", ISSUE.rule, ""),
    ]
    assert {row["target"] for row in rows[3:]} == {ISSUE.target}
    assert {row["scanned_at"] for row in rows} == {"2026-11-29T00:00:00Z"}
    assert rows[0]["recommendation"] == "Give each link a text."


def test_all_pages_of_an_issue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All pages that link to a target are rows, where the report names only the first ones."""
    linking = [f"{SITE}/{number}" for number in range(7)]
    with opened_store(tmp_path, "key", fresh=False) as store:
        for url in linking:
            store.save(PageRecord(url=url, depth=0, facts=PageFacts(links=(PageLink(ISSUE.target, "part"),))))
    write_site_files(replace(site(), issues=(ISSUE, replace(ISSUE, target=f"{ISSUE.target}#other"))), tmp_path)
    rows = csv.DictReader(shown(capsys, "issues", str(tmp_path)).splitlines())
    assert [row["url"] for row in rows] == [*linking, *ISSUE.pages]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["issues", "nowhere"], "nowhere: No such file or directory"),
        (["show", "nowhere"], "nowhere: No such file or directory"),
        (["show", "."], "site.json: not the report of a site"),
        (
            ["show", "{}", "seo/title-mising"],
            "no page, rule or template of this site; did you mean 'seo/title-missing'?",
        ),
        (["show", "{}", "/N", "--format", "json"], "format: only for the whole report"),
        (["show"], "the following arguments are required: FOLDER"),
        (["pages", "{}", "--format", "xml"], "invalid choice: 'xml'"),
        ([".", "--baseline", "nowhere"], "baseline nowhere: No such file or directory"),
        ([".", "-o", "../other"], "it has another index.html"),
        ([".", "-o", "."], "it has another site.json"),
        (["./show"], "show: it is not a folder"),
    ],
)
def test_usage(
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    reason: str,
) -> None:
    """A wrong command line is one sentence, and exit code 2; a folder of the name of a command needs ``./``."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / JSON).write_text("{}")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / HTML).write_text("<p>Somebody's own page")
    monkeypatch.chdir(tmp_path / "empty")
    assert main(["site", *(word.format(folder) for word in words)]) == 2
    assert reason in capsys.readouterr().err


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    """A file that can't be written is a sentence."""
    (tmp_path / f"{JSON}.new").mkdir()
    with pytest.raises(Exception, match=r"output: .*site\.json: Is a directory"):
        write_site_files(site(), tmp_path)
