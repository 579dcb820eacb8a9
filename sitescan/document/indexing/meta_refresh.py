"""Pages that reload or lead on by themselves, https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps."""

import re
from collections.abc import Iterable

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr

_CONTENT = re.compile(r"[\t\n\f\r ]*([0-9]{1,9})[0-9.]*(?:[;,\t\n\f\r ].*)?", re.DOTALL)
_TARGET = re.compile(r"\s*+[0-9.]++(?:\s*+[;,]|\s++)\s*+(?:url\s*+=\s*+)?(.+)", re.I | re.S)
_FRACTION = re.compile(r"[\t\n\f\r ]*\.")


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
        content = attr(meta, "content", "")
        if match := _CONTENT.fullmatch(content):
            return Refresh(meta, int(match[1]))
        if _FRACTION.match(content):
            return Refresh(meta, 0)
    return None


def refresh_target(document: Document, meta: Tag) -> str | None:
    """The other page that a refresh leads to; ``None`` where it reloads the page."""
    match = _TARGET.match(attr(meta, "content", "")[:2000])
    target = document.resolve(match.group(1).strip().strip("\"'")) if match is not None else None
    return None if target is None or target.partition("#")[0] == document.url.partition("#")[0] else target
