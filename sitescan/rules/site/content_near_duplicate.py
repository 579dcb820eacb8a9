"""Pages with different addresses have nearly the same text."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sitescan.model.site import SitePage, is_sequence, without_versions
from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, of_pages, page_at, site_of, url
from sitescan.standards.disjoint_sets import DisjointSets
from sitescan.standards.simhash import bands, distance

#: The number of bits in which the digests of such texts differ at most, and the least number of words.
_BITS, _LEAST_WORDS = 3, 150


def check(site: Site) -> Iterator[Finding]:
    """Report each group of pages whose texts are nearly the same, but not those of equal texts."""
    texts: dict[str, SitePage] = {}
    for page in site.distinct:
        if page.is_prose and page.facts.prose_words >= _LEAST_WORDS:
            texts.setdefault(page.facts.prose_digest, page)
    for group in _groups(list(texts.values())):
        pages = without_versions(group)
        if len(pages) > 1 and not is_sequence(pages):
            yield of_pages(pages)


def _groups(pages: Sequence[SitePage]) -> Iterator[Sequence[SitePage]]:
    """Yield the groups of pages each of which is similar to another one of its group."""
    joined = DisjointSets(len(pages))
    banded: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, page in enumerate(pages):
        for band in bands(page.facts.simhash, _BITS):
            banded[band].append(number)
    for numbers in banded.values():
        # In the order of the digests, those that are similar are near.
        for first, second in pairwise(sorted(numbers, key=lambda number: pages[number].facts.simhash)):
            if distance(pages[first].facts.simhash, pages[second].facts.simhash) <= _BITS:
                joined.join(first, second)
    yield from ([pages[number] for number in group] for group in joined.groups() if len(group) > 1)


_WORDS = [f"pear{number}" for number in range(400)]
_TEXT, _NEAR, _OTHER = " ".join(_WORDS), " ".join([*_WORDS, "more"]), " ".join(_WORDS[:250] + ["plum"] * 150)

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Different pages have nearly the same text",
    description=(
        "The main texts of {pages:# page|# pages} are nearly the same, beginning with {first}. Search engines may show "
        "only one of such pages."
    ),
    recommendation="Say on each page what only this page is about, or make one page of them.",
    how_to_fix=(
        "If the pages are variants of one thing, keep one and redirect the others, or name it as canonical. If they "
        "are about different things, describe each in its own words."
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
        "https://research.google/pubs/pub33026/",
    ),
    examples=(
        Bad(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_NEAR))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_OTHER))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_TEXT))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_NEAR, canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", text="red pears"), page_at("/b", text="red pears here"))),
    ),
)
