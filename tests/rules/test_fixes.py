"""Fixes that reports show: the issue disappears, no other issue appears, and the score does not fall."""

import re
from collections.abc import Mapping

import pytest
from attrs import evolve

from sitescan.document.change import PLACEHOLDER
from sitescan.document.document import Document, SourceDocument
from sitescan.model.report import Judgement
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.judge import judge
from sitescan.rules.rule import Evidence, Example, Rule
from sitescan.scoring import category_score
from tests.applied_fixes import apply_markup
from tests.rules.evidence import evidence, page

RULES = [rule for rule in catalogue().values() if issubclass(rule.reads, Document)]
_PAGE = re.compile("<(?:!doctype|html|head|body|main|title|frameset)", re.IGNORECASE)
WORDS = {
    "(language code)": "ru",
    "(what to fill in)": "name",
}


def _judged(document: Document) -> Mapping[str, Judgement]:
    found = (judge(rule, document) for rule in rules_reading(Document, SourceDocument))
    return {judgement.rule: judgement for judgement in found if judgement is not None}


def _score(judged: Mapping[str, Judgement], rule: Rule[Evidence]) -> int:
    names = (name for name in judged if catalogue()[name].categories == rule.categories)
    return category_score(catalogue()[name].share for name in names)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_fix_causes_no_new_issue(rule: Rule[Evidence]) -> None:
    """No rule finds a new fault in a bad example whose first occurrence is fixed as the report shows."""
    for example in map(_whole, (example for example in rule.examples if example.bad)):
        before = evidence(rule, example)
        judgement = judge(rule, before)
        assert isinstance(before, Document)
        if judgement is None:
            continue  # the fragment has no fault in a whole page
        first = judgement.occurrences[0]
        markup = first.facts.get("fixed_markup")
        if not isinstance(markup, str) or not markup or first.place is None or not first.place.line:
            continue
        for name, word in WORDS.items():
            markup = markup.replace(name, word)
        # A user who fills in a placeholder removes its parentheses.
        markup = PLACEHOLDER.sub(lambda found: found[0].strip("()"), markup)
        html = apply_markup(before.decoded.text, first.place.line, first.place.column, markup)
        if html is None:
            continue
        # The stylesheets and scripts stay the same.
        after = Document(page(_with(example, html)), before.sheets.values(), scripts=before.scripts.values())
        was, now = _judged(before), _judged(after)
        left = now.get(rule.id)
        assert left is None or left.count < judgement.count, (example.html, html)
        assert not now.keys() - was.keys(), (now.keys() - was.keys(), example.html, html)
        assert _score(now, rule) >= _score(was, rule)


def _whole(example: Example) -> Example:
    """Return a fragment as the main content of a page without other faults, so that its fix reveals no other fault."""
    if _PAGE.search(example.html):
        return example
    start = '<!doctype html><html lang="en"><title>Pears and plums from our garden</title><main>'
    return evolve(example, html=f"{start}{example.html}")


def _with(example: Example, html: str) -> Example:
    return evolve(example, html=html)
