"""``sitescan scan --watch``, which scans local files again when they change, and prints what that changes."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import LoopingCall

from sitescan.cli.arguments import TERMINAL
from sitescan.cli.baseline import WrittenReport
from sitescan.cli.comparison import changed_issues, changed_scores, comparison
from sitescan.cli.configuration import Configuration
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.output import print_error, print_text
from sitescan.cli.remote import Interrupted, on_reactor
from sitescan.cli.targets import TargetFailed, is_url, local_report, local_targets
from sitescan.cli.terminal import output_painter, terminal
from sitescan.report.json_format import report_json
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted

#: The seconds between two looks at the files. inotify would say nothing about files that another machine or the host of
#: a container changes.
_PAUSE = 0.5


def watch(configured: Configuration) -> int:
    """
    Print the reports, and what changes in them until Ctrl-C.

    :raises UsageProblem: if something can't be watched.
    """
    if configured.format != TERMINAL or configured.outputs:
        raise UsageProblem("watch: changes are printed for people only; leave out --format and --output")
    for target in configured.targets:
        _check(target)
    watcher = Watcher(configured)

    async def looking(reactor: IReactorTime) -> None:
        watcher.look()
        print_error(f"sitescan: watching {counted(len(watcher.reports), 'page', 'pages')}; Ctrl+C stops it")
        loop = LoopingCall(watcher.look)
        loop.clock = reactor
        await loop.start(_PAUSE, now=False)

    with suppress(Interrupted):
        on_reactor(looking)
    return ExitCode.PASSED


def _check(target: str) -> None:
    """
    Check that a target names files that exist.

    :raises UsageProblem: if it doesn't.
    """
    if is_url(target) or target == "-":
        raise UsageProblem(f"watch: {target}: only files and folders can be watched")
    try:
        pages = local_targets(target).values()
    except TargetFailed as failed:
        raise UsageProblem(f"{target}: {failed}") from None
    if not any(page is not None and os.access(page.path, os.R_OK) for page in pages):
        raise UsageProblem(f"{target}: it doesn't exist, or can't be read")


@define
class Watcher:
    """
    The pages of a command line, as they were at the last look.

    :ivar reports: the last report on each page.
    :ivar versions: the version of each page, and of the stylesheets and scripts that were read for it.
    """

    configured: Configuration
    reports: dict[str, WrittenReport] = field(factory=dict)
    versions: dict[str, dict[Path, tuple[int, int]]] = field(factory=dict)

    def look(self) -> None:
        """Scan the pages that have changed, and print what that changes."""
        pages = dict(self._pages())
        for name in self.versions.keys() - pages.keys():
            del self.versions[name]
            self.reports.pop(name, None)
            print_text(f"{one_line(name)}: removed\n")
        for name, page in pages.items():
            known = self.versions.get(name, {})
            if not known or known != {path: _version(path) for path in known}:
                self._scan(name, page)

    def _pages(self) -> Iterator[tuple[str, LocalPage]]:
        for target in self.configured.targets:
            # A folder may lose its last page, and get another one.
            with suppress(TargetFailed):
                for name, page in local_targets(target).items():
                    if page is not None:
                        yield name, page

    def _scan(self, name: str, page: LocalPage) -> None:
        read: set[Path] = set()
        # Before the page is read, so that no later change is missed.
        versions = {page.path: _version(page.path)}
        try:
            report = local_report(name, page, self.configured, time.time(), read)
        except TargetFailed as failed:
            print_error(f"sitescan: {one_line(name)}: {one_line(str(failed))}")
        else:
            new = msgspec.convert(report_json(report, evidence=True), WrittenReport)
            old = self.reports.get(name)
            print_text(
                terminal([report], output_painter(), full=self.configured.full) if old is None else _changes(old, new)
            )
            self.reports[name] = new
        self.versions[name] = versions | {path: _version(path) for path in read}


def _version(path: Path) -> tuple[int, int]:
    """Return what distinguishes a version of a file from another one: when it was written, and its size."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _changes(old: WrittenReport, new: WrittenReport) -> str:
    found = comparison(old, new)
    lines = [*changed_scores(found), *changed_issues(found)] or ["  nothing changed in the report"]
    return "\n".join((one_line(new.url), *lines)) + "\n"
