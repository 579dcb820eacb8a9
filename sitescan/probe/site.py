"""What search engines and previews ask a site for beside the page: canonical address, sitemap, icon, picture."""

import re
from collections.abc import Coroutine
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.deadline import Deadline
from sitescan.fanout import side_by_side
from sitescan.model.answers import Answer, Preview, Robots, SiteAnswers
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.target import join_target
from sitescan.probe.asked import Asked
from sitescan.probe.images import Images

_SITEMAP = re.compile(r"[ \t]{0,9}:[ \t]{0,9}(https?://[^\s#]{1,2000})", re.IGNORECASE)
_SITEMAPS = 3
#: Occurrences of the word that are looked at: a file may hold it a hundred thousand times.
_MENTIONS = 50
_NOT_ASKED = "An internal error kept something beside the page from being examined."


@frozen(kw_only=True)
class Surroundings:
    """
    Where search engines look beside the page.

    :ivar asked: what URLs answer.
    :ivar images: what the first bytes of images say.
    :ivar exchange: the page's own exchange.
    :ivar outline: what the page refers to.
    """

    _log = Logger()

    asked: Asked
    images: Images
    exchange: Exchange
    outline: Outline
    deadline: Deadline

    async def ask(self, robots: Robots) -> SiteAnswers:
        """Ask all of it, side by side; robots.txt names the sitemaps."""
        declared = sitemaps(robots.text) if robots.found else ()
        questions: tuple[Coroutine[Any, Any, Any], ...] = (
            self._canonical(),
            self._favicon(),
            self._preview(),
            self._sitemaps(declared),
        )
        results = await side_by_side(Deferred.fromCoroutine(question) for question in questions)
        failures = [one for one in results if isinstance(one, Failure)]
        for failure in failures:
            self._log.failure("what is beside the page could not be asked", failure=failure)
        canonical, favicon, preview, found = (None if isinstance(one, Failure) else one for one in results)
        return SiteAnswers(
            exchange=self.exchange,
            canonical=canonical,
            favicon=favicon,
            favicon_named=bool(self.outline.icon),
            preview=preview,
            sitemaps=found or (),
            sitemaps_declared=bool(declared),
            unexamined=(_NOT_ASKED,) if failures else (),
        )

    async def _canonical(self) -> Answer | None:
        url = self.outline.canonical.partition("#")[0]
        return await self._answer(url) if url and url != self.exchange.url else None

    async def _favicon(self) -> Answer | None:
        url = self.outline.icon or join_target(self.exchange.url, "/favicon.ico").url
        return await self._answer(url) if url.startswith(("http://", "https://")) else None

    async def _sitemaps(self, declared: tuple[str, ...]) -> tuple[Answer, ...]:
        urls = declared or (join_target(self.exchange.url, "/sitemap.xml").url,)
        return tuple((await self.asked.all(urls, self.deadline)).values())

    async def _preview(self) -> Preview | None:
        url = self.outline.preview
        if not url:
            return None
        answer = await self._answer(url)
        if answer is None:
            return None
        if answer.status is None or not 200 <= answer.status < 300:
            return Preview(answer=answer)
        seen = await self.images.look(answer, self.deadline)
        if seen is None:
            return Preview(answer=answer)
        return Preview(answer=answer, width=seen.width, height=seen.height)

    async def _answer(self, url: str) -> Answer | None:
        return (await self.asked.all((url,), self.deadline)).get(url)


def sitemaps(robots: str) -> tuple[str, ...]:
    """The first sitemaps that a robots.txt declares; looks at so much of it as costs next to nothing."""
    found: dict[str, None] = {}
    lower, at = robots.lower(), 0
    for _ in range(_MENTIONS):
        at = lower.find("sitemap", at)
        if at < 0 or len(found) == _SITEMAPS:
            break
        line = lower[lower.rfind("\n", max(0, at - 200), at) + 1 : at].strip(" \t\ufeff\r")
        at += len("sitemap")
        match = _SITEMAP.match(robots, at) if not line else None
        if match:
            found[match[1]] = None
    return tuple(found)
