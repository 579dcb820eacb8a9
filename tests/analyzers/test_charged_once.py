"""A delay is charged once, and no fix lowers the score."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.analyzers.charged_once import CHARGING, EXPLAINING, charged_once
from sitescan.model.report import Fact, Judgement, Occurrence, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues, share_of
from sitescan.scoring import category_score

PARTS = sorted(EXPLAINING - set(CHARGING))
CHARGES = "performance/largest-paint-very-slow"
FACTS: dict[str, Fact] = {"paint": 5.0, "largest": "text", "chain": "the page", "caution": ""}


def judgement(rule: str) -> Judgement:
    """One that says what the texts of rules about the load time need."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(facts=FACTS),))


def score(*rules: str) -> int:
    """The score of a page with these faults."""
    return category_score(share_of(one) for one in charged_once([judgement(rule) for rule in rules], {}))


def test_every_rule_named_is_in_the_catalogue() -> None:
    """A rule that was renamed would be charged twice without a word."""
    assert set(catalogue()) >= EXPLAINING


def test_parts_of_a_charged_delay_are_infos_with_their_gain() -> None:
    """They say what they gain and where they are counted, the largest gain first."""
    found = issues(
        charged_once(
            [judgement(CHARGES), judgement("performance/blocking-scripts"), judgement("performance/font-display")],
            {"performance/font-display": 900, "performance/blocking-scripts": 300},
        )
    )
    assert [(one.rule, one.severity, one.share) for one in found] == [
        (CHARGES, Severity.ERROR, 15),
        ("performance/font-display", Severity.INFO, 0),
        ("performance/blocking-scripts", Severity.INFO, 0),
    ]
    assert "about 900 ms sooner" in found[1].description
    assert "Largest Contentful Paint is poor" in found[1].description


def test_where_no_delay_is_charged_the_parts_are() -> None:
    """A fast page keeps its warnings, with their gain."""
    (found,) = issues(charged_once([judgement("performance/blocking-scripts")], {"performance/blocking-scripts": 300}))
    assert found.share == catalogue()["performance/blocking-scripts"].share
    assert "about 300 ms sooner" in found.description


@given(st.lists(st.sampled_from(PARTS), unique=True), st.sampled_from(CHARGING), st.data())
def test_no_fix_lowers_the_score(parts: list[str], charging: str, data: st.DataObject) -> None:
    """Neither one that leaves the delay as it is, nor one that takes it below its bound."""
    kept = data.draw(st.sets(st.integers(0, len(PARTS))))
    fixed = [one for number, one in enumerate(parts) if number in kept]
    before = score(charging, *parts)
    assert before <= score(charging, *fixed)
    assert before <= score(*fixed)
