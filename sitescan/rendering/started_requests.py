"""What the browser says about the requests of a page as it starts them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

import msgspec
from attrs import define, field

from sitescan.model.exchange import Page
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: The priority of synchronous requests.
HIGHEST = "VeryHigh"

#: The end of a page's head. A page without it is only drawn more often than is necessary.
_BODY = lazy_pattern(rb"<body[\s>]", re.IGNORECASE)

#: An image. Whether it is one in a comment or a script makes no great difference.
_IMAGE = lazy_pattern(rb"<img[\s/>]", re.IGNORECASE)

#: The number of files whose names are searched in the page, which takes milliseconds for each of a long page.
_MOST_SEARCHES = 300


class _Frame(msgspec.Struct, rename="camel"):
    """A function that runs: its lines count from 0."""

    url: str = ""
    line_number: int = 0
    column_number: int = 0


class _Stack(msgspec.Struct, rename="camel"):
    call_frames: list[_Frame] = []


class _Initiator(msgspec.Struct, rename="camel"):
    """
    What makes a request: a script names itself by its URL, or by the stack of its functions; the parser by its place.

    https://chromedevtools.github.io/devtools-protocol/tot/Network/#type-Initiator
    """

    type: str = ""
    url: str = ""
    line_number: int = 0
    column_number: int = 0
    stack: _Stack = msgspec.field(default_factory=_Stack)

    @property
    def places(self) -> Iterator[tuple[str, int, int]]:
        """The URL, line and column of the tag, or of each function that runs, from 0."""
        if self.type == "parser":
            yield self.url, self.line_number, self.column_number
        for frame in self.stack.call_frames:
            yield frame.url, frame.line_number, frame.column_number

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

    :ivar document_url: the URL of the document or worker that makes it; that of the file itself if it is a worker's.
    :ivar wall_time: the time in seconds since the epoch: that of the page, of documents and workers the machine's.
    """

    request_id: str
    initiator: _Initiator
    document_url: str = msgspec.field(default="", name="documentURL")
    frame_id: str = ""
    type: str = ""
    wall_time: float = 0.0
    render_blocking_behavior: str = ""
    request: _Sent = msgspec.field(default_factory=_Sent)

    @property
    def file_name(self) -> bytes:
        """The last part of the path of its URL."""
        return split_url(self.request.url).path.rpartition("/")[2].encode()

    @property
    def blocks(self) -> bool:
        """Whether its file blocks painting, or the parser in the body. Older browsers don't say so."""
        return self.render_blocking_behavior == "Blocking"

    @property
    def blocks_parser(self) -> bool:
        """Whether its file is said to block the parser in the body alone."""
        return self.render_blocking_behavior == "InBodyParserBlocking"

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
        """Whether the request needs the network."""
        return self.request.url.startswith(("http:", "https:"))

    @property
    def starts_worker(self) -> bool:
        """Whether it is the request for the file of a worker."""
        return self.is_over_network and self.type == "Script" and self.document_url == self.request.url


# No slots: it has cached properties.
@define(eq=False, slots=False)
class StartedRequests:
    """
    Keeps what the browser says as it starts requests, by their network ids.

    It comes from another process of the browser than the pauses, so that either may come first.

    :ivar page: the page as it was sent.
    :ivar page_frame: the id of the frame that contains the page.
    :ivar latest: the time of the latest request of the page.
    :ivar unpaused: the number of times that the browser has yet to pause each request.
    :ivar awaits_frame: whether a file that blocks painting was requested since the last frame.
    """

    page: Page
    page_frame: str
    latest: float = field(default=0.0, init=False)
    unpaused: Counter[str] = field(factory=Counter, init=False)
    awaits_frame: bool = field(default=False, init=False)
    _blocking: set[str] = field(factory=set, init=False)
    _started: dict[str, tuple[int, StartedRequest]] = field(factory=dict, init=False)
    _offsets: dict[str, float] = field(factory=dict, init=False)
    _searches: int = field(default=0, init=False)

    @property
    def are_paused(self) -> bool:
        """Whether the browser has paused every request that it has started."""
        return not any(number > 0 for number in self.unpaused.values())

    @property
    def block_painting(self) -> bool:
        """Whether a file hasn't come before which the browser paints nothing."""
        return bool(self._blocking)

    def add(self, request: StartedRequest) -> None:
        """Add a request. Of a request that is redirected, the first one counts."""
        self._started.setdefault(request.request_id, (len(self._started), request))
        self.latest = self.time(request.request_id) or self.latest
        self.unpaused[request.request_id] += request.is_over_network
        if self.blocks_painting(request.request_id):
            self._blocking.add(request.request_id)
            self.awaits_frame = True

    def paused(self, network_id: str) -> None:
        """Note that the browser has paused a request."""
        self.unpaused[network_id] -= 1

    def ended(self, network_id: str) -> None:
        """Note that the browser has received the answer to a request completely, or has given up the request."""
        self.unpaused.pop(network_id, None)
        self._blocking.discard(network_id)

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

    def offset(self, network_id: str) -> float:
        """
        Return the part of the page before a tag or script of the page itself that makes a request, from 0 to 1.

        :return: 0 for all other requests.
        """
        _, request = self._started.get(network_id, (0, None))
        if request is None:
            return 0.0
        if network_id not in self._offsets:
            self._offsets[network_id] = self._offset(request)
        return self._offsets[network_id]

    def _offset(self, request: StartedRequest) -> float:
        own, starts = self.page.exchange.url.partition("#")[0], self._line_starts
        lines = [
            (line, column) for url, line, column in request.initiator.places if url == own and 0 <= line < len(starts)
        ]
        at = max((starts[line] + column for line, column in lines), default=0)
        if lines and request.initiator.type == "parser" and self._searches < _MOST_SEARCHES:
            # The browser counts lines anew in what it looks through while a script holds the parser.
            self._searches += 1
            at = max(at, self.page.body.find(request.file_name, starts[lines[0][0]]))
        return min(at / (len(self.page.body) or 1), 1.0)

    def blocks_painting(self, network_id: str) -> bool:
        """
        Return whether nothing is painted before the file of a request has come.

        A script in the body blocks the parser alone, although the browser may call it blocking as well.
        """
        _, request = self._started.get(network_id, (0, None))
        return request is not None and request.blocks and not self.blocks_parser(network_id)

    def blocks_parser(self, network_id: str) -> bool:
        """Return whether the file of a request is a script in the body that blocks the parser alone."""
        _, request = self._started.get(network_id, (0, None))
        if request is None or request.type != "Script":
            return False
        return request.blocks_parser or (request.blocks and self.offset(network_id) >= self._body_start)

    def is_late_script(self, network_id: str) -> bool:
        """
        Return whether a request is that of a script after an image, which has less priority.

        The browser gives it less only if another thread has found it, and that thread is switched off:
        https://web.dev/articles/fetch-priority#browser-priority
        """
        _, request = self._started.get(network_id, (0, None))
        if request is None or request.type != "Script" or request.initiator.type != "parser":
            return False
        return self.offset(network_id) > self._first_image

    def time(self, network_id: str) -> float:
        """Return the time of a request in seconds since the epoch; 0 if it isn't known, as of frames and workers."""
        _, request = self._started.get(network_id, (0, None))
        if request is None or request.frame_id != self.page_frame or request.type == "Document":
            return 0.0
        return request.wall_time

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        """The offset in bytes of each line of the page, as the browser counts lines, and of its end."""
        return (0, *accumulate(map(len, self.page.body.splitlines(keepends=True))))

    @cached_property
    def _body_start(self) -> float:
        """The part of the page before its ``body`` element; 0 if that has no tag."""
        found = _BODY.search(self.page.body)
        return 0.0 if found is None else found.start() / len(self.page.body)

    @cached_property
    def _first_image(self) -> float:
        """The part of the page before its first image; 1 if it has none."""
        found = _IMAGE.search(self.page.body)
        return 1.0 if found is None else found.start() / len(self.page.body)
