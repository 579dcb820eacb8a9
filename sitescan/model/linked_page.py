"""What was read in a page that a link leads to."""

from urllib.parse import unquote

from attrs import frozen

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
"""The media types of what is read as a page."""


@frozen(kw_only=True)
class LinkedPage:
    """
    A linked page, read.

    :ivar missing: the fragments that were asked for, as written, and that it surely does not have.
    :ivar not_found: whether it says of itself that it was not found, whatever its status.
    :ivar content: a digest of its source; empty where scripts, or a login, may make something else of it.
    :ivar noindex: whether it asks search engines not to show it.
    :ivar canonical: the absolute URL that it prefers for itself, or empty.
    :ivar alternates: the absolute URLs of its versions in other languages, the first ones, without fragment.
    """

    missing: tuple[str, ...] = ()
    not_found: bool = False
    content: str = ""
    noindex: bool = False
    canonical: str = ""
    alternates: tuple[str, ...] = ()


def is_element_fragment(fragment: str) -> bool:
    """Whether a fragment names a part of a page at all: neither its top, nor a text, nor a state of a script."""
    part = fragment.partition(":~:")[0]
    return bool(part) and unquote(part).lower() != "top" and not part.startswith(("!", "/")) and "=" not in part
