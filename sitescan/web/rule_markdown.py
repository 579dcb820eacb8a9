"""The pages of the rules as Markdown, for programs that ask for it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sitescan.model.report import Category
from sitescan.report.markdown_format import code, fix, text
from sitescan.report.rule_texts import cost, generic, history, labels, on_site
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Rule


@lru_cache(maxsize=4)
def rules_markdown(origin: str) -> bytes:
    """Return the list of all rules by category."""
    lines = [f"# The {len(catalogue())} rules", ""]
    for category in Category:
        rules = [rule for rule in catalogue().values() if category in rule.categories]
        links = [
            f"- [{text(rule.title)}]({origin}/rules/{rule.id}): {_severities(rule)}, {cost(rule)}" for rule in rules
        ]
        lines += [f"## {category.label}", "", *links, ""]
    return "\n".join(lines).encode()


@lru_cache(maxsize=1000)
def rule_markdown(name: str) -> bytes:
    """Return the page of a rule."""
    return "\n".join(_rule(catalogue()[name])).encode()


def _rule(rule: Rule[Any]) -> Iterator[str]:
    yield from (f"# {text(rule.title)}", "")
    yield from (
        f"Rule {code(rule.id)}: {_severities(rule)}, costs {cost(rule)} of the points left in {labels(rule)}",
        "",
    )
    yield from (text(generic(rule.description)), "")
    if rule.passed:
        yield from (f"Passed: {text(rule.passed)}", "")
    yield from ("## How to fix it", "", text(rule.recommendation), "")
    yield from fix(generic(rule.how_to_fix))
    if rule.site_wide:
        yield from (text(on_site(rule)), "")
    yield from ("## Sources", "", *(f"- <{source}>" for source in rule.sources), "", text(history(rule)), "")


def _severities(rule: Rule[Any]) -> str:
    return " or ".join(severity.value for severity in rule.severities)
