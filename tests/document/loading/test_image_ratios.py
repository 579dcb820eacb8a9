"""The ratios in which images are displayed, or in which space is reserved for them."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.image_ratios import image_ratios
from sitescan.model.exchange import Exchange, Page

URL = "https://pears.example/"


def _ratio(html: str) -> float:
    exchange = Exchange(requested=URL, url=URL, status=200)
    return image_ratios(Document(Page(exchange=exchange, body=html.encode()), []))[f"{URL}a.jpg"]


@pytest.mark.parametrize(
    ("style", "ratio"),
    [
        ("", 2.0),
        ("width: 100px", 0.5),
        ("width: 100px; height: auto", 2.0),
        ("inline-size: 200px; block-size: 50px", 4.0),
        ("width: 10em; height: 80px", 2.0),
        ("height: 50%", 0.0),
        ("width: calc(100px + 1vw * 0); height: 50px", 2.0),
        ("object-fit: cover", 0.0),
        ("object-fit: contain; width: 100px", 0.0),
        ("object-fit: fill", 2.0),
        ("max-width: 100%", 2.0),
        ("max-width: 100px", 0.0),
        ("max-inline-size: 100px", 0.0),
        ("max-height: 50px", 0.0),
        ("min-block-size: 500px", 0.0),
        ("height: auto; aspect-ratio: 1", 1.0),
        ("height: auto; aspect-ratio: 16 / 4", 4.0),
        ("height: auto; aspect-ratio: auto 16 / 4", 0.0),
        ("width: 100px; height: 100px; aspect-ratio: 3", 1.0),
        ("display: none", 0.0),
        ("width: 40px; height: 10px", 0.0),
        ("width: 40px; height: auto", 0.0),
    ],
)
def test_ratios(style: str, ratio: float) -> None:
    """Styles override attributes, whatever their direction; what may limit a side makes the ratio uncertain."""
    sheet = f"<style>img {{ {style} }}</style>"
    assert _ratio(f"{sheet}<img src=a.jpg width=400 height=200>") == ratio
    assert _ratio(f"<img src=a.jpg width=400 height=200 style='{style}'>") == ratio


@pytest.mark.parametrize(
    ("html", "ratio"),
    [
        ("<img src=a.jpg width=400>", 0.0),
        ("<img src=a.jpg>", 0.0),
        ("<img src=a.jpg style='width: 180px; height: 60px'>", 3.0),
        ("<img src=a.jpg srcset='b.jpg 2x' width=400 height=200>", 0.0),
        ("<picture><source srcset=b.webp><img src=a.jpg width=400 height=200></picture>", 0.0),
        ("<img src=a.jpg width=400 height=200><img src=a.jpg width=200 height=100>", 2.0),
        ("<img src=a.jpg width=400 height=200><img src=a.jpg width=200 height=200>", 0.0),
        ("<link rel=stylesheet href=gone.css><img src=a.jpg width=400 height=200>", 0.0),
        ("<img src=a.jpg width=400 height=0>", 0.0),
    ],
)
def test_certainty(html: str, ratio: float) -> None:
    """A ratio is known if all places of the file have it and all styles are known."""
    assert _ratio(html) == ratio
