"""Stylesheets of font services, which contain no style of an element."""

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Page, Source
from tests.document.pages import document

_FONTS = "https://fonts.googleapis.com/css2?family=Lato:wght@400;700"


def _page(markup: str, *sheets: Source) -> Document:
    return Document(Page(exchange=document("").exchange, body=f"<!doctype html>{markup}<p>Pears".encode()), sheets)


@pytest.mark.parametrize(
    "markup",
    [
        f"<link rel=stylesheet href='{_FONTS}'>",
        "<link rel=stylesheet href='//fonts.bunny.net/css?family=lato'>",
        f"<style>@import url({_FONTS}); p {{ color: red }}</style>",
        "<style>@import 'https://fonts.googleapis.com/css?family=Lato' screen;</style>",
    ],
)
def test_missing_stylesheet_of_font_service(markup: str) -> None:
    """A missing stylesheet of a font service leaves the styles complete, since it only has ``@font-face`` rules."""
    assert _page(markup).styles.complete


@pytest.mark.parametrize(
    "url",
    [
        "https://fonts.googleapis.com/icon?family=Material+Icons",
        "https://fonts.googleapis.com.example.com/css?family=Lato",
        "https://example.com/css?family=Lato",
        "https://use.typekit.net/abc.css",
    ],
)
def test_other_missing_stylesheet(url: str) -> None:
    """Any other missing stylesheet leaves the styles incomplete, even that of an icon font, which has classes."""
    assert not _page(f"<link rel=stylesheet href='{url}'>").styles.complete
    assert not _page(f"<style>@import '{url}';</style>").styles.complete


def test_fetched_stylesheet_of_font_service() -> None:
    """A fetched stylesheet applies, even if its host is a font service."""
    sheet = Source(url=_FONTS, body=b"p{visibility:hidden}", content_type="text/css")
    page = _page(f"<link rel=stylesheet href='{_FONTS}'>", sheet)
    assert page.styles.of(page.all("p")[0]).visibility == "hidden"
