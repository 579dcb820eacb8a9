"""Stylesheets that do not block rendering."""

import pytest

from sitescan.document.css.external_stylesheets import is_stylesheet, media_of
from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Page, Source
from tests.document.pages import document


@pytest.mark.parametrize(
    ("link", "media"),
    [
        ("<link rel=stylesheet href=/a.css>", ""),
        ("<link rel=stylesheet href=/a.css media=print>", "print"),
        ("<link rel=stylesheet href=/a.css media=print onload=\"this.media='all'\">", "all"),
        ("<link rel=stylesheet href=/a.css media=print onload=\"this.onload=null;this.removeAttribute('media')\">", ""),
        ("<link rel=stylesheet href=/a.css media=print onload=\"this.setAttribute('media', 'screen')\">", "screen"),
        ("<link rel=preload as=style href=/a.css onload=\"this.onload=null;this.rel='stylesheet'\">", ""),
        ('<link rel="preload stylesheet" as=style href=/a.css>', ""),
    ],
)
def test_late_stylesheet_is_fetched(link: str, media: str) -> None:
    """A stylesheet that does not block rendering is fetched, whichever way the page loads it."""
    page = document(f"<!doctype html>{link}<p>Pears")
    (tag,) = page.all("link")
    assert is_stylesheet(tag)
    assert media_of(tag) == media
    assert outline(page, links=0, resources=9).stylesheets == ("https://example.com/a.css",)


@pytest.mark.parametrize(
    "link",
    [
        "<link rel=preload as=style href=/a.css>",
        "<link rel=preload as=script href=/a.js onload=\"this.rel='stylesheet'\">",
        "<link rel='alternate stylesheet' href=/a.css>",
        "<link rel=stylesheet href=/a.css disabled>",
        "<link rel=stylesheet href=/a.less type=text/less>",
        "<link rel=stylesheet href=''>",
    ],
)
def test_preload_without_handler(link: str) -> None:
    """A preload hint without a handler does not apply a stylesheet."""
    assert not is_stylesheet(document(f"<!doctype html>{link}").all("link")[0])


def test_late_stylesheet_applies() -> None:
    """A stylesheet that a handler applies is part of the styles."""
    link = "<link rel=stylesheet href=/a.css media=print onload=\"this.media='all'\">"
    exchange = document("").exchange
    page_source = Page(exchange=exchange, body=f"<!doctype html>{link}<p id=x>Pears".encode())
    sheet = Source(url="https://example.com/a.css", body=b"p{visibility:hidden}", content_type="text/css")
    page = Document(page_source, [sheet])
    assert page.styles.complete
    assert page.styles.of(page.by_id["x"][0]).visibility == "hidden"
