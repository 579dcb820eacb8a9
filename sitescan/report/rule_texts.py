"""The texts of rules without the facts of a page."""

from string import Formatter
from typing import Any

from sitescan.charging import reason_of
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Rule, Status


def labels(rule: Rule[Any]) -> str:
    """Return the names of a rule's categories: ``SEO``, or ``SEO, Accessibility and Links``."""
    *names, last = (category.label for category in rule.categories)
    return f"{', '.join(names)} and {last}" if names else last


def cost(rule: Rule[Any]) -> str:
    """Return the share of a rule: ``6%``, or ``at least 1%`` if it depends on the severity or the magnitude."""
    return f"at least {rule.share}%" if len(rule.severities) > 1 or rule.scale is not None else f"{rule.share}%"


def cost_reason(rule: Rule[Any]) -> str:
    """Return sentences that say why a rule takes its share, how it grows, and which rules charge instead."""
    reason = reason_of(rule)
    made = f"{reason[:1].upper()}{reason[1:]}."
    if rule.scale is not None:
        grows = rule.scale.explained()
        made += f" {grows[:1].upper()}{grows[1:]}."
    if rule.charged_by is not None:
        instead = " or ".join(f"“{catalogue()[other].title}”" for other in rule.charged_by.rules)
        made += f" Nothing beside {instead}, which then has the points."
    return made


_STATUS = {
    Status.PREVIEW: " It is in preview: it costs no points, and may still change or go in any version.",
    Status.STABLE: "",
    Status.DEPRECATED: " It is deprecated: the next major version won't have it.",
}


def history(rule: Rule[Any]) -> str:
    """Return sentences about the version that a rule came with, its status, and its former ids."""
    former = f" It has taken over {', '.join(rule.former_ids)}." if rule.former_ids else ""
    return f"Since version {rule.since}.{_STATUS[rule.status]}{former}"


def on_site(rule: Rule[Any]) -> str:
    """Return what a rule about pages says of a whole site, and how to fix it there; empty if it says nothing."""
    if rule.site_wide is None:
        return ""
    return f"On a whole site: {generic(rule.site_wide.description)} {generic(rule.site_wide.how_to_fix)}"


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
