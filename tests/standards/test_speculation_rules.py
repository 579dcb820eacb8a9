"""Browsers ignore speculation rules that aren't as the standard wants them."""

import json
from typing import Any

import pytest

from sitescan.standards.speculation_rules import InvalidRules, check_rules

_ALL = {"href_matches": "/*"}


def _checked(**rule: Any) -> list[tuple[str, str]]:
    return list(check_rules(json.dumps({"prefetch": [rule]})))


@pytest.mark.parametrize(
    "text",
    ["", "f()", "[]", "3", '"a"', "{}", '{"prefetch": {}}', '{"prefetch": "/a"}', '{"prefetch": ["/a"]}', "{'a': 1}"],
)
def test_no_rules(text: str) -> None:
    """A set is an object with lists of objects in JSON."""
    with pytest.raises(InvalidRules):
        list(check_rules(text))


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"urls": ["/a"], "where": _ALL},
        {"urls": "/a"},
        {"urls": ["/a", 3]},
        {"urls": ["/a"], "eagerness": "lazy"},
        {"urls": ["/a"], "eagerness": ["eager"]},
        {"urls": ["/a"], "priority": 1},
        {"urls": ["/a"], "source": "document"},
        {"urls": ["/a"], "requires": ["speed"]},
        {"urls": ["/a"], "requires": "speed"},
        {"urls": ["/a"], "referrer_policy": "never-ever"},
        {"urls": ["/a"], "relative_to": "page"},
        {"where": _ALL, "relative_to": "document"},
        {"where": {}},
        {"where": "/*"},
        {"where": {"href_matches": "/*", "selector_matches": "a"}},
        {"where": {"href_matches": 3}},
        {"where": {"selector_matches": {"a": 1}}},
        {"where": {"selector_matches": "a", "relative_to": "document"}},
        {"where": {"and": _ALL}},
        {"where": {"and": [{"or": [{}]}]}},
        {"where": {"not": [_ALL]}},
    ],
)
def test_ignored_rules(rule: dict[str, Any]) -> None:
    """A rule with an unknown key or value, or without one of urls and where, is ignored."""
    with pytest.raises(InvalidRules):
        _checked(**rule)


@pytest.mark.parametrize(
    "rule",
    [
        {"urls": ["/a"]},
        {"urls": [], "source": "list", "relative_to": "document", "target_hint": "_blank", "tag": "a"},
        {"urls": ["/a"], "requires": ["anonymous-client-ip-when-cross-origin"], "referrer_policy": "no-referrer"},
        {"where": _ALL, "eagerness": "moderate", "expects_no_vary_search": "params"},
        {"where": {"href_matches": ["/a", {"pathname": "/b"}], "relative_to": "document"}},
        {"where": {"and": [_ALL, {"not": {"or": [{"selector_matches": ["a", "b"]}]}}]}},
        {"where": {"and": []}},
    ],
)
def test_rules(rule: dict[str, Any]) -> None:
    """Rules as in the standard are used, and the URLs that they list are known."""
    assert _checked(**rule) == [("prefetch", url) for url in rule.get("urls", [])]


def test_deep_conditions() -> None:
    """Conditions that are nested more deeply than any parser allows end the check, and aren't called wrong."""
    assert list(check_rules('{"prefetch": [{"where": ' + '{"not": ' * 900 + "{}" + "}" * 901 + "]}")) == []
    assert list(check_rules("[" * 100_000)) == []
