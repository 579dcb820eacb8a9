"""The order in which the pages of a site are read, and what is left out."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.site_facts import PageFacts
from sitescan.site.frontier import CrawlLimits, Frontier, PageToRead
from sitescan.standards.page_urls import url_pattern

ROOT = "https://pears.example"
LIMITS = CrawlLimits()


def crawled(
    links: Mapping[str, Sequence[str]], limits: CrawlLimits = LIMITS, listed: Sequence[str] = ()
) -> tuple[list[str], dict[str, int]]:
    """Return the paths that a crawl from ``/`` reads, and how many URLs it leaves out by reason."""
    frontier = Frontier(limits)
    frontier.start(f"{ROOT}/")
    frontier.list(sorted(ROOT + path for path in listed))
    read = []
    while level := frontier.next_level():
        for page in level:
            path = page.url.removeprefix(ROOT)
            read.append(path)
            frontier.link(page, [ROOT + target for target in links.get(path, ())], PageFacts())
    return read, dict(frontier.left_out)


def test_order() -> None:
    """Pages come by the number of clicks, then by URL; listed pages that no link leads to come last."""
    links = {"/": ["/b", "/a"], "/a": ["/z", "/b"], "/b": ["/c"], "/orphan": ["/child", "/a"]}
    assert crawled(links, listed=["/orphan", "/z"])[0] == ["/", "/a", "/b", "/c", "/z", "/orphan", "/child"]


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.permutations("abcdefgh"), max_size=8), st.randoms())
def test_same_pages(links: dict[str, list[str]], random: object) -> None:
    """The order of the links in a page changes nothing."""
    graph = {"/": ["/a", "/c"]} | {f"/{name}": [f"/{other}" for other in found[:3]] for name, found in links.items()}
    shuffled = {name: found[::-1] for name, found in reversed(graph.items())}
    limits = CrawlLimits(max_pages=5)
    assert crawled(graph, limits) == crawled(shuffled, limits)


def test_known_pages() -> None:
    """The pages that were read and those that wait are known, as far as they are wanted."""
    frontier = Frontier(CrawlLimits(max_pages=4))
    frontier.start(f"{ROOT}/")
    (start,) = frontier.next_level()
    assert frontier.known == 1
    frontier.link(start, [f"{ROOT}/{name}" for name in "ab"])
    assert frontier.known == 3
    frontier.list([f"{ROOT}/{name}" for name in "cdefg"])
    assert frontier.known == 4


def test_limits() -> None:
    """Pages beyond the limits are counted, each with its reason; the start page is always read."""
    links = {"/": ["/shop/a", "/shop/b", "/blog"], "/blog": ["/deep"], "/deep": ["/deeper"]}
    assert crawled(links, CrawlLimits(max_pages=2)) == (["/", "/blog"], {"more than 2 pages": 3})
    assert crawled(links, CrawlLimits(max_depth=1)) == (
        ["/", "/blog", "/shop/a", "/shop/b"],
        {"too many clicks from the start page": 1},
    )
    assert crawled(links, CrawlLimits(include=("/shop/*",), exclude=("*/b",))) == (
        ["/", "/shop/a"],
        {"not included": 1, "excluded": 1},
    )


def test_one_pattern_does_not_take_all() -> None:
    """A pattern gets a quarter of the pages until the others are done, and the rest then."""
    shop = [f"/item-{number:03}" for number in range(100)]
    read, left_out = crawled({"/": [*shop, "/a"], "/a": ["/b"]}, CrawlLimits(max_pages=40))
    assert read[: 2 + 10] == ["/", "/a", *shop[:10]]
    assert read[12:] == ["/b", *shop[10:37]]
    assert left_out == {"more than 40 pages": 63}


def test_long_lists() -> None:
    """Of a long list, the pages that can be read are kept; a link to another one counts it as any page."""
    listed = sorted([f"/item-{number:05}" for number in range(20_000)] + ["/y", "/z"])
    read, left_out = crawled({"/": ["/item-19000", "/new"]}, CrawlLimits(max_pages=8), [*listed, "/x/x/x/"])
    assert read == ["/", "/item-19000", "/new", "/item-00000", "/y", "/z", "/item-00001", "/item-00002"]
    assert left_out == {"more than 8 pages": 20_003 - 7, "paths that repeat a segment": 1}
    read, left_out = crawled({"/": ["/x/x/x/"]}, CrawlLimits(max_pages=8), ["/x/x/x/"])
    assert (read, left_out) == (["/"], {"paths that repeat a segment": 1})


def test_endless_patterns() -> None:
    """A calendar whose months each lead to the next is closed after 20 pages and named; a listed one is not."""
    months = [f"/cal/{number}" for number in range(200)]
    links = {"/": [months[0]]} | {month: [months[at + 1]] for at, month in enumerate(months[:-1])}
    read, left_out = crawled(links)
    assert read == ["/", *months[:20]]
    assert left_out == {"/cal/N has no end": 1}
    assert crawled(links, listed=months)[0] == ["/", *months]


def test_many_pages_of_a_list_are_not_endless() -> None:
    """A list of many pages, a few clicks deep, is read to its end."""
    items = [f"/item-{number:03}" for number in range(90)]
    assert len(crawled({"/": items})[0]) == 91


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/x/x/x/", "paths that repeat a segment"),
        ("/a/" * 13 + "b/" * 13, "paths of more than 25 segments"),
        ("/" + "a" * 2048, "URLs of more than 2,048 characters"),
    ],
)
def test_loops(path: str, reason: str) -> None:
    """URLs that only loops of links make are left out."""
    assert crawled({"/": [path]}) == (["/"], {reason: 1})


@pytest.mark.parametrize("path", ["/x/x/", "/2026/11/11/11/", "/a/b/c"])
def test_no_loops(path: str) -> None:
    """Dates and names that occur twice are no loops."""
    assert crawled({"/": [path]})[0] == ["/", path]


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/", "/"),
        ("/shop/item-12", "/shop/item-N"),
        ("/cal/2026-11?sid=1&b=&a=x", "/cal/N-N?a=*&b=*&sid=*"),
        ("/s/0f3a9c1be27d4f60/x", "/s/*/x"),
        ("/documentation-of-everything", "/documentation-of-everything"),
    ],
)
def test_patterns(path: str, pattern: str) -> None:
    """Numbers, ids and the values of a query make no patterns of their own."""
    assert url_pattern(ROOT + path) == pattern


def test_traps() -> None:
    """The pages of a calendar, and those below a segment that repeats, are known as such afterwards."""
    frontier = Frontier(CrawlLimits())
    frontier.start(ROOT)
    months = [f"{ROOT}/cal/{number}" for number in range(40)]
    frontier.link(PageToRead(ROOT, 0), [f"{ROOT}/a/x/x/x/", months[0]])
    frontier.next_level()
    for at, month in enumerate(months[:-1]):
        frontier.next_level()
        frontier.link(PageToRead(month, at + 1), [months[at + 1]], PageFacts())
    assert frontier.is_trap(months[3])
    assert frontier.is_trap(f"{ROOT}/a/x/x/")
    assert not frontier.is_trap(f"{ROOT}/a/")
    assert not frontier.is_trap(ROOT)
    assert frontier.complete
