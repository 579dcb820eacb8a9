"""Programs that make any number of pages with nothing new, such as calendars and lists with filters."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from math import inf
from urllib.parse import unquote

from attrs import define, field

from sitescan.model.site_facts import PageFacts
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.page_urls import url_pattern
from sitescan.standards.shingles import shingles_of
from sitescan.standards.urls import host_of

#: A program is endless after so many pages in a row with nothing new. After fewer, new links to it aren't requested.
_ENDLESS, _SUSPECT = 20, 5

#: The first pages of a program, of which few are read at a time; redirects and files count, too.
_FIRST = 10

#: The pages of an endless program that are read nevertheless because no other page has their pattern.
_MOST_SAMPLES = 4

#: The steps through pages with nothing new after which a path is probably one of any number: the overviews of a gallery
#: have no text either. A query is after one, and so is a path after a copy, or one that combines the parts of others.
_STEPS = 2

#: The words of a title, and the sampled phrases of a text, that make it a new one: a month or a number does not.
_NEW_WORDS, _NEW_PHRASES = 2, 2
_WORD = lazy_pattern(r"[^\W\d_]{3,}", re.UNICODE)

#: The parts of a path that programs combine: ``color-red/size-1``, ``river-with-stone``.
_PART = lazy_pattern(r"[^\W_]+", re.UNICODE)


def programs(url: str, home: str = "") -> tuple[str, ...]:
    """
    Return the programs that may make a page: the pattern of its path, and ``FOLDER/*`` for the folders around it.

    One program may answer for all subdomains, ``*.DOMAIN/*``.

    :param home: the host of the site, whose own programs have no host; empty if it has no others.
    """
    host = _subdomains(url, home) if home else ""
    pattern = host + url_pattern(url.partition("?")[0])
    folders = pattern.split("/")[:-1]
    broadest = 0 if host else 1
    return (pattern, *("/".join((*folders[:number], "*")) for number in range(len(folders), broadest, -1)))


def _subdomains(url: str, home: str) -> str:
    """Return what stands for the host of a URL and for others like it; empty for that of the site."""
    host, domain = host_of(url), home.removeprefix("www.")
    if host == home:
        return ""
    return f"*.{domain}" if host.endswith(f".{domain}") else host


@define(eq=False)
class EndlessPrograms:
    """
    Finds programs whose pages repeat what others have, whatever the shape of their addresses.

    A page has something new if it has a text or a title of its own, or leads to a new page of another program. If 20
    pages of a program in a row have nothing new, those that only such pages of it lead to aren't read any more.

    :ivar home: the host of the start page.
    """

    home: str = field(default="", init=False)

    _phrases: set[bytes] = field(factory=set, init=False)
    _words: set[str] = field(factory=set, init=False)
    _repeating: Counter[str] = field(factory=Counter, init=False)
    _fresh: Counter[str] = field(factory=Counter, init=False)
    _tried: Counter[str] = field(factory=Counter, init=False)
    _led_by: dict[str, frozenset[str]] = field(factory=dict, init=False)
    _steps: dict[str, int] = field(factory=dict, init=False)
    _orders: dict[tuple[str, ...], str] = field(factory=dict, init=False)
    _combining: set[str] = field(factory=set, init=False)
    _parts: set[tuple[str, str]] = field(factory=set, init=False)
    _combined: Counter[str] = field(factory=Counter, init=False)
    _patterns: set[str] = field(factory=set, init=False)
    _samples: Counter[str] = field(factory=Counter, init=False)
    _ended: set[str] = field(factory=set, init=False)
    _chosen: Counter[str] = field(factory=Counter, init=False)
    _sampled: set[str] = field(factory=set, init=False)

    def _programs(self, url: str) -> tuple[str, ...]:
        return programs(url, self.home)

    def read(self, page: str, urls: Collection[str], new: Collection[str], facts: PageFacts | None) -> None:
        """
        Note what a page has, and what it leads to.

        :param new: those of its URLs that no earlier page leads to.
        :param facts: the facts of the page; ``None`` if it redirects or can't be examined.
        """
        is_copy = facts is not None and len(shingles_of(facts.shingles)) >= _NEW_PHRASES
        if facts is None:
            repeating = self._led_by.get(page, frozenset())
        else:
            has_own = self._has_own(page, facts)
            repeating = frozenset() if has_own else self._without_new_links(page, new)
            self._repeating.update(repeating)
            for program in repeating.symmetric_difference(self._programs(page)):
                self._fresh[program] += 1
                del self._repeating[program], self._samples[program]
            if has_own:
                self._led_by[page] = frozenset()
        for url in urls:
            common = repeating.intersection(self._programs(url)) if repeating else repeating
            self._led_by[url] = self._led_by.get(url, common) & common
            if common and url in new:
                self._note_parts(page, url, common)
                self._steps[url] = self._steps.get(page, 0) + (_STEPS if is_copy else 1)

    def _note_parts(self, page: str, url: str, common: frozenset[str]) -> None:
        """
        Note whether a new URL only has the parts of others: in another order, or combined in the name of its file.

        An overview leads to such names, too, so only those count that pages with such a name lead to.
        """
        if self._orders.setdefault(tuple(sorted(url.split("/"))), url) != url:
            self._combining |= common
        folder, parts = url.rpartition("/")[0], _parts_of_name(url)
        if folder == page.rpartition("/")[0] and len(parts) > 1 and len(_parts_of_name(page)) > 1:
            own = {(folder, part) for part in parts}
            self._combined[folder] += 1 if own <= self._parts else -1
            self._parts |= own
            if self._combined[folder] > 0:
                self._combining |= common.intersection(self._programs(url)[:2])

    def _has_own(self, page: str, facts: PageFacts) -> bool:
        """Return whether a page has a text that no earlier one has, or a title that neither has nor its address."""
        phrases = shingles_of(facts.shingles) - self._phrases
        words = set(_WORD.findall(facts.title.casefold())) - self._words
        told = set(_WORD.findall(unquote(page).casefold()))
        self._phrases |= phrases
        self._words |= words
        return len(phrases) >= _NEW_PHRASES or len(words - told) >= _NEW_WORDS

    def _without_new_links(self, page: str, new: Collection[str]) -> frozenset[str]:
        """Return the programs of a page from which it leads to no new page of another one."""
        return frozenset(self._programs(page)).intersection(*map(self._programs, new))

    def begin(self) -> None:
        """Begin to choose the pages that are read next."""
        self._chosen.clear()
        self._sampled.clear()

    def choose(self, url: str) -> bool:
        """Return whether a page is read next; otherwise, those before may end its program, and it waits for them."""
        own, doubted, repeating = self._programs(url), self._doubting(url), self._repeating
        if any(self._chosen[program] >= self._room(program, program in doubted) for program in own):
            return False
        sampled = [program for program in doubted if repeating[program] >= _ENDLESS]
        self._samples.update(sampled)
        self._sampled.update(sampled)
        self._chosen.update(own)
        self._tried.update(own)
        self._patterns.add(own[0])
        return True

    def _room(self, program: str, is_doubted: bool) -> float:
        """Return the pages of a program that are read before it is known whether they have something new."""
        repeating = self._repeating[program]
        if repeating < _SUSPECT and self._tried[program] < _FIRST:
            return _SUSPECT - repeating
        return _ENDLESS - repeating if is_doubted and repeating < _ENDLESS else inf

    def doubted(self, url: str) -> str:
        """Return the program of which a page is probably one of any number; empty if there is none."""
        pattern, *_ = own = self._programs(url)
        is_new, doubted = pattern not in self._patterns, self._doubting(url)
        for program in own:
            is_sample = is_new and self._samples[program] < _MOST_SAMPLES
            if program in doubted and self._repeating[program] >= _ENDLESS and not is_sample:
                return program
        return ""

    def end(self, program: str) -> bool:
        """Return whether a program has ended: none of its pages is about to be read as a sample."""
        if program in self._sampled:
            return False
        self._ended.add(program)
        return True

    def _doubting(self, url: str) -> frozenset[str]:
        """Return the programs that a page is left out of once they end."""
        led_by, steps = self._led_by.get(url, frozenset()), self._steps.get(url, 0)
        if steps >= (1 if "?" in url else _STEPS):
            return led_by
        return led_by & self._combining if steps else frozenset()

    def is_part(self, url: str) -> bool:
        """Return whether only pages of an endless program lead to a page."""
        return not self._ended.isdisjoint(self._led_by.get(url, frozenset()))

    def is_suspect(self, url: str) -> bool:
        """Return whether only pages of a program that is probably endless lead to a page."""
        return any(map(self._is_suspect, self._led_by.get(url, ())))

    def may_make(self, url: str) -> bool:
        """Return whether a program that is probably endless makes a page that no page leads to yet."""
        return url not in self._led_by and any(map(self._is_suspect, self._programs(url)))

    def _is_suspect(self, program: str) -> bool:
        """Return whether a program is probably endless: folders of many pages with something new are not."""
        return self._repeating[program] >= max(_SUSPECT, self._fresh[program])


def _parts_of_name(url: str) -> Sequence[str]:
    """Return the parts of the name of the file of a URL, without an extension."""
    return _PART.findall(unquote(url.partition("?")[0].rpartition("/")[2]).partition(".")[0])
