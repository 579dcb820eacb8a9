"""What rules that find nothing say: their positive titles, and whether they apply."""

import re
from collections.abc import Iterator

import pytest

from sitescan.analyzers.category_result import result
from sitescan.document.document import Document, SourceDocument, page_evidence
from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.local.offline import analyse
from sitescan.model.exchange import Exchange
from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.media_answers import ObjectAnswers
from sitescan.model.report import Category
from sitescan.model.site import Site
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.judge import RuleResults
from sitescan.rules.rule import Evidence, Rule
from tests.rules.evidence import evidence, page
from tests.rules.test_texts import WORDS

#: The rules that report faults of a page.
RULES = [
    rule
    for rule in catalogue().values()
    if not rule.fact and rule.reads is not Site and rule.id != "general/unexamined"
]
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)

_MOST_WORDS = 10
_NEGATION = re.compile(r"n't\b|\b(?:no|not|never|none|nothing|lacks?|missing|invalid|broken|wrong)\b", re.IGNORECASE)
_NAME = re.compile(r"[a-z][a-z0-9]*|\[[a-z:-]+\]|\[aria-\*\]")

#: Rules that pass no example: the answers or sizes that would show it are not part of the examples.
_NO_PASSING_EXAMPLE = {
    "accessibility/links-alike-in-context",
    "accessibility/links-alike-other-site",
    "accessibility/scrollable-unreachable",
    "performance/compression-missing",
    "performance/many-third-parties",
}


def test_only_faults_of_pages_have_positive_titles() -> None:
    """Facts and faults of sites have no positive title; titles are unique."""
    assert {rule.id for rule in catalogue().values() if rule.passed} <= {rule.id for rule in RULES}
    titles = [*(rule.passed for rule in RULES), *(rule.title for rule in catalogue().values())]
    assert len(titles) == len(set(titles))


@each_rule
def test_positive_title(rule: Rule[Evidence]) -> None:
    """A positive title is a short sentence without a full stop, a negation or a placeholder."""
    title = rule.passed
    assert title, "passed says what is true of pages on which the rule finds nothing"
    assert title == " ".join(title.split())
    assert title[0].isupper()
    assert not title.endswith(".")
    assert len(title) <= 60
    assert 2 <= len(title.split()) <= _MOST_WORDS
    assert not set("{}") & set(title)
    assert not _NEGATION.search(title)
    assert not [instead for word, instead in WORDS if word.search(title)]


@each_rule
def test_subjects_are_names(rule: Rule[Evidence]) -> None:
    """A rule names its subject as elements or as attributes in brackets."""
    assert all(map(_NAME.fullmatch, rule.subjects))


@each_rule
def test_good_examples(rule: Rule[Evidence]) -> None:
    """A rule finds nothing in a good example; at least one of these shows that it passes if it applies."""
    outcomes = set()
    for example in rule.examples:
        if not example.bad:
            silent = RuleResults()
            silent.run(rule, evidence(rule, example))
            assert (silent.passed, silent.inapplicable) in (((), ()), ((rule.id,), ()), ((), (rule.id,)))
            outcomes.add("passed" if silent.passed else "inapplicable" if silent.inapplicable else "unchecked")
    assert ("passed" in outcomes) is (rule.id not in _NO_PASSING_EXAMPLE)


def _bad_pages() -> Iterator[tuple[Rule[Evidence], Document]]:
    for rule in rules_reading(Document, SourceDocument, Exchange):
        example = next((example for example in rule.examples if example.bad and example.evidence is None), None)
        if example is not None:
            found = evidence(rule, example)
            yield rule, found if isinstance(found, Document) else Document(page(example))


@pytest.mark.parametrize("category", Category)
def test_every_check_has_one_outcome(category: Category) -> None:
    """On the pages of bad examples, each check is in one list, and the rule that finds something in none."""
    checks = {rule.id for rule in RULES if rule.categories == (category,)}
    for rule, document in _bad_pages():
        if rule.categories == (category,):
            made = result(category, judged_by_rules(category, page_evidence(document), Failures()))
            found = {issue.rule for issue in (*made.issues, *made.facts)} & checks
            lists = [*found, *made.passed, *made.inapplicable, *made.unchecked]
            assert sorted(lists) == sorted(checks)
            assert rule.id in found or rule.fact


def test_checks_of_tls_do_not_apply_to_plain_http() -> None:
    """Rules about certificates and ciphers don't apply to a page over plain HTTP, and its address is a finding."""
    document = Document(page(next(example for example in catalogue()["security/not-https"].examples if example.bad)))
    made = result(Category.SECURITY, judged_by_rules(Category.SECURITY, page_evidence(document), Failures()))
    assert "security/hsts-missing" in made.inapplicable
    assert "security/not-https" not in (*made.passed, *made.inapplicable, *made.unchecked)


def test_rule_without_its_subject() -> None:
    """A rule doesn't apply to a page without its subject, whatever evidence it reads."""
    document = Document(page(next(example for example in catalogue()["seo/h1-missing"].examples if example.bad)))
    judged = judged_by_rules(Category.ACCESSIBILITY, page_evidence(document), Failures())
    assert {"accessibility/video-captions", "accessibility/select-name"} <= {*judged.inapplicable}


_SHELL = b'<!doctype html><title>Pears and plums</title><div id="root"></div><script src="/app.js"></script>'
_HEADERS = {"Content-Type": "text/html; charset=utf-8"}


def test_content_that_scripts_write() -> None:
    """Of a page whose content scripts write, no rule about the content passes, and none is said not to apply."""
    files = {"https://pears.example/app.js": b"document.getElementById('root').append('Pears')"}
    report = analyse("https://pears.example/", 200, _HEADERS, _SHELL, files=files)
    for category in report.categories:
        silent = (*category.passed, *category.inapplicable)
        assert {catalogue()[rule].reads for rule in silent} <= {SourceDocument, Exchange}
    assert "seo/table-content-moved" in report.categories[0].inapplicable
    assert "seo/title-missing" in report.categories[0].unchecked


def test_styles_that_were_not_read() -> None:
    """If a stylesheet was not read, checks that depend on it were not completed, and the others have passed."""
    body = b"<!doctype html><html lang=en><title>Pears</title><link rel=stylesheet href=a.css><p><a href=b>Plums</a>"
    (accessibility,) = analyse("https://pears.example/", 200, _HEADERS, body).categories[1:2]
    assert {"accessibility/contrast", "accessibility/link-in-text"} <= {*accessibility.unchecked}
    assert {"accessibility/html-lang-missing", "accessibility/link-name"} <= {*accessibility.passed}


def test_page_that_was_cut() -> None:
    """Of a page that is too large to be read, no rule about its elements passes."""
    body = b"<!doctype html><title>Pears</title>" + b"<p>Pears</p>" * 30_000
    report = analyse("https://pears.example/", 200, _HEADERS, body)
    for category in report.categories:
        assert {catalogue()[rule].reads for rule in category.passed} <= {Exchange, NamedLinkAnswers, ObjectAnswers}
