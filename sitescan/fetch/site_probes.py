"""Requests for the files that search engines and link previews use: robots.txt, sitemaps, favicon, preview image."""

import re
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, TypeVar

from attrs import evolve, frozen
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import start_in_turns
from sitescan.egress.client import Session
from sitescan.egress.response import Response
from sitescan.fetch.check_url import get_and_read
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.site_files import fetch_llms, fetch_robots
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.model.crawling import Robots, Sitemap
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.site_answers import LlmsTxt, Preview, SiteAnswers
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.sitemaps import first_of_index
from sitescan.standards.url_spellings import other_spellings
from sitescan.standards.urls import http_host, join_target, serialized_target

T = TypeVar("T")

_PREFER_MARKDOWN = ("Accept", "text/markdown, text/html;q=0.9")

_SITEMAP = lazy_pattern(rb"[ \t]{0,9}:[ \t]{0,9}(https?://[^\s#]{1,2000})", re.IGNORECASE)
_SITEMAPS = 3
#: The number of occurrences of "sitemap" that are examined in a robots.txt, which may have a hundred thousand of them.
_MENTIONS = 50


@frozen(kw_only=True)
class SiteFiles:
    """
    The files of a site that search engines and link previews use.

    :ivar robots: the robots.txt.
    :ivar llms: the llms.txt.
    :ivar answers: the answers at the other URLs.
    :ivar sitemaps: the first bytes of the sitemaps that could be read, with the first one of each index.
    """

    robots: Robots
    llms: LlmsTxt
    answers: SiteAnswers
    sitemaps: tuple[Sitemap, ...] = ()


@frozen(kw_only=True)
class SiteProbes:
    """
    Requests the files of a site that search engines and link previews use, all at the same time.

    :ivar session: sends the requests for text files.
    :ivar url_checker: sends the requests for other URLs.
    :ivar image_reader: reads images.
    :ivar exchange: the request and response of the scanned page.
    :ivar outline: the references of the page.
    :ivar failures: records probes that raised an exception.
    """

    session: Session
    url_checker: UrlChecker
    image_reader: ImageReader
    exchange: Exchange
    outline: Outline
    deadline: Deadline
    failures: ProbeFailures

    async def answers(self) -> SiteFiles:
        """
        Return the answers of the site.

        No probe waits for another one, except that sitemaps wait for the robots.txt that may declare them.
        """
        probes: Mapping[str, Callable[[], Coroutine[Any, Any, Any]]] = {
            "robots.txt and the sitemaps": self._robots_and_sitemaps,
            "llms.txt": partial(fetch_llms, self.session, self.exchange.url, self.deadline),
            "The canonical URL": partial(self._other_page, self.outline.canonical.partition("#")[0]),
            "The AMP version": partial(self._other_page, self.outline.amp),
            "The favicon": self._favicon,
            "The preview image": self._preview,
            "The other language versions": self._alternates,
            "Other URLs of the page": self._spellings,
            "The Markdown version": self._markdown,
        }
        starts = (partial(self._guarded, subject, probe) for subject, probe in probes.items())
        results: list[Any] = await start_in_turns(self.session.context.cooperator, starts)
        # A guarded probe fails only if the scan does.
        results = self.failures.keep("probes", results)
        found, llms, canonical, amp, favicon, preview, alternates, spellings, markdown = results
        url = self.exchange.url
        robots, declared, answered = found or (Robots(url=url, robots_url=url), False, ())
        return SiteFiles(
            robots=robots,
            llms=llms or LlmsTxt(url=url),
            answers=SiteAnswers(
                exchange=self.exchange,
                canonical=canonical,
                amp=amp,
                favicon=favicon,
                favicon_named=bool(self.outline.icon),
                preview=preview,
                page=self.outline.itself,
                spellings=spellings or (),
                markdown=markdown,
                alternates=alternates or (),
                sitemaps=answered,
                sitemaps_declared=declared,
            ),
            sitemaps=tuple(evolve(sitemap, declared=declared) for sitemap in self.url_checker.sitemaps.values()),
        )

    def _guarded(self, subject: str, probe: Callable[[], Coroutine[Any, Any, T]]) -> Deferred[T | None]:
        return Deferred.fromCoroutine(self.failures.guard(subject, probe()))

    async def _robots_and_sitemaps(self) -> tuple[Robots, bool, tuple[Answer, ...]]:
        """Return the robots.txt, whether it declares sitemaps, and the answers of those or of ``/sitemap.xml``."""
        robots = await fetch_robots(self.session, self.exchange.url, self.deadline)
        declared = sitemaps(robots.text) if robots.found else ()
        urls = declared or (join_target(self.exchange.url, "/sitemap.xml").url,)
        starts = (partial(self._sitemap, url) for url in urls)
        answered = await start_in_turns(self.session.context.cooperator, starts)
        return robots, bool(declared), tuple(self.failures.keep("sitemaps", answered))

    def _sitemap(self, url: str) -> Deferred[Answer]:
        return Deferred.fromCoroutine(self._sitemap_and_first(url))

    async def _sitemap_and_first(self, url: str) -> Answer:
        """Request a sitemap, and the first one of an index, which lists pages of the same host."""
        answer = await self.url_checker.sitemap(url, self.deadline)
        known = self.url_checker.sitemaps
        first = first_of_index(known[url].body) if url in known else ""
        if first not in known and http_host(first) == http_host(self.exchange.url):
            await self.url_checker.sitemap(serialized_target(first).url, self.deadline)
        return answer

    async def _alternates(self) -> tuple[tuple[str, Answer], ...]:
        """Return the language codes of the page's other versions, with their answers."""
        codes = dict(self.outline.alternates)
        answers = await self.url_checker.all(codes, self.deadline, self.failures)
        return tuple((codes[url], answer) for url, answer in answers.items())

    async def _spellings(self) -> tuple[Answer, ...]:
        """
        Return the answers at other URLs of the page.

        A page that prefers another URL, or isn't to be found, needs no requests: its duplicates don't matter.
        """
        if not self.session.asks_variants(self.exchange.url):
            return ()
        itself = self.outline.itself
        if not itself.heading or itself.noindex or itself.canonical not in ("", self.exchange.url):
            return ()
        urls = other_spellings(serialized_target(self.exchange.url))
        answers = await self.url_checker.all(urls, self.deadline, self.failures, followed=True)
        found = [url for url, answer in answers.items() if answer.verdict is Verdict.OK and not answer.steps]
        return tuple((await self.url_checker.pages(found, self.deadline, self.failures)).values())

    async def _markdown(self) -> Answer | None:
        """Return the answer for programs that prefer Markdown, whose body is not received."""
        if not self.session.asks_variants(self.exchange.url):
            return None

        async def skip(_: Response) -> None: ...

        return await get_and_read(self.session, self.exchange.url, self.deadline, skip, (_PREFER_MARKDOWN,))

    async def _other_page(self, url: str) -> Answer | None:
        return await self._answer(url) if url and url != self.exchange.url else None

    async def _favicon(self) -> Answer | None:
        url = self.outline.icon or join_target(self.exchange.url, "/favicon.ico").url
        if not url.startswith(("http://", "https://")):
            return None
        self.url_checker.destinations.setdefault(url, "image")
        answer = await self._answer(url)
        return None if answer is None else answer.loaded_as("image")

    async def _preview(self) -> Preview | None:
        url = self.outline.preview
        if not url:
            return None
        answer = await self._answer(url)
        if answer is None:
            return None
        if answer.status is None or not 200 <= answer.status < 300:
            return Preview(answer=answer)
        seen = await self.image_reader.read(answer, self.deadline, self.failures)
        if seen is None:
            return Preview(answer=answer)
        return Preview(answer=answer, width=seen.width, height=seen.height)

    async def _answer(self, url: str) -> Answer | None:
        return (await self.url_checker.all((url,), self.deadline, self.failures)).get(url)


def sitemaps(robots: str) -> tuple[str, ...]:
    """Return the first sitemaps that a robots.txt declares. Only a part of a long file is examined."""
    found: dict[str, None] = {}
    text, at = robots.encode("utf-8", "replace"), 0
    # Only ASCII letters of bytes have another case, so all offsets stay.
    lower = text.lower()
    for _ in range(_MENTIONS):
        at = lower.find(b"sitemap", at)
        if at < 0 or len(found) == _SITEMAPS:
            break
        line = lower[lower.rfind(b"\n", max(0, at - 200), at) + 1 : at].strip(b" \t\xef\xbb\xbf\r")
        at += len(b"sitemap")
        match = _SITEMAP.match(text, at) if not line else None
        if match:
            found[match[1].decode("utf-8", "replace")] = None
    return tuple(found)
