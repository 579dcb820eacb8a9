"""Ids of rules that other rules have taken over, that are deprecated, or that were withdrawn: all keep working."""

from datetime import date
from pathlib import Path

import msgspec
import pytest
from attrs import evolve

from sitescan.cli.baseline import WrittenReport
from sitescan.cli.comparison import comparison
from sitescan.cli.configuration import Configuration, Ignored
from sitescan.cli.fix_options import selects
from sitescan.cli.gates import verdict
from sitescan.cli.main import main
from sitescan.local.offline import analyse
from sitescan.report.rule_texts import history
from sitescan.rules.catalogue import catalogue, current_id
from sitescan.rules.rule import Status

FORMER, CURRENT = "seo/title-short", "seo/title-length"
TODAY = date(2026, 11, 28)
PAGE = "<!doctype html><html lang=en><title>Pears</title><main><h1>Pears</h1>"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with a page whose title is too short."""
    (tmp_path / "pears.html").write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_ignored_former_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A former id in ``ignore`` ignores the issues of the rule that has taken it over, and the user hears of it."""
    (folder / "sitescan.toml").write_text(f'[[ignore]]\nrule = "{FORMER}"\nreason = "Brand."\n')
    assert main(["scan", "pears.html", "--base", "https://pears.example/a/"]) == 0
    errors = capsys.readouterr().err
    assert f"ignore: {FORMER} is part of {CURRENT} now; write that instead" in errors
    assert f"{CURRENT}: Brand." in errors


def test_ignored_withdrawn_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The id of a withdrawn rule is no mistake, and the user hears that it has no effect."""
    (folder / "sitescan.toml").write_text('[[ignore]]\nrule = "performance/carbon"\nreason = "Winter."\n')
    assert main(["scan", "pears.html"]) == 0
    assert "ignore: performance/carbon was withdrawn, so it reports nothing" in capsys.readouterr().err


def test_selected_former_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A former id in ``--select`` selects the rule that has taken it over."""
    assert selects((FORMER,), CURRENT)
    assert not selects((FORMER,), "seo/title-missing")
    assert main(["fix", "pears.html", "--diff", "--select", FORMER]) in (0, 1)
    assert f"select: {FORMER} is part of {CURRENT} now; write that instead" in capsys.readouterr().err


def test_explained_former_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """The explanation of a former id is that of the rule, and names the ids that it has taken over."""
    assert main(["explain", FORMER]) == 0
    shown = capsys.readouterr().out
    assert CURRENT in shown
    assert "It has taken over seo/title-long, seo/title-short." in shown


def test_explained_on_a_whole_site(capsys: pytest.CaptureFixture[str]) -> None:
    """The explanation of a rule that judges a whole site, too, says what it reports there, and only that one does."""
    assert main(["explain", "links/broken"]) == 0
    assert "On a whole site: Pages link to …, which doesn't exist (…)." in capsys.readouterr().out
    assert main(["explain", CURRENT]) == 0
    assert "On a whole site" not in capsys.readouterr().out


def _written(*issues: tuple[str, int]) -> WrittenReport:
    listed = [{"title": f"Title of {rule}", "rule": rule, "count": count} for rule, count in issues]
    return msgspec.convert({"url": "https://pears.example/", "categories": [{"issues": listed}]}, WrittenReport)


def test_comparison_with_former_rules() -> None:
    """Issues of former rules in an earlier report are those of the rule that has taken them over, together."""
    before = _written(("seo/end-tag-stray", 2), ("seo/elements-overlap", 1))
    assert comparison(before, _written(("seo/tags-mismatched", 3))).new == ()
    assert [count for _, count in comparison(before, _written(("seo/tags-mismatched", 4))).new] == [3]


def test_status() -> None:
    """A rule says what will become of it, and a rule in preview costs no points."""
    rule = catalogue()[CURRENT]
    assert history(rule).startswith("Since version 1.1.0. It has taken over ")
    assert "next major version won't have it" in history(evolve(rule, status=Status.DEPRECATED))
    assert "costs no points" in history(evolve(rule, share=0, status=Status.PREVIEW))
    with pytest.raises(ValueError, match="a rule in preview costs no points"):
        evolve(rule, status=Status.PREVIEW)


def test_current_ids() -> None:
    """A rule that was not taken over is its own."""
    assert [current_id(rule) for rule in (FORMER, CURRENT, "seo/nothing")] == [CURRENT, CURRENT, "seo/nothing"]
    configured = Configuration(targets=(), ignored=(Ignored(rule=FORMER, reason="Brand."),), fail_on="info")
    report = analyse("https://pears.example/a/", 200, (("Content-Type", "text/html"),), PAGE.encode(), scanned_at=0.0)
    assert (CURRENT, "Brand.") in verdict(report, configured, None, TODAY).ignored
