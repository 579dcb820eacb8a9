"""Calls reach the browser, results and events come back, and a browser that misbehaves is killed."""

import json
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import ProcessDone, ProcessExitedAlready, ProcessTerminated
from twisted.python.failure import Failure

from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.rendering_errors import NotRendered
from tests.rendering.browser_process import STARTED, BrowserProcess


def silent() -> tuple[DevToolsPipe, BrowserProcess]:
    """Return the pipe of a browser that answers nothing by itself."""
    pipe = DevToolsPipe()
    process = BrowserProcess(pipe, dict.fromkeys(("Page.enable", "Page.navigate")))
    pipe.makeConnection(process)
    pipe.childDataReceived(5, STARTED)
    return pipe, process


def failed(call: Deferred[Any]) -> bool:
    """Return whether a call has failed."""
    problems: list[Any] = []
    call.addErrback(lambda failure: problems.append(failure.trap(NotRendered)))
    return problems == [NotRendered]


def test_killed_while_it_starts() -> None:
    """A browser is killed once its sandbox has said which process it is: before, a part of it would stay."""
    pipe = DevToolsPipe()
    process = BrowserProcess(pipe, {})
    pipe.makeConnection(process)
    pipe.kill()
    pipe.childDataReceived(5, STARTED[:9])
    assert process.pid is not None
    pipe.childDataReceived(5, STARTED[9:])
    assert process.pid is None


@pytest.mark.parametrize(
    ("told", "reason", "closed"),
    [
        (True, ProcessTerminated(1), False),
        (False, ProcessTerminated(1), False),
        (False, ProcessTerminated(signal=9), True),
        (False, ProcessDone(0), False),
    ],
)
def test_pipes_of_ended_process(told: bool, reason: Exception, closed: bool) -> None:
    """The pipes are closed only if a killed process may have left another one that holds them."""
    pipe, process = DevToolsPipe(), Held()
    pipe.makeConnection(process)
    if told:
        pipe.childDataReceived(5, STARTED)
    pipe.processExited(Failure(reason))
    assert process.closed == ({0, 1, 2, 3, 4, 5} if closed else set())


class Held:
    """The transport of a process that has ended, whose pipes another one may hold."""

    def __init__(self) -> None:
        self.closed: set[int] = set()

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Do nothing: the process has ended."""
        raise ProcessExitedAlready(name)

    def closeChildFD(self, descriptor: int) -> None:  # noqa: N802 - IProcessTransport
        """Close a pipe."""
        self.closed.add(descriptor)


def test_results_come_in_any_order() -> None:
    """Each call gets its own result, even if the message arrives in pieces."""
    pipe, process = silent()
    first, second = pipe.call("Page.enable"), pipe.call("Page.navigate", "session", url="http://pears.example/")
    process.send({"id": 2, "result": {"frameId": "b"}})
    pipe.childDataReceived(4, b'{"id": 1, "resu')
    pipe.childDataReceived(4, b'lt": {}}\0')
    results: list[Any] = [first.result, second.result]
    assert [json.loads(bytes(result)) for result in results] == [{}, {"frameId": "b"}]
    assert process.messages[1] == {
        "id": 2,
        "method": "Page.navigate",
        "params": {"url": "http://pears.example/"},
        "sessionId": "session",
    }


@pytest.mark.parametrize(
    ("escaped", "text"),
    [
        (r"\ud83c\udf50", "\U0001f350"),
        (r"Pears \ud83c", "Pears \ufffd"),
        (r"\uDF50 pears", "\ufffd pears"),
        (r"\ud83c\ud83c\udf50\udf50", "\ufffd\U0001f350\ufffd"),
        (r"\ud83c\u0041", "\ufffdA"),
        (r"\\ud83c", r"\ud83c"),
        (r"\\\ud83c\\\\ud83c", "\\\ufffd\\\\ud83c"),
        (r"\\ud83c\udf50", "\\ud83c\ufffd"),
        (r"\"\ud83c\"", '"\ufffd"'),
        (r"\ud7ff\ue000", "\ud7ff\ue000"),
    ],
)
def test_lone_surrogates(escaped: str, text: str) -> None:
    """A text that a script has cut within a character arrives with U+FFFD there, decoded or not."""
    pipe, _ = silent()
    heard: list[Any] = []
    pipe.listen("session", lambda _, parameters: heard.append(parameters))
    call = pipe.call("Page.enable")
    pipe.childDataReceived(4, b'{"id": 1, "result": {"%s": "%s"}}\0' % (escaped.encode(), escaped.encode()))
    pipe.childDataReceived(4, b'{"method": "A.b", "params": {"%s": 1}, "sessionId": "session"}\0' % escaped.encode())
    result: Any = call.result
    assert json.loads(bytes(result)) == {text: text}
    assert heard == [{text: 1}]


def test_failed_calls() -> None:
    """A call that the browser refuses fails, and the browser goes on."""
    pipe, process = silent()
    call = pipe.call("Page.enable")
    process.send({"id": 1, "error": {"code": -32000}})
    assert failed(call)
    assert pipe.alive


def test_events() -> None:
    """Events reach the listener of their session until they are forgotten."""
    pipe, process = silent()
    heard: list[Any] = []
    pipe.listen("session", lambda method, parameters: heard.append((method, parameters)))
    process.event("Page.loadEventFired", {"timestamp": 1})
    process.event("Page.loadEventFired", {}, session="other")
    pipe.forget_listeners()
    process.event("Page.loadEventFired", {})
    assert heard == [("Page.loadEventFired", {"timestamp": 1})]


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\0",
        b'{"id": 99, "result": {}}\0',
        b'{"id": "1"}\0',
        b'{"method": 1}\0',
        b"\xff\0",
        b'{"params": ' + b'{"a":' * 100_000 + b"\0",
    ],
)
def test_invalid_messages(sent: bytes) -> None:
    """A browser that sends an invalid message is killed."""
    pipe, _ = silent()
    call = pipe.call("Page.enable")
    pipe.childDataReceived(4, sent)
    assert not pipe.alive
    assert failed(call)


def test_floods() -> None:
    """A browser may send twenty thousand messages for a page, and as many for the next one."""
    pipe, _ = silent()
    events = b'{"method": "Network.dataReceived", "params": {}}\0' * 10_000
    for _ in range(2):
        pipe.renew_limits()
        pipe.childDataReceived(4, events)
        pipe.childDataReceived(4, events)
        assert pipe.alive
    pipe.childDataReceived(4, events)
    assert not pipe.alive


def test_endless_message() -> None:
    """A message that never ends doesn't fill the memory."""
    pipe, _ = silent()
    for _ in range(64):
        pipe.childDataReceived(4, bytes([32]) * 1024**2)
        assert pipe.alive
    pipe.childDataReceived(4, bytes([32]))
    assert not pipe.alive


def test_process_exit_fails_calls() -> None:
    """Calls fail when the browser ends, and later calls fail at once; the end of its error output is kept."""
    pipe, process = silent()
    call = pipe.call("Page.enable")
    pipe.childDataReceived(2, b"x" * 5000)
    pipe.childDataReceived(2, b"out of memory")
    process.end()
    assert failed(call)
    assert failed(pipe.call("Page.enable"))
    assert pipe.ended.called
    assert len(pipe.errors) == 2000
    assert pipe.errors.endswith("out of memory")
