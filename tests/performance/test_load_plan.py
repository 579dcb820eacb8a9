"""The plan that shows the content of a page soonest."""

from collections.abc import Mapping, Sequence

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sitescan.model.file_facts import Picture
from sitescan.model.load_simulation import SimulatedLoad
from sitescan.model.page_load import Candidate, LoadGain, Loading
from sitescan.performance.estimates import simulated_load
from sitescan.performance.improvements import STYLESHEETS, Improvement, rules_with_gains
from sitescan.performance.load_plan import load_plan
from sitescan.performance.replay import replay
from tests.performance.test_estimates import HERO, URL, file, page
from tests.work import runs

SCRIPT, IMAGES, SERVER = "performance/blocking-scripts", "performance/large-images", "performance/response-slow"


def change(rule: str) -> Improvement:
    """Return a change that a rule advises."""
    return Improvement((rule,), lambda page: page)


def planned(times: Mapping[str, int], most: int = 1000) -> Sequence[tuple[str, int]]:
    """
    Return the steps of a plan: their rules, and when the content appears after each.

    :param times: when both paints appear with some changes: their initial letters, sorted.
    :param most: the number of simulations after which nothing more is known.
    """
    asked = 0

    def simulate(changes: Sequence[Improvement]) -> LoadGain | None:
        nonlocal asked
        asked += 1
        at = times["".join(sorted(change.rules[0] for change in changes))]
        return LoadGain(sooner=times[""] - at, first_paint=at, largest_paint=at) if asked <= most else None

    changes = [change(rule) for rule in sorted({letter for key in times for letter in key})]
    return [("+".join(step.rules), step.gain.first_paint) for step in load_plan(changes, simulate)]


def test_soonest_comes_first() -> None:
    """The change that shows content soonest comes first, and each step says when content then appears."""
    times = {"": 9000, "a": 8000, "b": 5000, "ab": 3000}
    assert planned(times) == [("b", 5000), ("a", 3000)]


def test_changes_that_are_only_worth_something_together() -> None:
    """Of two changes that gain nothing alone, both are in the plan."""
    assert planned({"": 9000, "a": 9000, "b": 9000, "ab": 3000}) == [("a", 9000), ("b", 3000)]


def test_changes_that_do_the_same() -> None:
    """Of two changes of which one is enough, the better one is in the plan."""
    assert planned({"": 9000, "a": 3100, "b": 3000, "ab": 3000}) == [("b", 3000)]


def test_nothing_to_gain() -> None:
    """Changes that gain next to nothing together make no plan."""
    assert not planned({"": 9000, "a": 8970, "b": 9000, "ab": 8960})
    assert not load_plan([], lambda changes: None)


def test_limited_simulation() -> None:
    """Once nothing more may be simulated, the rest is one step, after which content appears as after all changes."""
    times = {"": 9000, "a": 8000, "b": 5000, "ab": 3000}
    assert planned(times, 1) == [("a+b", 3000)]
    assert planned(times, 0) == []


def simulated(**more: object) -> SimulatedLoad:
    """Return the simulation of a page with a large image, a blocking script, and stylesheets with unused rules."""
    files = (
        (file("a.css", "stylesheet", used=0.1), 300_000),
        (file("a.js", "script"), 200_000),
        (file("hero.jpg", "image", Loading.NORMAL), 1_500_000),
    )
    facts = page(*files, candidates=(Candidate(url=HERO, area=300_000),), server=900.0, **more)
    pictures = {HERO: Picture(format="JPEG", width=3000, height=2000)}
    return simulated_load(facts, pictures, {SCRIPT, IMAGES, SERVER}, {IMAGES: {HERO: 1_400_000}})


def test_plan_of_page() -> None:
    """A slow page has a plan of all that it needs; each step shows content sooner, and the weight falls."""
    load = simulated()
    steps = load.plan
    assert {rule for step in steps for rule in step.rules} >= {SCRIPT, IMAGES, STYLESHEETS}
    waited = [load.estimates.first_paint + load.estimates.largest_paint_from]
    waited += [step.gain.first_paint + step.gain.largest_paint for step in steps]
    assert waited == sorted(waited, reverse=True)
    assert steps[-1].gain.saved > 1_000_000
    assert load.gains[IMAGES].saved == 1_400_000


def test_stylesheets_are_named() -> None:
    """The stylesheets that delay a page are named with their sizes if the first content is late, and else not."""
    (sheet,) = simulated().estimates.stylesheets
    assert (sheet.url, sheet.size, sheet.used) == (f"{URL}a.css", 300_000, 30_000)
    small = page((file("a.css", "stylesheet", used=0.1), 3000))
    assert not simulated_load(small, {}, {SCRIPT}, {}).estimates.stylesheets


def test_much_used_css_is_not_put_into_the_page() -> None:
    """A page that uses too many rules to contain them keeps its stylesheets, and so does one that scripts write."""
    large = page((file("a.css", "stylesheet", used=0.9), 300_000))
    assert STYLESHEETS not in simulated_load(large, {}, {SCRIPT}, {}).gains


def test_size_of_used_rules_is_compressed() -> None:
    """Rules may be put into the page if they are few once compressed, as the plan may compress them first."""
    sheet = page((file("a.css", "stylesheet", used=0.4), 300_000))
    assert STYLESHEETS in simulated_load(sheet, {}, {SCRIPT}, {}).gains
    packed = evolve(sheet, files={url: replace(facts, packed=True) for url, facts in sheet.files.items()})
    assert STYLESHEETS not in simulated_load(packed, {}, {SCRIPT}, {}).gains


@given(st.sets(st.sampled_from(sorted(rules_with_gains()))))
def test_number_of_replays(found: set[str]) -> None:
    """A page is replayed forty times at most, whatever can be done about it."""
    files = (
        (file("a.css", "stylesheet", used=0.1), 90_000),
        (file("b.css", "stylesheet", parent=f"{URL}a.css"), 60_000),
        (file("a.js", "script"), 200_000),
        (file("a.woff2", "font", Loading.STYLED, hides_text=True), 80_000),
        (file("hero.jpg", "image", Loading.LAZY), 1_500_000),
    )
    facts = page(
        *files,
        candidates=(Candidate(url=HERO, area=300_000),),
        server=900.0,
        redirects=("http://a.test", "http://b.test"),
    )
    savings = {rule: {HERO: 900_000} for rule in ("performance/large-images", "performance/legacy-images")}
    results: list[SimulatedLoad] = []
    replays = runs(lambda: results.append(simulated_load(facts, {}, found, savings)), replay)
    (load,) = results
    assert replays <= 40
    assert {rule for step in load.plan for rule in step.rules} <= {*found, STYLESHEETS}
