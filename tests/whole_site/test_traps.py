"""Traps in the addresses of a site, which a crawl leaves after a few pages, and sites that look like traps."""

from calendar import month_name
from collections.abc import Callable, Sequence
from itertools import product
from urllib.parse import urljoin

import pytest

from sitescan.model.site_facts import PageFacts
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.standards.shingles import shingles

ROOT = "https://pears.example"

#: What a page has: its title, its main text without the names of links, and its links.
Made = tuple[str, str, Sequence[str]]

#: The real pages of each site, which all link to the trap.
REAL = [f"/about-{chr(97 + number)}" for number in range(12)]


def prose(seed: str, words: int = 120) -> str:
    """Return a text of its own for each seed."""
    return " ".join(f"{seed}{chr(97 + number % 26)}{chr(97 + number // 26)}" for number in range(words))


def crawled(start: str, page: Callable[[str], Made | None], pages: int = 2000) -> tuple[list[str], dict[str, int]]:
    """Return the paths that a crawl of a trap and of real pages reads, and how many URLs it leaves out by reason."""
    frontier, read = Frontier(CrawlLimits(max_pages=pages)), list[str]()
    frontier.start(f"{ROOT}/")
    while level := frontier.next_level():
        for candidate in level:
            path = candidate.url.removeprefix(ROOT).removeprefix("https:")
            read.append(path)
            if path == "/":
                made: Made | None = "The orchard of pears", prose("home"), [*REAL, start]
            elif path in REAL:
                made = f"All about {path[-1] * 5}", prose(path[-1] * 4), [*REAL, start]
            else:
                made = page(path)
            title, text, links = made if made is not None else ("", "", ())
            facts = PageFacts(title=title, shingles=shingles(text.split())) if made is not None else None
            frontier.link(candidate, [urljoin(ROOT, link) for link in links], facts)
    assert {*REAL, "/"} <= {*read}
    return read, dict(frontier.left_out)


def filtered(path: str) -> Made:
    """Return a list with six filters of three values each in its query, in any order."""
    given = path.partition("?")[2].split("&") if "?" in path else []
    names = {pair.partition("=")[0] for pair in given}
    more = ("&".join((*given, f"{name}={value}")) for name, value in product("abcdef", "123") if name not in names)
    return f"Shop: {path}", "Pears sorted by price. 4 EUR 5 EUR", [f"/shop?{query}" for query in more]


def filtered_in_path(path: str) -> Made:
    """Return the same in the path."""
    given = path.removeprefix("/filter/").strip("/").split("/")
    names = {pair.partition("-")[0] for pair in given if pair}
    more = ((*filter(None, given), f"{name}-{value}") for name, value in product(("color", "size", "kind"), "123"))
    links = [f"/filter/{'/'.join(one)}/" for one in more if one[-1].partition("-")[0] not in names]
    return f"Shop: {' '.join(given)}", "Pears sorted by price. 4 EUR 5 EUR", links


def tree(path: str) -> Made:
    """Return a generated tree."""
    return f"Node {path}", "Choose a branch of this tree.", [f"{path.rstrip('/')}/{name}" for name in "abc"]


def calendar(path: str) -> Made:
    """Return the months of a calendar."""
    month = int(path.removeprefix("/calendar/").replace("-", "") or 202601)
    following = month + 1 if month % 100 < 12 else month + 89
    days = " ".join(map(str, range(1, 29)))
    return f"{month_name[month % 100]} {month // 100}", f"{days} No events in this month.", [f"/calendar/{following}"]


def session(path: str) -> Made:
    """Return real pages under a session that is new on each page."""
    name = path.rpartition("/")[2]
    links = [f"/s/{hash_of(path)}/{other}" for other in ("pears", "plums", "cart")]
    return f"{name} of the orchard", prose(name or "none"), links


def hash_of(path: str) -> str:
    """Return digits that differ for most paths."""
    return str(sum(ord(character) * (place + 7) ** 3 for place, character in enumerate(path)))


def versions(path: str) -> Made:
    """Return a wiki of five pages with any number of old versions."""
    page, _, number = path.removeprefix("/wiki/").partition("?oldid=")
    at = int(number or 1000)
    names = ["Apple", "Cherry", "Melon", "Plum", "Quince"]
    page = page or "Apple"
    return (
        f"{page} - the wiki",
        prose(page.lower()),
        [*(f"/wiki/{name}" for name in names), f"/wiki/{page}?oldid={at - 1}", f"/wiki/{page}?oldid={at - 7}"],
    )


def search(path: str) -> Made:
    """Return results of a search, which lead to other searches."""
    words = path.removeprefix("/search/")
    more = [f"/search/{words}-{one}".replace("/-", "/") for one in ("sweet", "green", "ripe", "old")]
    return f"Results for {words}", "3 results. Search again for something else.", [*REAL[:3], *more]


def compared(path: str) -> Made:
    """Return a comparison of two kinds of pears, which leads to all others."""
    kinds = [f"{one}{two}" for one in ("sweet", "green", "ripe", "old") for two in ("pear", "plum", "fig")]
    links = [f"/compare/{one}-with-{other}" for one in kinds for other in kinds if one < other]
    return f"Compare {path.rpartition('/')[2]}", "Compare two kinds of fruit.", links


def parked(path: str) -> Made:
    """Return a page of any subdomain, which leads to others."""
    return "Parked", "This name is for sale.", [f"//{hash_of(path + one)}.pears.example/" for one in "abc"]


def mirrored(path: str) -> Made:
    """Return the pages of a site that any subdomain has, too, and which lead to those of another subdomain."""
    host, _, name = path.removeprefix("//").partition("/")
    links = [f"//{place}/{other}" for place in (host, f"{hash_of(host)}.pears.example") for other in ("pears", "plums")]
    return f"{name} of the orchard", prose(name or "none"), links


@pytest.mark.parametrize(
    ("start", "page", "own", "name"),
    [
        ("/shop", filtered, 1, "/shop has no end"),
        ("/filter/", filtered_in_path, 1, "/filter/* has no end"),
        ("/tree/", tree, 1, "/tree/* has no end"),
        ("/calendar/", calendar, 1, "/calendar/* has no end"),
        ("/s/1/pears", session, 3, "/s/N/* has no end"),
        ("/wiki/Apple", versions, 5, "/wiki/* has no end"),
        ("/search/pear", search, 1, "/search/* has no end"),
        ("/compare/greenfig-with-oldpear", compared, 1, "/compare/* has no end"),
        ("//a.pears.example/", parked, 1, "*.pears.example/ has no end"),
        ("//a.pears.example/pears", mirrored, 2, "*.pears.example/* has no end"),
    ],
)
def test_traps(start: str, page: Callable[[str], Made | None], own: int, name: str) -> None:
    """A trap ends after a few pages beside its own and is named, whatever the shape of its addresses."""
    read, left_out = crawled(start, page)
    assert name in left_out
    assert len(read) - len(REAL) - 1 - own <= 25


def test_redirects_without_end() -> None:
    """A chain of refreshes, each of which leads to a new address, ends and is named."""
    frontier = Frontier(CrawlLimits(max_pages=2000))
    frontier.start(f"{ROOT}/")
    read = 0
    while level := frontier.next_level():
        for candidate in level:
            read += 1
            made = PageFacts(title="The orchard") if candidate.url == f"{ROOT}/" else None
            frontier.link(candidate, [f"{ROOT}/a/{read}"], made)
    assert (read, dict(frontier.left_out)) == (22, {"more than 20 redirects in a row": 1})


def test_links_of_filters() -> None:
    """The first pages of a filter come a few at a time, so the links of the others need no request."""
    frontier, read = Frontier(CrawlLimits(max_pages=2000)), 0
    frontier.start(f"{ROOT}/")
    while not frontier.leaves_out(f"{ROOT}/filter/size-1/color-1/kind-1/"):
        for candidate in frontier.next_level():
            read += 1
            path = candidate.url.removeprefix(ROOT)
            title, _, links = filtered_in_path(path) if path != "/" else ("The orchard", "", ["/filter/"])
            frontier.link(candidate, [ROOT + link for link in links], PageFacts(title=title))
    assert read == 6


def test_folder_of_redirects() -> None:
    """Addresses that all redirect, or are no pages, are read at once after the first five."""
    frontier, levels = Frontier(CrawlLimits(max_pages=2000)), list[int]()
    frontier.start(f"{ROOT}/")
    while level := frontier.next_level():
        levels.append(len(level))
        for candidate in level:
            first = candidate.url == f"{ROOT}/"
            links = [f"{ROOT}/old/{number}" for number in range(500)] if first else [f"{ROOT}/"]
            frontier.link(candidate, links, PageFacts(title="The orchard") if first else None)
    assert levels == [1, 5, 495]


def manual(path: str) -> Made:
    """Return the chapters of a manual, which only the one before leads to."""
    number = int(path.removeprefix("/manual/"))
    return (
        f"Chapter {number}",
        prose(f"chapter{chr(97 + number % 26) * (1 + number // 26)}"),
        [f"/manual/{number + 1}"] if number < 40 else [],
    )


def gallery(path: str) -> Made:
    """Return the pictures of a gallery, without a text, which an overview leads to, and which lead to one another."""
    number = int(path.removeprefix("/gallery/") or -1)
    links = [f"/gallery/{other}" for other in range(100)] if number < 0 else [f"/gallery/{(number + 1) % 100}"]
    return f"Picture {number}", "Back to the overview", links


def paged(path: str) -> Made:
    """Return the pages of a long list, each of which has new items with few words."""
    if path.startswith("/item-"):
        return "Item", "One pear, ripe", ["/list"]
    number = int(path.partition("=")[2] or 0)
    return (
        "Our list",
        "Next page",
        [f"/item-{number * 3 + one}" for one in range(3)] + ([f"/list?page={number + 1}"] if number < 40 else []),
    )


def indexes(path: str) -> Made:
    """Return a manual whose overviews have no text: each lists others, or chapters with a text each."""
    name = path.removeprefix("/docs/")
    if not name:
        return "Docs", "Contents", [f"/docs/part-{chr(97 + one)}" for one in range(25)]
    if name.startswith("part-"):
        return name, "Contents", [f"/docs/{name[-1]}{one}-chapter" for one in "xyz"]
    return name, prose(name.replace("-", "")), ["/docs/"]


def products(path: str) -> Made:
    """Return products without a text, whose names combine the same words, and which lead to others like them."""
    names = [
        "-".join(words)
        for words in product(("sweet", "green", "old"), ("small", "big", "ripe"), ("pear", "fig", "nut"))
    ]
    name = path.removeprefix("/fruit/")
    return name.replace("-", " "), "Buy", [f"/fruit/{other}" for other in names if other != name]


def reference(path: str) -> Made:
    """Return a reference whose overviews and pages have no text, and whose names combine the same words."""
    names = ["-".join(words) for words in product(("add", "mul", "sub"), ("low", "high"), ("x", "y", "z"), ("p", "q"))]
    folder = path.removeprefix("/ref/").partition("/")[0]
    if not folder:
        return "Reference of all instructions", prose("reference"), [f"/ref/unit-{one}/index.html" for one in "abc"]
    links = [f"/ref/{folder}/{name}.html" for name in names] if path.endswith("index.html") else []
    return path.removeprefix("/ref/"), "Instruction", links


@pytest.mark.parametrize(
    ("start", "page", "number"),
    [
        ("/manual/0", manual, 41),
        ("/gallery/", gallery, 101),
        ("/list", paged, 41 + 123),
        ("/docs/", indexes, 101),
        ("/fruit/", products, 28),
        ("/ref/", reference, 1 + 3 + 3 * 36),
    ],
)
def test_no_traps(start: str, page: Callable[[str], Made | None], number: int) -> None:
    """Pages of a long manual, gallery or list are all read, although each leads to the next, or few have a text."""
    read, left_out = crawled(start, page)
    assert (len(read) - len(REAL) - 1, left_out) == (number, {})
