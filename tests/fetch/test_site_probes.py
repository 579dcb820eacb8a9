"""The sitemaps that a robots.txt declares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.fetch.site_probes import sitemaps


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Sitemap: https://example.com/s.xml", ("https://example.com/s.xml",)),
        ("\ufeffSITEMAP : http://example.com/s.xml # ours\r\n", ("http://example.com/s.xml",)),
        (
            "User-agent: *\r\n  sitemap:https://example.com/a\nSitemap:https://example.com/b",
            ("https://example.com/a", "https://example.com/b"),
        ),
        (
            "Sitemap: https://e.com/a\n" * 3 + "".join(f"Sitemap: https://e.com/{number}\n" for number in range(9)),
            ("https://e.com/a", "https://e.com/0", "https://e.com/1"),
        ),
        ("# \u0130stanbul\nSitemap: https://example.com/é.xml", ("https://example.com/é.xml",)),
        ("# Sitemap: https://example.com/s.xml", ()),
        ("Sitemap: /s.xml", ()),
        ("Disallow: /sitemap: https://example.com/", ()),
        ("", ()),
    ],
)
def test_declared(text: str, found: tuple[str, ...]) -> None:
    """The first three sitemaps with absolute URLs are used."""
    assert sitemaps(text) == found


@given(st.text(alphabet="sitemap: htp/.\n#"))
def test_arbitrary_robots_txt(text: str) -> None:
    """An arbitrary robots.txt can be parsed, and has at most three sitemaps."""
    assert len(sitemaps(text + "\nSitemap: https://example.com/")) <= 3
