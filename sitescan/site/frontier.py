"""The order in which the pages of a site are read, and the URLs that are left out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from collections.abc import Set as AbstractSet
from fnmatch import fnmatchcase

from attrs import define, evolve, field, frozen

from sitescan.model.site_facts import PageFacts
from sitescan.site.endless_programs import EndlessPrograms
from sitescan.standards.page_urls import url_pattern
from sitescan.standards.urls import host_of, split_url

#: The limits of a URL beyond which it is made by a loop of links rather than by a person.
_LONGEST, _MOST_SEGMENTS, _MOST_REPEATED = 2048, 25, 2

#: The redirects from one address to the next that are followed, as browsers follow 20.
_MOST_HOPS = 20


@frozen(kw_only=True)
class CrawlLimits:
    """
    The pages of a site that are wanted.

    :ivar max_pages: the maximum number of pages.
    :ivar max_depth: the maximum number of clicks from the start page; ``None`` for any.
    :ivar include: globs of paths; a page must match one of them, if there are any.
    :ivar exclude: globs of paths that are not read.
    :ivar follow: whether pages are read that links lead to.
    """

    max_pages: int = 500
    max_depth: int | None = None
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    follow: bool = True


@frozen(order=True)
class PageToRead:
    """
    A page to read.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar is_first: whether it is the first page of its folder, and so stands for the others.
    """

    url: str
    depth: int | None = field(default=None, order=False)
    is_first: bool = field(default=False, eq=False)


@define(eq=False)
class Frontier:
    """
    The pages of a site that are known and not read yet, in the order in which to read them.

    The order depends only on the pages: they come level by level, by the number of clicks from the start page, and in a
    level by URL. Listed pages that no link leads to come last. So the same site always gives the same pages.

    :ivar limits: the pages that are wanted.
    :ivar refuses: returns a reason to leave a URL out for, or an empty string.
    :ivar left_out: the number of URLs that were left out, by the reason.
    :ivar complete: whether no page was left out because of the limits.
    """

    limits: CrawlLimits
    refuses: Callable[[str], str] = field(default=lambda _: "")
    left_out: Counter[str] = field(factory=Counter, init=False)
    complete: bool = field(default=True, init=False)
    _known: set[str] = field(factory=set, init=False)
    _levels: dict[int, set[str]] = field(factory=lambda: defaultdict(set), init=False)
    _unreached: set[str] = field(factory=set, init=False)
    _postponed: set[PageToRead] = field(factory=set, init=False)
    _last: set[PageToRead] = field(factory=set, init=False)
    _of_pattern: Counter[str] = field(factory=Counter, init=False)
    _endless: EndlessPrograms = field(factory=EndlessPrograms, init=False)
    _repeating: set[str] = field(factory=set, init=False)
    _folders: set[str] = field(factory=set, init=False)
    _lists: list[Collection[str]] = field(factory=list, init=False)
    _hops: dict[str, int] = field(factory=dict, init=False)
    _unkept: int = field(default=0, init=False)
    _taken: int = field(default=0, init=False)

    def start(self, url: str) -> None:
        """Add the start page, which is wanted whatever the limits are."""
        self._known.add(url)
        self._levels[0].add(url)
        self._endless.home = host_of(url)

    def list(self, urls: Collection[str]) -> None:
        """
        Add pages that the site lists. They are read last unless links lead to them.

        There may be millions, so only those are kept that can be read: the first ones, and the first of each pattern.

        :param urls: the URLs, sorted.
        """
        self._lists.append(urls)
        of_pattern, first, others = Counter[str](), 0, 0
        for url in urls:
            if url in self._known or self._refused(url):
                continue
            is_kept = first < self.limits.max_pages
            first += is_kept
            if others < self.limits.max_pages and of_pattern[pattern := url_pattern(url)] < self._share:
                of_pattern[pattern] += 1
                others += 1
                is_kept = True
            if is_kept:
                self._known.add(url)
                self._unreached.add(url)
            else:
                self._unkept += 1

    def link(self, source: PageToRead, urls: Collection[str], facts: PageFacts | None = None) -> None:
        """
        Add the pages that a page links to.

        :param facts: the facts of the page; ``None`` if it redirects or can't be examined.
        """
        if not self.limits.follow:
            self.complete = False
            return
        new = set(urls) - self._known
        self._endless.read(source.url, urls, new, facts)
        if facts is None:
            self._hops.update(dict.fromkeys(new, self._hops.get(source.url, 0) + 1))
        for url in urls:
            is_new = url in new
            if is_new:
                self._known.add(url)
                if self._is_listed(url):
                    if self._reason(url):
                        continue
                    self._unkept -= 1
                elif self._refused(url):
                    continue
            if source.depth is not None and (is_new or url in self._unreached):
                self._unreached.discard(url)
                self._levels[source.depth + 1].add(url)
            elif is_new:
                self._unreached.add(url)

    def next_level(self) -> tuple[PageToRead, ...]:
        """
        Return the pages to read next, in their order; none if the crawl is complete.

        The caller must add the links of all of them before it calls this again.
        """
        while self._levels or self._unreached:
            if self._levels:
                depth = min(self._levels)
                candidates = [PageToRead(url, depth) for url in self._levels.pop(depth)]
                if self.limits.max_depth is not None and depth > self.limits.max_depth:
                    self.leave_out("too many clicks from the start page", len(candidates))
                    continue
            else:
                candidates = [PageToRead(url) for url in self._unreached]
                self._unreached.clear()
            if level := self._affordable(sorted(candidates)):
                return level
        postponed = sorted(self._postponed)
        self._postponed.clear()
        if self._unkept:
            self.leave_out(self._beyond, self._unkept)
            self._unkept = 0
        if level := self._within_budget(postponed):
            return level
        last = tuple(sorted(self._last))
        self._last.clear()
        return last

    def postpone(self, candidates: Iterable[PageToRead]) -> None:
        """Have pages that could not be read now come once more, after all others."""
        self._last.update(candidates)

    def stop(self, reason: str, unread: AbstractSet[PageToRead]) -> bool:
        """
        End the crawl, and return whether pages are left.

        :param unread: the pages of the last level that were not read.
        """
        left = len(unread | self._last) + self._unkept + self._waiting
        for waiting in (self._last, self._unreached, self._postponed, self._levels):
            waiting.clear()
        self._unkept = 0
        if left:
            self.leave_out(reason, left)
        return bool(left)

    @property
    def known(self) -> int:
        """The number of pages that were read or wait to be, as far as they are wanted."""
        return min(self._taken + self._unkept + self._waiting, self.limits.max_pages)

    @property
    def _waiting(self) -> int:
        """The number of pages that wait for their turn."""
        return len(self._unreached) + len(self._postponed) + sum(map(len, self._levels.values()))

    def _affordable(self, candidates: Iterable[PageToRead]) -> tuple[PageToRead, ...]:
        """
        Return the candidates of patterns that have not used their part of the budget; postpone the others.

        Those that an endless program may have made come after those before them have been read.
        """
        chosen, doubted = [], list[tuple[str, PageToRead]]()
        self._endless.begin()
        for candidate in candidates:
            pattern = url_pattern(candidate.url)
            if (program := self._endless.doubted(candidate.url)) and not self._is_listed(candidate.url):
                doubted.append((program, candidate))
            elif self._of_pattern[pattern] >= self._share:
                self._postponed.add(candidate)
            elif self._endless.choose(candidate.url) or self._is_listed(candidate.url):
                self._of_pattern[pattern] += 1
                chosen.append(candidate)
            else:
                self._wait(candidate)
        for program, candidate in doubted:
            if self._endless.end(program):
                self.left_out[f"{program} has no end"] += 1
            else:
                self._wait(candidate)
        return self._within_budget(chosen)

    def _wait(self, candidate: PageToRead) -> None:
        """Have a page come again after those that are read next."""
        if candidate.depth is None:
            self._unreached.add(candidate.url)
        else:
            self._levels[candidate.depth].add(candidate.url)

    def _within_budget(self, candidates: Iterable[PageToRead]) -> tuple[PageToRead, ...]:
        listed = list(candidates)
        chosen = tuple(map(self._marked, listed[: self.limits.max_pages - self._taken]))
        self._taken += len(chosen)
        if left := len(listed) - len(chosen):
            self.leave_out(self._beyond, left)
        return chosen

    def _marked(self, candidate: PageToRead) -> PageToRead:
        """Return a candidate that knows whether it is the first one of its folder; folders of traps have none."""
        folder = url_pattern(candidate.url.partition("?")[0].rpartition("/")[0])
        if folder in self._folders or self._endless.is_suspect(candidate.url):
            return candidate
        self._folders.add(folder)
        return evolve(candidate, is_first=True)

    def leave_out(self, reason: str, count: int) -> None:
        """Count URLs that are not read because of a limit."""
        self.left_out[reason] += count
        self.complete = False

    @property
    def _share(self) -> int:
        """The pages of one pattern that are read before those of others."""
        return max(self.limits.max_pages // 4, 1)

    @property
    def _beyond(self) -> str:
        return f"more than {self.limits.max_pages} pages"

    def _is_listed(self, url: str) -> bool:
        return any(url in urls for urls in self._lists)

    def is_trap(self, url: str) -> bool:
        """Return whether a page is probably one of any number that a program makes for any address."""
        is_part = self._endless.is_part(url) and not self._is_listed(url)
        return is_part or split_url(url).path.startswith(tuple(self._repeating))

    def leaves_out(self, url: str) -> bool:
        """Return whether a page is left out, or would be if a page led to it, because its program has no end."""
        is_left = self._endless.may_make(url) or (self._endless.is_part(url) and bool(self._endless.doubted(url)))
        return is_left and not self._is_listed(url)

    def _refused(self, url: str) -> bool:
        """Return whether a new URL is left out for itself; count it if it is."""
        reason = self._reason(url)
        if reason:
            self.left_out[reason] += 1
        return bool(reason)

    def _reason(self, url: str) -> str:
        if self._hops.get(url, 0) > _MOST_HOPS:
            return f"more than {_MOST_HOPS} redirects in a row"
        if len(url) > _LONGEST:
            return f"URLs of more than {_LONGEST:,} characters"
        path = split_url(url).path
        segments = [segment for segment in path.split("/") if segment]
        if len(segments) > _MOST_SEGMENTS:
            return f"paths of more than {_MOST_SEGMENTS} segments"
        words = Counter(segment for segment in segments if not segment.isdecimal())
        if words and max(words.values()) > _MOST_REPEATED:
            before, segment, _ = path.partition(f"/{max(words, key=words.__getitem__)}/")
            self._repeating.add(before + segment)
            return "paths that repeat a segment"
        included = not self.limits.include or _matches(path, self.limits.include)
        if not included or _matches(path, self.limits.exclude):
            self.complete = False
            return "excluded" if included else "not included"
        return self.refuses(url)


def _matches(path: str, globs: Iterable[str]) -> bool:
    return any(fnmatchcase(path, glob) for glob in globs)
