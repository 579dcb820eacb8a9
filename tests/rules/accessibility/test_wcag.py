"""Success criteria in the texts of accessibility rules, and the severities that follow from them."""

import re

import pytest

from sitescan.model.report import Category, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Evidence, Rule
from tests.rules.accessibility.wcag import CRITERIA

#: Rules about accessibility alone: the rule about unexamined parts names no criterion.
RULES = [rule for rule in catalogue().values() if rule.categories == (Category.ACCESSIBILITY,)]
_SAID = re.compile(r"\((best practice for |possible failure of |)WCAG 2\.2, ([1-4]\.\d\.\d+ .+), level (A{1,3})\)\.")
each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)


def _said(rule: Rule[Evidence]) -> tuple[str, str, str]:
    found = _SAID.findall(rule.description)
    assert len(found) == 1, rule.description
    (claim, criteria, level) = found[0]
    return claim.strip(), criteria, level


@each_rule
def test_success_criteria_match_wcag(rule: Rule[Evidence]) -> None:
    """The number, name and level of each criterion are those of WCAG 2.2."""
    _, criteria, level = _said(rule)
    for criterion in criteria.split(" and "):
        if re.match(r"\d", criterion):
            number = criterion.partition(" ")[0]
            name, own_level = CRITERIA[number]
            assert f"{number} {name}" in criteria
            assert own_level == level


@each_rule
def test_severity_matches_level(rule: Rule[Evidence]) -> None:
    """A failure of level A or AA is an error or a warning, the rest an info; AAA and possible failures cost nothing."""
    claim, _, level = _said(rule)
    if not claim and level != "AAA":
        assert rule.severity in (Severity.ERROR, Severity.WARNING)
        return
    assert rule.severity is Severity.INFO
    free = level == "AAA" or claim == "possible failure of"
    assert (rule.share == 0) is free
    assert ("It costs no points." in rule.description) is free
