"""What fixing issues gains: causes, faults that two rules report, and the first sentences of a report."""

from collections.abc import Mapping
from itertools import pairwise
from math import prod

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from sitescan.charging import LOAD_TIME
from sitescan.model.rendered import Rendering
from sitescan.model.report import Category, CategoryResult, Fact, Issue, Occurrence, PlanStep, Report, Severity
from sitescan.report import combined_fixes, priorities
from sitescan.report.gains import gain, same_faults, top_fixes
from sitescan.report.json_format import report_json
from sitescan.report.priorities import Actor, Priority, actor, place, priority, spelled_out
from sitescan.report.same_fault import leader, rank
from sitescan.report.summary import summary
from sitescan.report.wording import fixed_together, steps_of
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


def report(*issues: Issue, plan: tuple[PlanStep, ...] = ()) -> Report:
    """Return a report with these issues, all of whose categories count."""
    categories = []
    for category in Category:
        found = tuple(issue for issue in issues if issue.rule.startswith(category.value))
        score = category_score(issue.share for issue in found)
        steps = plan if category is Category.PERFORMANCE else ()
        categories.append(CategoryResult(category=category, score=score, issues=found, plan=steps))
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


PLAN = (
    PlanStep(
        rules=("performance/blocking-scripts",),
        first_paint=2600,
        largest_paint=2600,
        shares={LARGEST: 4, FIRST: 2, "performance/response-slow": 0, "performance/cache-lifetime": 1},
    ),
    PlanStep(
        rules=("performance/response-slow",),
        first_paint=1700,
        largest_paint=1700,
        shares={"performance/cache-lifetime": 1},
    ),
)
"""What shows the content of the slow page sooner."""


def test_cause_gains_what_its_effects_cost_less() -> None:
    """Fixing a cause brings back what the slow paints then take less, and these are no fixes of their own."""
    found = report(*SLOW)
    performance = found.categories[2]
    left = category_score([0, 2, 1])
    assert gain(SLOW[2], performance) == left - performance.score
    assert [fix.issue.rule for fix in top_fixes(found)] == [
        "performance/blocking-scripts",
        "performance/response-slow",
        "performance/cache-lifetime",
    ]


def test_late_content_is_one_entry() -> None:
    """What shows content sooner is one entry, with the time and the points after each step; no step is an entry."""
    late, other = top_fixes(report(*SLOW, plan=PLAN))
    assert (late.title, late.paint, late.gain_ms) == ("Main content appears late", 10_100, 8400)
    assert [entry.rule for _, entry in late.issues] == ["performance/blocking-scripts", "performance/response-slow"]
    assert [(step.issue.rule, step.paint) for step in late.steps] == [
        ("performance/blocking-scripts", 2600),
        ("performance/response-slow", 1700),
    ]
    before, first, last = (100 * prod(1 - share / 100 for share in shares) for shares in ((20, 6, 1), (4, 2, 1), (1,)))
    assert [step.points for step in late.steps] == [round((first - before) / 5, 1), round((last - first) / 5, 1)]
    assert late.points == round((last - before) / 5, 1)
    assert [actor.value for actor in late.actors] == ["in the page", "on the server"]
    assert other.issue.rule == "performance/cache-lifetime"


def test_step_for_other_content_says_so() -> None:
    """A step after which the main content, which is late, appears no sooner says when the first content does."""
    (late, *_) = top_fixes(report(*SLOW, plan=(PLAN[0], evolve(PLAN[1], largest_paint=2620))))
    now, first, second = steps_of(late)
    assert (now, first.partition(": ")[2]) == ("now after 10.1 s", f"after 2.6 s (+{late.steps[0].points})")
    assert second.partition(": ")[2] == f"first content after 1.7 s (+{late.steps[1].points})"


def test_late_content_without_known_cause_is_an_entry() -> None:
    """Late content of which no cause is known stays in the list of what to do."""
    (late,) = top_fixes(report(*SLOW[:2]))
    assert (late.title, late.paint, late.steps) == ("Main content appears late", 10_100, ())
    assert late.points == round((100 - 100 * 0.8 * 0.94) / 5, 1)


def test_what_visitors_meet_comes_first() -> None:
    """
    What doesn't work comes first, then late content, people who are shut out, what searches need, and protection.

    What brings back next to nothing comes last.
    """
    found = report(
        issue("links/broken", 6),
        *SLOW[:3],
        issue("accessibility/image-alt", 15),
        issue("accessibility/list-children", 1),
        issue("seo/description-missing", 10),
        issue("security/csp-missing", 25),
        plan=PLAN[:1],
    )
    assert [fix.priority.name for fix in top_fixes(found)] == ["BROKEN", "LATE", "SHUT_OUT", "SEARCHES", "PROTECTION"]
    assert top_fixes(found, 9)[-1].issue.rule == "accessibility/list-children"


def test_headers_are_one_entry() -> None:
    """The headers that one command writes are one entry; what they cost is its gain."""
    (headers,) = top_fixes(report(issue("security/csp-missing", 6), issue("security/hsts-missing", 6)))
    assert headers.title == "Response headers that protect visitors are missing or weak"
    assert "sitescan fix --server" in headers.recommendation
    assert headers.points == round((100 - 100 * 0.94 * 0.94) / 5, 1)
    (single,) = top_fixes(report(issue("security/hsts-missing", 6)))
    assert single.title == "HTTPS enforcement (HSTS) header is missing"


def test_faults_fixed_at_one_go_are_one_entry() -> None:
    """Names of all that people operate are one entry, with what each costs; one fault alone keeps its own title."""
    button, link = issue("accessibility/button-name", 15), issue("accessibility/link-name", 15)
    alt = issue("accessibility/image-alt", 15), issue("seo/image-alt", 10)
    names, images = top_fixes(report(button, link, *alt))
    assert (names.title, images.title) == ("Links, buttons or form fields have no name", "Images have no alt text")
    assert [entry.rule for _, entry in names.issues] == [button.rule, link.rule]
    assert names.points == round((100 * 0.85 - 100 * 0.85**3) / 5, 1)
    (single,) = top_fixes(report(link))
    assert (single.title, single.recommendation) == (link.title, link.recommendation)
    (texts,) = top_fixes(report(*alt, issue("accessibility/image-alt-meaningless", 6)))
    assert texts.title == "Images have no alt text, or one that says nothing"


def test_pictures_are_one_entry() -> None:
    """What several rules advise about pictures is one entry, and the weight that they cause is none."""
    weight = "performance/total-weight"
    large = issue("performance/large-images", 0, {weight: 6, "performance/dom-size": 6})
    (pictures,) = top_fixes(report(issue(weight, 15), large, issue("performance/legacy-images", 0, {weight: 10})))
    assert [entry.rule for _, entry in pictures.issues] == ["performance/large-images", "performance/legacy-images"]
    assert pictures.points == round((94 - 85) / 5, 1)


@pytest.mark.parametrize("rule", catalogue())
def test_every_rule_has_a_place(rule: str) -> None:
    """Every rule has a place in what to do first, and somebody who does it."""
    assert priority(rule) in Priority
    assert actor(rule) in Actor


@pytest.mark.parametrize("rule", catalogue())
def test_entries_begin_with_words(rule: str) -> None:
    """No entry begins with an abbreviation that only specialists know."""
    first = spelled_out(catalogue()[rule].title).split()[0]
    assert not first.isupper() or first in {"AI", "CSS", "HTML", "HTTP", "HTTPS", "PHP", "SEO", "SVG", "URL"}


def test_places_name_rules() -> None:
    """Every rule that is named in the tables exists, so that a renamed rule keeps its place."""
    named = {name for name, place in vars(priorities).items() if isinstance(place, frozenset)}
    assert len(named) > 2
    for name in named:
        assert set(vars(priorities)[name]) <= set(catalogue()), name
    combined = [fix for value in vars(combined_fixes).values() if isinstance(value, tuple) for fix in value]
    assert {rule for rule in catalogue() if (fix := combined_fixes.combined_fix(rule)) and rule in fix.rules} == {
        rule for fix in combined for rule in fix.rules
    }


def test_same_fault_is_one_fix() -> None:
    """Two rules about one fault make one fix with the points of both categories, and evidence names the other one."""
    found = report(
        issue("seo/title-missing", 15),
        issue("accessibility/document-title", 15),
        issue("accessibility/content-outside-landmarks", 6),
    )
    first, second = top_fixes(found)
    assert [entry.rule for _, entry in first.issues] == ["seo/title-missing", "accessibility/document-title"]
    assert first.points == round((15 + 100 * 0.94 - 100 * 0.85 * 0.94) / 5, 1)
    assert [entry.rule for _, entry in second.issues] == ["accessibility/content-outside-landmarks"]
    assert same_faults(found) == {"accessibility/document-title": "seo/title-missing"}
    written = report_json(found, evidence=True)
    assert written["topFixes"][0] == {
        "title": catalogue()["seo/title-missing"].title,
        "recommendation": catalogue()["seo/title-missing"].recommendation,
        "rules": [entry.rule for _, entry in first.issues],
        "points": first.points,
        "gainMs": 0,
        "meets": "people who are shut out",
        "where": ["in the texts"],
    }
    titles = [each for category in written["categories"][:2] for each in category["issues"]]
    assert [each.get("sameFaultAs") for each in titles] == [None, "seo/title-missing", None]


def test_what_is_fixed_together_is_named() -> None:
    """An entry names the issues that it fixes besides its own, each once."""
    combined = report(issue("accessibility/link-name", 15), issue("accessibility/button-name", 15))
    same = report(issue("seo/image-alt", 15), issue("accessibility/image-alt", 15))
    alone = report(issue("seo/title-missing", 15))
    named = [fixed_together(top_fixes(found)[0]) for found in (combined, same, alone)]
    assert [list(rules.values()) for rules in named] == [
        ["accessibility/link-name", "accessibility/button-name"],
        ["accessibility/image-alt"],
        [],
    ]
    assert all(catalogue()[rule].title == title for rules in named for title, rule in rules.items())


def test_grouped_rules_exist() -> None:
    """Every rule in a group exists, so that a renamed rule isn't told twice."""
    grouped = [rule for rule in catalogue() if leader(rule) != rule or rank(rule)]
    assert len(grouped) > 10
    assert {leader(rule) for rule in grouped} <= set(catalogue())


@given(st.lists(st.sampled_from([name for name, rule in catalogue().items() if rule.share]), unique=True, max_size=40))
def test_points_add_up_to_at_most_what_is_missing(rules: list[str]) -> None:
    """The points of the entries never exceed what is missing, and fall among those that visitors meet alike."""
    found = report(*(issue(rule, catalogue()[rule].share) for rule in rules))
    first, all_of_them = top_fixes(found), top_fixes(found, 100)
    assert all_of_them[:5] == first
    # Each is rounded to a tenth, and the overall score to a whole number.
    assert sum(fix.points for fix in all_of_them) <= 100 - found.overall_score + 0.5 + 0.05 * len(all_of_them)
    for entry, after in pairwise(all_of_them):
        alike = entry.priority is after.priority and (entry.points < 0.5) == (after.points < 0.5)
        assert not alike or entry.points >= after.points


def test_summary_of_slow_page() -> None:
    """The summary of a slow page says when it appears, when it does after the plan, and what to do first."""
    advice = f"Do this first: {catalogue()['performance/blocking-scripts'].recommendation}"
    late = "On a phone with slow 4G, the main content appears after about 10.1 s"
    assert summed(report(*SLOW, plan=PLAN)) == f"{late}, and after about 1.7 s with 2 changes. {advice}"
    assert summed(report(*SLOW, plan=PLAN[:1])) == f"{late}, and after about 2.6 s with one change. {advice}"
    alone = catalogue()[LARGEST].recommendation
    assert summed(report(*SLOW[:2])) == f"{late}. Do this first: {alone}"
    steps = (evolve(PLAN[1], rules=("performance/blocking-scripts",)),)
    first = summed(report(*SLOW[1:3], plan=steps))
    assert first.startswith("On a phone with slow 4G, the first content appears after about 10.1 s, and after")


def test_summary_of_slow_page_with_graver_faults() -> None:
    """What doesn't work is done before content is shown sooner, and the summary still says how late that is."""
    broken = issue("links/broken", 6)
    found = summed(report(*SLOW, broken, plan=PLAN))
    assert "after about 10.1 s" in found
    assert found.endswith(f" {broken.title}. Do this first: {broken.recommendation}")


def test_summary_says_how_late_content_is_after_much_else() -> None:
    """How late the content is stands in the summary without changes, if five other things are to be done before."""
    rules = ("links/broken", "links/soft-404", "links/server-error", "security/not-https", "seo/noindex")
    found = report(*SLOW, *(issue(rule, 6) for rule in rules), plan=PLAN)
    assert not [fix for fix in top_fixes(found) if fix.paint]
    assert "the main content appears after about 10.1 s. " in summed(found)


def test_summary_of_other_pages() -> None:
    """The summary names what to do first, or says that there is nothing to gain."""
    wrong = report(issue("accessibility/image-alt", 15), issue("seo/image-alt", 10))
    first = wrong.categories[1].issues[0]
    assert summed(wrong) == f"{first.title}. Do this first: {first.recommendation}"
    assert summed(report()) == "Nothing that was checked costs a point."


def test_summary_of_page_that_scripts_write() -> None:
    """The summary of an empty shell says first that it was not seen, and what would see it, unless it was rendered."""
    shell = report(issue("seo/content-from-scripts", 20))
    assert summed(shell).startswith("Scripts write this page in the browser, and this scan has not run them")
    assert "sitescan scan --render" in summed(shell)
    rendered = evolve(shell, rendering=Rendering(browser="Chromium", seconds=1.0))
    assert "--render" not in summed(rendered)


def test_what_does_not_work_is_never_last() -> None:
    """What doesn't work comes first even if it brings back little, on a page and on a site."""
    found = report(issue("performance/broken-images", 1), issue("accessibility/image-alt", 15))
    assert [fix.issue.rule for fix in top_fixes(found)] == ["performance/broken-images", "accessibility/image-alt"]
    assert place(priority("links/broken"), 0.1) < place(priority("seo/description-missing"), 2.0)
    assert place(priority("seo/description-missing"), 0.1) > place(priority("security/csp-missing"), 2.0)
