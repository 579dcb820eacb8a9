"""The part of the log that children cause."""

from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger, LogLevel

_MOST_LINES = 30
_WINDOW_SECONDS = 60.0
_LONGEST_TEXT = 2000


class ChildLog:
    """
    Logs errors of children: a limited number of lines a minute, and of each text its beginning.

    A child may have been taken over by its page, and would fill the disk.
    """

    _log = Logger()

    def __init__(self, clock: IReactorTime) -> None:
        self._clock = clock
        self._since = clock.seconds()
        self._lines = 0

    def error(self, format: str, **fields: Any) -> None:  # noqa: A002 - as in Logger
        """Log an error, or count it if there have been too many."""
        now = self._clock.seconds()
        if now - self._since >= _WINDOW_SECONDS:
            if self._lines > _MOST_LINES:
                self._log.warn("{count} lines about children were left out", count=self._lines - _MOST_LINES)
            self._since, self._lines = now, 0
        self._lines += 1
        if self._lines <= _MOST_LINES:
            self._log.emit(LogLevel.error, format, **{name: _shortened(value) for name, value in fields.items()})
        elif self._lines == _MOST_LINES + 1:
            self._log.warn("too many lines about children: the others of this minute are left out")


def _shortened(value: Any) -> Any:
    return value[:_LONGEST_TEXT] if isinstance(value, str) else value
