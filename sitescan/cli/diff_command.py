"""The command ``sitescan diff``, which compares two reports, or two lists of reports."""

import argparse

from sitescan.cli.baseline import page_key, read_reports
from sitescan.cli.comparison import comparison, lines
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_error, print_text
from sitescan.report.visible_text import one_line


def diff(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    old = {page_key(report.url): report for report in read_reports(arguments.old)}
    new = {page_key(report.url): report for report in read_reports(arguments.new)}
    both = [page for page in new if page in old]
    if not both:
        raise UsageProblem(f"{arguments.old} and {arguments.new} have no page in common")
    for file, reports, others in ((arguments.new, old, new), (arguments.old, new, old)):
        for page in sorted(reports.keys() - others.keys()):
            print_error(f"not compared: {one_line(reports[page].url)}: it is not in {one_line(file)}")
    versions = {report.scoring_version for reports in (old, new) for report in reports.values()} - {""}
    if len(versions) > 1:
        print_error(
            f"not comparable: the scores were calculated in {len(versions)} ways: {', '.join(sorted(versions))}"
        )
    compared = {new[page].url: comparison(old[page], new[page]) for page in both}
    print_text("\n".join(line for url, found in compared.items() for line in (*lines(url, found), "")))
    return ExitCode.GATE_FAILED if any(found.is_worse for found in compared.values()) else ExitCode.PASSED
