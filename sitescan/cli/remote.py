"""Pages that are fetched: all of them at once, on a reactor that runs for no longer."""

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
from sitescan.egress.policy import NOT_PUBLIC, Forbidden
from sitescan.fanout import all_settled
from sitescan.library import scanning
from sitescan.model.report import Report
from sitescan.standards.urls import InvalidTarget, parse_target
from sitescan.web.error_responses import INTERNAL, api_error


class Interrupted(Exception):
    """The person at the keyboard has had enough."""


def remote_reports(
    urls: Sequence[str], configured: Configuration, done: Callable[[], None]
) -> Mapping[str, Report | TargetFailed]:
    """
    The report on each URL, or why there is none.

    :param done: is called whenever one more is known.
    :raises Interrupted: at Ctrl-C.
    """
    reports: Mapping[str, Report | TargetFailed] = on_reactor(lambda reactor: _scanned(reactor, urls, configured, done))
    return reports


def on_reactor(start: Callable[[Any], Coroutine[Any, Any, Any]]) -> Any:
    """
    What comes of work on a reactor that runs for no longer.

    :raises Interrupted: at Ctrl-C, once everything that was under way has ended.
    """
    from twisted.internet import reactor as installed

    reactor: Any = installed
    _log_warnings()
    outcome: list[Any] = []
    unfinished: list[Deferred[Any]] = []
    work = Deferred.fromCoroutine(start(reactor))
    work.addBoth(outcome.append)

    def ended() -> Deferred[Any]:
        # The reactor waits until what is under way has ended.
        if not outcome:
            unfinished.append(work)
            work.cancel()
        return work

    reactor.addSystemEventTrigger("before", "shutdown", ended)

    def stop(_: object) -> None:
        # At Ctrl-C the reactor is stopping already, and this is what it waits for.
        with suppress(ReactorNotRunning):
            reactor.stop()

    reactor.callWhenRunning(work.addBoth, stop)
    reactor.run()
    # Whatever became of it: what is cancelled may end by a failure of its own.
    if unfinished:
        raise Interrupted
    (found,) = outcome
    if isinstance(found, Failure):
        found.raiseException()
    return found


async def _scanned(
    reactor: Any, urls: Sequence[str], configured: Configuration, done: Callable[[], None]
) -> Mapping[str, Report | TargetFailed]:
    headers = {_origin(url): configured.headers for url in urls} if configured.headers else {}
    async with scanning(configured.settings, reactor=reactor, headers=headers, insecure=configured.insecure) as scan:

        async def one(url: str) -> Report | TargetFailed:
            try:
                return await scan(url)
            except CancelledError:
                raise
            except Exception as problem:  # noqa: BLE001 - whatever it is, the other pages go on
                return _failed(problem)
            finally:
                done()

        outcomes = await all_settled([Deferred.fromCoroutine(one(url)) for url in urls])
    return {url: _known(outcome) for url, outcome in zip(urls, outcomes, strict=True)}


def _known(outcome: Report | TargetFailed | Failure) -> Report | TargetFailed:
    if isinstance(outcome, Failure):
        outcome.raiseException()
    return outcome


def _origin(url: str) -> str:
    try:
        return parse_target(url).origin
    except InvalidTarget:
        return ""


def _failed(problem: Exception) -> TargetFailed:
    answer = api_error(problem)
    if answer is INTERNAL:
        Failure(problem).printTraceback(sys.stderr)
        return TargetFailed(ExitCode.INTERNAL, "an internal error stopped the scan")
    if isinstance(problem, Forbidden) and problem.what == NOT_PUBLIC:
        return TargetFailed(
            ExitCode.USAGE, f"{answer.details} --allow-private lets you allow addresses on this machine and network."
        )
    code = ExitCode.USAGE if answer.error == "Invalid URL" else ExitCode.UNREACHABLE
    return TargetFailed(code, answer.details)


def _log_warnings() -> None:
    """What goes wrong inside is written to standard error; there is no log otherwise."""
    warnings = FilteringLogObserver(textFileLogObserver(sys.stderr), [LogLevelFilterPredicate(LogLevel.warn)])
    globalLogBeginner.beginLoggingTo([warnings], redirectStandardIO=False, discardBuffer=True)
