"""The subcommands of ``sitescan``: each loads its own modules, because those of the others take long to load."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sitescan.cli.arguments import SITE_VIEWS, completed_parser, parser
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_error, print_text


def run(given: Sequence[str]) -> int:
    """Run a command and return its exit code; ``help`` is another word for ``--help``."""
    if given[:1] == ["help"]:
        given = [*given[1:], "--help"]
    if given[:1] == ["doctor"] and given[1:2] not in (["-h"], ["--help"]):
        from sitescan.cli.doctor_command import doctor

        return doctor(given[1:])
    if given[:1] == ["site"] and given[1:2] and given[1] in SITE_VIEWS:
        given = [f"site-{given[1]}", *given[2:]]
    arguments = parser().parse_args(given)
    if arguments.command is None:
        raise UsageProblem(
            "give a command, such as `sitescan scan https://pears.example/`; `sitescan --help` lists them"
        )
    _check_no_empty_values(arguments)
    return _COMMANDS[arguments.command](arguments)


def _check_no_empty_values(arguments: argparse.Namespace) -> None:
    """
    Refuse an empty target, path or value, which scripts give where a variable is unset.

    :raises UsageProblem: if there is one.
    """
    for name, value in vars(arguments).items():
        if value == "" or (isinstance(value, list) and "" in value):
            raise UsageProblem(f"{name.replace('_', '-')}: an empty value was given; is a variable unset?")


def _scan(arguments: argparse.Namespace) -> int:
    from sitescan.cli.scan_command import scan

    return scan(arguments)


def _batch(arguments: argparse.Namespace) -> int:
    from sitescan.cli.batch import batch
    from sitescan.cli.remote import Interrupted

    try:
        return batch(arguments)
    except Interrupted:
        print_error("sitescan: the same command goes on where this one was interrupted")
        raise KeyboardInterrupt from None


def _site(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_command import site

    return site(arguments)


def _site_show(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_views import show

    return show(arguments)


def _site_pages(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_views import pages

    return pages(arguments)


def _site_issues(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_views import issues

    return issues(arguments)


def _site_links(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_views import links

    return links(arguments)


def _site_merge(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_merge import merge

    return merge(arguments)


def _fix(arguments: argparse.Namespace) -> int:
    if arguments.server:
        from sitescan.cli.server_command import print_server_file

        return print_server_file(arguments)
    from sitescan.cli.fix_command import fix

    return fix(arguments)


def _diff(arguments: argparse.Namespace) -> int:
    from sitescan.cli.diff_command import diff

    return diff(arguments)


def _init(arguments: argparse.Namespace) -> int:
    from sitescan.cli.init_command import init

    return init(arguments)


def _mcp(arguments: argparse.Namespace) -> int:
    from sitescan.cli.mcp_command import mcp

    mcp(arguments)
    return ExitCode.PASSED


def _lsp(arguments: argparse.Namespace) -> int:
    from sitescan.cli.lsp_command import lsp

    lsp(arguments)
    return ExitCode.PASSED


def _rules(arguments: argparse.Namespace) -> int:
    from sitescan.rules.catalogue import catalogue

    if arguments.json:
        from sitescan.report.visible_text import visible_json
        from sitescan.web.wire import rule_json

        rules = [rule_json(rule) for rule in catalogue().values()]
        print_text(visible_json({"rules": rules}, indent=2) + "\n")
        return ExitCode.PASSED
    if arguments.ids:
        print_text("".join(f"{name}\n" for name in catalogue()))
        return ExitCode.PASSED
    width = max(map(len, catalogue()))
    lines = [
        f"{rule.id:{width}}  {rule.severity.value:7}  {rule.share:>3}%  {rule.title}\n" for rule in catalogue().values()
    ]
    print_text("".join(lines))
    return ExitCode.PASSED


def _explain(arguments: argparse.Namespace) -> int:
    from sitescan.cli.rule_explanation import explanation

    print_text(explanation(arguments.rule))
    return ExitCode.PASSED


def _completion(arguments: argparse.Namespace) -> int:
    import shtab

    print_text(shtab.complete(completed_parser(), arguments.shell) + "\n")
    return ExitCode.PASSED


_COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = MappingProxyType(
    {
        "scan": _scan,
        "fix": _fix,
        "batch": _batch,
        "site": _site,
        "site-show": _site_show,
        "site-pages": _site_pages,
        "site-issues": _site_issues,
        "site-links": _site_links,
        "site-merge": _site_merge,
        "diff": _diff,
        "init": _init,
        "rules": _rules,
        "explain": _explain,
        "mcp": _mcp,
        "lsp": _lsp,
        "completion": _completion,
    }
)
