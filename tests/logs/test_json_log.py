"""Log lines as JSON."""

import json
from io import StringIO
from typing import Any

from twisted.logger import Logger, LogLevel
from twisted.python.failure import Failure

from sitescan.logs.json_log import JsonLog


def _line(**event: Any) -> Any:
    file = StringIO()
    JsonLog(file)({"log_time": 0.5, "log_level": LogLevel.info, "log_namespace": "sitescan.web", **event})
    assert file.getvalue().count("\n") == 1
    return json.loads(file.getvalue())


def test_line_is_one_flat_object() -> None:
    """A line has the time, level, kind and text of an event, and its own fields, but nothing of Twisted's."""
    line = _line(log_format="scanned {origin}: {score} of 100", origin="https://pears.example", score=89)
    assert line == {
        "time": "1970-01-01T00:00:00.500+00:00",
        "level": "info",
        "event": "scanned {origin}: {score} of 100",
        "message": "scanned https://pears.example: 89 of 100",
        "logger": "sitescan.web",
        "origin": "https://pears.example",
        "score": 89,
    }


def test_values_that_json_lacks() -> None:
    """Objects, infinite numbers and lone surrogates become texts, and a line break doesn't end the line."""
    line = _line(log_format="{a}{b}{c}", a=float("inf"), b=object, c="\ud800\n", d=None, e=float("nan"))
    assert (line["a"], line["b"], line["c"], line["d"], line["e"]) == ("inf", str(object), "\ud800\n", None, "nan")


def test_failures_have_a_traceback() -> None:
    """The traceback of a failure is a text."""
    line = _line(log_format="a scan failed", log_failure=Failure(ValueError("pears")))
    assert line["message"] == "a scan failed"
    assert "ValueError: pears" in line["traceback"]


def test_events_of_other_programs() -> None:
    """An event without a level, and one of Twisted's older log, have a message."""
    file = StringIO()
    log = JsonLog(file)
    Logger("pears", observer=log).warn("ripe: {count}", count=2)
    log({"message": ("Pears",), "isError": 0, "log_text": "Pears", "log_format": "{log_text}", "log_time": 1.0})
    first, second = map(json.loads, file.getvalue().splitlines())
    assert (first["level"], first["message"], first["count"]) == ("warn", "ripe: 2", 2)
    assert (second["level"], second["message"]) == ("info", "Pears")
