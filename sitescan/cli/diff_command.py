"""The command ``sitescan diff``, which compares two reports, two lists of reports, or the results of two sites."""

import argparse
import sys
from pathlib import Path

from sitescan.cli.baseline import page_key, read_reports
from sitescan.cli.comparison import comparison, lines
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_error, print_text
from sitescan.cli.site_results import is_site_report, read_site_report
from sitescan.cli.site_summary import change_lines
from sitescan.model.site_report import SiteReport
from sitescan.report.site_comparison import site_changes
from sitescan.report.visible_text import one_line


def diff(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    if is_site_report(Path(arguments.old)) and is_site_report(Path(arguments.new)):
        return _sites(read_site_report(Path(arguments.old)), read_site_report(Path(arguments.new)))
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


def _sites(old: SiteReport, new: SiteReport) -> ExitCode:
    changes = site_changes(old, new)
    print_text("".join(f"{line}\n" for line in (one_line(new.target), *change_lines(new, changes, sys.maxsize))))
    fell = old.score is not None and (new.score is None or new.score < old.score)
    return ExitCode.GATE_FAILED if fell or any(change.points for change in changes.new) else ExitCode.PASSED
