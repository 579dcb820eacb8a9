"""Requirements that every rule of the catalogue meets."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest
from bs4.element import Tag

from sitescan import rules
from sitescan.charging import LOAD_TIME
from sitescan.document.document import Document, SourceDocument
from sitescan.model.exchange import Exchange
from sitescan.model.report import Category, Severity
from sitescan.model.site import Site
from sitescan.report.site_as_pages import UNREAD
from sitescan.rules.catalogue import WITHDRAWN, catalogue, former_ids, rules_reading, site_rules
from sitescan.rules.issues import issues
from sitescan.rules.judge import RuleFailed, judge
from sitescan.rules.rule import Evidence, Rule
from sitescan.site.site_rules import site_issues
from tests.document.pages import document
from tests.rules.evidence import evidence

RULES = list(catalogue().values())
_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
#: The programs beside the package can't be imported where it is installed.
_every_element = run_path(str(_ROOT / "fuzz/markup.py"))["every_element"]
_ID = re.compile(
    rf'"((?:{"|".join((*(category.value for category in Category), "general", "site"))})/[a-z0-9-]*[a-z0-9])"'
)
TOOLS = {"act", "axe", "lighthouse", "observatory", "csp-evaluator", "webhint"}
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)


def test_every_file_is_a_rule() -> None:
    """Every rule file is in the catalogue."""
    files = Path(rules.__file__).parent.glob("*/*.py")
    ids = {f"{path.parent.name}/{path.stem.replace('_', '-')}" for path in files if path.stem != "__init__"}
    assert ids == set(catalogue())


def test_every_category_has_ten_rules() -> None:
    """Every category has at least ten rules."""
    for category in Category:
        assert sum(category in rule.categories for rule in RULES) >= 10, category


def test_published_ids_match_catalogue() -> None:
    """Each published id is a rule's own or former one, because users suppress rules and link to them by id."""
    lines = (_HERE / "published.txt").read_text().splitlines()
    assert lines == sorted(lines)
    published = dict(line.split() for line in lines)
    assert published.keys() == catalogue().keys() | former_ids().keys() | WITHDRAWN
    assert len(published) == len(catalogue()) + len(former_ids()) + len(WITHDRAWN)
    assert {rule.id: rule.since for rule in RULES} == {rule.id: published[rule.id] for rule in RULES}
    assert all(sorted(rule.former_ids) == list(rule.former_ids) for rule in RULES)


@each_rule
def test_rule_is_published(rule: Rule[Evidence]) -> None:
    """Each rule is in ``published.txt`` with the version that it came with."""
    line = f"{rule.id} {rule.since}"
    assert line in (_HERE / "published.txt").read_text().splitlines(), f"add {line!r} to tests/rules/published.txt"


def test_rules_without_findings_name_beneficiaries() -> None:
    """The list of rules without findings on real pages names existing rules, each with the people who need it."""
    lines = [line for line in (_HERE / "silent_rules.txt").read_text().splitlines() if not line.startswith("#")]
    reasons = dict(line.split(": ", 1) for line in lines)
    assert list(reasons) == sorted(reasons)
    assert len(reasons) == len(lines)
    static = {rule.id for rule in rules_reading(Document, SourceDocument, Exchange)}
    assert not reasons.keys() - static
    assert all(len(reason.split()) >= 4 for reason in reasons.values())


@pytest.mark.parametrize("folder", ["evaluation", "bench"])
def test_named_rules_exist(folder: str) -> None:
    """Evaluations and benchmarks name no rule that another one has taken over: its issues would be missed."""
    texts = [path.read_text(encoding="utf-8") for kind in ("*.py", "*.json") for path in (_ROOT / folder).rglob(kind)]
    named = {name for text in texts for name in _ID.findall(text)}
    assert named - catalogue().keys() == set()


def test_former_ids_are_named_once() -> None:
    """A former id stands in the rule that has taken it over, so nothing else waits for its issues."""
    times = Counter(
        name for path in (_ROOT / "sitescan").rglob("*.py") for name in _ID.findall(path.read_text(encoding="utf-8"))
    )
    assert {name: times[name] for name in former_ids()} == dict.fromkeys(former_ids(), 1)
    assert times.keys() <= catalogue().keys() | former_ids().keys() | WITHDRAWN | {UNREAD}


@each_rule
def test_id_consists_of_folder_and_file(rule: Rule[Evidence]) -> None:
    """The id of a rule consists of the names of its folder and file."""
    module = import_module(f"sitescan.rules.{rule.id.replace('/', '.').replace('-', '_')}")
    assert module.RULE is rule
    said = (module.__doc__ or "").strip().rstrip(".")
    assert said != rule.title, "a docstring says something that the title doesn't"


@each_rule
def test_texts(rule: Rule[Evidence]) -> None:
    """Titles are short and have no full stop, and the other texts are whole sentences."""
    assert 5 <= len(rule.title) <= 60
    assert rule.title[0].isupper() or rule.title[0].isdigit() or rule.title[0] == "<"
    assert not rule.title.endswith(".")
    assert rule.description.rstrip().endswith((".", "}"))
    assert rule.recommendation.endswith(".")
    assert rule.recommendation.count(". ") == 0, "one sentence"
    assert len(rule.description) >= 60, "says why it matters"
    assert len(rule.how_to_fix) >= 20
    for text in (rule.title, rule.description, rule.recommendation, rule.how_to_fix):
        assert text == text.strip()
        assert "  " not in text.replace("\n", "")


@each_rule
def test_sources_and_covers(rule: Rule[Evidence]) -> None:
    """Each rule names its sources, and the checks of other tools that it covers."""
    assert rule.sources
    assert all(re.fullmatch(r"https://[^ ]+", source) for source in rule.sources)
    assert all(cover.partition(":")[0] in TOOLS and cover.partition(":")[2] for cover in rule.covers)
    assert list(rule.covers) == sorted(set(rule.covers))


@each_rule
def test_share(rule: Rule[Evidence]) -> None:
    """Only an info may be free of cost, and no issue costs more than 60% of the remaining points."""
    assert 0 <= rule.share <= 60
    assert rule.share > 0 or rule.severity is Severity.INFO


@each_rule
def test_severities(rule: Rule[Evidence]) -> None:
    """A rule publishes the severities of its issues, the mildest first, with an example of each."""
    order = list(Severity)[::-1]
    assert list(rule.severities) == sorted(set(rule.severities), key=order.index)
    if len(rule.severities) == 1:
        return
    found = set()
    for example in rule.examples:
        judgement = judge(rule, evidence(rule, example))
        if judgement is not None:
            (issue,) = issues([judgement])
            found.add(issue.severity)
            assert rule.share <= issue.share <= 60
    # The severity of a cause of delay follows what it delays, which no single rule knows.
    assert found == set(rule.severities) or (found <= set(rule.severities) and rule.charged_by is LOAD_TIME)


@each_rule
def test_examples(rule: Rule[Evidence], monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Each rule finds its bad examples and passes its good ones, and its texts can be filled in.

    No rule hashes an element: Beautiful Soup serializes all of the element's markup for that, which takes minutes where
    elements are nested.
    """
    monkeypatch.setattr(Tag, "__hash__", None)
    assert any(example.bad for example in rule.examples)
    assert any(not example.bad for example in rule.examples)
    for example in rule.examples:
        judgement = judge(rule, evidence(rule, example))
        assert (judgement is not None) is example.bad, f"{'Bad' if example.bad else 'Good'}: {example.html}"
        if judgement is not None:
            named = {occurrence.facts.get("observatory") for occurrence in judgement.occurrences} - {None, ""}
            assert {f"observatory:{outcome}" for outcome in named} <= set(rule.covers)
            (issue,) = issues([judgement])
            assert issue.description
            assert not re.search(r"\{[a-z]+[:}]", issue.description + issue.how_to_fix)


def _fail(failure: RuleFailed) -> None:
    raise failure


@pytest.mark.parametrize("rule", site_rules().values(), ids=lambda rule: rule.id)
def test_examples_of_sites(rule: Rule[Site]) -> None:
    """Each rule that judges a whole site finds its bad examples and passes its good ones, and fills in its texts."""
    assert {example.bad for example in rule.examples} == {True, False}
    for example in rule.examples:
        assert isinstance(example.evidence, Site)
        found = site_issues(example.evidence, _fail, [rule])
        assert bool(found) is example.bad, example
        for issue in found:
            assert len(issue.description) >= 60
            assert issue.description.endswith(".")
            assert issue.how_to_fix.endswith(".") or "\n" in issue.how_to_fix
            assert not re.search(r"\{[a-z]+[:}]", issue.description + issue.how_to_fix)


def test_only_pairs_judge_pages_and_sites() -> None:
    """A rule about pages that finds the same fault on a whole site is one rule, with one id."""
    pairs = {rule.id: rule.of_site for rule in RULES if rule.of_site is not None}
    assert len(pairs) >= 10
    assert all(name == pair.id and pair.reads is Site for name, pair in pairs.items())
    assert {rule.id for rule in RULES if rule.reads is Site} == {name for name in site_rules() if name not in pairs}


@cache
def _page_of_every_element(value: str | None) -> Document:
    return document(_every_element(value))


@pytest.mark.parametrize("rule", rules_reading(Document, SourceDocument), ids=lambda rule: rule.id)
def test_every_element_can_be_judged(rule: Rule[Evidence]) -> None:
    """A rule fails on no element, without attributes or with all of them, and on no value that it doesn't expect."""
    for value in (None, "", " ", "a", "1", "/"):
        judgement = judge(rule, _page_of_every_element(value))
        assert judgement is None or issues([judgement])
