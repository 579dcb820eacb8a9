"""The options of ``sitescan fix`` that its two uses share, and those that only one of them has."""

import argparse
from collections.abc import Iterable, Sequence

from sitescan.cli.arguments import CATEGORIES
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.output import print_error
from sitescan.cli.rule_explanation import check_rule
from sitescan.rules.catalogue import current_id

#: The options for local files.
FILES = ("diff", "unsafe", "base", "exit_zero")

#: The options for requests.
NETWORK = ("config", "render", "header", "insecure", "user_agent", "allow_private", "set")


def check_options(arguments: argparse.Namespace, names: Iterable[str], reason: str) -> None:
    """
    Refuse options that would have no effect.

    :raises UsageProblem: if one of the named options is given.
    """
    for name in names:
        if getattr(arguments, name):
            raise UsageProblem(f"--{name.replace('_', '-')} is {reason}")


def check_selected(selected: Sequence[str]) -> None:
    """
    Check the values of ``--select``, and say which of them should be replaced.

    :raises UsageProblem: if one of them names no rule.
    """
    for name in selected:
        if notice := check_rule(name, *CATEGORIES):
            print_error(f"select: {notice}")


def selects(selected: Sequence[str], rule: str) -> bool:
    """Return whether a selection names a rule, by its id or its category; an empty one names all."""
    return not selected or any(rule == current_id(name) or rule.startswith(f"{name}/") for name in selected)
