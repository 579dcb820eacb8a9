"""The errors of a page's scripts, as the browser reports them."""

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from sitescan.model.rendered import ScriptError
from sitescan.rendering.script_errors import ScriptErrors

URL = "http://pears.example/app.js"


def errors() -> ScriptErrors:
    """Return the errors of a page with a context of the page, of an inner frame and of the scan each."""
    found = ScriptErrors("page")
    for number, (frame, is_default) in enumerate([("page", False), ("page", True), ("other", True)]):
        world = {"frameId": frame, "isDefault": is_default}
        found.event("Runtime.executionContextCreated", {"context": {"id": number, "auxData": world}})
    return found


def thrown(text: str, kind: str = "Error", prefix: str = "Uncaught", context: int = 1, number: int = 1) -> Any:
    """Return the parameters of an exception that was thrown after five seconds."""
    value = {"className": kind, "description": text}
    details = {
        "exceptionId": number,
        "lineNumber": 6,
        "url": URL + "#x",
        "text": prefix,
        "exception": value,
        "executionContextId": context,
    }
    return {"timestamp": 5000, "exceptionDetails": details}


def called(*values: Any, kind: str = "error", context: int = 1, lines: Sequence[int] = ()) -> Any:
    """Return the parameters of a message that was written after five seconds."""
    stack = {"callFrames": [{"url": URL, "lineNumber": line} for line in lines]}
    message = {"type": kind, "args": values, "timestamp": 5000, "executionContextId": context}
    return message | ({"stackTrace": stack} if lines else {})


def test_message_script_and_line() -> None:
    """An error has its message without the stack, its script and its line."""
    found = errors()
    found.event("Runtime.exceptionThrown", thrown("Error: pears\n    at show (app.js:7:1)"))
    values = {"value": "No %s:"}, {"value": 3, "description": "3"}, {"className": "Object", "description": "Object"}
    for _ in range(2):
        found.event("Runtime.consoleAPICalled", called(*values, lines=(1, 9)))
    found.event("Runtime.consoleAPICalled", called({"value": None}))
    assert found.before(math.inf) == (
        ScriptError(text="Error: pears", url=URL, line=7),
        ScriptError(text="No %s: 3 Object", url=URL, line=2),
        ScriptError(text="", url="", line=1),
    )


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("Runtime.exceptionThrown", thrown("Error: of a frame", context=2)),
        ("Runtime.exceptionThrown", thrown("Error: of the scan", context=0)),
        ("Runtime.exceptionThrown", thrown("NotAllowedError: play() failed", "DOMException")),
        ("Runtime.exceptionThrown", {"timestamp": 5000, "exceptionDetails": {"exceptionId": 1, "lineNumber": 0}}),
        ("Runtime.consoleAPICalled", called({"value": "a warning"}, kind="warning")),
        ("Runtime.consoleAPICalled", called({"value": "of a frame"}, context=2)),
        ("Runtime.consoleAPICalled", called({"value": "failed:"}, {"className": "DOMException"})),
        ("Runtime.executionContextDestroyed", {}),
    ],
)
def test_unrelated_messages_are_ignored(method: str, parameters: Any) -> None:
    """Warnings, messages of frames, and refusals and notices of the browser aren't errors of the page."""
    found = errors()
    found.event(method, parameters)
    assert found.before(math.inf) == ()


def test_promise_handled_later() -> None:
    """A rejected promise is no error if a handler comes later."""
    found = errors()
    found.event("Runtime.exceptionThrown", thrown("Error: pears", number=3))
    found.event("Runtime.exceptionRevoked", {"exceptionId": 3})
    assert found.before(math.inf) == ()


@pytest.mark.parametrize(
    ("seconds", "parameters", "count"),
    [
        (5.001, thrown("Error: pears"), 1),
        (5.0, thrown("Error: pears"), 0),
        (0.0, thrown("SyntaxError: Unexpected token '='", "SyntaxError"), 1),
        (0.0, thrown("SyntaxError: Unexpected end of input\n    at JSON.parse", "SyntaxError"), 0),
        (0.0, thrown("SyntaxError: Unexpected token '<'", "SyntaxError", "Uncaught (in promise)"), 0),
        (0.0, thrown("SyntaxError: The requested module '/a.js' has no export named 'b'", "SyntaxError"), 0),
    ],
)
def test_errors_after_refused_requests(seconds: float, parameters: Any, count: int) -> None:
    """After the scan has refused a request, only syntax errors in the scripts themselves are reported."""
    found = errors()
    found.event("Runtime.exceptionThrown", parameters)
    assert len(found.before(seconds)) == count


def test_limits() -> None:
    """A browser that sends more or longer messages than it should doesn't make the report longer."""
    found = errors()
    for number in range(200):
        found.event("Runtime.exceptionThrown", thrown(f"{number} {'x' * 5000}", number=number))
    assert len(found.before(math.inf)) == 50
    assert {len(error.text) for error in found.before(math.inf)} == {300}


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("Runtime.exceptionThrown", {"timestamp": "now"}),
        ("Runtime.exceptionThrown", thrown("x", number=1) | {"timestamp": None}),
        ("Runtime.consoleAPICalled", called(3)),
        ("Runtime.exceptionRevoked", {}),
        ("Runtime.executionContextCreated", {"context": {"id": "1", "auxData": {}}}),
    ],
)
def test_invalid_events(method: str, parameters: Any) -> None:
    """An event that doesn't follow the protocol is refused."""
    with pytest.raises(msgspec.ValidationError):
        errors().event(method, parameters)
