"""The command ``sitescan scan``, which reports on pages and judges them by its gates."""

import argparse
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from sitescan.cli.arguments import FAILURES, TERMINAL
from sitescan.cli.baseline import read_baseline
from sitescan.cli.configuration import Configuration, configuration
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.gates import GateResult, verdict
from sitescan.cli.local_pages import LocalPage, is_folder
from sitescan.cli.output import print_error, print_text
from sitescan.cli.page_processes import in_processes
from sitescan.cli.progress_line import ProgressLine
from sitescan.cli.rule_explanation import check_rule
from sitescan.cli.targets import TargetFailed, is_url, local_report, local_targets
from sitescan.cli.terminal import Painter, output_painter, terminal
from sitescan.model.report import Report
from sitescan.report.concise_format import failure_line
from sitescan.report.formats import FORMATS
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted


def scan(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    configured = configuration(arguments, Path.cwd())
    baseline = read_baseline(configured.baseline) if configured.baseline else None
    _check_rules_and_outputs(configured)
    if arguments.watch:
        from sitescan.cli.watch import watch  # noqa: PLC0415 - the reactor takes long to import

        return watch(configured)
    read: set[Path] = set()
    found = _reports(configured, read)
    _check_overwritten(configured, read)
    reports = [outcome for outcome in found.values() if isinstance(outcome, Report)]
    if reports or not found:
        _write(reports, configured)
    codes = [ExitCode.PASSED]
    today = datetime.fromtimestamp(time.time(), UTC).date()
    _warn_of_expired(configured, today)
    for target, outcome in found.items():
        if isinstance(outcome, TargetFailed):
            print_error(f"sitescan: {one_line(target)}: {one_line(str(outcome))}")
            codes.append(outcome.code)
            continue
        judged = verdict(outcome, configured, baseline, today)
        _print_verdict(one_line(target), judged, configured)
        codes += [ExitCode.GATE_FAILED] * bool(judged.failures)
    # The most severe one: internal error, usage, unreachable, gate, passed.
    return max(codes, key=[0, 1, 3, 2, 4].index)


def _print_verdict(target: str, judged: GateResult, configured: Configuration) -> None:
    for rule, reason in judged.ignored:
        print_error(f"ignored: {target}: {rule}: {one_line(reason)}")
    if judged.known:
        print_error(f"known: {target}: {counted(judged.known, 'issue', 'issues')} of the baseline")
    for issue in judged.new:
        print_error(f"new: {target}: {issue.rule}: {issue.title}")
    for left_out in judged.left_out:
        print_error(f"not counted: {target}: {one_line(left_out)}")
    for issue in judged.grave if configured.format == FAILURES else ():
        print_text(f"{failure_line(target, issue)}\n")
    for failure in judged.failures:
        print_error(f"failed: {target}: {one_line(failure)}")


def _reports(configured: Configuration, read: set[Path]) -> Mapping[str, Report | TargetFailed]:
    """
    Return the report on each page in the given order, or the reason why there is none.

    :param read: a set to which the files that are read are added.
    :raises UsageProblem: if an output would overwrite a page.
    """
    pages = dict(_pages(configured.targets))
    read |= {page.path for page in pages.values() if isinstance(page, LocalPage)}
    _check_overwritten(configured, read)
    found: dict[str, Report | TargetFailed] = {}
    progress = ProgressLine(lambda done: f"Scanning: {done} of {len(pages)} done")
    progress.show(progress.line(0))
    local = [(name, page) for name, page in pages.items() if isinstance(page, LocalPage)]
    outcomes = in_processes(partial(_local_report, configured), local)
    for name, page in pages.items():
        if is_url(name):
            continue
        if isinstance(page, TargetFailed):
            found[name] = page
        else:
            # Standard input is this process's own.
            found[name], files = _local_report(configured, (name, None)) if page is None else next(outcomes)
            read |= files
        progress.advance()
    urls = [name for name in pages if is_url(name)]
    if urls:
        # Local files need no reactor, nor the rules that only URLs need, which take long to import.
        from sitescan.cli.url_reports import url_reports  # noqa: PLC0415

        found |= url_reports(urls, configured, progress.advance)
    progress.show()
    return {name: found[name] for name in pages}


def _local_report(
    configured: Configuration, target: tuple[str, LocalPage | None]
) -> tuple[Report | TargetFailed, set[Path]]:
    """Return the report on a page, or the reason why there is none, and the other files that were read."""
    read: set[Path] = set()
    try:
        return local_report(*target, configured, time.time(), read), read
    except TargetFailed as failed:
        return failed, read


def _pages(targets: Sequence[str]) -> Iterator[tuple[str, LocalPage | TargetFailed | None]]:
    """Yield the pages that targets name; URLs and standard input have no file."""
    for target in targets:
        try:
            yield from {target: None}.items() if is_url(target) else local_targets(target).items()
        except TargetFailed as failed:
            yield target, failed


def _check_rules_and_outputs(configured: Configuration) -> None:
    for ignored in configured.ignored:
        if notice := check_rule(ignored.rule):
            print_error(f"ignore: {notice}")
    for _, path in configured.outputs:
        place = Path(path)
        if is_folder(place) or not os.access(place if place.exists() else place.parent, os.W_OK):
            raise UsageProblem(f"output: {path} cannot be written")
        if place.is_fifo() and not _is_read(place):
            raise UsageProblem(f"output: {path}: no program reads from this FIFO")


def _is_read(fifo: Path) -> bool:
    """Return whether a program reads from a FIFO; without one, opening it would wait."""
    try:
        os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def _check_overwritten(configured: Configuration, read: set[Path]) -> None:
    """
    Refuse to overwrite what is scanned, also through symbolic and hard links.

    :param read: the files that are read.
    :raises UsageProblem: if an output is one of them.
    """
    identities = {identity for path in read if (identity := _identity(path))}
    for _, output in configured.outputs:
        if _identity(Path(output)) in identities:
            raise UsageProblem(f"output: {output} is read by this scan, so it was not overwritten")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file; ``None`` if there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _write(reports: Sequence[Report], configured: Configuration) -> None:
    for form, path in configured.outputs:
        try:
            Path(path).write_text(_text(form, reports, configured, Painter(False)), "utf-8", "replace", newline="")
        except OSError as problem:
            raise UsageProblem(f"output: {path}: {problem.strerror}") from None
    if configured.format != FAILURES:
        print_text(_text(configured.format, reports, configured, output_painter()))


def _text(form: str, reports: Sequence[Report], configured: Configuration, painter: Painter) -> str:
    if form == TERMINAL:
        return terminal(reports, painter, timing=configured.timing, full=configured.full)
    return FORMATS[form].write(reports)


def _warn_of_expired(configured: Configuration, today: date) -> None:
    for ignored in configured.ignored:
        if ignored.expired(today):
            print_error(f"expired on {ignored.until}, so it counts again: {ignored.rule}: {one_line(ignored.reason)}")
