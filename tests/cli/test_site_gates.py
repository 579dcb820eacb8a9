"""The gates of a site."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.site_gates import SiteGates, failures, fixed_faults, new_faults, site_gates
from sitescan.model.report import Severity
from sitescan.model.site_report import Reach, SiteReport
from tests.report.test_site_formats import FAULT, ISSUE, SITE, site


@pytest.mark.parametrize(
    ("gates", "failed"),
    [
        (SiteGates(most={}), []),
        (SiteGates(most={}, min_score=87), []),
        (SiteGates(most={}, min_score=88), ["min-score 88: the score is 87"]),
        (SiteGates(most={}, min_pages=30), []),
        (SiteGates(most={}, min_pages=31), ["min-pages 31: 30 pages were examined"]),
        (SiteGates(most={"error": 1, "info": 0}), ["max error=1: there are 2"]),
        (SiteGates(most={}, fail_on="error"), ["fail-on error: 2 faults: " + "; ".join([FAULT.title] * 2)]),
        (SiteGates(most={}, baseline=site()), []),
        (SiteGates(most={"error": 0}, fail_on="info", baseline=site()), []),
        (
            SiteGates(most={}, baseline=replace(site(), faults=site().faults[1:])),
            ["fail-on warning: 1 new fault: Links have no accessible name"],
        ),
    ],
)
def test_gates(gates: SiteGates, failed: Sequence[str]) -> None:
    """Each gate that fails is a sentence; those about faults leave out what the baseline has."""
    assert list(failures(site(), gates)) == failed


def test_nothing_was_examined() -> None:
    """A site of which no page was examined fails every gate, and no gate fails that isn't asked for."""
    unseen = replace(site(), score=None, pages=site().pages[-2:], faults=(), issues=())
    gates = SiteGates(most={"error": 9}, min_score=0, min_pages=1, fail_on="error")
    assert [failure.partition(":") for failure in failures(unseen, gates)] == [
        (gate, ":", " nothing was examined") for gate in ("min-score 0", "min-pages 1", "max error=9", "fail-on error")
    ]
    assert list(failures(unseen, SiteGates(most={}))) == []
    assert list(failures(unseen, SiteGates(most={}, baseline=unseen))) == ["fail-on warning: nothing was examined"]


def test_many_faults() -> None:
    """A gate names some of many faults."""
    made = replace(site(), issues=(), faults=(replace(FAULT, severity=Severity.WARNING),) * 7)
    (failure,) = failures(made, SiteGates(most={}, fail_on="warning"))
    assert failure.endswith("; ...")
    assert list(failures(made, SiteGates(most={}, fail_on="error"))) == []


def report(*faults: object) -> SiteReport:
    """Return a report with these faults."""
    return replace(site(), faults=faults, issues=())


def test_known_faults() -> None:
    """A fault of a template is known by its places, on however many pages; those of pages are known by their pages."""
    template = replace(FAULT, keys=("a", "b"))
    assert new_faults(report(template), report(replace(template, keys=("b",), pages=(*FAULT.pages, "new")))) == []
    assert new_faults(report(template), report(replace(template, keys=("b", "c"))))
    page = replace(FAULT, reach=Reach.PAGES, keys=(), pages=FAULT.pages[:2])
    assert new_faults(report(template), report(page)) == []
    assert new_faults(report(template), report(replace(page, pages=("new",))))
    assert new_faults(report(template), report(replace(page, rule="seo/title-missing")))


def test_known_issues_between_pages() -> None:
    """An issue between pages is known by its target, or else by pages in common, however many pages have it."""
    assert new_faults(site(), replace(site(), issues=(replace(ISSUE, count=9, pages=("new",)),))) == []
    assert new_faults(site(), replace(site(), issues=(replace(ISSUE, target="new"),)))
    copies = replace(ISSUE, target="", count=2)
    assert new_faults(replace(site(), issues=(copies,)), replace(site(), issues=(copies,))) == []
    more = replace(copies, pages=(*copies.pages, f"{SITE}/3"), count=3)
    assert new_faults(replace(site(), issues=(copies,)), replace(site(), issues=(more,))) == []
    other = replace(copies, pages=(f"{SITE}/3", f"{SITE}/4"))
    assert new_faults(replace(site(), issues=(copies,)), replace(site(), issues=(other,)))


def test_momentary_faults() -> None:
    """A fault that may pass by itself fails no gate that leaves out what is known, and counts for the others."""
    slow = report(replace(FAULT, rule="performance/response-slow", keys=(), reach=Reach.PAGES))
    assert new_faults(report(), slow) == []
    assert list(failures(slow, SiteGates(most={"error": 0}))) == ["max error=0: there are 1"]


def test_fixed_faults() -> None:
    """With a baseline, what is fixed is said, a line each."""
    gates = SiteGates(most={}, baseline=report(FAULT))
    assert list(fixed_faults(report(), gates)) == [
        f"fixed: Error: {FAULT.title}, in the header of 30 pages: one change fixes all"
    ]
    assert list(fixed_faults(report(FAULT), gates)) == list(fixed_faults(report(), SiteGates(most={}))) == []


def test_values() -> None:
    """Values that are no gates are refused."""
    assert site_gates({"min_score": "80", "max": ["error=0"], "fail_on": "suggestion"}, None) == SiteGates(
        min_score=80, most={"error": 0}, fail_on="info"
    )
    for given in ({"min_score": "101"}, {"min_pages": "0"}, {"max": ["fatal=0"]}):
        with pytest.raises(UsageProblem):
            site_gates(given, None)
