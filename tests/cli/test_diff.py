"""``sitescan diff`` on the reports that the command and the API write."""

import json
from pathlib import Path

import pytest

from sitescan.cli.main import main
from sitescan.report.json_format import report_json
from tests.report.reports import HOSTILE, small_report
from tests.report.test_formats import UNSEEN

PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><img src=a.png><p role=buton tabindex=0>Buy"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current directory, a folder with a page and its report."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.html").write_text(PAGE)
    assert main(["scan", "a.html", "--format", "terminal", "-o", "json:old.json"]) == 0
    return tmp_path


def test_identical_reports(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report compared with itself has neither new nor fixed issues."""
    capsys.readouterr()
    assert main(["diff", "old.json", "old.json"]) == 0
    printed = capsys.readouterr()
    assert not printed.err
    assert "new" not in printed.out
    assert "fixed" not in printed.out
    count = len(json.loads((folder / "old.json").read_text())["categories"][1]["issues"])
    assert count
    assert printed.out.startswith("a.html\n  Overall ")
    assert printed.out.endswith(" issues unchanged\n")


def test_new_and_fixed_issues(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """New issues and issues in more places fail; fixed issues, issues in fewer places and free issues do not."""
    (folder / "a.html").write_text(PAGE.replace("<img", "<img src=b.png><img").replace("buton", "button"))
    main(["scan", "a.html", "-o", "json:new.json"])
    capsys.readouterr()
    assert main(["diff", "old.json", "new.json"]) == 1
    changed = capsys.readouterr().out
    assert "  in more places: Images have no alt text (accessibility/image-alt): 1 -> 2\n" in changed
    assert "  fixed: ARIA roles are misspelled or don't exist (accessibility/role-invalid)\n" in changed
    assert main(["diff", "new.json", "old.json"]) == 1
    back = capsys.readouterr().out
    assert "  in fewer places: Images have no alt text (accessibility/image-alt): 2 -> 1\n" in back
    assert "  new: ARIA roles are misspelled or don't exist (accessibility/role-invalid), line 1\n" in back
    (folder / "a.html").write_text(PAGE.replace("buton", "button"))
    main(["scan", "a.html", "-o", "json:new.json"])
    assert main(["diff", "old.json", "new.json"]) == 0
    report = json.loads((folder / "old.json").read_text())
    free = {**report["categories"][0]["issues"][0], "title": "Pears are ripe", "rule": "seo/ripe", "share": 0}
    report["categories"][0]["issues"].append(free)
    (folder / "new.json").write_text(json.dumps(report))
    capsys.readouterr()
    assert main(["diff", "old.json", "new.json"]) == 0
    assert "new: Pears are ripe (seo/ripe), costs no points\n" in capsys.readouterr().out


def test_scores(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A lower score fails; a score missing on one side is not compared; scores of two formulas are reported."""
    report = json.loads((folder / "old.json").read_text())
    report["overallScore"] -= 1
    (folder / "new.json").write_text(json.dumps(report))
    assert main(["diff", "old.json", "new.json"]) == 1
    assert "(-1)" in capsys.readouterr().out
    report["overallScore"] += 1
    report["categories"][0] |= {"counted": False, "score": 1}
    report["scoringVersion"] = "x"
    (folder / "new.json").write_text(json.dumps(report))
    assert main(["diff", "old.json", "new.json"]) == 0
    printed = capsys.readouterr()
    assert "->   –\n" in printed.out
    assert "not comparable: the scores were calculated in 2 ways" in printed.err


def test_api_reports(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Issues without evidence are matched by their titles, and the numbers of their places are not compared."""
    (folder / "plain.json").write_text(json.dumps(report_json(small_report())))
    (folder / "full.json").write_text(json.dumps([report_json(small_report(), evidence=True)]))
    for old, new in (("plain", "full"), ("full", "plain"), ("plain", "plain")):
        assert main(["diff", f"{old}.json", f"{new}.json"]) == 0
        assert "4 issues unchanged" in capsys.readouterr().out.partition("garden")[2]
    report = report_json(small_report())
    report["categories"][0]["issues"] = []
    (folder / "fewer.json").write_text(json.dumps(report))
    assert main(["diff", "fewer.json", "plain.json"]) == 1
    assert "  new: Page has no pears\n" in capsys.readouterr().out


def test_pages_in_one_list(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages in only one of the lists are named, and the pages in both are compared."""
    lists = {"a": ["1", "2"], "b": ["2", "3"], "c": ["4"]}
    for name, pages in lists.items():
        (folder / f"{name}.json").write_text(
            json.dumps([report_json(small_report(f"https://{page}/")) for page in pages])
        )
    capsys.readouterr()
    assert main(["diff", "a.json", "b.json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == (
        "not compared: https://1/: it is not in b.json\nnot compared: https://3/: it is not in a.json\n"
    )
    assert printed.out.startswith("https://2/\n")
    assert main(["diff", "a.json", "c.json"]) == 2
    assert capsys.readouterr().err == "sitescan: a.json and c.json have no page in common\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["old.json"], "NEW"),
        (["old.json", "new.json"], "new.json: No such file or directory"),
        (["old.json", "."], ".: Is a directory"),
        (["a.html", "old.json"], "a.html: not a JSON report"),
        (["old.json", "empty.json"], "empty.json: not a JSON report"),
    ],
)
def test_invalid_arguments(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    """Each mistake is reported in one line."""
    (folder / "empty.json").write_text("{}")
    capsys.readouterr()
    assert main(["diff", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_hostile_titles(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text of a report by another author can't send control characters to the terminal."""
    for text in HOSTILE:
        issue = {"title": text, "rule": text, "severity": "error"}
        categories = [{"label": text, "score": 1, "issues": [issue]}]
        (folder / "new.json").write_text(json.dumps({"url": "https://x/", "categories": categories}))
        (folder / "none.json").write_text(json.dumps({"url": "https://x/", "categories": []}))
        capsys.readouterr()
        assert main(["diff", "none.json", "new.json"]) in (1, 2)
        printed = capsys.readouterr()
        assert not UNSEEN.search(printed.out + printed.err)
