"""The command line of ``sitescan``."""

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from sitescan import __version__
from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.settings_sources import did_you_mean
from sitescan.report.formats import FORMATS
from sitescan.report.server_files import SERVERS
from sitescan.standards.lazy_pattern import lazy_pattern

CATEGORIES = ("seo", "accessibility", "performance", "security", "links")
SEVERITIES = ("error", "warning", "info")
#: The word for an ``info`` in reports for people.
SUGGESTION = "suggestion"
TERMINAL = "terminal"
PRINTED = (TERMINAL, *FORMATS)

#: The formats of the report on a site.
SITE_FORMATS = (TERMINAL, "html", "markdown", "json", "csv", "sarif", "junit")

SHELLS = ("bash", "zsh", "fish")

_EXIT = (
    "Exit codes: 0 passed, 1 a gate failed, 2 usage or configuration, 3 a target could not be reached, "
    "4 an internal error. NO_COLOR and CI are honored."
)


_FIX_EXIT = (
    "Exit codes: 0 nothing is left, or the file is printed, 1 issues that cost points are left (with --diff: there are "
    "changes), 2 usage, or a file could not be fixed, 3 the page could not be reached, 4 an internal error."
)

_SITE_EXIT = (
    "`sitescan site show FOLDER [URL|RULE|TEMPLATE]`, `site pages FOLDER` and `site links FOLDER` print the results, "
    "and `site merge PART... -o FOLDER` joins the parts of an archive. "
    "Exit codes: 0 every page was examined, 1 a gate failed, 2 usage, or the output can't be used, "
    "3 a page could not be read, 4 an internal error."
)

_DIFF_EXIT = "Exit codes: 0 nothing is worse, 1 a new issue costs points or a score fell, 2 usage, 4 an internal error."

_DOCTOR_EXIT = "Exit codes: 0 the service would work, 1 something fails, 2 usage, 4 an internal error."

#: How each shell completes a file, a folder and a rule. :func:`completed_parser` fills them.
_FILE: dict[str, Any] = {}
_FOLDER: dict[str, Any] = {}
_RULES: dict[str, Any] = {}


_TARGET = lazy_pattern(r"[./:]")


class _Parser(argparse.ArgumentParser):
    """A parser whose messages about misspelled words name the most similar known one."""

    def error(self, message: str) -> NoReturn:
        hint = ""
        quoted, _, choices = message.partition("invalid choice: ")[2].partition(" (choose from ")
        if choices:
            word = quoted.strip("'")
            hint = did_you_mean(word, re.findall(r"[\w-]+", choices))
            if not hint and "COMMAND" in message and _TARGET.search(word):
                hint = f"; did you mean 'sitescan scan {word}'?"
        raise UsageProblem(message + hint)

    def parse_known_args(  # type: ignore[override]  # always with a new namespace
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        # The parser of a subcommand is asked here, and alone knows its options.
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            known = re.findall(r"--[a-z-]+", self.format_usage())
            self.error(f"unknown argument {unknown[0]!r}{did_you_mean(unknown[0].partition('=')[0], known)}")
        return found, unknown


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = _Parser(
        prog="sitescan",
        description="Scan web pages and report scores, issues and fixes.",
        epilog=_EXIT,
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"sitescan {__version__}")
    commands = made.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _add_scan(commands.add_parser("scan", help="scan pages", epilog=_EXIT, allow_abbrev=False))
    _add_fix(
        commands.add_parser(
            "fix",
            help="fix local files, or print the settings that a server needs",
            epilog=_FIX_EXIT,
            allow_abbrev=False,
        )
    )
    _add_batch(commands.add_parser("batch", help="scan a long list of pages", allow_abbrev=False))
    _add_site(commands.add_parser("site", help="examine a whole site", epilog=_SITE_EXIT, allow_abbrev=False))
    for view, add in SITE_VIEWS.items():
        add(commands.add_parser(f"site-{view}", prog=f"sitescan site {view}", allow_abbrev=False))
    diff = commands.add_parser("diff", help="compare two JSON reports", epilog=_DIFF_EXIT, allow_abbrev=False)
    _completes(diff.add_argument("old", metavar="OLD", help="JSON report, or an array of reports"), _FILE)
    _completes(diff.add_argument("new", metavar="NEW", help="the same pages later"), _FILE)
    _add_init(commands.add_parser("init", help="write sitescan.toml and a CI job", allow_abbrev=False))
    rules = commands.add_parser("rules", help="list every rule", allow_abbrev=False)
    rules.add_argument("--json", action="store_true", help="with all texts, as GET /api/v1/rules returns them")
    rules.add_argument("--ids", action="store_true", help="the ids alone")
    explain = commands.add_parser("explain", help="say what a rule checks and how to fix it", allow_abbrev=False)
    _completes(explain.add_argument("rule", metavar="RULE", help="such as seo/title-missing"), _RULES)
    _add_mcp(commands.add_parser("mcp", help="serve assistants on standard input (MCP)", allow_abbrev=False))
    completion = commands.add_parser("completion", help="print a script that completes commands", allow_abbrev=False)
    completion.add_argument("shell", choices=SHELLS, metavar="|".join(SHELLS), help="the shell that runs the script")
    doctor = commands.add_parser(
        "doctor", help="check this machine for the service", epilog=_DOCTOR_EXIT, allow_abbrev=False
    )
    doctor.add_argument("options", nargs=argparse.REMAINDER, help="the options of twist sitescan")
    serve = commands.add_parser(
        "serve", help="run the service, like twist sitescan", add_help=False, allow_abbrev=False
    )
    serve.add_argument("options", nargs=argparse.REMAINDER, help="the options of twist sitescan")
    return made


def completed_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line with what shells complete, for which :mod:`shtab` is loaded."""
    import shtab  # noqa: PLC0415 - no other command needs it, and it takes long to load

    _FILE.update(shtab.FILE)
    _FOLDER.update(shtab.DIRECTORY)
    _RULES.update(shtab.cmd("sitescan rules --ids"))
    return parser()


def _completes(action: argparse.Action, completion: dict[str, Any]) -> None:
    """Set how a shell completes an argument."""
    action.complete = completion  # type: ignore[attr-defined]  # shtab reads it


def _add_scan(scan: argparse.ArgumentParser) -> None:
    _completes(
        scan.add_argument("targets", nargs="*", metavar="URL|FILE|FOLDER|-", help="pages to scan; - is standard input"),
        _FILE,
    )
    scan.add_argument("--base", metavar="URL", help="the address that a file or standard input is served from")
    scan.add_argument("--format", choices=PRINTED, help="format to print (default: terminal)")
    scan.add_argument("-o", "--output", action="append", metavar="FORMAT:PATH", help="write a file; can be repeated")
    _completes(
        scan.add_argument(
            "--config", metavar="FILE", help="configuration file instead of sitescan.toml or pyproject.toml"
        ),
        _FILE,
    )
    scan.add_argument(
        "--full", action="store_true", default=None, help="in a terminal: all texts, not a line for each issue"
    )
    scan.add_argument("--timing", action="store_true", default=None, help="show how the time was spent")
    scan.add_argument("--jobs", metavar="N", help="pages to scan at the same time (default: 4)")
    scan.add_argument("--watch", action="store_true", help="wait for changes of files, and print what they change")
    _add_render(scan)

    gates = _add_gates(scan, "issue")
    gates.add_argument("--min", action="append", metavar="CATEGORY=N", help="minimum score of a category")
    _add_requests(scan.add_argument_group("network"))


def _add_gates(command: argparse.ArgumentParser, kind: str) -> argparse._ArgumentGroup:
    """Add the gates of a command, which count issues or faults, and return their group."""
    gate = command.add_argument_group("gates", "The command fails if one of these conditions isn't met.")
    gate.add_argument("--min-score", metavar="N", help="minimum overall score")
    gate.add_argument("--max", action="append", metavar="SEVERITY=N", help=f"maximum number of {kind}s of a severity")
    severities = (*SEVERITIES, SUGGESTION, "never")
    gate.add_argument("--fail-on", choices=severities, help=f"fail on any {kind} of this severity or higher")
    _completes(
        gate.add_argument("--baseline", metavar="FILE", help=f"JSON report; only {kind}s that aren't in it fail"),
        _FILE,
    )
    return gate


def _add_site_gates(command: argparse.ArgumentParser) -> None:
    _add_gates(command, "fault").add_argument("--min-pages", metavar="N", help="minimum number of examined pages")


def _add_fix(fix: argparse.ArgumentParser) -> None:
    _completes(
        fix.add_argument("targets", nargs="+", metavar="FILE|FOLDER|URL", help="pages, or folders with pages"),
        _FILE,
    )
    fix.add_argument("--diff", action="store_true", help="print the changes as a unified diff and write no file")
    fix.add_argument("--unsafe", action="store_true", help="also apply fixes that a person has to check or complete")
    _completes(
        fix.add_argument(
            "--select",
            action="append",
            metavar="RULE",
            help="apply fixes of this rule or category only; can be repeated",
        ),
        _RULES,
    )
    fix.add_argument("--base", metavar="URL", help="the address that the files are served from")
    fix.add_argument("--exit-zero", action="store_true", help="exit with 0 although issues or changes are left")
    server = fix.add_argument_group(
        "server", "The command scans one URL, and prints a file with the settings and response headers that it needs."
    )
    server.add_argument("--server", choices=SERVERS, help="the server or host that the file is for")
    server.add_argument(
        "--config", metavar="FILE", help="configuration file instead of sitescan.toml or pyproject.toml"
    )
    _add_render(server)
    _add_requests(server)


def _add_batch(batch: argparse.ArgumentParser) -> None:
    _completes(batch.add_argument("file", metavar="FILE", help="list of URLs, one a line; # starts a comment"), _FILE)
    _completes(
        batch.add_argument(
            "-o", "--output", metavar="PATH", required=True, help="file for JSON lines, compressed if it ends in .gz"
        ),
        _FILE,
    )
    batch.add_argument("--jobs", metavar="N", help="pages to scan at the same time (default: 8)")
    batch.add_argument("--per-host", metavar="N", help="pages of one host at the same time (default: 1)")
    batch.add_argument("--pause", metavar="SECONDS", help="wait between two pages of a host (default: 1; 0 = none)")
    batch.add_argument("--shard", metavar="I/N", help="scan only part I, from 0, of N; a site is in one part")
    _add_render(batch)
    batch.add_argument("--evidence", action="store_true", help="include rule ids and every occurrence")
    _add_network(batch.add_argument_group("network"))


def _add_site(site: argparse.ArgumentParser) -> None:
    _completes(
        site.add_argument(
            "target",
            nargs="?",
            metavar="URL|FOLDER|FILE",
            help="start page or sitemap, folder with the files of the site, WARC file, or list of URLs, one a line",
        ),
        _FILE,
    )
    _completes(
        site.add_argument(
            "-o",
            "--output",
            action="append",
            metavar="FOLDER|FORMAT:PATH",
            help="folder for the results (default: sitescan-site), which is continued; or a file to write as well",
        ),
        _FOLDER,
    )
    site.add_argument("--base", metavar="URL", help="the address that the folder is served from")
    site.add_argument("--format", choices=SITE_FORMATS, help="format to print (default: terminal)")
    site.add_argument("-m", "--max-pages", metavar="N", help="most pages to examine (default: 500)")
    site.add_argument("--max-depth", metavar="N", help="most clicks from the start page")
    site.add_argument("--max-time", metavar="SECONDS", help="stop after this time; the same command goes on")
    site.add_argument("--include", action="append", metavar="GLOB", help="only paths like this; can be repeated")
    site.add_argument("--exclude", action="append", metavar="GLOB", help="no paths like this; can be repeated")
    _add_switch(site, "--no-follow", "read the start page and listed pages only, and follow no links")
    site.add_argument("--shard", metavar="I/N", help="examine only part I, from 0, of N of an archive")
    _add_switch(site, "--fresh", "start anew instead of continuing")
    _completes(site.add_argument("--config", metavar="FILE", help="configuration file instead of sitescan.toml"), _FILE)
    _add_render(site)
    _add_site_gates(site)
    network = site.add_argument_group("network")
    network.add_argument("--sitemap", metavar="URL", help="sitemap instead of those that robots.txt names")
    _add_switch(network, "--no-sitemap", "read only pages that links lead to")
    network.add_argument(
        "--map", metavar="FROM=TO", help="read URLs of the sitemap and canonical URLs that start with FROM as TO"
    )
    _add_switch(network, "--subdomains", "also read pages of subdomains")
    network.add_argument("--also", action="append", metavar="HOST", help="also read pages of this host or origin")
    network.add_argument("--drop-param", action="append", metavar="NAME", help="ignore a parameter of URLs")
    network.add_argument("--keep-param", action="append", metavar="NAME", help="never ignore a parameter of URLs")
    network.add_argument(
        "--robots",
        choices=("obey", "report"),
        help="whether to leave out what robots.txt disallows (default: obey; report on this machine)",
    )
    network.add_argument("--rate", metavar="N", help="requests a second (default: 5; any number to this machine)")
    network.add_argument("--jobs", metavar="N", help="pages to examine at the same time (default: 4)")
    _completes(
        network.add_argument("--cookie-file", metavar="FILE", help="cookies.txt; sent only to the start page's origin"),
        _FILE,
    )
    _add_requests(network)


def _add_switch(command: argparse.ArgumentParser | argparse._ArgumentGroup, name: str, text: str) -> None:
    command.add_argument(name, action="store_true", default=None, help=text)


def _add_site_show(show: argparse.ArgumentParser) -> None:
    _add_site_folder(show)
    show.add_argument("about", nargs="?", metavar="URL|RULE|TEMPLATE", help="only what concerns it")
    show.add_argument("--format", choices=SITE_FORMATS, help="format to print (default: terminal)")


def _add_site_pages(pages: argparse.ArgumentParser) -> None:
    _add_site_folder(pages)
    pages.add_argument("--format", choices=("csv", "jsonl"), help="format to print (default: csv)")


def _add_site_folder(command: argparse.ArgumentParser) -> None:
    _completes(
        command.add_argument("folder", metavar="FOLDER", help="folder that `sitescan site` has written"),
        _FOLDER,
    )


def _add_site_merge(merge: argparse.ArgumentParser) -> None:
    _completes(
        merge.add_argument("parts", nargs="+", metavar="PART", help="folder that `sitescan site --shard` has written"),
        _FOLDER,
    )
    _completes(
        merge.add_argument(
            "-o", "--output", action="append", metavar="FOLDER", required=True, help="folder for the results"
        ),
        _FOLDER,
    )
    merge.add_argument("--format", choices=SITE_FORMATS, help="format to print (default: terminal)")
    _add_site_gates(merge)


#: What follows ``sitescan site`` to use what it has written. A folder of that name is ``./show``.
SITE_VIEWS = {
    "show": _add_site_show,
    "pages": _add_site_pages,
    "links": _add_site_folder,
    "merge": _add_site_merge,
}


def _add_init(init: argparse.ArgumentParser) -> None:
    _completes(
        init.add_argument("targets", nargs="+", metavar="URL|FILE|FOLDER", help="pages that `sitescan scan` will scan"),
        _FILE,
    )
    init.add_argument("--ci", choices=("github", "gitlab"), help="also write a CI job, which needs --source")
    init.add_argument(
        "--source", metavar="NAME", help="what pip installs in the job, such as git+https://HOST/OWNER/sitescan@TAG"
    )
    init.add_argument("--force", action="store_true", help="overwrite files that exist")


def _add_mcp(mcp: argparse.ArgumentParser) -> None:
    _add_render(mcp)
    _add_network(mcp.add_argument_group("network"))


def _add_render(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    _add_switch(command, "--render", "examine pages in Chromium, with their scripts")


def _add_requests(network: argparse._ArgumentGroup) -> None:
    network.add_argument(
        "--header", action="append", metavar="'NAME: VALUE'", help="request header, sent only to the page's origin"
    )
    _add_switch(network, "--insecure", "accept any certificate")
    _add_network(network)


def _add_network(network: argparse._ArgumentGroup) -> None:
    network.add_argument("--user-agent", metavar="TEXT", help="User-Agent of every request")
    _add_switch(network, "--allow-private", "allow addresses on this machine and network")
    network.add_argument("--set", action="append", metavar="OPTION=VALUE", help="any option of twist sitescan")
