"""The catalogue: every rule of the shelf, found by its file, in the order of its id."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from sitescan import rules
from sitescan.model.report import Category
from sitescan.rules.rule import Rule


@cache
def catalogue() -> Mapping[str, Rule[Any]]:
    """Every rule by its id, sorted by id."""
    found = {rule.id: rule for category in Category for rule in _shelf(category)}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def rules_reading(*kinds: type) -> tuple[Rule[Any], ...]:
    """The rules that read one of these kinds of evidence, sorted by id."""
    return tuple(rule for rule in catalogue().values() if rule.reads in kinds)


def _shelf(category: Category) -> Iterator[Rule[Any]]:
    package = f"{rules.__name__}.{category.value}"
    for module in iter_modules(import_module(package).__path__):
        yield import_module(f"{package}.{module.name}").RULE
