"""A delay is charged once, by its estimate, and no fix lowers the score."""

from hypothesis import given
from hypothesis import strategies as st

from sitescan.analyzers.charged_once import CHARGING, DELAY_CAUSES, ESTIMATE, WEIGHT_CAUSES, charged_once
from sitescan.analyzers.performance import without_useless_advice
from sitescan.model.outline import Place
from sitescan.model.report import Fact, Judgement, Occurrence, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues, share_of
from sitescan.scoring import category_score

PARTS = sorted(DELAY_CAUSES | WEIGHT_CAUSES)
CHARGES = "performance/largest-paint-slow"
WEIGHS = "performance/total-weight"
FACTS: dict[str, Fact] = {
    "total": 5_000_000,
    "known": 9,
    "paint": 5.0,
    "seconds": "5.0",
    "largest": "text",
    "chain": "the page",
    "caution": "",
    **dict.fromkeys(("first", "desktop_first", "desktop_largest", "unknown"), 1.0),
    **dict.fromkeys(("of", "later", "omitted", "limits"), ""),
}


def judgement(rule: str, share: int = 0) -> Judgement:
    """Return a judgement with the facts that the texts of rules about the load time need, and a share if it has one."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(facts=FACTS),), share=share)


def test_charged_rules_exist() -> None:
    """Every rule in the charging tables exists in the catalogue, so that a renamed rule is not charged twice."""
    assert set(catalogue()) >= DELAY_CAUSES | WEIGHT_CAUSES | {*CHARGING, ESTIMATE}


def test_causes_of_charged_delay_are_infos() -> None:
    """The causes of a charged delay are infos that state their gain and where it is counted, the largest gain first."""
    found = issues(
        charged_once(
            [
                judgement(ESTIMATE),
                judgement(CHARGES),
                judgement("performance/blocking-scripts"),
                judgement("performance/font-display"),
            ],
            {"performance/font-display": 900, "performance/blocking-scripts": 300},
        )
    )
    assert [(issue.rule, issue.severity, issue.share) for issue in found] == [
        (CHARGES, Severity.WARNING, 2),
        ("performance/font-display", Severity.INFO, 0),
        ("performance/blocking-scripts", Severity.INFO, 0),
        (ESTIMATE, Severity.INFO, 0),
    ]
    assert "about 0.9 s sooner" in found[1].description
    assert "Largest Contentful Paint is slow" in found[1].description


def test_causes_cost_nothing_on_fast_page() -> None:
    """On a page with a good load estimate, a cause of delay costs nothing but still states its gain."""
    judgements = [judgement(ESTIMATE), judgement("performance/blocking-scripts", 10)]
    found = next(
        issue
        for issue in issues(charged_once(judgements, {"performance/blocking-scripts": 300}))
        if issue.rule != ESTIMATE
    )
    assert (found.share, found.severity) == (0, Severity.INFO)
    assert "about 0.3 s sooner" in found.description
    assert "estimated to load fast enough" in found.description


def test_causes_are_charged_without_estimate() -> None:
    """Without a load estimate, the causes of a delay are charged their own shares."""
    (found,) = issues(charged_once([judgement("performance/blocking-scripts")], {}))
    assert found.share == catalogue()["performance/blocking-scripts"].share


def test_paint_rules_charge_their_own_share() -> None:
    """Each paint rule is charged its own share, independently of the other findings."""
    first = "performance/first-paint-slow"
    heavy = judgement("performance/large-images", 25)
    found = charged_once([judgement(ESTIMATE), judgement(CHARGES, 20), judgement(first, 3), heavy], {})
    assert [share_of(charged) for charged in found] == [0, 20, 3, 25]


def test_weight_is_charged_once() -> None:
    """A page that is too large is charged what its heavy parts would cost together, and the parts become infos."""
    found = issues(charged_once([judgement(WEIGHS, 10), judgement("performance/scripts-heavy", 25)], {}))
    assert [(issue.rule, issue.share) for issue in found] == [(WEIGHS, 25), ("performance/scripts-heavy", 0)]
    assert "“Page is too large”" in found[1].description


GRADED = st.dictionaries(st.sampled_from(PARTS), st.integers(0, 30))


@given(GRADED, st.sampled_from((*CHARGING, "")), st.integers(0, 40), st.data())
def test_no_fix_lowers_the_score(parts: dict[str, int], charging: str, share: int, data: st.DataObject) -> None:
    """Removing or reducing a cause never lowers the score, with or without the rule that charges for it."""
    charge = [judgement(charging, share)] if charging else []
    estimate = [judgement(ESTIMATE)] if charging or data.draw(st.booleans()) else []
    before = [*estimate, *charge, *(judgement(rule, graded) for rule, graded in parts.items())]
    kept = data.draw(st.sets(st.sampled_from(sorted(parts)))) if parts else set()
    fixed = [judgement(rule, data.draw(st.integers(0, parts[rule]))) for rule in kept]
    assert _score(before) <= _score([*estimate, *charge, *fixed])
    assert _score(before) <= _score([*estimate, *fixed])


def _score(judgements: list[Judgement]) -> int:
    return category_score(map(share_of, charged_once(judgements, {})))


def test_no_hint_for_broken_image() -> None:
    """A broken image gets no hint about its priority; the hint for another image is kept."""
    here, elsewhere = Place(line=3, column=1), Place(line=9, column=1)
    broken = Judgement(rule="performance/broken-images", count=1, occurrences=(Occurrence(place=here),))
    hints = [
        Judgement(rule="performance/hero-priority", count=1, occurrences=(Occurrence(place=place),))
        for place in (here, elsewhere)
    ]
    assert without_useless_advice([broken, *hints]) == [broken, hints[1]]
    assert without_useless_advice(hints) == hints
