"""The links of a page to other pages of its site."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.parsed_page import parse_page
from sitescan.model.exchange import Exchange, Page
from sitescan.site.page_links import normal_url, page_links

URL = "https://pears.example/shop/"


def links(html: str, root: str = "https://pears.example/") -> list[str]:
    """Return the links in a page at :data:`URL`, with their fragments."""
    page = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=html.encode())
    found = page_links(outline(Document(parse_page(page)), links=10_000, resources=100), root)
    return [f"{link.url}#{link.fragment}" if link.fragment else link.url for link in found]


def test_links() -> None:
    """Hyperlinks, page relations and frames lead to pages, each once; those of other sites and files don't."""
    html = (
        "<link rel=next href=?page=2><link rel=stylesheet href=a.css><link rel='alternate' hreflang=de href=/de/>"
        "<a href=/a#part>A</a><a href=/a>A</a><a href=/a>A</a><map><area href=b></map><iframe src=/frame></iframe>"
        "<a href=https://apples.example/>A</a><a href=http://pears.example/>B</a><a href=mailto:a@b.example>C</a>"
    )
    assert links(html) == [
        "https://pears.example/a",
        "https://pears.example/a#part",
        "https://pears.example/de/",
        "https://pears.example/frame",
        "https://pears.example/shop/?page=2",
        "https://pears.example/shop/b",
    ]


def test_links_that_are_not_followed() -> None:
    """Links with ``nofollow``, links that act, and pages above the folder are not followed."""
    assert links("<a rel=nofollow href=/a>A</a><a href=/logout>B</a><form action=/c></form>") == []
    assert links("<a href=/a>A</a><a href=b>B</a>", URL) == ["https://pears.example/shop/b"]


def test_many_links() -> None:
    """A page of 10,000 links has a bounded number of them."""
    found = links("".join(f"<a href=/item-{number}>Item</a>" for number in range(10_000)))
    assert 1_000 < len(found) <= 10_000


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://a.example/%c3%bc#x", "https://a.example/%C3%BC"),
        ("https://a.example/?utm_source=x&a=1&gclid=2", "https://a.example/?a=1"),
        ("https://a.example/?utm_source=x", "https://a.example/"),
        ("https://a.example/A?b=%2f", "https://a.example/A?b=%2F"),
        ("https://a.example/a?", "https://a.example/a?"),
    ],
)
def test_spellings(url: str, normal: str) -> None:
    """Spellings that are certainly the same page are one URL, and no others."""
    assert normal_url(url) == normal
