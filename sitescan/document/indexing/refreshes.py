"""Pages that reload or navigate by themselves, https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps."""

import re
from collections.abc import Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_SPACE = r"[\t\n\f\r ]*"
#: The parsing steps up to the URL; digits of the time after the ninth are insignificant.
_TIME = lazy_pattern(
    rf"{_SPACE}([0-9]{{0,9}})(?:(?<=[0-9])|(?=\.))[0-9.]*(?:\Z|(?=[;,\t\n\f\r ]){_SPACE}[;,]?{_SPACE})"
)
#: The optional prefix of the URL; an incomplete prefix is part of the URL.
_URL = lazy_pattern(rf"url{_SPACE}={_SPACE}", re.I)
_LONGEST = 2000


@frozen
class Refresh:
    """
    A declared refresh.

    :ivar tag: the ``meta`` element, or ``None`` for the ``Refresh`` header field.
    :ivar seconds: the delay in whole seconds.
    :ivar target: the URL of another page to which it navigates, or ``None`` if it reloads the page.
    """

    tag: Tag | None
    seconds: int
    target: str | None


@view
def refreshes(document: Document) -> Sequence[Refresh]:
    """
    Return the valid refreshes of a page; browsers use the first.

    The header field comes first: https://html.spec.whatwg.org/multipage/document-lifecycle.html#initialise-the-document-object
    """
    sent = _refresh(document, None, document.exchange.headers.get("refresh"))
    return (*([] if sent is None else [sent]), *written_refreshes(document))


@view
def written_refreshes(document: Document) -> Sequence[Refresh]:
    """Return the valid refreshes in the markup of a page."""
    metas = [meta for meta in document.metas("refresh") if attr(meta, "http-equiv") is not None]
    found = (_refresh(document, meta, attr(meta, "content", "")) for meta in metas)
    return tuple(refresh for refresh in found if refresh is not None)


def _refresh(document: Document, tag: Tag | None, content: str) -> Refresh | None:
    declared = declared_refresh(content)
    if declared is None:
        return None
    seconds, href = declared
    target = document.resolve(href) if href else None
    if target is not None and target.partition("#")[0] == document.url.partition("#")[0]:
        target = None
    return Refresh(tag, seconds, target)


def declared_refresh(content: str) -> tuple[int, str] | None:
    """
    Return the seconds and the URL as written of a refresh's content, or ``None`` if it is invalid.

    The URL is empty if the page is reloaded.

    https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
    """
    time = _TIME.match(content)
    if time is None:
        return None
    rest = content[time.end() : time.end() + _LONGEST]
    named = _URL.match(rest)
    if named is not None:
        rest = rest[named.end() :]
    elif rest[:1] in ("u", "U"):
        return int(time[1] or 0), rest
    if rest[:1] in ("'", '"'):
        rest = rest[1:].partition(rest[0])[0]
    return int(time[1] or 0), rest
