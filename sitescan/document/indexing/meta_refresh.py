"""Pages that reload or lead on by themselves, https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps."""

import re
from collections.abc import Iterable

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr

_SPACE = r"[\t\n\f\r ]*"
#: The steps up to the address; more than nine digits of the time make no difference.
_TIME = re.compile(rf"{_SPACE}([0-9]{{0,9}})(?:(?<=[0-9])|(?=\.))[0-9.]*(?:\Z|(?=[;,\t\n\f\r ]){_SPACE}[;,]?{_SPACE})")
#: What may stand before the address; where only part of it does, that part belongs to the address.
_URL = re.compile(rf"url{_SPACE}={_SPACE}", re.I)
_LONGEST = 2000


@frozen
class Refresh:
    """
    A declared refresh.

    :ivar tag: the ``meta`` that declares it.
    :ivar seconds: whole seconds until it happens.
    """

    tag: Tag
    seconds: int


def timed_refresh(metas: Iterable[Tag]) -> Refresh | None:
    """The refresh that counts: the first that is valid."""
    for meta in metas:
        if attr(meta, "http-equiv", "").strip().lower() != "refresh":
            continue
        declared = declared_refresh(attr(meta, "content", ""))
        if declared is not None:
            return Refresh(meta, declared[0])
    return None


def declared_refresh(content: str) -> tuple[int, str] | None:
    """
    The whole seconds and the address, as written, that the content of a refresh declares; ``None`` where it is invalid.

    The address is empty where the page is reloaded.

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
    """The other page that a refresh leads to; ``None`` where it reloads the page."""
    declared = declared_refresh(attr(meta, "content", ""))
    target = document.resolve(declared[1]) if declared is not None and declared[1] else None
    return None if target is None or target.partition("#")[0] == document.url.partition("#")[0] else target
