"""The catalogue: every rule of the package, found by its file."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from sitescan import rules
from sitescan.model.report import Category
from sitescan.model.site import Site
from sitescan.rules.rule import Rule

#: The ids of rules that no other rule has taken over.
WITHDRAWN = frozenset({"links/summary", "performance/carbon", "seo/favicon-heavy"})


@cache
def catalogue() -> Mapping[str, Rule[Any]]:
    """Return all rules by id, sorted by id."""
    found = {rule.id: rule for rule in _rules()}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def former_ids() -> Mapping[str, str]:
    """Return the id of the rule that has taken over another one, by the id of that one."""
    return MappingProxyType({former: rule.id for rule in catalogue().values() for former in rule.former_ids})


def current_id(rule_id: str) -> str:
    """Return the id under which a rule reports now, which is its own unless another rule has taken it over."""
    return former_ids().get(rule_id, rule_id)


@cache
def rules_reading(*kinds: type) -> tuple[Rule[Any], ...]:
    """Return the rules that read one of these types of evidence, sorted by id."""
    return tuple(rule for rule in catalogue().values() if rule.reads in kinds)


@cache
def site_rules() -> Mapping[str, Rule[Site]]:
    """Return the rules that judge a whole site, as they do so, by id and sorted by it."""
    found = (rule if rule.reads is Site else rule.of_site for rule in catalogue().values())
    return MappingProxyType({rule.id: rule for rule in found if rule is not None})


@cache
def rules_of(category: Category, *kinds: type) -> tuple[Rule[Any], ...]:
    """Return the rules of a category that read one of these types of evidence, sorted by id."""
    return tuple(rule for rule in rules_reading(*kinds) if category in rule.categories)


def _rules() -> Iterator[Rule[Any]]:
    """Import the modules in the folders of the package, and yield the rule of each."""
    for folder in iter_modules(rules.__path__, f"{rules.__name__}."):
        if folder.ispkg:
            for module in iter_modules(import_module(folder.name).__path__, f"{folder.name}."):
                yield import_module(module.name).RULE
