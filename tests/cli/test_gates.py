"""Gates: the conditions that a report must meet."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sitescan.analyzers.category_result import with_counted
from sitescan.cli.baseline import read_baseline
from sitescan.cli.configuration import Configuration, Ignored
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.gates import verdict
from sitescan.model.report import Category, Report
from sitescan.report.formats import FORMATS
from tests.report.reports import small_report

ONE_ERROR = ("fail-on error: 1 issue: Page has no pears",)
TODAY = date(2026, 11, 22)


def _failures(baseline: Any = None, **gates: Any) -> tuple[str, ...]:
    return verdict(small_report(), Configuration(targets=(), **gates), baseline, TODAY).failures


def _ignoring(**more: Any) -> tuple[Ignored, ...]:
    return (Ignored(rule="seo/pears", reason="Winter.", **more),)


@pytest.mark.parametrize(
    ("gates", "expected"),
    [
        ({}, ()),
        ({"min_score": 97}, ()),
        ({"min_score": 98}, ("min-score 98: the score is 97",)),
        ({"least": {"seo": 84, "links": 100}}, ()),
        ({"least": {"seo": 85}}, ("min seo=85: the score is 84",)),
        ({"most": {"error": 1, "info": 3}}, ()),
        ({"most": {"error": 0}}, ("max error=0: there are 1",)),
        ({"fail_on": "never"}, ()),
        ({"fail_on": "error"}, ONE_ERROR),
        (
            {"fail_on": "info"},
            ("fail-on info: 4 issues: Page has no pears; Page names apples; Pears arrive late; Plums arrive late",),
        ),
        ({"least": {"seo": 99}, "ignored": _ignoring()}, ()),
        ({"least": {"seo": 99}, "ignored": _ignoring(until=TODAY)}, ()),
        (
            {"fail_on": "error", "ignored": _ignoring(until=date(2026, 11, 21))},
            ("fail-on error: 1 issue: Page has no pears",),
        ),
        (
            {"fail_on": "error", "ignored": _ignoring(url="https://plums.example/")},
            ("fail-on error: 1 issue: Page has no pears",),
        ),
    ],
)
def test_gates(gates: dict[str, Any], expected: tuple[str, ...]) -> None:
    """A gate that fails reports its name and the figure that it found."""
    assert _failures(**gates) == expected


def _unexamined(name: Category, share: int) -> Report:
    """Return the report with an error of some share in a category with a failed check."""
    report = small_report()
    issue = evolve(report.categories[0].issues[0], rule="links/rotten", share=share)
    doubtful = {"issues": (issue,), "score": 100 - share, "counted": False}
    categories = with_counted(
        tuple(evolve(result, **doubtful) if result.category is name else result for result in report.categories)  # type: ignore[arg-type]  # each value fits its field
    )
    return evolve(report, categories=categories)


@pytest.mark.parametrize(
    ("share", "accepted", "overall"),
    [(40, False, 89), (40, True, 96), (1, False, 96), (1, True, 96)],
    ids=["lowers the score", "lowered it before", "would raise it", "would raise it still"],
)
def test_unexamined_categories(share: int, accepted: bool, overall: int) -> None:
    """A category with a failed check lowers the overall score or is left out, also with a baseline."""
    baseline = {small_report().url: {"links/rotten": 2}} if accepted else {}
    configured = Configuration(targets=(), min_score=97, least={"links": 61}, fail_on="never")
    found = verdict(_unexamined(Category.LINKS, share), configured, baseline, TODAY)
    at_most = "the score is 60 at most, " if share == 40 and not accepted else ""
    assert found.failures == (
        f"min-score 97: the score is {overall}",
        f"min links=61: {at_most}links was not examined completely",
    )
    left_out = "min-score 97: links was not examined completely, so it doesn't count"
    assert found.left_out == (() if overall == 89 else (left_out,))


def test_only_unexamined_categories() -> None:
    """A report without any examined category fails a minimum score."""
    report = small_report()
    report = evolve(
        report, categories=tuple(evolve(result, counted=False, examined=False) for result in report.categories)
    )
    assert verdict(report, Configuration(targets=(), min_score=1), None, TODAY).failures == (
        "min-score 1: nothing was examined",
    )


def test_ignored_issues_are_named() -> None:
    """Ignored issues are reported with their reasons."""
    judged = verdict(small_report(), Configuration(targets=(), ignored=_ignoring()), None, TODAY)
    assert judged.ignored == (("seo/pears", "Winter."),)


def test_baseline_accepts_known_issues(tmp_path: Path) -> None:
    """A baseline accepts the same issues, but not more places of an issue."""
    kept = tmp_path / "old.json"
    kept.write_text(FORMATS["json"].write([small_report()]))
    assert not _failures(read_baseline(str(kept)))
    kept.write_text(kept.read_text().replace('"count": 2', '"count": 1'))
    assert _failures(read_baseline(str(kept))) == ("fail-on warning: 1 new issue: Page has no pears",)
    kept.write_text(FORMATS["json"].write([small_report(), small_report("https://plums.example/")]))
    assert not _failures(read_baseline(str(kept)))
    assert _failures({"https://plums.example/": {}}) == ("fail-on warning: 1 new issue: Page has no pears",)


def test_baseline_identifies_new_issues() -> None:
    """With a baseline, known issues are counted and new ones named; without a baseline, no issue is new."""
    report = small_report()
    known = {report.url: {"seo/pears": 2, "Page names apples": 1}}
    judged = verdict(report, Configuration(targets=(), ignored=_ignoring()), known, TODAY)
    assert (judged.ignored, judged.known) == ((("seo/pears", "Winter."),), 1)
    assert [issue.rule for issue in judged.new] == ["performance/slow-pears", "performance/late-plums"]
    assert verdict(report, Configuration(targets=()), None, TODAY).new == ()


@pytest.mark.parametrize(
    "content", ["", "{", "[]x", "null", "[1]", '{"url": 1}', '{"url": "", "categories": [{}]}', "[" * 100_000]
)
def test_invalid_baseline(tmp_path: Path, content: str) -> None:
    """A baseline that is not a report is a usage problem, and no gate passes by it."""
    kept = tmp_path / "old.json"
    kept.write_text(content)
    with pytest.raises(UsageProblem, match="not a JSON report"):
        read_baseline(str(kept))
    with pytest.raises(UsageProblem, match="No such file"):
        read_baseline(str(tmp_path / "none.json"))
