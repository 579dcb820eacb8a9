"""The command ``sitescan diff``, which compares two reports, or two lists of reports."""

import argparse

from sitescan.cli.baseline import read_reports
from sitescan.cli.comparison import comparison, lines
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_error, print_text
from sitescan.report.visible_text import one_line


def diff(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    old = {report.url: report for report in read_reports(arguments.old)}
    new = {report.url: report for report in read_reports(arguments.new)}
    both = [url for url in new if url in old]
    if not both:
        raise UsageProblem(f"{arguments.old} and {arguments.new} have no page in common")
    for file, urls in ((arguments.new, old.keys() - new.keys()), (arguments.old, new.keys() - old.keys())):
        for url in sorted(urls):
            print_error(f"not compared: {one_line(url)}: it is not in {one_line(file)}")
    versions = {report.scoring_version for reports in (old, new) for report in reports.values()} - {""}
    if len(versions) > 1:
        print_error(
            f"not comparable: the scores were calculated in {len(versions)} ways: {', '.join(sorted(versions))}"
        )
    compared = {url: comparison(old[url], new[url]) for url in both}
    print_text("\n".join(line for url, found in compared.items() for line in (*lines(url, found), "")))
    return ExitCode.GATE_FAILED if any(found.is_worse for found in compared.values()) else ExitCode.PASSED
