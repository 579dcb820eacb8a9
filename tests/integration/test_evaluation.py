"""Every evaluation runs on its sample, judges all of it, and has the expected figures."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.integration.source_programs import evaluate, output_of, run_program
from tests.programs import RENDERER, needs

pytestmark = [pytest.mark.integration, pytest.mark.proof]

SAMPLES = Path(__file__).parents[2] / "evaluation/samples"

#: Figures of each evaluation on its sample.
EXPECTED: dict[str, dict[str, Any]] = {
    "act": {"judged": 10, "all": {"caught": 5, "missed": 0, "false_alarms": 0}},
    "axe": {"judged": 2, "found": 1.0, "both": 5, "ours_only": 0},
    "bug-reports": {"judged": 20, "correct": 20, "missed": 0, "false_alarms": 0},
    "contrast": {"judged": 12, "agree": 4, "missed": 0, "false": 0},
    "csp": {"judged": 7, "exact": 7},
    "earnings": {"judged": 2},
    "edits": {"judged": 3, "places": 42, "edits": 20, "gone": 15, "left": 0, "new": 0, "fell": 0, "patch_new": 0},
    "field": {"judged": 10, "right": 10},
    "fixed-pages": {"judged": 3, "fixed": 15, "same": 3, "different": 0},
    "fixes": {"judged": 2, "not_gone": 0, "new_issues": 0, "score_fell": 0, "not_applied": 0},
    "html": {"judged": 3, "recall": 1.0, "false": 0.0},
    "lighthouse": {"judged": 2},
    "links": {"judged": 21, "missed": 0, "false_alarms": 0, "wrong_class": 0, "redirects": 3, "fragments": 3},
    "observatory": {"judged": 9, "tests": 9, "agree": 9, "caught": 6, "disputed": 1},
    "pixels": {"judged": 2, "texts": 2, "true": 2, "unique": 2},
    "report-digests": {"judged": 2},
    "promises": {"judged": 4},
    "robots": {"judged": 8, "right": 8},
    "seo": {"judged": 13, "caught": 8, "missed": 0, "right": 5, "false_alarms": 0},
    "site": {"judged": 31, "missed": 0, "false": 0, "trapped": 24},
    "ssrf": {"judged": 15, "wrong": 0, "dialled_forbidden": 0},
    "structured-data": {"judged": 4, "caught": 2, "missed": 0, "right": 2, "false_alarms": 0},
}
NEEDED = {"promises": ("cwebp",)}
OPTIONS = {"links": ("--n", "21")}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs(*NEEDED[name])) if name in NEEDED else name for name in EXPECTED]
)
def test_sample(name: str) -> None:
    """The figures of a sample are the expected ones."""
    figures = evaluate(name, *OPTIONS.get(name, ()))
    assert {key: figures[key] for key in EXPECTED[name]} == EXPECTED[name]
    assert figures["judged"] == figures["given"]
    assert figures["errors"] == 0


@needs(*NEEDED["promises"])
def test_promises_of_the_sample_are_kept() -> None:
    """What a report announces for a change is what a scan of the changed page shows, for all changes of the sample."""
    figures = evaluate("promises")
    assert figures["promises"] >= 8
    assert figures["kept"] == figures["promises"]


@needs(*RENDERER)
def test_rendered_apps() -> None:
    """An app is compared with axe-core after its scripts have run, shadow trees included."""
    figures = json.loads(output_of("-m", "evaluation", "axe", "--rendered", SAMPLES / "apps").splitlines()[-1])
    assert (figures["judged"], figures["given"], figures["errors"]) == (1, 1, 0)
    assert (figures["found"], figures["found_undisputed"], figures["axe_only"]) == (1.0, 1.0, 0)
    # A reference to an id that is not on the page is one that axe-core asks a person to check.
    assert figures["ours_only"] == figures["to_check"] == 2
    assert figures["both"] == 8


@needs(*RENDERER)
@pytest.mark.parametrize(("kind", "most"), [("scripts", "100"), ("images", "10"), ("examples", "100")])
def test_safe_fixes_of_generated_pages(kind: str, most: str) -> None:
    """No safe fix of a generated page changes anything that visitors notice."""
    figures = evaluate("fixed-pages", "--generated", kind, "--most", most)
    assert figures["judged"] == figures["given"] > 0
    assert figures["same"] > 0
    assert figures["different"] == 0


@needs(*RENDERER)
def test_unsafe_fixes_of_generated_pages() -> None:
    """The comparison of pages notices what unsafe fixes change."""
    figures = evaluate("fixed-pages", "--generated", "scripts", "--unsafe", "--most", "4")
    assert figures["different"] > 0


def test_every_evaluation_has_a_sample() -> None:
    """Every listed evaluation has a sample and expected figures."""
    listed = run_program("-m", "evaluation", "--list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == sorted(EXPECTED)


@pytest.mark.parametrize(("name", "data"), [("robots", "[]"), ("csp", "{}"), ("ssrf", '{"cases": []}')])
def test_no_cases(tmp_path: Path, name: str, data: str) -> None:
    """An evaluation without a single case fails."""
    (tmp_path / "cases.json").write_text(data)
    ended = run_program("-m", "evaluation", name, tmp_path / "cases.json")
    assert ended.returncode == 1
    assert json.loads(ended.stdout.splitlines()[-1])["judged"] == 0


def test_failing_case(tmp_path: Path) -> None:
    """A case that can't be judged makes the evaluation fail."""
    sample = json.loads((SAMPLES / "act/index.json").read_text())
    sample["cases"] = sample["cases"][:2]
    (tmp_path / "index.json").write_text(json.dumps(sample))
    # The pages are missing.
    (tmp_path / "www").mkdir()
    ended = run_program("-m", "evaluation", "act", tmp_path)
    assert ended.returncode == 1, ended.stdout
    assert json.loads(ended.stdout.splitlines()[-1])["errors"] == 2


def test_missing_file() -> None:
    """A file that is missing is an error, not an evaluation without cases."""
    ended = run_program("-m", "evaluation", "robots", "/nonexistent.json")
    assert ended.returncode == 2
    assert "/nonexistent.json does not exist" in ended.stderr


def test_policies(shared: Callable[[str], Path]) -> None:
    """Nearly every policy has the same findings at the same severities as in CSP Evaluator."""
    figures = evaluate("csp", shared("corpus/security/csp.json"))
    assert figures["policies"] > 200
    assert figures["agreement"] >= 0.98
    assert figures["false_alarms"] == 0


@pytest.mark.parametrize(("name", "tests"), [("observatory.json", 200), ("observatory_pages.json", 1100)])
def test_responses(name: str, tests: int, shared: Callable[[str], Path]) -> None:
    """Nearly every test passes or fails as in the Observatory, and there is no false alarm."""
    figures = evaluate("observatory", shared("corpus/security") / name)
    assert figures["tests"] > tests
    assert figures["agreement"] >= 0.98
    assert figures["false_alarms"] == 0


def test_hostile_urls(shared: Callable[[str], Path]) -> None:
    """No URL of the collection leads to a private address, and public sites with similar URLs are scanned."""
    figures = evaluate("ssrf", shared("corpus/egress/ssrf.json"))
    assert figures["judged"] > 300
    assert figures["wrong"] == figures["dialled_forbidden"] == 0
