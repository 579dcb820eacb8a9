"""Children can't fill the log."""

from twisted.internet.task import Clock

from sitescan.examine.child_log import ChildLog
from tests.conftest import Events


def test_lines_per_minute(logged: Events) -> None:
    """Thirty lines and one warning are logged in a minute, and the number of omitted lines in the next minute."""
    clock = Clock()
    log = ChildLog(clock)
    for _ in range(100):
        log.error("pears: {text}", text="x" * 10_000)
    assert [len(event["text"]) for event in logged if "text" in event] == [2000] * 30
    assert sum("too many lines" in event["log_format"] for event in logged) == 1
    clock.advance(60)
    log.error("pears: {text}", text="figs")
    assert [event["count"] for event in logged if "count" in event] == [70]
    assert logged[-1]["text"] == "figs"
    clock.advance(60)
    log.error("pears: {text}", text="plums")
    assert len([event for event in logged if "count" in event]) == 1
