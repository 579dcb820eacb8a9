"""Log lines as JSON for programs that collect logs: one flat object a line."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any, TextIO

from twisted.logger import ILogObserver, formatEvent
from zope.interface import implementer

#: Twisted's own fields of an event, most of which are objects. What they say is in the fields of the line.
_OF_TWISTED = ("log_", "isError", "message", "time", "system", "format", "failure", "why")
_PLAIN = (str, int, bool, type(None))


@implementer(ILogObserver)
class JsonLog:
    """
    Writes each event as an object.

    Its fields are ``time`` (UTC, ISO 8601), ``level``, ``event`` (the text before its fields are filled in, which all
    events of a kind share), ``message``, ``logger``, the event's own fields, and ``traceback`` if there is one.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Write an event."""
        self._file.write(json.dumps(flat(event), allow_nan=False) + "\n")


def flat(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object of an event of :mod:`twisted.logger`."""
    message = formatEvent(dict(event))
    level = event.get("log_level")
    line: dict[str, Any] = {
        "time": datetime.fromtimestamp(event.get("log_time", 0.0), UTC).isoformat(timespec="milliseconds"),
        "level": level.name if level is not None else "info",
        "event": str(event.get("log_format") or message),
        "message": message,
        "logger": str(event.get("log_namespace", "")),
    }
    own = {name: value for name, value in event.items() if not name.startswith(_OF_TWISTED) and name not in line}
    line |= {name: value if _is_plain(value) else str(value) for name, value in own.items()}
    failure = event.get("log_failure")
    if failure is not None:
        line["traceback"] = failure.getTraceback()
    return line


def _is_plain(value: object) -> bool:
    """Return whether JSON has a notation for a value that isn't composed of others."""
    return isfinite(value) if isinstance(value, float) else isinstance(value, _PLAIN)
