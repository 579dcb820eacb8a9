"""The redirects that reports show for a page."""

import re

import pytest

from sitescan.rules.redirect_advice import redirect_advice


def test_advice_contains_path_and_target() -> None:
    """The advice contains the path of the page, a pattern that matches it, and the target, ready to paste."""
    advice = redirect_advice("https://example.com/old.html", "https://example.com/new?kind=nashi")
    assert advice == {"old": "/old.html", "pattern": r"/old\.html", "new": "https://example.com/new?kind=nashi"}
    assert re.fullmatch(str(advice["pattern"]), "/old.html")


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://example.com/?page=2", "https://example.com/new"),
        ("https://example.com/b%C3%A4ume", "https://example.com/new"),
        ("https://example.com/a;b", "https://example.com/new"),
        ("https://example.com/a", "https://example.com/$host"),
        ("https://example.com/a", "https://example.com/;return 200"),
        ("https://example.com/a", "https://example.com/{http.request.host}"),
        ("https://example.com/a", "javascript:alert(1)"),
        ("https://example.com/a", "https://example.com/new\nroot /"),
    ],
)
def test_example_paths_for_special_characters(url: str, target: str) -> None:
    """The advice shows example paths if the URL has a query, or the URL or target has characters special to servers."""
    assert redirect_advice(url, target) == {"old": "/old", "pattern": "/old", "new": "/new"}
