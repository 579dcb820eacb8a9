"""What the browser says about the requests of a page as it starts them."""

import msgspec
from attrs import define, field

#: The priority of synchronous requests.
HIGHEST = "VeryHigh"


class _Frame(msgspec.Struct):
    url: str = ""


class _Stack(msgspec.Struct, rename="camel"):
    call_frames: list[_Frame] = []


class _Initiator(msgspec.Struct):
    """
    What makes a request: a script names itself by its URL, or by the stack of its functions.

    https://chromedevtools.github.io/devtools-protocol/tot/Network/#type-Initiator
    """

    type: str = ""
    url: str = ""
    stack: _Stack = msgspec.field(default_factory=_Stack)

    @property
    def script(self) -> str:
        """The URL of the script without fragment; empty if it is none or is in the page itself."""
        if self.type != "script":
            return ""
        frames = [frame.url for frame in self.stack.call_frames if frame.url]
        return (frames[0] if frames else self.url).partition("#")[0]


class _Sent(msgspec.Struct, rename="camel"):
    url: str = ""
    initial_priority: str = ""


class StartedRequest(msgspec.Struct, rename="camel"):
    """
    The parameters of ``Network.requestWillBeSent``.

    :ivar wall_time: the time in seconds since the epoch: that of the page, of documents and workers the machine's.
    """

    request_id: str
    initiator: _Initiator
    frame_id: str = ""
    type: str = ""
    wall_time: float = 0.0
    render_blocking_behavior: str = ""
    request: _Sent = msgspec.field(default_factory=_Sent)

    @property
    def blocks_painting(self) -> bool:
        """Whether nothing is painted before its file has come. Older browsers don't say so."""
        return self.render_blocking_behavior == "Blocking"

    @property
    def blocks_scripts(self) -> bool:
        """
        Whether the thread of the page waits for the answer: a synchronous ``XMLHttpRequest`` of the page or of a frame.

        No other data has the highest priority; of workers, they have no frame. ``ComputeLoadPriority`` in
        https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/platform/loader/fetch/resource_fetcher.cc
        """
        return bool(self.frame_id) and self.type == "XHR" and self.request.initial_priority == HIGHEST

    @property
    def is_over_network(self) -> bool:
        """Whether the browser pauses the request."""
        return self.request.url.startswith(("http:", "https:"))


@define(eq=False)
class StartedRequests:
    """
    Keeps what the browser says as it starts requests, by their network ids.

    It comes from another process of the browser than the pauses, so that either may come first.

    :ivar page_frame: the id of the frame that contains the page.
    :ivar latest: the time of the latest request of the page.
    """

    page_frame: str
    latest: float = field(default=0.0, init=False)
    _started: dict[str, tuple[int, StartedRequest]] = field(factory=dict, init=False)

    def add(self, request: StartedRequest) -> None:
        """Add a request. Of a request that is redirected, the first one counts."""
        self._started.setdefault(request.request_id, (len(self._started), request))
        self.latest = self.time(request.request_id) or self.latest

    def order(self, network_id: str) -> tuple[int, int, str]:
        """Return what requests are sorted by: the page's own as it makes them, then those of its frames and workers."""
        number, request = self._started.get(network_id, (0, None))
        if request is not None and request.frame_id == self.page_frame:
            return 0, number, ""
        return 1, 0, request.request.url if request is not None else ""

    def script(self, network_id: str) -> str:
        """Return the URL of the script that has made a request; empty if none has."""
        _, request = self._started.get(network_id, (0, None))
        return "" if request is None else request.initiator.script

    def time(self, network_id: str) -> float:
        """Return the time of a request in seconds since the epoch; 0 if it isn't known, as of frames and workers."""
        _, request = self._started.get(network_id, (0, None))
        if request is None or request.frame_id != self.page_frame or request.type == "Document":
            return 0.0
        return request.wall_time
