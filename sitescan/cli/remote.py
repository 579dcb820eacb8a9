"""Scan remote pages concurrently on a reactor that runs only for these scans."""

import signal
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.error import ReactorNotRunning
from twisted.logger import (
    FilteringLogObserver,
    LogLevel,
    LogLevelFilterPredicate,
    globalLogBeginner,
    textFileLogObserver,
)
from twisted.python.failure import Failure

from sitescan.cli.configuration import Configuration
from sitescan.cli.exit_codes import ExitCode
from sitescan.cli.targets import TargetFailed
from sitescan.concurrency.fanout import all_settled
from sitescan.concurrency.reactor import IReactor, global_reactor
from sitescan.egress.policy import NOT_PUBLIC, Forbidden
from sitescan.errors import ScanFailed
from sitescan.examine.command_fork_server import ForkedServer
from sitescan.examine.garbage import collect_with_reactor
from sitescan.library import scanning
from sitescan.model.report import Report
from sitescan.standards.urls import InvalidTarget, parse_target


class Interrupted(Exception):
    """The user has pressed Ctrl-C."""


def remote_reports(
    urls: Sequence[str], configured: Configuration, fork_server: ForkedServer, done: Callable[[], None]
) -> Mapping[str, Report | TargetFailed]:
    """
    Return the report on each URL, or the reason why there is none.

    :param fork_server: the process that children are forked from, which was forked before this module was loaded.
    :param done: a function that is called after each scan.
    :raises Interrupted: if the user presses Ctrl-C.
    """
    reports: Mapping[str, Report | TargetFailed] = on_reactor(
        lambda reactor: _scanned(reactor, urls, configured, fork_server, done)
    )
    return reports


def on_reactor(start: Callable[[IReactor], Coroutine[Any, Any, Any]], *, warnings: bool = True) -> Any:
    """
    Run the reactor until a coroutine ends, and return its result.

    :param warnings: whether warnings of the log are written to standard error, as errors are.
    :raises Interrupted: if the user presses Ctrl-C; the coroutine has been cancelled and has ended.
    """
    reactor = global_reactor()
    log_to_stderr(warnings=warnings)
    outcome: list[Any] = []
    unfinished: list[Deferred[Any]] = []
    work = Deferred.fromCoroutine(start(reactor))
    work.addBoth(outcome.append)

    def ended() -> Deferred[Any]:
        # The reactor waits for the cancelled work to end.
        if not outcome:
            unfinished.append(work)
            work.cancel()
        return work

    reactor.addSystemEventTrigger("before", "shutdown", ended)

    def stop(_: object) -> None:
        # After Ctrl-C, the reactor is stopping already and waits for this work.
        with suppress(ReactorNotRunning):
            reactor.stop()

    reactor.callWhenRunning(work.addBoth, stop)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The reactor handles the other signals that end a command.
        signal.signal(signal.SIGHUP, lambda *_: reactor.callFromThread(stop, None))
    collect_with_reactor()
    reactor.run()
    # Cancelled work may end with another failure than CancelledError.
    if unfinished:
        raise Interrupted
    (found,) = outcome
    if isinstance(found, Failure):
        found.raiseException()
    return found


async def _scanned(
    reactor: IReactor,
    urls: Sequence[str],
    configured: Configuration,
    fork_server: ForkedServer,
    done: Callable[[], None],
) -> Mapping[str, Report | TargetFailed]:
    failed_here: list[str] = []
    headers = {_origin(url): configured.headers for url in urls} if configured.headers else {}
    async with scanning(
        configured.settings,
        reactor=reactor,
        headers=headers,
        insecure=configured.insecure,
        fork_server=fork_server,
    ) as scan:

        async def one(url: str, *, again: bool = False) -> Report | TargetFailed:
            try:
                return await scan(url)
            except ScanFailed as failed:
                if failed.is_own and not again:
                    failed_here.append(url)
                return failed_target(failed)
            except CancelledError:
                raise
            except Exception:  # noqa: BLE001 - no problem of one page may stop the others
                Failure().printTraceback(sys.stderr)
                return TargetFailed(ExitCode.INTERNAL, "an internal error stopped the scan")
            finally:
                done()

        outcomes = await all_settled([Deferred.fromCoroutine(one(url)) for url in urls])
        found = {url: _known(outcome) for url, outcome in zip(urls, outcomes, strict=True)}
        # The machine is idle now.
        for url in failed_here:
            found[url] = await one(url, again=True)
    return found


def _known(outcome: Report | TargetFailed | Failure) -> Report | TargetFailed:
    if isinstance(outcome, Failure):
        outcome.raiseException()
    return outcome


def _origin(url: str) -> str:
    try:
        return parse_target(url).origin
    except InvalidTarget:
        return ""


def failed_target(failed: ScanFailed) -> TargetFailed:
    """Return the exit code and the message for a page that could not be scanned."""
    if isinstance(failed.__cause__, Forbidden) and failed.__cause__.what == NOT_PUBLIC:
        return TargetFailed(
            ExitCode.USAGE, f"{failed.details} --allow-private lets you allow addresses on this machine and network."
        )
    code = ExitCode.USAGE if failed.error == "Invalid URL" else ExitCode.UNREACHABLE
    return TargetFailed(code, failed.details)


def log_to_stderr(*, warnings: bool = True) -> None:
    """Write errors of the log, and warnings or not, to standard error, and drop other events."""
    level = LogLevelFilterPredicate(LogLevel.warn if warnings else LogLevel.error)
    observer = FilteringLogObserver(textFileLogObserver(sys.stderr), [level])
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False, discardBuffer=True)
