"""The pages that the sitemaps of a site list."""

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from attrs import define, field

from sitescan.model.crawling import Robots
from sitescan.standards.page_urls import normal_url
from sitescan.standards.sitemaps import LARGEST, MOST_OF_FILE, SitemapContent
from sitescan.standards.urls import InvalidTarget, Target, join_target

#: The sitemaps of a site that are read, and the depth of indexes.
_MOST, _DEEPEST = 200, 2
#: The URLs that wait, some of which may be the same.
_WAITING = 10_000

#: The kinds of files that list pages or sitemaps.
_KINDS = frozenset({"urlset", "index", "text", "empty"})


def sitemaps_of(robots: Robots) -> tuple[str, ...]:
    """Return the URLs of the sitemaps that the robots.txt of a site names."""
    named = [line.value for line in robots.file.lines if line.key == "sitemap"] if robots.found else []
    return tuple(dict.fromkeys(named))


@define(eq=False)
class SitemapReader:
    """
    Reads sitemaps, and those that the sitemaps in their indexes name.

    :ivar fetch: returns the content of a sitemap; ``None`` if it can't be read.
    :ivar keep: keeps the URLs of pages.
    :ivar dates: the number of pages by the date of their last change.
    :ivar left_out: the number of URLs that were not read, by the reason.
    """

    fetch: Callable[[Target], Coroutine[Any, Any, SitemapContent | None]]
    keep: Callable[[Iterable[str]], Awaitable[None]]
    dates: Counter[str] = field(factory=Counter, init=False)
    left_out: Counter[str] = field(factory=Counter, init=False)

    async def read(self, sitemaps: Iterable[str], *, declared: bool = True) -> bool:
        """
        Read sitemaps, and return whether they list pages.

        An index leads only to sitemaps of its own origin.

        :param declared: whether the site or a person has named them, so that they should exist.
        """
        waiting, met, found = deque((url, 0) for url in sitemaps), set[str](), False
        while waiting:
            location, depth = waiting.popleft()
            target = _target(location)
            if target is None or target.url in met:
                continue
            if len(met) == _MOST:
                self.left_out[f"more than {_MOST} sitemaps"] += 1
                continue
            met.add(target.url)
            content = await self._content(target, named=declared or depth > 0)
            targets = [target for target in map(_target, content.locations) if target is not None]
            if content.kind != "index":
                found = found or bool(targets)
                self.dates.update(content.dates)
                await self.keep(normal_url(target.url) for target in targets)
                continue
            for one in targets:
                if one.origin != target.origin:
                    self.left_out["a sitemap of another site"] += 1
                elif depth == _DEEPEST:
                    self.left_out["a sitemap below an index below another one"] += one.url not in met
                elif len(waiting) < _WAITING:
                    waiting.append((one.url, depth + 1))
                else:
                    self.left_out[f"more than {_MOST} sitemaps"] += 1
        return found

    async def _content(self, target: Target, *, named: bool) -> SitemapContent:
        """
        Return the content of a sitemap, and count what was not read of it.

        :param named: whether somebody has named it, so that it should exist.
        """
        content = await self.fetch(target)
        if content is None or content.kind not in _KINDS:
            if content is None or named:
                self.left_out["a sitemap that can't be read"] += 1
            return SitemapContent(kind="empty")
        if content.cut or len(content.locations) == MOST_OF_FILE < content.counted:
            more = max(1, content.counted - len(content.locations))
            self.left_out[f"beyond {MOST_OF_FILE:,} URLs or {LARGEST // 1024**2} MiB of a sitemap"] += more
        return content


def _target(location: str) -> Target | None:
    try:
        return join_target(location, "")
    except InvalidTarget:
        return None
