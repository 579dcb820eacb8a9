"""A browser process in memory, whose answers a test decides."""

import json
import os
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, field
from twisted.internet.error import ProcessTerminated
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from sitescan.rendering.devtools_pipe import DevToolsPipe


def jpeg(width: int = 1280, height: int = 800, size: int = 0) -> bytes:
    """Return a JPEG file without pixels, with the given dimensions and number of extra bytes."""
    frame = b"\xff\xc0\x00\x11\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big")
    components = b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    return b"\xff\xd8" + frame + components + bytes(size) + b"\xff\xd9"


def drawn(screenshot: bytes) -> Mapping[str, Any]:
    """Return the result of drawing a frame."""
    return {"hasDamage": True, "screenshotData": b64encode(screenshot).decode()}


def evaluating(
    url: str, found: str = "[1, 4]", focused: str = "true", paints: str = "[[], []]", styles: str = "{}"
) -> Callable[[Any], Any]:
    """
    Return a function that returns the results of scripts by their parameters.

    :param url: the URL of the page.
    :param found: the number of elements that are given the focus, and of elements that aren't.
    :param focused: whether an element gets the focus and nothing covers it.
    :param paints: the times of the first paints, and of the largest ones.
    :param styles: what the tree doesn't say.
    """

    def result(parameters: Any) -> Any:
        script = parameters["expression"]
        if script.startswith("self.unmarked"):
            return {"result": {"objectId": "element"}}
        named = {"location.href": url, "adoptedStyleSheets": styles, "kinds": found, "paintTime": paints}
        value = next((value for name, value in named.items() if name in script), focused)
        return {"result": {"value": value}}

    return result


RESULTS: Mapping[str, Any] = {
    "Browser.getVersion": {"product": "HeadlessChrome/156.0.8078.79"},
    "Target.createBrowserContext": {"browserContextId": "context"},
    "Target.createTarget": {"targetId": "target"},
    "Target.attachToTarget": {"sessionId": "session"},
    "Emulation.setVirtualTimePolicy": {"virtualTimeTicksBase": 7000.5},
    "HeadlessExperimental.beginFrame": drawn(jpeg()),
    "Page.getLayoutMetrics": {"cssContentSize": {"x": 0, "y": 0, "width": 320, "height": 9000}},
    "Page.createIsolatedWorld": {"executionContextId": 3},
    "Runtime.evaluate": evaluating("http://pears.example/moved"),
    "DOM.describeNode": {"node": {"backendNodeId": 17}},
    "DOM.getDocument": {"root": {"nodeId": 1}},
    "DOM.getOuterHTML": {"outerHTML": "<p>rendered</p>"},
}
"""The results of the calls that need one; all other calls have an empty result."""


#: What bubblewrap says of a sandbox; no process has such a number.
STARTED = b'{"child-pid": 4194305}\n'


@define(eq=False)
class BrowserProcess:
    """
    The transport of a browser.

    :ivar settles: whether the page ends by itself.
    :ivar pid: the process id; ``None`` after the end.
    :ivar results: the results of calls by method, or functions of the parameters that return them. A call whose
        result is ``None`` gets no answer.
    :ivar calls: the methods that were called.
    :ivar messages: the messages that were received.
    """

    pipe: DevToolsPipe
    results: Mapping[str, Any] = RESULTS
    settles: bool = True
    pid: int | None = 7
    calls: list[str] = field(factory=list, init=False)
    messages: list[Any] = field(factory=list, init=False)

    def writeToChild(self, descriptor: int, data: bytes) -> None:  # noqa: N802 - IProcessTransport
        """Receive a call, and answer it."""
        assert descriptor == 3
        if data == b"\0":
            return
        message = json.loads(data)
        method = message["method"]
        self.calls.append(method)
        self.messages.append(message)
        result = self.results.get(method, {})
        if callable(result):
            result = result(message["params"])
        if result is not None:
            self.send({"id": message["id"], "result": result})
        if self.settles and method == "Emulation.setVirtualTimePolicy" and "budget" in message["params"]:
            self.event("Emulation.virtualTimeBudgetExpired", {})

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """End at once."""
        assert name == "KILL"
        self.end()

    def send(self, message: Any) -> None:
        """Send a message."""
        self.pipe.childDataReceived(4, json.dumps(message).encode() + b"\0")

    def event(self, method: str, parameters: Any, session: str = "session") -> None:
        """Send an event of a session."""
        self.send({"method": method, "params": parameters, "sessionId": session})

    def end(self) -> None:
        """End the process."""
        self.pid = None
        self.pipe.processEnded(Failure(ProcessTerminated(1)))


@define(eq=False)
class BrowserReactor(Clock):
    """
    A clock that starts browsers in memory.

    :ivar results: the results that the browsers give.
    :ivar settles: whether pages end by themselves.
    :ivar started: the browsers so far.
    """

    results: Mapping[str, Any] = RESULTS
    settles: bool = True
    started: list[BrowserProcess] = field(factory=list, init=False)

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def spawnProcess(  # noqa: N802 - IReactorProcess
        self, pipe: DevToolsPipe, executable: str, arguments: Any, **options: Any
    ) -> BrowserProcess:
        """Start a browser."""
        *streams, (_, descriptor) = options["childFDs"].items()
        assert streams == [(0, "w"), (1, "r"), (2, "r"), (3, "w"), (4, "r"), (5, "r")]
        assert os.read(descriptor, 99)
        assert options["env"] == {}
        process = BrowserProcess(pipe, self.results, self.settles)
        pipe.makeConnection(process)
        pipe.childDataReceived(5, STARTED)
        self.started.append(process)
        return process
