"""The URLs that browsers request for files over plain HTTP, with and without upgrade-insecure-requests."""

from sitescan.fetch.insecure_files import insecure_files
from sitescan.model.outline import Link, Outline, Reference, Resource

PAGE = "https://example.com/"


def test_plain_http() -> None:
    """On a page over plain HTTP, every URL is requested as it is written."""
    page = "http://example.com/"
    files = insecure_files(page, Outline(resources=(Resource(url="http://a.example/a", kind="image"),)))
    assert files.sent("http://a.example/a") == "http://a.example/a"
    assert not files.blocks("http://a.example/a.js", "script")


def test_upgrade_insecure_requests() -> None:
    """upgrade-insecure-requests upgrades loaded files and links to the page's own host to HTTPS, but no other links."""
    outline = Outline(
        upgrades=True,
        links=(Link(url="http://example.com/pears"), Link(url="http://b.example/"), Link(url="http://c.example/c.png")),
        references=(
            Reference(url="http://d.example/", source="og:url"),
            Reference(url="http://e.example/e.png", source="srcset"),
        ),
        resources=(Resource(url="http://c.example/c.png", kind="image"),),
    )
    files = insecure_files(PAGE, outline)
    for url, expected in (
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
        assert files.sent(url) == expected
        assert not files.blocks(url, "script")


def test_no_upgrade_insecure_requests() -> None:
    """Without upgrade-insecure-requests, images and media are upgraded, and scripts, frames and stylesheets blocked."""
    outline = Outline(
        canonical="http://example.com/#top",
        preview="http://a.example/preview.png",
        alternates=(("http://example.com/de/", "de"),),
        links=(Link(url="http://example.com/pears"), Link(url="http://b.example/b.js")),
        references=(
            Reference(url="http://d.example/", source="og:url"),
            Reference(url="http://e.example/e.png", source="srcset"),
            Reference(url="http://e.example/f.png", source="style url()"),
        ),
        resources=(
            Resource(url="http://c.example/c.png", kind="image"),
            Resource(url="http://93.184.215.14/c.png", kind="image"),
            Resource(url="http://c.example/c.mp3", kind="media"),
            Resource(url="http://c.example/c.js", kind="script"),
            Resource(url="http://93.184.215.14/c.js", kind="script"),
            Resource(url="http://b.example/b.js", kind="script"),
            Resource(url="http://c.example/frame", kind="frame"),
            Resource(url="http://e.example/e.png", kind="image", certain=False),
            Resource(url="http://localhost/x.js", kind="script"),
        ),
        imports=("http://c.example/c.css",),
    )
    files = insecure_files(PAGE, outline)
    for url, expected in (
        ("http://c.example/c.png", "https://c.example/c.png"),
        ("http://c.example/c.mp3", "https://c.example/c.mp3"),
        ("http://e.example/f.png", "https://e.example/f.png"),
        ("http://named-in-a-stylesheet.example/a.png", "https://named-in-a-stylesheet.example/a.png"),
        *((url, url) for url in ("http://93.184.215.14/c.png", "http://example.com/", "http://a.example/preview.png")),
        *((url, url) for url in ("http://example.com/de/", "http://example.com/pears", "http://d.example/")),
        *((url, url) for url in ("http://e.example/e.png", "http://localhost/x.js", "http://b.example/b.js")),
    ):
        assert files.sent(url) == expected
        assert not files.blocks(url)
    for path in ("c.example/c.js", "93.184.215.14/c.js", "c.example/frame", "c.example/c.css"):
        assert files.blocks(f"http://{path}")
    # Imports of stylesheets aren't known beforehand.
    assert files.blocks("http://c.example/imported.css", "stylesheet")
    assert not files.blocks("https://c.example/imported.css", "stylesheet")
    assert not files.blocks("http://localhost/x.js", "script")
