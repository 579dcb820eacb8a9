"""Fetching the page's stylesheets and scripts, side by side, within one budget each."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import define
from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline
from sitescan.fanout import in_turns, side_by_side
from sitescan.model.css_imports import css_imports
from sitescan.model.exchange import Source, Sources
from sitescan.model.outline import Outline
from sitescan.model.target import InvalidTarget, join_target
from sitescan.probe.asked import Asked
from sitescan.settings import Settings

#: Imports stand at the start of a stylesheet.
_HEAD = 64 * 1024


@define
class _Budget:
    """
    Bytes that are left for all files of a kind together.

    :ivar kind: its plural.
    """

    kind: str
    left: int

    def within(self, source: Source) -> Source:
        """The file, where it fits; which of them fit is decided in the order in which they are shown."""
        if len(source.body) > self.left:
            return Source(url=source.url, problem=f"the {self.kind} are too large together")
        self.left -= len(source.body)
        return source


def kinds(outline: Outline, settings: Settings) -> dict[str, str]:
    """The stylesheets and scripts of a page that are read: the kind of each, by URL."""
    scripts = dict.fromkeys(outline.scripts[: settings.scripts], "script")
    return scripts | dict.fromkeys(outline.stylesheets[: settings.stylesheets], "stylesheet")


async def fetch_sources(asked: Asked, outline: Outline, deadline: Deadline) -> Sources:
    """
    The stylesheets of a page, what they import, and its scripts; each that could not be had says why.

    Which of them fit into the budgets of bytes is decided in the order of the page, not in that of
    arrival, so that the same files always give the same answer.
    """
    deadline = deadline.within(asked.session.outfit.settings.source_seconds)
    works: list[Deferred[Any]] = [
        Deferred.fromCoroutine(_sheets(asked, outline.stylesheets, deadline)),
        Deferred.fromCoroutine(_scripts(asked, outline.scripts, deadline)),
    ]
    sheets, scripts = await side_by_side(works)
    return Sources(
        sheets=sheets if isinstance(sheets, tuple) else (), scripts=scripts if isinstance(scripts, tuple) else ()
    )


async def _sheets(asked: Asked, urls: Sequence[str], deadline: Deadline) -> tuple[Source, ...]:
    settings = asked.session.outfit.settings
    most, budget = settings.stylesheets, _Budget("stylesheets", settings.stylesheet_bytes)
    wanted, beyond = urls[:most], urls[most:]
    sheets: dict[str, Source] = {}
    while wanted:
        fetched = await _fetched(asked, wanted, "stylesheet", deadline)
        sheets.update((sheet.url, budget.within(sheet)) for sheet in fetched)
        imported = dict.fromkeys(url for base in wanted for url in _imports(sheets[base]) if url not in sheets)
        wanted = list(imported)[: most - len(sheets)]
        beyond = (*beyond, *list(imported)[len(wanted) :])
    return (*sheets.values(), *_beyond("stylesheets", most, (url for url in beyond if url not in sheets)))


async def _scripts(asked: Asked, urls: Sequence[str], deadline: Deadline) -> tuple[Source, ...]:
    settings = asked.session.outfit.settings
    most, budget = settings.scripts, _Budget("scripts", settings.scripts_bytes)
    fetched = await _fetched(asked, urls[:most], "script", deadline)
    return (*map(budget.within, fetched), *_beyond("scripts", most, urls[most:]))


async def _fetched(asked: Asked, urls: Sequence[str], kind: str, deadline: Deadline) -> list[Source]:
    """The files, in the order of their URLs."""
    starts = (partial(_started, asked, url, kind, deadline) for url in urls)
    fetched = await in_turns(asked.session.outfit.cooperator, starts)
    return [
        one if isinstance(one, Source) else Source(url=url, problem="it could not be fetched")
        for url, one in zip(urls, fetched, strict=True)
    ]


def _started(asked: Asked, url: str, kind: str, deadline: Deadline) -> Deferred[Source]:
    return Deferred.fromCoroutine(asked.source(url, kind, deadline))


def _beyond(kind: str, most: int, urls: Iterable[str]) -> Iterator[Source]:
    """What is not read since there is too much of it."""
    return (Source(url=url, problem=f"only {most} {kind} are read") for url in dict.fromkeys(urls))


def _imports(sheet: Source) -> Iterator[str]:
    """The absolute URLs of what a stylesheet imports."""
    for reference in css_imports(sheet.body[:_HEAD].decode("utf-8", "replace")):
        try:
            yield join_target(sheet.url, reference).url
        except InvalidTarget:
            continue
