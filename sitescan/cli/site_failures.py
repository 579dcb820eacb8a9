"""What a command prints if a check of a site fails."""

import sys
from traceback import print_exception

from sitescan.cli.output import print_error
from sitescan.rules.judge import RuleFailed


def rule_failed(failure: RuleFailed) -> None:
    """Print that a rule has failed, and why."""
    print_error(f"sitescan: the check “{failure.title}” failed because of an internal error")
    print_exception(failure, file=sys.stderr)
