"""Pages that reload or lead on by themselves, https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps."""

import re
from collections.abc import Iterable

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr

_SPACE = r"[\t\n\f\r ]*"
#: The parsing steps up to the URL; digits of the time after the ninth are insignificant.
_TIME = re.compile(rf"{_SPACE}([0-9]{{0,9}})(?:(?<=[0-9])|(?=\.))[0-9.]*(?:\Z|(?=[;,\t\n\f\r ]){_SPACE}[;,]?{_SPACE})")
#: The optional prefix of the URL; an incomplete prefix is part of the URL.
_URL = re.compile(rf"url{_SPACE}={_SPACE}", re.I)
_LONGEST = 2000


@frozen
class Refresh:
    """
    A declared refresh.

    :ivar tag: the ``meta`` element.
    :ivar seconds: the delay in whole seconds.
    """

    tag: Tag
    seconds: int


def timed_refresh(metas: Iterable[Tag]) -> Refresh | None:
    """Return the first valid refresh, which browsers use, or ``None``."""
    for meta in metas:
        if attr(meta, "http-equiv", "").strip().lower() != "refresh":
            continue
        declared = declared_refresh(attr(meta, "content", ""))
        if declared is not None:
            return Refresh(meta, declared[0])
    return None


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


def refresh_target(document: Document, meta: Tag) -> str | None:
    """Return the URL of another page to which a refresh navigates, or ``None`` if it reloads the page."""
    declared = declared_refresh(attr(meta, "content", ""))
    target = document.resolve(declared[1]) if declared is not None and declared[1] else None
    return None if target is None or target.partition("#")[0] == document.url.partition("#")[0] else target
