"""The text of ``sitescan explain``."""

from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.settings_sources import did_you_mean
from sitescan.report.rule_texts import cost, cost_reason, generic, history, labels, on_site
from sitescan.rules.catalogue import WITHDRAWN, catalogue, current_id
from sitescan.rules.rule import Status


def explanation(rule_id: str) -> str:
    """
    Return what a rule reports, what it costs, how to fix it, and its sources; of a withdrawn rule, that it is one.

    :raises UsageProblem: if there is no such rule.
    """
    if rule_id in WITHDRAWN:
        return f"{_withdrawn(rule_id)}.\n"
    rule = catalogue().get(current_id(rule_id))
    if rule is None:
        raise unknown_rule(rule_id)
    severities = " or ".join(severity.value for severity in rule.severities)
    parts = [
        f"{rule.title} ({rule.id})",
        f"{severities}, costs {cost(rule)} of the points left in {labels(rule)}. {cost_reason(rule)}",
        generic(rule.description),
        *([f"Passed: {rule.passed}"] if rule.passed else []),
        f"Fix: {rule.recommendation}\n{generic(rule.how_to_fix)}",
        *([on_site(rule)] if rule.site_wide else []),
        "\n  ".join(("Sources:", *rule.sources)),
        history(rule),
    ]
    if rule.covers:
        parts.append("\n  ".join(("Same check in other tools:", *rule.covers)))
    return "\n\n".join(parts) + "\n"


def check_rule(rule_id: str, *more: str) -> str:
    """
    Check the id of a rule that somebody has configured, and return a sentence about what will become of it, if any.

    :param more: other words that are allowed in its place.
    :raises UsageProblem: if there is no such rule.
    """
    rule = catalogue().get(current_id(rule_id))
    if rule is None:
        if rule_id in WITHDRAWN:
            return _withdrawn(rule_id)
        if rule_id in more:
            return ""
        raise unknown_rule(rule_id, *more)
    if rule.id != rule_id:
        return f"{rule_id} is part of {rule.id} now; write that instead"
    if rule.status is Status.DEPRECATED:
        return f"{rule_id} is deprecated: the next major version won't have it"
    return ""


def _withdrawn(rule_id: str) -> str:
    return f"{rule_id} was withdrawn, so it reports nothing"


def unknown_rule(rule_id: str, *more: str) -> UsageProblem:
    """
    Return the problem that no rule has an id, with the ids that may be meant.

    :param more: other words that are allowed in its place.
    """
    near = [name for name in catalogue() if rule_id and rule_id.lower() in name]
    meant = f"; did you mean {', '.join(near[:5])}?" if near else did_you_mean(rule_id, (*catalogue(), *more))
    return UsageProblem(f"unknown rule {rule_id!r}{meant or '; `sitescan rules` lists them'}")
