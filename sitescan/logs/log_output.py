"""The output of log lines: it never blocks, and leaves out what Twisted logs about its own parts."""

import os
import select
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from twisted.logger import FilteringLogObserver, ILogFilterPredicate, ILogObserver, Logger, LogLevel, PredicateResult
from zope.interface import provider

from sitescan.standards.lazy_pattern import lazy_pattern

#: The maximum size of log lines that wait to be written, in bytes.
_MOST = 1024 * 1024

#: The number of bytes that a writable descriptor accepts without blocking:
#: https://man7.org/linux/man-pages/man7/pipe.7.html (PIPE_BUF).
_PIECE = 4096

#: Milliseconds to wait for a reader at the end of the process.
_LAST_MILLISECONDS = 2000

#: Lines about DNS and about sockets. Twisted logs eight lines per host name when it opens and closes sockets for its
#: queries. The service says itself where it listens.
_ABOUT_PARTS = lazy_pattern(
    r"\(UDP Port |\w+ starting on |St(?:art|opp)ing protocol <twisted\.names\.dns\."
    r"|Unexpected message \(|Resolver added "
)

#: Twisted logs the beginning and end of everything. What it says about the end of the process is of interest.
_OF_TWISTED, _ENDING = "twisted.", "twisted.internet.base"
_DETAILS = (LogLevel.debug, LogLevel.info)


class UnblockedFile:
    """
    A file for log lines that never blocks its writer.

    A pipe whose reader has stopped accepts 64 KB, and the next write would block the reactor. Lines that can't be
    written are kept up to a limit. Lines beyond it are dropped, and their number is logged when there is room again.
    """

    _log = Logger()

    def __init__(self, file: TextIO) -> None:
        self._descriptor = file.fileno()
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLOUT)
        self._waiting = bytearray()
        self._dropped = 0
        self._writing = False

    def write(self, text: str) -> None:
        """Write a line, or keep it until the next call."""
        data = text.encode("utf-8", "backslashreplace")
        if len(self._waiting) + len(data) > _MOST:
            self._dropped += 1
        else:
            self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Write as much as possible without waiting."""
        self._write(0)

    def drain(self) -> None:
        """Write the remaining lines, and wait for a reader that is slow."""
        self._write(_LAST_MILLISECONDS)

    def _write(self, milliseconds: int) -> None:
        # Handlers of signals log, too, in the middle of a call; their lines are written by it.
        if self._writing:
            return
        self._writing = True
        try:
            self._write_waiting(milliseconds)
        finally:
            self._writing = False

    def _write_waiting(self, milliseconds: int) -> None:
        while self._waiting and self._poll.poll(milliseconds):
            try:
                written = os.write(self._descriptor, self._waiting[:_PIECE])
            except OSError:
                # The reader has closed the pipe, or the disk is full. There is no other place to log that.
                self._waiting.clear()
                return
            del self._waiting[:written]
        if self._dropped and not self._waiting:
            dropped, self._dropped = self._dropped, 0
            self._log.warn("{count} log lines were dropped because they could not be written", count=dropped)


def unblocked(
    observer: Callable[[TextIO], ILogObserver], at_end: Callable[[Callable[[], None]], object]
) -> Callable[[TextIO], ILogObserver]:
    """
    Return a factory of log observers for Twisted's application runner.

    :param observer: makes a log observer that writes to a file.
    :param at_end: registers a function to be called before the process ends.
    """

    def make(file: TextIO) -> ILogObserver:
        unblocked_file: Any = UnblockedFile(file)
        at_end(unblocked_file.drain)
        return FilteringLogObserver(observer(unblocked_file), [_relevant])

    return make


@provider(ILogFilterPredicate)
def _relevant(event: Mapping[str, Any]) -> Any:
    message, namespace = event.get("message"), str(event.get("log_namespace"))
    about_parts = isinstance(message, tuple) and message and _ABOUT_PARTS.match(str(message[0]))
    is_detail = event.get("log_level") in _DETAILS and namespace.startswith(_OF_TWISTED) and namespace != _ENDING
    dropped = about_parts or is_detail or namespace == "twisted.names.dns"
    return PredicateResult.no if dropped else PredicateResult.maybe
