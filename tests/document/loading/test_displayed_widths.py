"""The widths at which images are certainly displayed."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.displayed_widths import displayed_widths
from sitescan.model.exchange import Exchange, Page

URL = "https://pears.example/"
CSS = "<style>.face { width: 3rem } .wide { width: 300px } .full { width: 100% } .at-least { min-width: 50% }</style>"


def _width(html: str) -> int:
    exchange = Exchange(requested=URL, url=URL, status=200)
    return displayed_widths(Document(Page(exchange=exchange, body=html.encode()), []))[f"{URL}a.jpg"]


@pytest.mark.parametrize(
    ("html", "width"),
    [
        ("<img src=a.jpg width=200>", 200),
        (f"{CSS}<img src=a.jpg class=face>", 48),
        (f"{CSS}<img src=a.jpg class=full style='width: 150px'>", 150),
        (f"{CSS}<img src=a.jpg class=face width=500>", 48),
        (f"{CSS}<img src=a.jpg class=face><img src=a.jpg width=60>", 60),
        # A stylesheet may set another width for phones.
        (f"{CSS}<img src=a.jpg class=wide>", 0),
        (f"{CSS}<img src=a.jpg class=full width=200>", 0),
        (f"{CSS}<img src=a.jpg class=at-least width=200>", 0),
        (f"{CSS}<img src=a.jpg class=face><img src=a.jpg class=full>", 0),
        (f"{CSS}<img src=a.jpg class=full><img src=a.jpg class=face>", 0),
        (f"{CSS}<style>@media (hover: none) {{ .face {{ width: 100% }} }}</style><img src=a.jpg class=face>", 0),
        (f"{CSS}<style>@media (hover: none) {{ .face {{ width: 4rem }} }}</style><img src=a.jpg class=face>", 64),
        ("<img src=a.jpg width=200 hidden style='display: none'>", 0),
        ("<img src=a.jpg>", 0),
        ("<img src=a.jpg width=200 srcset='b.jpg 2x'>", 0),
        ("<picture><source srcset=b.avif><img src=a.jpg width=200></picture>", 0),
        ("<a href=a.jpg><img src=a.jpg width=200></a>", 0),
        # A stylesheet that was not read may contain anything, but seldom enlarges an image beyond its width attribute.
        ("<link rel=stylesheet href=gone.css><img src=a.jpg width=200>", 200),
        (f"<link rel=stylesheet href=gone.css>{CSS}<img src=a.jpg class=face>", 0),
        ("<link rel=stylesheet href=gone.css><img src=a.jpg style='width: 150px'>", 150),
    ],
)
def test_displayed_width(html: str, width: int) -> None:
    """Attributes and fixed lengths count, unless anything may make one of the file's places larger."""
    assert _width(html) == width
