"""The URLs that belong to a site."""

import pytest

from sitescan.model.crawling import Robots
from sitescan.site.scope import Scope


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
