"""A page as a browser shows it after its scripts have run."""

from attrs import frozen


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
class Rendered:
    """
    The document of a rendered page.

    :ivar html: the serialized DOM, shadow roots included.
    :ivar url: the URL of the page, which its scripts may have changed.
    """

    html: str
    url: str
    rendering: Rendering
