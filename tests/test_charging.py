"""What issues take: a delay is charged once, by its estimate, and no fix lowers the score."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.analyzers.performance import with_gain, without_useless_advice
from sitescan.charging import LOAD_TIME, NOTHING, WEIGHT, charges
from sitescan.model.outline import Place
from sitescan.model.page_load import LoadGain
from sitescan.model.report import Fact, Judgement, Occurrence, Severity
from sitescan.performance.improvements import rules_with_gains
from sitescan.report.rule_texts import cost_reason
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.rule import Rule
from sitescan.scoring import category_score
from tests.charged import shares

*CHARGING, ESTIMATE = LOAD_TIME.rules
PARTS = sorted(rule.id for rule in catalogue().values() if rule.charged_by in (LOAD_TIME, WEIGHT))
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
    **dict.fromkeys(("of", "later", "work", "omitted", "limits"), ""),
}


def judgement(rule: str, magnitude: float = 0, gain_ms: int = 0) -> Judgement:
    """Return a judgement with the facts that the texts of rules about the load time need."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(facts=FACTS),), magnitude=magnitude, gain_ms=gain_ms)


def test_charged_rules_exist() -> None:
    """Every rule that charges for others exists, and every simulated fix belongs to a fault that is charged once."""
    terms = [rule.charged_by for rule in catalogue().values() if rule.charged_by is not None]
    assert {other for charged_by in terms for other in charged_by.rules} <= set(catalogue())
    assert set(rules_with_gains()) <= set(PARTS)


@pytest.mark.parametrize("rule", catalogue().values(), ids=lambda rule: rule.id)
def test_scale_begins_at_the_least_share(rule: Rule[Any]) -> None:
    """A rule's magnitude only adds to its least share, and the page of the rule says how."""
    if rule.scale is not None:
        assert rule.scale.share(1e12) > rule.share
        assert rule.scale.of in cost_reason(rule)


def test_same_fault_is_charged_once() -> None:
    """A fault that an analyzer has seen to be another one's costs nothing, and so does one of a rule's own list."""
    malformed = Judgement(rule="links/malformed", count=1, occurrences=(), charged_by="links/broken")
    broken = Judgement(rule="links/broken", count=1, occurrences=())
    assert shares(malformed, broken) == [0, 15]
    assert shares(malformed) == [6]
    missing, duplicate = judgement("seo/canonical-missing"), judgement("seo/duplicate-urls")
    assert shares(missing) == [1]
    assert shares(missing, duplicate)[0] == 0


def test_reasons() -> None:
    """An issue says why it takes what it takes."""
    found = charges(
        [
            judgement("performance/total-weight", 2_800_000),
            judgement("performance/scripts-heavy", 2_600_000),
            judgement("performance/cache-lifetime"),
            judgement("performance/dom-size", 7000),
            judgement("performance/broken-images"),
            judgement(ESTIMATE),
        ],
        catalogue().__getitem__,
    )
    assert [(charge.share, charge.by, charge.reason) for charge in found.values()] == [
        (15, "", "what its parts would take together"),
        (0, "performance/total-weight", "another issue takes the points for it"),
        (1, "", "what this rule takes"),
        (10, "", "by the number of elements"),
        (6, "", "what a warning takes"),
        (0, "", "it is advice or information"),
    ]


def test_causes_of_charged_delay_are_infos() -> None:
    """The causes of a charged delay are infos that state their gain and where it is counted, the largest gain first."""
    found = issues(
        [
            judgement(ESTIMATE),
            judgement(CHARGES),
            judgement("performance/blocking-scripts", gain_ms=300),
            judgement("performance/font-display", gain_ms=900),
        ]
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
    judgements = [judgement(ESTIMATE), judgement("performance/blocking-scripts", 400_000, gain_ms=300)]
    found = next(issue for issue in issues(judgements) if issue.rule != ESTIMATE)
    assert (found.share, found.severity) == (0, Severity.INFO)
    assert "about 0.3 s sooner" in found.description
    assert "estimated to load fast enough" in found.description


def test_causes_are_charged_without_estimate() -> None:
    """Without a load estimate, the causes of a delay are charged their own shares."""
    (found,) = issues([judgement("performance/blocking-scripts")])
    assert found.share == catalogue()["performance/blocking-scripts"].share


def test_paint_rules_charge_their_own_share() -> None:
    """Each paint rule is charged its own share, independently of the other findings."""
    first = "performance/first-paint-slow"
    heavy = judgement("performance/large-images", 11_000_000)
    assert shares(judgement(ESTIMATE), judgement(CHARGES, 5000), judgement(first, 2500), heavy) == [0, 18, 3, 25]


def test_weight_is_charged_once() -> None:
    """A page that is too large is charged what its heavy parts would cost together, and the parts become infos."""
    found = issues([judgement(WEIGHS, 4_100_000), judgement("performance/scripts-heavy", 6_000_000)])
    assert [(issue.rule, issue.share) for issue in found] == [(WEIGHS, 25), ("performance/scripts-heavy", 0)]
    assert "“Page is too large”" in found[1].description


GRADED = st.dictionaries(st.sampled_from(PARTS), st.integers(0, 12_000_000))


@given(GRADED, st.sampled_from((*CHARGING, "")), st.integers(0, 9000), st.data())
def test_no_fix_lowers_the_score(parts: dict[str, int], charging: str, paint: int, data: st.DataObject) -> None:
    """Removing or reducing a cause never lowers the score, with or without the rule that charges for it."""
    charge = [judgement(charging, paint)] if charging else []
    estimate = [judgement(ESTIMATE)] if charging or data.draw(st.booleans()) else []
    before = [*estimate, *charge, *(judgement(rule, graded) for rule, graded in parts.items())]
    kept = data.draw(st.sets(st.sampled_from(sorted(parts)))) if parts else set()
    fixed = [judgement(rule, data.draw(st.integers(0, parts[rule]))) for rule in kept]
    assert _score(before) <= _score([*estimate, *charge, *fixed])
    assert _score(before) <= _score([*estimate, *fixed])


def _score(judgements: list[Judgement]) -> int:
    return category_score(shares(*judgements))


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


def test_fix_of_large_image_is_one_of_other_rules() -> None:
    """A large image that is fixed is no image in an older format any more; other images in older formats stay."""
    large, legacy = "performance/large-images", "performance/legacy-images"
    weight, scripts = "performance/total-weight", "performance/scripts-heavy"
    here, elsewhere = (Occurrence(place=Place(line=line, column=1)) for line in (3, 9))
    gains = {large: LoadGain(sooner=900, first_paint=1000, largest_paint=2000, saved=900_000)}

    def relieved(*others: Occurrence) -> dict[str, float]:
        found = [
            Judgement(rule=large, count=1, occurrences=(here,)),
            Judgement(rule=legacy, count=len(others), occurrences=others),
        ]
        return dict(with_gain(found[0], gains, {weight: 5_000_000, scripts: 800_000}, found).relieves)

    assert relieved(here)[legacy] == NOTHING
    for saved, is_enough in ((900_000, True), (899_999, False)):
        more = gains | {legacy: LoadGain(sooner=900, first_paint=1000, largest_paint=2000, saved=saved)}
        found = [Judgement(rule=rule, count=1, occurrences=(here,)) for rule in (legacy, large)]
        assert (large in with_gain(found[0], more, {}, found).relieves) is is_enough
    assert legacy not in relieved(here, elsewhere)
    assert relieved(elsewhere)[weight] == 4_100_000
    assert relieved(elsewhere)[scripts] == 800_000


def test_part_relieves_what_charges_for_it() -> None:
    """Every part of the weight that is fixed lowers what the weight takes, down to what the other parts would take."""
    for rule in (rule for rule in catalogue().values() if rule.charged_by is WEIGHT):
        part = Judgement(rule=rule.id, count=1, occurrences=(), magnitude=9_000_000, relieves={WEIGHS: 1_000_000})
        charged = charges([judgement(WEIGHS, 4_100_000), part], catalogue().__getitem__)
        assert charged[rule.id].by == WEIGHS
        assert charged[rule.id].relieves == {WEIGHS: 0}
        heavy = judgement("performance/styles-heavy", 900_000)
        if rule.id != heavy.rule:
            left = charges([judgement(WEIGHS, 4_100_000), part, heavy], catalogue().__getitem__)[rule.id].relieves
            assert left == {WEIGHS: 0, heavy.rule: shares(heavy)[0]}


def test_delays_are_simulated() -> None:
    """
    Every cause of a delay says what it gains, so that its fix is worth what it brings.

    Of these, it isn't known how much of the page would be left.
    """
    delays = {rule.id for rule in catalogue().values() if rule.charged_by is LOAD_TIME}
    unknown = {"performance/css-data-urls", "performance/html-large", "performance/many-stylesheets"}
    assert delays - set(rules_with_gains()) == unknown
