"""Fetching the page's stylesheets, side by side, within one budget."""

from collections.abc import Iterator, Sequence

from attrs import define
from twisted.internet.defer import CancelledError, Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.follow import follow
from sitescan.egress.wall import Forbidden
from sitescan.fanout import side_by_side
from sitescan.model.css_imports import css_imports
from sitescan.model.exchange import Hop, Sheet
from sitescan.model.target import InvalidTarget, join_target, parse_target

#: Imports stand at the start of a stylesheet.
_HEAD = 64 * 1024

#: What says that there is no such thing, for anybody: https://www.rfc-editor.org/rfc/rfc9110#name-404-not-found
_GONE = frozenset({404, 410})


@define
class _Budget:
    """Bytes that are left for all stylesheets together."""

    left: int


async def fetch_stylesheets(session: Session, urls: Sequence[str], deadline: Deadline) -> tuple[Sheet, ...]:
    """
    The stylesheets in the order of their URLs, and what they import; each that could not be had says why.

    Which of them fit into the budget of bytes is decided in that order, not in the order of arrival,
    so that the same stylesheets always give the same answer.
    """
    settings = session.outfit.settings
    deadline = deadline.within(settings.stylesheet_seconds)
    wanted = urls[: settings.stylesheets]
    beyond = urls[settings.stylesheets :]
    budget = _Budget(settings.stylesheet_bytes)
    sheets: dict[str, Sheet] = {}
    while wanted:
        fetched = await side_by_side(Deferred.fromCoroutine(_sheet(session, url, deadline)) for url in wanted)
        for url, sheet in zip(wanted, fetched, strict=True):
            found = sheet if isinstance(sheet, Sheet) else Sheet(url=url, problem="it could not be fetched")
            sheets[url] = _within(budget, found)
        imported = dict.fromkeys(url for base in wanted for url in _imports(sheets[base]) if url not in sheets)
        wanted = list(imported)[: settings.stylesheets - len(sheets)]
        beyond = (*beyond, *list(imported)[len(wanted) :])
    problem = f"only {settings.stylesheets} stylesheets are read"
    return (*sheets.values(), *(Sheet(url=url, problem=problem) for url in dict.fromkeys(beyond) if url not in sheets))


def _imports(sheet: Sheet) -> Iterator[str]:
    """The absolute URLs of what a stylesheet imports."""
    for reference in css_imports(sheet.body[:_HEAD].decode("utf-8", "replace")):
        try:
            yield join_target(sheet.url, reference).url
        except InvalidTarget:
            continue


def _within(budget: _Budget, sheet: Sheet) -> Sheet:
    if len(sheet.body) > budget.left:
        return Sheet(url=sheet.url, problem="the stylesheets are too large together")
    budget.left -= len(sheet.body)
    return sheet


async def _sheet(session: Session, url: str, deadline: Deadline) -> Sheet:
    settings = session.outfit.settings
    limits = BodyLimits(wire=settings.stylesheet_bytes, decoded=settings.stylesheet_bytes, ratio=settings.ratio)
    hops: list[Hop] = []
    try:
        reply = await follow(session, "GET", parse_target(url), deadline, hops, (("Accept", "text/css,*/*;q=0.1"),))
        try:
            if reply.status != 200:
                return Sheet(url=url, problem=f"it answered {reply.status}", gone=reply.status in _GONE)
            body = await reply.body(limits, deadline)
            return Sheet(
                url=url,
                body=body.data,
                content_type=reply.headers.content_type,
                wire_size=body.wire_size,
                coding=reply.coding,
            )
        finally:
            reply.close()
    except CancelledError:
        raise
    except (Unreachable, TooLarge, Forbidden, TimedOut, InvalidTarget) as problem:
        return Sheet(url=url, problem=str(problem))
