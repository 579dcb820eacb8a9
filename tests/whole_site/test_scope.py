"""The URLs that belong to a site."""

import pytest

from sitescan.model.crawling import Robots
from sitescan.site.scope import MOST_ORIGINS, Scope

ROOT = "https://pears.example"


@pytest.mark.parametrize(
    ("url", "alone", "with_subdomains"),
    [
        ("https://www.pears.example/a", True, True),
        ("https://pears.example/a", False, True),
        ("https://shop.pears.example/", False, True),
        ("https://badpears.example/", False, False),
        ("https://pears.example.net/", False, False),
        ("https://pears.example:8443/", False, False),
        ("http://pears.example/", False, False),
        ("mailto:a@pears.example", False, False),
    ],
)
def test_subdomains(url: str, *, alone: bool, with_subdomains: bool) -> None:
    """A site is one origin, or that of the domain and all subdomains with the same scheme and port."""
    assert Scope(origin="https://www.pears.example").has(url) is alone
    assert Scope(origin="https://www.pears.example", subdomains=True).has(url) is with_subdomains


def test_other_origins_that_are_named() -> None:
    """Origins that were named belong to the site, and no others."""
    scope = Scope(origin=ROOT, also=frozenset({"http://pears.example", "https://live.example:8443"}))
    assert scope.has("http://pears.example/a")
    assert scope.has("https://live.example:8443/")
    assert not scope.has("https://live.example/")
    assert not scope.has("https://www.pears.example/")
    assert scope.unread_origins(["http://pears.example/a", "https://live.example/"]) == [
        "http://pears.example",
        "https://live.example",
    ]


def test_many_subdomains() -> None:
    """If a page names 100,000 subdomains, the robots.txt of a hundred origins is read, and other URLs are named."""
    scope = Scope(origin=ROOT, subdomains=True)
    new = scope.unread_origins([f"{ROOT}/", *(f"https://{number}.pears.example/" for number in range(100_000))])
    assert (len(new), new) == (MOST_ORIGINS, sorted(new))
    for origin in new:
        scope.robots[origin] = Robots(url=f"{origin}/", robots_url=f"{origin}/robots.txt", status=404)
    assert scope.unread_origins([f"{ROOT}/", "https://99999.pears.example/"]) == []
    assert scope.refuses(f"{new[-1]}/a") == ""
    assert scope.refuses("https://99999.pears.example/") == "of more than 100 subdomains"
    assert scope.refuses("https://apples.example/") == "of another site"


def test_robots_of_each_origin() -> None:
    """Each origin has its own robots.txt; where it isn't known, nothing may be read."""
    scope = Scope(origin="https://pears.example", subdomains=True)
    text = "User-agent: *\nDisallow: /a\n"
    url = "https://shop.pears.example/a"
    scope.robots["https://shop.pears.example"] = Robots(
        url=url, robots_url="https://shop.pears.example/robots.txt", status=200, text=text
    )
    assert scope.refuses(url) == "disallowed by robots.txt"
    assert scope.refuses("https://shop.pears.example/b") == ""
    assert scope.refuses("https://pears.example/b") == "robots.txt can't be read, so nothing may be crawled"
    assert scope.refuses("https://apples.example/") == "of another site"
    assert Scope(origin="https://pears.example", obeys=False).refuses("https://pears.example/a") == ""


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("User-agent: *\nCrawl-delay: 2\n", 2.0),
        ("User-agent: *\nCrawl-delay: 2\nUser-agent: sitescan\nCrawl-delay: 0.5\nCrawl-delay: 9\n", 0.5),
        ("User-agent: other\nUser-agent: SiteScan/1.0\nDisallow:\nCrawl-delay: 5\n", 5.0),
        ("User-agent: *\nCrawl-delay: 2\nUser-agent: sitescan\nDisallow: /a\n", 0.0),
        ("Crawl-delay: 2\nUser-agent: *\nDisallow:\nCrawl-delay: soon\n", 0.0),
    ],
)
def test_crawl_delay(text: str, seconds: float) -> None:
    """A site may ask for a time between two requests, of all crawlers or of this one, unless robots.txt is ignored."""
    robots = Robots(url=ROOT, robots_url=f"{ROOT}/robots.txt", status=200, text=text)
    for obeys in (True, False):
        scope = Scope(origin=ROOT, obeys=obeys)
        scope.robots[ROOT] = robots
        assert scope.delay(ROOT) == seconds * obeys
