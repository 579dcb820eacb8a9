"""The URLs that are written into preview tags."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.seo.preview_image_relative import check


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("https://pears.example/shop/", "https://pears.example/shop/pears.jpg"),
        ("http://localhost:3000/shop/", None),
        ("http://192.168.1.10/shop/", None),
    ],
)
def test_address_of_development_is_not_written(url: str, written: str | None) -> None:
    """The address of a page on a developer's computer isn't written into it: nobody else can load it."""
    page = Page(
        exchange=Exchange(requested=url, url=url, status=200), body=b"<meta property=og:image content=pears.jpg>"
    )
    (finding,) = check(Document(page))
    change = finding.change
    assert (change.attributes["content"] if isinstance(change, ElementChange) else change) == written
