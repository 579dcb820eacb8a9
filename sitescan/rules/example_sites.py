"""Small sites for the examples of the rules about sites."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from attrs import evolve

from sitescan.model.answers import Answer
from sitescan.model.redirects import Step
from sitescan.model.site import LinkingPages, Site, SitePage
from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.standards.simhash import simhash

HOST = "https://pears.example"


def page_at(path: str, *links: str, text: str = "", depth: int | None = 1, **facts: Any) -> SitePage:
    """
    Return a page.

    :param links: the paths or URLs that it links to, with fragments.
    :param text: its main text; by default, one of its own.
    :param facts: its other facts.
    """
    words = (text or " ".join(f"{path}-{number}" for number in range(60))).casefold().split()
    for name in ("title", "description"):
        facts.setdefault(f"{name}_digest", facts.get(name, ""))
    facts.setdefault("prose_words", len(words))
    made = PageFacts(
        text_digest=" ".join(words),
        words=len(words),
        prose_digest=" ".join(words),
        simhash=_simhash(tuple(words)),
        links=_links(links),
        **facts,
    )
    here = HOST + path
    return SitePage(url=here, depth=depth, facts=made, ways_out=any(link.url != here for link in made.links))


#: Many examples have pages with the same text.
_simhash = cache(simhash)


def _links(links: Iterable[str]) -> tuple[PageLink, ...]:
    parted = (url(link).partition("#") for link in links)
    return tuple(PageLink(address, fragment) for address, _, fragment in parted)


def url(path: str) -> str:
    """Return the URL of a path; a URL is kept as it is."""
    return HOST + path if path.startswith("/") else path


def urls(*paths: str) -> frozenset[str]:
    """Return the URLs of paths, as sitemaps list them."""
    return frozenset(map(url, paths))


def site_of(*pages: SitePage, answers: Iterable[Answer] = (), **others: Any) -> Site:
    """
    Return a site of pages, with the links among them.

    :param answers: the answers for other URLs.
    :param others: the other values of the site.
    """
    linked: dict[str, list[str]] = defaultdict(list)
    for one in pages:
        for address in dict.fromkeys(link.url for link in one.facts.links if link.shown and link.url != one.url):
            linked[address].append(one.url)
    made = Site(
        start=f"{HOST}/",
        pages={one.url: one for one in pages},
        linked=_sources(linked),
        answers={answer.url: answer for answer in answers},
    )
    return evolve(made, **others)


def _sources(pages: Mapping[str, list[str]]) -> Mapping[str, LinkingPages]:
    return {address: LinkingPages(count=len(urls), first=tuple(urls)) for address, urls in pages.items()}


def moved(path: str, *to: str, status: int = 301) -> Answer:
    """Return the answer of a URL that redirects."""
    from_to = zip((path, *to), to, strict=False)
    steps = tuple(Step(url=url(start), status=status, location=url(end)) for start, end in from_to)
    return Answer(url=url(path), steps=steps, status=200)


def missing(path: str) -> Answer:
    """Return the answer of a URL that doesn't exist."""
    return Answer(url=url(path), method="GET", status=404)
