"""Where log lines go: to a file whose reader may stop, without what Twisted says of each DNS question."""

import os
import re
import select
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from twisted.logger import FilteringLogObserver, ILogFilterPredicate, ILogObserver, Logger, PredicateResult
from zope.interface import provider

#: Bytes of log lines that wait for their reader.
_MOST = 1024 * 1024

#: Whatever can be written to takes so much at once without making its writer wait:
#: https://man7.org/linux/man-pages/man7/pipe.7.html (PIPE_BUF).
_PIECE = 4096

#: How long the end of the process waits for a reader that takes nothing.
_LAST_MILLISECONDS = 2000

#: A socket is opened and closed for each question: eight lines for each name, of which a stranger's page has many.
_OF_DNS = re.compile(
    r"\(UDP Port |DNSDatagramProtocol starting on |St(?:art|opp)ing protocol <twisted\.names\.dns\."
    r"|Unexpected message \("
)


class UnblockedFile:
    """
    A file for log lines that never makes whoever writes to it wait.

    A pipe whose reader has stopped takes 64 KB; the next write would hold up the reactor for as long as the
    reader does not go on. What can't be written is kept up to a limit; past that it is counted, and the number is
    logged once there is room.
    """

    _log = Logger()

    def __init__(self, file: TextIO) -> None:
        self._descriptor = file.fileno()
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLOUT)
        self._waiting = bytearray()
        self._dropped = 0

    def write(self, text: str) -> None:
        """Write a line, or keep it for the next time."""
        data = text.encode("utf-8", "backslashreplace")
        if len(self._waiting) + len(data) > _MOST:
            self._dropped += 1
        else:
            self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Write as much as can be written now."""
        self._write(0)

    def drain(self) -> None:
        """Write what is left, as long as somebody takes it."""
        self._write(_LAST_MILLISECONDS)

    def _write(self, milliseconds: int) -> None:
        while self._waiting and self._poll.poll(milliseconds):
            try:
                written = os.write(self._descriptor, self._waiting[:_PIECE])
            except OSError:
                # The reader is gone, or the disk is full. There is no place to say so.
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
    A factory of log observers as Twisted's runner wants one.

    :param observer: makes an observer that writes to a file.
    :param at_end: has something called before the process ends.
    """

    def make(file: TextIO) -> ILogObserver:
        unblocked_file: Any = UnblockedFile(file)
        at_end(unblocked_file.drain)
        return FilteringLogObserver(observer(unblocked_file), [_relevant])

    return make


@provider(ILogFilterPredicate)
def _relevant(event: Mapping[str, Any]) -> Any:
    message = event.get("message")
    of_dns = isinstance(message, tuple) and message and _OF_DNS.match(str(message[0]))
    return PredicateResult.no if of_dns or event.get("log_namespace") == "twisted.names.dns" else PredicateResult.maybe
