"""A page as a browser shows it after its scripts have run."""

from collections.abc import Mapping

from attrs import field, frozen
from msgspec import Struct

from sitescan.standards.http_headers import Headers

#: The computed styles that the layout of a rendered page has.
LAYOUT_STYLES = (
    *("-webkit-text-fill-color", "font-size", "font-weight", "text-shadow", "-webkit-text-stroke-width"),
    *("background-color", "background-image", "background-clip", "box-shadow", "backdrop-filter", "color-scheme"),
    *("opacity", "visibility", "display", "position", "overflow-x", "overflow-y", "transform"),
    *("filter", "mix-blend-mode", "mask-image", "clip-path", "color", "content", "font-family"),
)


SCREEN_WIDTH, SCREEN_HEIGHT = 1280, 800
"""The size of the window of a desktop, in CSS pixels."""

PHONE_WIDTH, PHONE_HEIGHT, PHONE_DOTS = 412, 823, 1.75
"""The size of the screen of the phone that Lighthouse emulates, in CSS pixels, and the number of its dots for each."""


@frozen(kw_only=True)
class Rendering:
    """
    How a page was rendered.

    :ivar browser: the name and version of the browser.
    :ivar seconds: the time that it took, without the time in the queue.
    :ivar screenshot: the first screen as a JPEG of :data:`SCREEN_WIDTH` by :data:`SCREEN_HEIGHT` pixels; empty if it
        would be too large.
    """

    browser: str = ""
    seconds: float = 0.0
    screenshot: bytes = b""


@frozen(kw_only=True)
class ReceivedFile:
    """
    A stylesheet or script that the rendered page has requested, with status 200.

    :ivar body: the complete body after content decoding.
    :ivar wire_size: the size of the encoded body in bytes.
    :ivar coding: the content coding of the body; empty if there is none.
    """

    headers: Headers
    body: bytes
    wire_size: int
    coding: str


class RequestMade(Struct, frozen=True, kw_only=True, gc=False):
    """
    A request that a rendered page has made.

    :ivar url: the absolute URL without fragment.
    :ivar kind: ``script``, ``stylesheet``, ``image``, ``font``, ``frame``, ``media``, or ``data`` for ``fetch()`` and
        ``XMLHttpRequest``.
    :ivar script: the URL of the script that has made it; empty if none has.
    :ivar size: the size of the encoded body in bytes.
    :ivar failed: whether there was no response, or one with an error status.
    :ivar missed: whether the scan is the reason for that: it took too long, was too large or too much, or was a request
        that may change something.
    :ivar begins: when the network of a phone would have sent it, in milliseconds after the visit has begun.
    :ivar ends: when that would have brought the answer; 0 if that isn't known.
    """

    url: str
    kind: str
    script: str = ""
    size: int = 0
    failed: bool = False
    missed: bool = False
    begins: int = 0
    ends: int = 0


class ScriptError(Struct, frozen=True, kw_only=True, gc=False):
    """
    An exception that no script has handled, or a message that a script has written by ``console.error()``.

    :ivar text: the message, shortened.
    :ivar url: the URL of the script, or of the page for scripts in it; empty if it isn't known.
    :ivar line: the line in the script, from 1.
    """

    text: str
    url: str
    line: int


class MixedRequest(Struct, frozen=True, kw_only=True, gc=False):
    """
    A request of an HTTPS page over plain HTTP.

    :ivar url: the absolute URL without fragment.
    :ivar blocked: whether the browser has blocked it; otherwise it has requested the HTTPS URL instead.
    """

    url: str
    blocked: bool


class MovedNode(Struct, frozen=True, kw_only=True, gc=False):
    """
    An element or a text that has moved while the page was loaded.

    :ivar node: its number in the layout (``backendNodeId``); 0 if it was removed.
    :ivar across: the distance to the right in CSS pixels.
    :ivar down: the distance downwards in CSS pixels.
    """

    node: int
    across: float
    down: float


class LayoutShift(Struct, frozen=True, kw_only=True, gc=False):
    """
    A layout shift: visible content that has moved between two frames without an input of the visitor.

    https://wicg.github.io/layout-instability/

    :ivar score: the layout shift score.
    :ivar seconds: the time of the page.
    :ivar moved: the largest parts of what has moved.
    """

    score: float
    seconds: float
    moved: tuple[MovedNode, ...] = ()


class FocusTried(Struct, frozen=True, kw_only=True, gc=False):
    """
    Whether elements of a page look different when they have the keyboard focus.

    :ivar unmarked: elements that look the same, and around which nothing changes either, as numbers in the layout.
    :ivar untried: the number of elements that may be such ones but were not tried.
    """

    unmarked: tuple[int, ...] = ()
    untried: int = 0


class Paints(Struct, frozen=True, kw_only=True, gc=False):
    """
    What the browser has measured as it painted a page.

    :ivar shifts: the layout shifts in the order of time.
    :ivar largest: the element of the largest contentful paint, as its number in the layout; 0 if it isn't known.
    :ivar largest_url: the URL of its image; empty for text.
    :ivar first_at: the time of the first contentful paint on a phone, in milliseconds after the visit has begun; 0 if
        it isn't known.
    :ivar largest_at: the time of the largest one.
    :ivar focus: the elements that got the keyboard focus; ``None`` if the page failed then.
    """

    shifts: tuple[LayoutShift, ...] = ()
    largest: int = 0
    largest_url: str = ""
    first_at: float = 0.0
    largest_at: float = 0.0
    focus: FocusTried | None = None


@frozen(kw_only=True)
class RenderedDocument:
    """
    The document of a rendered page, and what the browser has measured of it.

    :ivar html: the serialized DOM, shadow roots included.
    :ivar nodes: the DOM itself: the JSON of ``DOM.getFlattenedDocument``. It is not checked; if it is empty or invalid,
        the serialized DOM is parsed, which may have another shape then.
    :ivar url: the URL of the page, which its scripts may have changed within its origin.
    :ivar phone: the layout of the page on a phone, as the browser measured it: the JSON of
        ``DOMSnapshot.captureSnapshot`` with the styles of :data:`LAYOUT_STYLES`. It is not checked; empty if unknown.
    :ivar layout: the same in the window of a desktop, to which the window of the phone was changed.
    :ivar narrow: the same in a window of 320 pixels if the page is wider than that; otherwise empty.
    :ivar outdated: whether its scripts have asked about the screen what has another answer on a desktop, and don't
        listen to the change, or were stopped then.
    :ivar unwritten: what scripts have done that the tree doesn't say: the JSON of ``unwritten.js``, not checked; empty
        if it isn't known.
    :ivar coverage: which functions of its scripts have run: the JSON of ``Profiler.takePreciseCoverage``, not checked;
        empty if unknown.
    :ivar errors: the errors of its scripts, without those that the scan may have caused.
    :ivar requests: the requests that it has made, in their order.
    :ivar destination: the URL of the page to which its scripts go when it has loaded; empty if they don't.
    :ivar sockets: the number of WebSockets that it has opened, to which a scan doesn't connect.
    :ivar registers_worker: whether they register a service worker, which a scan doesn't start.
    :ivar nested_workers: the number of workers that its workers start by a URL, which a scan doesn't start.
    :ivar unanswered: whether its scripts wait for an answer of the browser that did not come.
    :ivar mixed: the requests over plain HTTP of a page that is served over HTTPS.
    :ivar paints: the layout shifts and the largest content.
    :ivar stopped: whether its scripts had used up their processor time and were stopped, so that it may lack something.
    """

    html: str
    url: str = ""
    nodes: bytes = b""
    phone: bytes = b""
    layout: bytes = b""
    narrow: bytes = b""
    outdated: bool = False
    unwritten: bytes = b""
    coverage: bytes = b""
    errors: tuple[ScriptError, ...] = ()
    requests: tuple[RequestMade, ...] = ()
    destination: str = ""
    sockets: int = 0
    registers_worker: bool = False
    nested_workers: int = 0
    unanswered: bool = False
    mixed: tuple[MixedRequest, ...] = ()
    paints: Paints = Paints()
    stopped: bool = False


@frozen(kw_only=True)
class Rendered:
    """
    A rendered page.

    :ivar rendering: how it was rendered.
    :ivar files: the stylesheets and scripts that it has requested, by URL, so that they needn't be requested again.
    """

    document: RenderedDocument
    rendering: Rendering = Rendering()
    files: Mapping[str, ReceivedFile] = field(factory=dict)
