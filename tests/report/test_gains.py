"""What fixing issues gains: causes, faults that two rules report, and the first sentences of a report."""

from collections.abc import Mapping

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sitescan.charging import LOAD_TIME
from sitescan.model.rendered import Rendering
from sitescan.model.report import Category, CategoryResult, Fact, Issue, Occurrence, Report, Severity
from sitescan.report.gains import gain, same_faults, top_fixes
from sitescan.report.json_format import report_json
from sitescan.report.same_fault import leader, rank
from sitescan.report.summary import summary
from sitescan.rules.catalogue import catalogue
from sitescan.scoring import category_score, overall_score
from tests.report.reports import small_report

LARGEST, FIRST, _ = LOAD_TIME.rules


def issue(rule: str, share: int, relieves: Mapping[str, int] = {}, gain_ms: int = 0, **facts: Fact) -> Issue:
    """Return an issue of a rule."""
    texts = catalogue()[rule]
    return Issue(
        rule=rule,
        severity=Severity.WARNING,
        share=share,
        title=texts.title,
        description="",
        recommendation=texts.recommendation,
        how_to_fix="",
        count=1,
        occurrences=(Occurrence(facts=facts),),
        relieves=relieves,
        gain_ms=gain_ms,
    )


def report(*issues: Issue) -> Report:
    """Return a report with these issues, all of whose categories count."""
    categories = []
    for category in Category:
        found = tuple(issue for issue in issues if issue.rule.startswith(category.value))
        score = category_score(issue.share for issue in found)
        categories.append(CategoryResult(category=category, score=score, issues=found))
    overall = overall_score(result.score for result in categories)
    return evolve(small_report(), categories=tuple(categories), overall_score=overall)


def summed(found: Report) -> str:
    """Return the summary of a report."""
    return summary(found, top_fixes(found))


SLOW = (
    issue(LARGEST, 20, paint=10.1),
    issue(FIRST, 6, paint=10.1),
    issue("performance/blocking-scripts", 0, {LARGEST: 0, FIRST: 2}, 7500),
    issue("performance/response-slow", 0, {LARGEST: 12}, 900),
    issue("performance/cache-lifetime", 1),
)


def test_cause_gains_what_its_effects_cost_less() -> None:
    """Fixing a cause brings back what the slow paints then take less, and these are no fixes of their own."""
    found = report(*SLOW)
    performance = found.categories[2]
    left = category_score([0, 2, 1])
    assert gain(SLOW[2], performance) == left - performance.score
    assert [fix.issue.rule for fix in top_fixes(found)] == [
        "performance/blocking-scripts",
        "performance/cache-lifetime",
    ]


def test_paint_without_known_cause_is_a_fix() -> None:
    """A slow paint of which no cause is known stays in the list of what to do."""
    assert [fix.issue.rule for fix in top_fixes(report(*SLOW[:2]))] == [LARGEST, FIRST]


def test_same_fault_is_one_fix() -> None:
    """Two rules about one fault make one fix with the points of both categories, and evidence names the other one."""
    found = report(
        issue("seo/title-missing", 15),
        issue("accessibility/document-title", 15),
        issue("accessibility/content-outside-landmarks", 6),
    )
    first, second = top_fixes(found)
    assert ([entry.rule for _, entry in first.issues], first.points) == (
        ["seo/title-missing", "accessibility/document-title"],
        6,
    )
    assert [entry.rule for _, entry in second.issues] == ["accessibility/content-outside-landmarks"]
    assert same_faults(found) == {"accessibility/document-title": "seo/title-missing"}
    written = report_json(found, evidence=True)
    assert written["topFixes"][0] == {"rules": [entry.rule for _, entry in first.issues], "points": 6, "gainMs": 0}
    titles = [each for category in written["categories"][:2] for each in category["issues"]]
    assert [each.get("sameFaultAs") for each in titles] == [None, "seo/title-missing", None]


def test_grouped_rules_exist() -> None:
    """Every rule in a group exists, so that a renamed rule isn't told twice."""
    grouped = [rule for rule in catalogue() if leader(rule) != rule or rank(rule)]
    assert len(grouped) > 10
    assert {leader(rule) for rule in grouped} <= set(catalogue())


@given(st.lists(st.sampled_from([name for name, rule in catalogue().items() if rule.share]), unique=True, max_size=40))
def test_points_add_up_to_at_most_what_is_missing(rules: list[str]) -> None:
    """The points of the fixes never exceed what is missing."""
    found = report(*(issue(rule, catalogue()[rule].share) for rule in rules))
    first, all_of_them = top_fixes(found), top_fixes(found, 100)
    assert all_of_them[:5] == first
    assert sum(fix.points for fix in all_of_them) <= 100 - found.overall_score


def test_summary_of_slow_page() -> None:
    """The summary of a slow page says when it appears and which change helps most."""
    assert summed(report(*SLOW)) == (
        "On a phone with slow 4G, the main content appears after about 10.1 s. The change that shows content about 7.5 "
        f"s sooner: {catalogue()['performance/blocking-scripts'].recommendation}"
    )


def test_summary_of_slow_page_with_graver_faults() -> None:
    """If another change brings back more points, the summary of a slow page names also what shows it sooner."""
    found = report(*SLOW, issue("accessibility/image-alt", 60))
    assert summed(found) == (
        "On a phone with slow 4G, the main content appears after about 10.1 s. The change that shows it about 7.5 s "
        f"sooner: {catalogue()['performance/blocking-scripts'].recommendation} The change that brings back most "
        f"points: {catalogue()['accessibility/image-alt'].recommendation}"
    )


def test_summary_of_other_pages() -> None:
    """The summary names the fix that brings most points, or says that there is nothing to gain."""
    wrong = report(issue("accessibility/image-alt", 15), issue("seo/image-alt", 10))
    assert summed(wrong) == f"The change that brings back most points: {wrong.categories[1].issues[0].recommendation}"
    assert summed(report()) == "Nothing that was checked costs a point."


def test_summary_of_page_that_scripts_write() -> None:
    """The summary of an empty shell says first that it was not seen, and what would see it, unless it was rendered."""
    shell = report(issue("seo/content-from-scripts", 20))
    assert summed(shell).startswith("Scripts write this page in the browser, and this scan has not run them")
    assert "sitescan scan --render" in summed(shell)
    rendered = evolve(shell, rendering=Rendering(browser="Chromium", seconds=1.0))
    assert "--render" not in summed(rendered)
