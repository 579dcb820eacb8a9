"""With upgrade-insecure-requests, what is asked is what browsers ask."""

from sitescan.fetch.upgraded_urls import kept_insecure, upgraded
from sitescan.model.outline import Link, Outline, Reference, Resource

PAGE = "https://example.com/"


def test_without_the_policy() -> None:
    """Every URL is asked for as it is written."""
    kept = kept_insecure(PAGE, Outline(base_url=PAGE, resources=(Resource(url="http://a.example/a", kind="image"),)))
    assert upgraded("http://a.example/a", kept) == "http://a.example/a"


def test_with_the_policy() -> None:
    """What is loaded is upgraded, and so are links to the page's own host; other links are not."""
    outline = Outline(
        base_url=PAGE,
        upgrades=True,
        links=(Link(url="http://example.com/pears"), Link(url="http://b.example/"), Link(url="http://c.example/c.png")),
        references=(
            Reference(url="http://d.example/", source="og:url"),
            Reference(url="http://e.example/e.png", source="srcset"),
        ),
        resources=(Resource(url="http://c.example/c.png", kind="image"),),
    )
    kept = kept_insecure(PAGE, outline)
    for url, asked in (
        ("http://c.example/c.png", "https://c.example/c.png"),
        ("http://c.example:80/?a", "https://c.example/?a"),
        ("http://c.example:8080/", "https://c.example:8080/"),
        ("http://example.com/pears", "https://example.com/pears"),
        ("http://named-in-a-stylesheet.example/a", "https://named-in-a-stylesheet.example/a"),
        ("http://b.example/", "http://b.example/"),
        ("http://d.example/", "http://d.example/"),
        ("http://e.example/e.png", "https://e.example/e.png"),
        ("https://example.com/", "https://example.com/"),
    ):
        assert upgraded(url, kept) == asked
