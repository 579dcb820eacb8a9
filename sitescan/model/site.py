"""A whole site as its rules read it: the facts of its pages, their links, and the answers for what they link to."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from sitescan.model.answers import Answer, Verdict
from sitescan.model.outline import Place
from sitescan.model.site_facts import PageFacts
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.page_urls import url_pattern, variant_key

#: The number of a page in a sequence.
_NUMBERED = lazy_pattern(r"[?&/](?:p|pg|page|paged|seite|start|offset)[=/-]?[0-9]+\b", re.I)

#: The files that servers of static sites send with an error, at the root or in the folder of a language.
_ERROR_PAGE = lazy_pattern(r"\Ahttps?://[^/]+/(?:[^/]+/)?(?:404|500|50x)\.x?html?\Z", re.I)


NAMED = 100
"""The maximum number of pages that are named for one fault."""


@frozen(kw_only=True)
class SitePage:
    """
    A page that was read.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar ways_out: whether visitors can follow a link to another page, or one that a script may make.
    """

    url: str
    depth: int | None
    facts: PageFacts
    ways_out: bool = True

    @property
    def is_prose(self) -> bool:
        """Whether at most a fifth of the main text names other pages, as in a list."""
        return self.facts.prose_words * 5 >= self.facts.words * 4


@frozen(kw_only=True)
class LinkingPages:
    """
    The pages that link to something.

    :ivar count: the number of pages.
    :ivar first: the first of their URLs.
    """

    count: int
    first: tuple[str, ...]


@frozen(kw_only=True)
class UnusedRules:
    """
    The rules of a stylesheet that no page uses, as far as their HTML and their scripts tell.

    :ivar count: the number of these rules.
    :ivar rules: the number of all rules.
    :ivar sources: the pages that load the stylesheet.
    """

    count: int
    rules: int
    sources: LinkingPages


@frozen(kw_only=True)
class FaultLocation:
    """
    Where a fault of a site is: what it is about, and the pages that have it.

    :ivar target: the URL that the pages name; empty if it is about the pages themselves.
    :ivar pages: the first of their URLs.
    :ivar count: the number of pages.
    """

    target: str = ""
    pages: tuple[str, ...] = ()
    count: int = 0


# No slots: attrs implements cached properties of classes with slots by __getattr__, which slows every attribute access.
@frozen(kw_only=True, slots=False)
class Site:
    """
    A site that was crawled.

    :ivar start: the URL of the start page.
    :ivar pages: the pages that were read, by URL, sorted by it.
    :ivar linked: the pages that have a link that visitors can follow, by its URL.
    :ivar unfollowed: the pages whose links to a URL are all marked ``nofollow``, by the URL.
    :ivar missing_parts: the pages with a link to a part that another page certainly lacks, by URL and fragment.
    :ivar unused_rules: the style rules that no page uses, by the URL of the stylesheet.
    :ivar templates: the URLs of the pages of each template.
    :ivar answers: the answers for URLs that pages, canonical links or sitemaps name, without those that are known to be
        pages; nothing is known of others.
    :ivar page_of: the page that a URL is another address of, without a redirect, as the index of a folder is.
    :ivar related: the URLs that pages name without a link for visitors: as a frame, or as another version.
    :ivar in_scripts: the URLs that pages name in scripts, which may make a menu of them.
    :ivar endless: the pages of which there are any number, such as the months of a calendar.
    :ivar listed: the URLs that sitemaps list and something is known of.
    :ivar listed_dates: the number of listed URLs by the date of their last change.
    :ivar redirected: the URLs that were asked for and lead to another one, by their status or a refresh.
    :ivar blocked: the listed URLs that robots.txt disallows.
    :ivar missing: the answer for an address that doesn't exist; ``None`` if it isn't known.
    :ivar complete: whether all pages were read that links lead to.
    """

    start: str = ""
    pages: Mapping[str, SitePage] = field(factory=dict)
    linked: Mapping[str, LinkingPages] = field(factory=dict)
    unfollowed: Mapping[str, LinkingPages] = field(factory=dict)
    missing_parts: Mapping[tuple[str, str], LinkingPages] = field(factory=dict)
    unused_rules: Mapping[str, UnusedRules] = field(factory=dict)
    templates: Sequence[Sequence[str]] = ()
    answers: Mapping[str, Answer] = field(factory=dict)
    page_of: Mapping[str, str] = field(factory=dict)
    related: frozenset[str] = frozenset()
    in_scripts: frozenset[str] = frozenset()
    endless: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    listed_dates: Mapping[str, int] = field(factory=dict)
    redirected: frozenset[str] = frozenset()
    blocked: LinkingPages = LinkingPages(count=0, first=())
    missing: Answer | None = None
    complete: bool = True

    def place(self, at: object) -> Place | None:
        """Return the target or the first page of a fault in the form of a place."""
        return Place(snippet=at.target or next(iter(at.pages), "")) if isinstance(at, FaultLocation) else None

    def page(self, url: str) -> SitePage | None:
        """Return the page that a URL leads to without a redirect; ``None`` if it was not read."""
        return self.pages.get(self.page_of.get(url, url))

    def reached(self, url: str) -> SitePage | None:
        """Return the page that a URL leads to, after redirects; ``None`` if it was not read."""
        answer = self.answers.get(url)
        return self.page(answer.final_url.partition("#")[0] if answer is not None else url)

    def linked_answers(self) -> Iterator[tuple[str, LinkingPages, Answer]]:
        """Yield each linked URL whose answer is known, with the pages that link to it and the answer."""
        for url, sources in self.linked.items():
            if (answer := self.answers.get(url)) is not None:
                yield url, sources, answer

    def is_broken(self, url: str) -> bool:
        """Return whether a URL certainly leads to an error."""
        answer = self.answers.get(url)
        return answer is not None and answer.verdict is Verdict.BROKEN

    def is_redirected(self, url: str) -> bool:
        """Return whether a URL leads to another URL."""
        answer = self.answers.get(url)
        return url in self.redirected or (answer is not None and answer.redirect is not None)

    @cached_property
    def indexable(self) -> Mapping[str, SitePage]:
        """
        The pages that search engines may show by their own address.

        Those that servers send with errors, that name another canonical URL, that lead elsewhere, that say that nothing
        was found, that scripts write and those of sequences without end are not among them.
        """
        return {url: page for url, page in self.pages.items() if self._is_indexable(page)}

    def _is_indexable(self, page: SitePage) -> bool:
        facts = page.facts
        if _ERROR_PAGE.search(page.url):
            return False
        if facts.noindex or facts.not_found or facts.refreshes or not facts.written or page.url in self.endless:
            return False
        return not facts.canonical or self.page(facts.canonical) is page

    @cached_property
    def variants(self) -> tuple[tuple[SitePage, ...], ...]:
        """The groups of indexable pages that are one page at several addresses, the shortest address first."""
        found: dict[tuple[str, str, str], list[SitePage]] = {}
        for url, page in self.indexable.items():
            if page.facts.words:
                key = (variant_key(url), page.facts.text_digest, page.facts.title_digest)
                found.setdefault(key, []).append(page)
        ordered = (sorted(pages, key=_simplicity) for pages in found.values())
        return tuple(tuple(pages) for pages in ordered if len(pages) > 1)

    @cached_property
    def distinct(self) -> tuple[SitePage, ...]:
        """The indexable pages, of each group of variants only the first."""
        others = {page.url for pages in self.variants for page in pages[1:]}
        return tuple(page for url, page in self.indexable.items() if url not in others)

    def sharing(self, digest: Callable[[PageFacts], str]) -> Iterator[Sequence[SitePage]]:
        """
        Yield the distinct pages with different texts that share something, unless they are versions or parts of one.

        :param digest: returns what they may share; empty if a page has no such thing.
        """
        groups: dict[str, dict[str, SitePage]] = {}
        for page in self.distinct:
            if shared := digest(page.facts):
                # Pages of the same text are copies, which are reported as such.
                groups.setdefault(shared, {}).setdefault(page.facts.text_digest, page)
        for group in groups.values():
            pages = without_versions(group.values())
            if len(pages) > 1 and not is_sequence(pages):
                yield pages

    @cached_property
    def by_canonical(self) -> Mapping[str, list[SitePage]]:
        """The pages that name a canonical URL, by that URL; error pages have no address of their own."""
        found: dict[str, list[SitePage]] = {}
        for page in self.pages.values():
            if page.facts.canonical and not page.facts.not_found and not _ERROR_PAGE.search(page.url):
                found.setdefault(page.facts.canonical, []).append(page)
        return found

    def sources(self, page: SitePage) -> frozenset[str]:
        """Return the first pages that link to a page, whatever address they name it by."""
        return self._sources.get(page.url, frozenset())

    @cached_property
    def _sources(self) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for url, sources in self.linked.items():
            page = self.reached(url)
            if page is not None:
                found.setdefault(page.url, set()).update(sources.first)
        return {url: frozenset(sources - {url}) for url, sources in found.items()}


def _simplicity(page: SitePage) -> tuple[int, str]:
    return len(page.url), page.url


def without_versions(pages: Iterable[SitePage]) -> list[SitePage]:
    """Return the pages in the language of most of them, without versions of another one for another country."""
    listed = list(pages)
    languages = Counter(page.facts.language for page in listed)
    kept: dict[str, SitePage] = {}
    named: set[str] = set()
    for page in listed:
        versions = {url for _, url in page.facts.alternates or ()}
        is_version = page.url in named or not versions.isdisjoint(kept)
        if page.facts.language == languages.most_common(1)[0][0] and not is_version:
            kept[page.url] = page
        named |= versions
    return list(kept.values())


def is_sequence(pages: Iterable[SitePage]) -> bool:
    """Return whether pages are parts of one sequence, such as the pages of a list."""
    listed = list(pages)
    patterns = {url_pattern(page.url) for page in listed}
    return len(patterns) <= 2 and any(_NUMBERED.search(page.url) or page.facts.paginated for page in listed)
