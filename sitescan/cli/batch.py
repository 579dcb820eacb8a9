"""The command ``sitescan batch``, which scans a list of pages of any length into lines of JSON."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from attrs import define, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater
from twisted.python.failure import Failure

from sitescan.cli.batch_output import BatchOutput, url_hash
from sitescan.cli.batch_queue import BatchQueue, Shard, read_urls
from sitescan.cli.configuration import number, settings_from
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.remote import on_reactor
from sitescan.concurrency.fanout import all_settled
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.option_values import seconds
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.recent_responses import RecentResponses
from sitescan.egress.shared_responses import SharedResponses
from sitescan.errors import ScanFailed
from sitescan.library import scanning
from sitescan.model.report import Report
from sitescan.report.json_format import report_json

#: The time between two updates of the progress line, in seconds.
_PROGRESS_INTERVAL = 0.5

#: The longest time that a worker sleeps before it asks the queue again, in seconds.
_POLL_INTERVAL = 0.05


def batch(arguments: argparse.Namespace) -> ExitCode:
    """Run the command; pages that can't be scanned are part of the output, with the reason."""
    given = {name: value for name, value in vars(arguments).items() if value not in (None, [])}
    jobs = number("jobs", given.get("jobs", 8), least=1)
    shard = Shard.parse(given.get("shard", "0/1"))
    source = Path(given["file"])
    listed = set(map(url_hash, read_urls(source, shard)))
    output = BatchOutput(Path(given["output"]))
    try:
        settings = settings_from(given, jobs, jobs)
        # The output may hold pages of another list as well.
        progress = BatchProgress(len(listed), len(listed & output.done), time.monotonic)
        queue = BatchQueue(
            urls=read_urls(source, shard),
            done=output.done,
            per_host=number("per-host", given.get("per_host", 1), least=1),
            pause=_pause(str(given.get("pause", "1"))),
            clock=time.monotonic,
        )

        async def work(reactor: IReactor) -> None:
            courtesy = Courtesy(reactor, rate=0, per_host=settings.per_host * jobs)
            shared = SharedResponses(RecentResponses(), courtesy, page_bytes=settings.page_wire_bytes)
            async with scanning(settings, reactor=reactor, shared=shared) as scan:
                worker = BatchWorker(reactor, scan, queue, output, progress, evidence=bool(given.get("evidence")))
                ended = await all_settled([Deferred.fromCoroutine(worker.run()) for _ in range(jobs)])
                for outcome in ended:
                    if isinstance(outcome, Failure):
                        outcome.raiseException()
                await worker.try_again()

        try:
            on_reactor(work)
        finally:
            progress.end()
    finally:
        output.close()
    return ExitCode.UNREACHABLE if progress.undone else ExitCode.PASSED


def _pause(text: str) -> float:
    try:
        return 0.0 if text == "0" else seconds(text)
    except ValueError as problem:
        raise UsageProblem(f"pause: {problem}") from None


@define(eq=False)
class BatchWorker:
    """
    Scans pages of the queue one after another.

    A page that could not be scanned because of this program or its machine gets no record, since that would be final.
    """

    reactor: IReactorTime
    scan: Callable[[str], Awaitable[Report]]
    queue: BatchQueue
    output: BatchOutput
    progress: "BatchProgress"
    evidence: bool
    _failed: list[str] = field(factory=list, init=False)

    async def run(self) -> None:
        """Scan pages until the queue is empty."""
        while (url := self.queue.next()) is not None:
            if isinstance(url, float):
                await deferLater(self.reactor, min(url, _POLL_INTERVAL) or _POLL_INTERVAL)
                continue
            try:
                record = await self._record(url)
            finally:
                self.queue.ended(url)
            if record is None:
                self._failed.append(url)
            else:
                self._write(record)

    async def try_again(self) -> None:
        """Scan the pages that have no record once more, one at a time: the machine is idle now."""
        for url in self._failed:
            record = await self._record(url)
            if record is None:
                self.progress.undone += 1
            else:
                self._write(record)

    def _write(self, record: dict[str, Any]) -> None:
        self.output.write(record)
        self.progress.add(record)

    async def _record(self, url: str) -> dict[str, Any] | None:
        """Return the record of a page; ``None`` if the reason why there is none doesn't lie in the page."""
        try:
            return report_json(await self.scan(url), evidence=self.evidence)
        except ScanFailed as failed:
            if failed.is_own:
                return None
            return {"url": url, "error": failed.error, "details": failed.details}
        except CancelledError:
            raise
        except Exception:  # noqa: BLE001 - no problem of one page may stop the others
            Failure().printTraceback(sys.stderr)
            return None


@define(eq=False)
class BatchProgress:
    """
    Shows the number of finished pages, the rate and the remaining time, and a summary at the end.

    :ivar total: the number of all pages.
    :ivar resumed: the number of pages that earlier runs finished.
    :ivar undone: the number of pages that have no record, because of this program or its machine.
    :ivar clock: returns a time in seconds that only moves forward.
    """

    total: int
    resumed: int
    clock: Callable[[], float]
    undone: int = field(default=0, init=False)
    _started: float = field(init=False)
    _shown_at: float = field(default=float("-inf"), init=False)
    _done: int = field(default=0, init=False)
    _scores: Counter[int] = field(factory=Counter, init=False)
    _failures: Counter[str] = field(factory=Counter, init=False)
    _is_terminal: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._started = self.clock()
        self._is_terminal = sys.stderr.isatty() and not os.environ.get("CI")

    def add(self, record: dict[str, Any]) -> None:
        """Count the record of a finished page and update the progress line."""
        self._done += 1
        if "error" in record:
            self._failures[record["error"]] += 1
        else:
            self._scores[record["overallScore"]] += 1
        now = self.clock()
        if self._is_terminal and now - self._shown_at >= _PROGRESS_INTERVAL:
            self._shown_at = now
            sys.stderr.write(f"\r\x1b[K{self.line()}")
            sys.stderr.flush()

    def line(self) -> str:
        """Return the progress line."""
        done, spent = self.resumed + self._done, self.clock() - self._started
        share = done / self.total if self.total else 1.0
        bar = "#" * round(20 * share)
        text = f"[{bar:20}] {done:,} of {self.total:,}, {self._failures.total():,} failed"
        if not self._done or spent <= 0:
            return text
        rate = self._done / spent
        return f"{text}, {rate:.1f}/s, {_duration((self.total - done) / rate)} left"

    def summary(self) -> str:
        """Return the summary of this run."""
        spent = self.clock() - self._started
        lines = [f"{self._done:,} pages in {_duration(spent)}, {self.resumed:,} had been done before"]
        if reports := self._scores.total():
            mean = sum(score * times for score, times in self._scores.items()) / reports
            lines.append(f"{reports:,} reports, mean score {mean:.0f}")
        lines += [f"{times:,} failed: {error}" for error, times in self._failures.most_common()]
        if self.undone:
            lines.append(
                f"{self.undone:,} not done: this machine was too busy, or the scan broke. Run the command again"
            )
        return "\n".join(lines)

    def end(self) -> None:
        """Print the summary."""
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")
        sys.stderr.write(self.summary() + "\n")
        sys.stderr.flush()


def _duration(spent: float) -> str:
    minutes, rest = divmod(round(spent), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
