"""A page as a browser shows it after its scripts have run."""

from collections.abc import Mapping

from attrs import field, frozen

from sitescan.standards.http_headers import Headers


@frozen(kw_only=True)
class Rendering:
    """
    How a page was rendered.

    :ivar browser: the name and version of the browser.
    :ivar seconds: the time that it took, without the time in the queue.
    """

    browser: str
    seconds: float


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


@frozen(kw_only=True)
class Rendered:
    """
    The document of a rendered page.

    :ivar html: the serialized DOM, shadow roots included.
    :ivar url: the URL of the page, which its scripts may have changed.
    :ivar files: the stylesheets and scripts that it has requested, by URL, so that they needn't be requested again.
    """

    html: str
    url: str
    rendering: Rendering
    files: Mapping[str, ReceivedFile] = field(factory=dict)
