"""The texts of rules without the facts of a page."""

from string import Formatter
from typing import Any

from sitescan.rules.rule import Rule


def labels(rule: Rule[Any]) -> str:
    """Return the names of a rule's categories: ``SEO``, or ``SEO, Accessibility and Links``."""
    *names, last = (category.label for category in rule.categories)
    return f"{', '.join(names)} and {last}" if names else last


def cost(rule: Rule[Any]) -> str:
    """Return the share of a rule: ``6%``, or ``at least 1%`` if it depends on the severity."""
    return f"at least {rule.share}%" if len(rule.severities) > 1 else f"{rule.share}%"


def generic(template: str) -> str:
    """
    Return the text of a rule for any page: an ellipsis for each fact, and the plural form of each choice.

    >>> generic("{count:# image has|# images have} no {what}.")
    'Images have no ….'
    """
    made = ""
    for literal, name, spec, _ in Formatter().parse(template):
        made += literal
        if name is not None:
            many = spec.rsplit("|", 1)[1] if spec and "|" in spec else "#"
            named = many.removeprefix("# ")
            begins = named != many and (not made or made.endswith(". "))
            made += (named[:1].upper() + named[1:] if begins else named).replace("#", "…")
    return made
