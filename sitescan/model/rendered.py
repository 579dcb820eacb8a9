"""A page as a browser shows it after its scripts have run."""

from attrs import frozen


@frozen(kw_only=True)
class Rendered:
    """
    The document of a rendered page.

    :ivar html: the serialized DOM, shadow roots included.
    :ivar browser: the name and version of the browser.
    :ivar seconds: the time that rendering took, without the time in the queue.
    """

    html: str
    browser: str
    seconds: float
