"""``sitescan fix --server``, which prints a file for a web server with the settings that a page needs."""

import argparse
from pathlib import Path

from sitescan.cli.configuration import configuration
from sitescan.cli.exit_codes import FixExitCode, UsageProblem
from sitescan.cli.fix_options import FILES, check_options, check_selected, selects
from sitescan.cli.output import print_error, print_text
from sitescan.cli.targets import TargetFailed, is_url
from sitescan.cli.url_reports import url_reports
from sitescan.report.server_files import server_file
from sitescan.report.visible_text import one_line
from sitescan.report.wording import error_page, unexamined


def print_server_file(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    check_options(arguments, FILES, "only for local files")
    if len(arguments.targets) != 1 or not is_url(arguments.targets[0]):
        raise UsageProblem("--server needs one URL")
    selected = tuple(arguments.select or ())
    check_selected(selected)
    (url,) = arguments.targets
    report = url_reports([url], configuration(arguments, Path.cwd()))[url]
    if isinstance(report, TargetFailed):
        print_error(f"sitescan: {one_line(url)}: {one_line(str(report))}")
        return report.code
    made = server_file(report, arguments.server, lambda rule: selects(selected, rule))
    print_text(made.text)
    for remark in made.remarks:
        print_error(f"sitescan: {one_line(remark)}")
    for problem in filter(None, (error_page(report), *(sentence for _, sentence in unexamined(report)))):
        print_error(f"sitescan: {one_line(problem)}")
    return FixExitCode.DONE
