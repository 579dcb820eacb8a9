"""Pages with different addresses have the same text, or nearly the same."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sitescan.model.site import is_sequence, without_versions
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of, url
from sitescan.standards.disjoint_sets import DisjointSets
from sitescan.standards.simhash import bands, distance

#: The least number of words of a text: shorter ones are messages and forms. Few words say little about similar texts.
_LEAST_WORDS, _LEAST_OF_SIMILAR = 50, 150

#: The number of bits in which the digests of similar texts differ at most.
_BITS = 3


def check(site: Site) -> Findings:
    """
    Report each text that several pages have, and each group of pages whose texts are nearly the same.

    Versions for different countries are neither, and pages of one sequence are often similar.
    """
    texts: dict[str, list[SitePage]] = defaultdict(list)
    for page in site.distinct:
        if page.is_prose and page.facts.prose_words >= _LEAST_WORDS:
            texts[page.facts.prose_digest].append(page)
    for group in texts.values():
        pages = without_versions(group)
        if len(pages) > 1:
            yield of_pages(pages, text="the same main text").of_severity(Severity.WARNING)
    for group in _similar([group[0] for group in texts.values() if group[0].facts.prose_words >= _LEAST_OF_SIMILAR]):
        pages = without_versions(group)
        if len(pages) > 1 and not is_sequence(pages):
            yield of_pages(pages, text="nearly the same main text")


def _similar(pages: Sequence[SitePage]) -> Iterator[list[SitePage]]:
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


_TEXT = "pear " * 60
_WORDS = [f"pear{number}" for number in range(400)]
_LONG, _NEAR, _OTHER = " ".join(_WORDS), " ".join([*_WORDS, "more"]), " ".join(_WORDS[:250] + ["plum"] * 150)

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING),
    title="Different pages have the same text, or nearly so",
    description=(
        "{pages:# page has|# pages have} {text}, beginning with {first}. Search engines show one of such pages, and "
        "choose it themselves."
    ),
    recommendation="Make one page of them, or say on each page what only this page is about.",
    how_to_fix=(
        "Redirect the addresses that nobody needs with status 301. If all of them are needed, put a canonical link to "
        "the preferred one into the head of the others. Pages about different things need words of their own."
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
        "https://research.google/pubs/pub33026/",
    ),
    examples=(
        Bad(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_TEXT))),
        Bad(evidence=site_of(page_at("/a", text=_LONG), page_at("/b", text=_NEAR))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"))),
        Good(evidence=site_of(page_at("/a", text=_TEXT, prose_words=30), page_at("/b", text=_TEXT, prose_words=30))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/b", text=_TEXT, canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", text="Coming soon"), page_at("/b", text="Coming soon"))),
        Good(evidence=site_of(page_at("/a", text=_TEXT), page_at("/A", text=_TEXT))),
        Good(
            evidence=site_of(page_at("/us", text=_TEXT, language="en-us"), page_at("/gb", text=_TEXT, language="en-gb"))
        ),
        Good(evidence=site_of(page_at("/a", text=_LONG), page_at("/b", text=_OTHER))),
        Good(evidence=site_of(page_at("/a", text=_LONG), page_at("/b", text=_NEAR, canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", text="red pears"), page_at("/b", text="red pears here"))),
    ),
)
