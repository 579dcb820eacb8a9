"""Alternative spellings of a page's URL."""

import pytest

from sitescan.standards.url_spellings import other_spellings
from sitescan.standards.urls import serialized_target


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/", ("https://www.example.com/", "https://example.com/index.html")),
        (
            "https://www.example.com/shop/pears?kind=1",
            (
                "https://example.com/shop/pears?kind=1",
                "https://www.example.com/shop/pears/?kind=1",
                "https://www.example.com/shop/Pears?kind=1",
            ),
        ),
        (
            "https://shop.example.co.uk:8443/Pears/",
            (
                "https://shop.example.co.uk:8443/Pears/index.html",
                "https://shop.example.co.uk:8443/Pears",
                "https://shop.example.co.uk:8443/pears/",
            ),
        ),
        ("http://127.0.0.1/pears.html", ("http://127.0.0.1/Pears.html",)),
        ("http://localhost/index.html", ("http://localhost/",)),
        ("http://localhost/%C3%A4", ("http://localhost/%C3%A4/",)),
        ("http://[::1]/1", ("http://[::1]/1/",)),
    ],
)
def test_alternative_spellings(url: str, expected: tuple[str, ...]) -> None:
    """Each spelling differs in one respect, and only hosts below a domain get www."""
    assert other_spellings(serialized_target(url)) == expected
