"""Fetching the stylesheets and scripts of a page, within a size limit for all files of a kind."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import define
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded, step_by_step
from sitescan.configuration.settings import Settings
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.exchange import Source, Sources
from sitescan.model.outline import Outline
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.urls import InvalidTarget, join_target


@define
class _Budget:
    """
    The size limit of all files of one kind together.

    :ivar kind: the kind, in the plural.
    :ivar left: the number of bytes left.
    """

    kind: str
    left: int

    def within(self, source: Source) -> Source:
        """Return a file if it is within the limit; files must be passed in the order of the page."""
        if len(source.body) > self.left:
            return Source(url=source.url, problem=f"the {self.kind} are too large in total")
        self.left -= len(source.body)
        return source


def kinds(outline: Outline, settings: Settings) -> dict[str, str]:
    """Return the kinds of the files of a page that are read, by URL."""
    files = dict.fromkeys(outline.speculation_rules[: settings.scripts], "rules")
    files |= dict.fromkeys(outline.scripts[: settings.scripts], "script")
    return files | dict.fromkeys(outline.stylesheets[: settings.stylesheets], "stylesheet")


async def fetch_sources(url_checker: UrlChecker, outline: Outline, deadline: Deadline) -> Sources:
    """
    Fetch the stylesheets of a page, their imports, the scripts and the speculation rules.

    Files that can't be loaded say why.

    The size limits are applied in the order of the page, not in the order of arrival, so that the result is always the
    same.
    """
    deadline = deadline.within(url_checker.session.context.settings.source_seconds)
    guard = ProbeFailures().guard
    works: list[Deferred[Any]] = [
        Deferred.fromCoroutine(guard("The stylesheets", _sheets(url_checker, outline.stylesheets, deadline))),
        Deferred.fromCoroutine(guard("The scripts", _scripts(url_checker, "script", outline.scripts, deadline))),
        Deferred.fromCoroutine(
            guard("The speculation rules", _scripts(url_checker, "rules", outline.speculation_rules, deadline))
        ),
    ]
    fetched: list[Any] = await all_succeeded(works)
    sheets, scripts, rules = fetched
    return Sources(
        sheets=_unfetched(outline.stylesheets) if sheets is None else sheets,
        scripts=_unfetched(outline.scripts) if scripts is None else scripts,
        speculation_rules=_unfetched(outline.speculation_rules) if rules is None else rules,
    )


async def _sheets(url_checker: UrlChecker, urls: Sequence[str], deadline: Deadline) -> tuple[Source, ...]:
    settings = url_checker.session.context.settings
    most, budget = settings.stylesheets, _Budget("stylesheets", settings.stylesheet_bytes)
    wanted, beyond = urls[:most], urls[most:]
    sheets: dict[str, Source] = {}
    while wanted:
        fetched = await _fetched(url_checker, wanted, "stylesheet", deadline)
        sheets.update((sheet.url, budget.within(sheet)) for sheet in fetched)
        imported = [url for url in await _imported(url_checker, [sheets[url] for url in wanted]) if url not in sheets]
        wanted = imported[: most - len(sheets)]
        beyond = (*beyond, *imported[len(wanted) :])
    return (*sheets.values(), *_beyond("stylesheets", most, (url for url in beyond if url not in sheets)))


async def _scripts(url_checker: UrlChecker, kind: str, urls: Sequence[str], deadline: Deadline) -> tuple[Source, ...]:
    """Return the scripts of a page, or its files with speculation rules, which have the same limits."""
    settings = url_checker.session.context.settings
    most, budget = settings.scripts, _Budget("scripts", settings.scripts_bytes)
    fetched = await _fetched(url_checker, urls[:most], kind, deadline)
    return (*map(budget.within, fetched), *_beyond("scripts", most, urls[most:]))


async def _fetched(url_checker: UrlChecker, urls: Sequence[str], kind: str, deadline: Deadline) -> list[Source]:
    """Return the files in the order of their URLs."""
    texts = await url_checker.texts(urls, kind, deadline, ProbeFailures())
    return [texts.get(url) or _unfetched((url,))[0] for url in urls]


def _unfetched(urls: Sequence[str]) -> tuple[Source, ...]:
    """Return files without content, because fetching them raised an exception."""
    return tuple(Source(url=url, problem="it could not be fetched") for url in urls)


def _beyond(kind: str, most: int, urls: Iterable[str]) -> Iterator[Source]:
    """Return files without content, because there are too many of them."""
    return (Source(url=url, problem=f"only {most} {kind} are read") for url in dict.fromkeys(urls))


async def _imported(url_checker: UrlChecker, sheets: Sequence[Source]) -> Iterable[str]:
    """Return the URLs that stylesheets import. Each stylesheet is a step, which keeps the reactor's turns short."""
    found: dict[str, None] = {}

    def steps() -> Iterator[None]:
        for sheet in sheets:
            found.update(dict.fromkeys(_imports(sheet)))
            yield

    await step_by_step(url_checker.session.context.cooperator, steps())
    return found


def _imports(sheet: Source) -> Iterator[str]:
    """Yield the absolute URLs that a stylesheet imports."""
    for imported in leading_imports(sheet.body):
        try:
            yield join_target(sheet.url, imported.reference).url
        except InvalidTarget:
            continue
