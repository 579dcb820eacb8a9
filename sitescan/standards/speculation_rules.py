"""
Speculation rules, which name the pages that browsers load before a visitor follows a link.

https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules
"""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from sitescan.standards.referrer_policy import POLICIES

#: The lists of a rule set. The last two are of https://wicg.github.io/nav-speculation/prerendering.html.
_ACTIONS = ("prefetch", "prerender", "prerender_until_script")
_KEYS = frozenset(
    "source urls where relative_to eagerness referrer_policy tag requires expects_no_vary_search target_hint".split()
)
_BASES = frozenset({"ruleset", "document"})
#: The values of keys with few values.
_VALUES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "eagerness": frozenset({"immediate", "eager", "moderate", "conservative"}),
        "referrer_policy": POLICIES | {""},
        "relative_to": _BASES,
    }
)
_REQUIREMENTS = frozenset({"anonymous-client-ip-when-cross-origin"})
_CONDITIONS = frozenset({"and", "or", "not", "href_matches", "selector_matches"})

#: The rules that are read, and how deep conditions may be nested.
_MOST, _DEEPEST = 200, 50


class InvalidRules(ValueError):
    """Browsers ignore a rule set, or one of its rules; the message is the reason."""


def check_rules(text: str) -> Iterator[tuple[str, str]]:
    """
    Yield the action and the URL reference of each page that a rule set lists.

    :raises InvalidRules: if browsers ignore it, or a rule of it.
    """
    try:
        data = json.loads(text)
    except RecursionError:
        return
    except ValueError:
        raise InvalidRules("it isn't JSON") from None
    if not isinstance(data, dict):
        raise InvalidRules("it isn't an object")
    if not any(action in data for action in _ACTIONS):
        raise InvalidRules("it has neither prefetch nor prerender")
    for action in _ACTIONS:
        rules = data.get(action, [])
        if not isinstance(rules, list):
            raise InvalidRules(f"{action} isn't a list of rules")
        for rule in islice(rules, _MOST):
            yield from ((action, url) for url in _urls(action, rule))


def _urls(action: str, rule: Any) -> list[str]:
    """Return the URL references that a rule lists."""
    if not isinstance(rule, dict):
        raise InvalidRules(f"a rule of {action} isn't an object")
    for key, value in rule.items():
        if key not in _KEYS:
            raise InvalidRules(f"a rule of {action} has the unknown key {key[:50]}")
        if key in _VALUES and not _is_one_of(value, _VALUES[key]):
            raise InvalidRules(f"a rule of {action} has an unknown {key}")
    requires = rule.get("requires", [])
    if not isinstance(requires, list) or not all(_is_one_of(required, _REQUIREMENTS) for required in requires):
        raise InvalidRules(f"a rule of {action} has an unknown value in requires")
    if ("urls" in rule) is ("where" in rule):
        raise InvalidRules(f"a rule of {action} needs either urls or where")
    return _listed(action, rule) if "urls" in rule else _matched(action, rule)


def _is_one_of(value: Any, allowed: frozenset[str]) -> bool:
    return isinstance(value, str) and value in allowed


def _listed(action: str, rule: Mapping[str, Any]) -> list[str]:
    urls = rule["urls"]
    if rule.get("source", "list") != "list":
        raise InvalidRules(f"a rule of {action} with urls has another source than list")
    if not isinstance(urls, list) or not all(isinstance(url, str) for url in urls):
        raise InvalidRules(f"the urls of a rule of {action} aren't a list of texts")
    return urls


def _matched(action: str, rule: Mapping[str, Any]) -> list[str]:
    if rule.get("source", "document") != "document" or "relative_to" in rule:
        raise InvalidRules(f"a rule of {action} with where has relative_to, or another source than document")
    _check_condition(rule["where"], 0)
    return []


def _check_condition(condition: Any, depth: int) -> None:
    if depth > _DEEPEST:
        return
    found = _CONDITIONS.intersection(condition) if isinstance(condition, Mapping) else frozenset[str]()
    if len(found) != 1:
        raise InvalidRules(f"a condition needs one of {', '.join(sorted(_CONDITIONS))}")
    name = next(iter(found))
    allowed = {name, "relative_to"} if name == "href_matches" else {name}
    if not allowed.issuperset(condition) or not _is_one_of(condition.get("relative_to", "ruleset"), _BASES):
        raise InvalidRules(f"a condition with {name} has another key, or an unknown value")
    value = condition[name]
    if name in ("and", "or"):
        if not isinstance(value, list):
            raise InvalidRules(f"the value of {name} isn't a list of conditions")
        for inner in islice(value, _MOST):
            _check_condition(inner, depth + 1)
    elif name == "not":
        _check_condition(value, depth + 1)
    else:
        kinds = (str, dict) if name == "href_matches" else (str,)
        if not all(isinstance(pattern, kinds) for pattern in (value if isinstance(value, list) else [value])):
            raise InvalidRules(f"the value of {name} is neither a text nor a list of texts")
