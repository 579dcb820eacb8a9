"""Images whose attributes can state the size of their file without changing how they are displayed."""

import pytest

from sitescan.document.loading.image_layout import has_size_of_file
from tests.document.pages import document


@pytest.mark.parametrize(
    ("html", "same"),
    [
        ('<img src="a.png">', True),
        ('<p><a href="/"><img src="a.png" alt="" class="x"></a>', True),
        ('<img src="a.png" width="10">', False),
        ('<img src="a.png" srcset="b.png 2x">', False),
        ('<picture><source srcset="b.webp"><img src="a.png"></picture>', False),
        ('<style>img { max-width: 100% }</style><img src="a.png">', False),
        ('<style>img { max-width: 100%; height: auto }</style><img src="a.png">', True),
        ('<style>img { width: 50%; height: auto }</style><img src="a.png">', True),
        ('<style>img { height: auto; max-height: 9em }</style><img src="a.png">', False),
        ('<style>img { inline-size: 9em; height: auto }</style><img src="a.png">', True),
        ('<style>img { max-inline-size: 100% }</style><img src="a.png">', False),
        ('<style>img { max-inline-size: 100%; block-size: auto }</style><img src="a.png">', True),
        ('<style>img { min-block-size: 9em; height: auto }</style><img src="a.png">', False),
        ('<style>img { writing-mode: vertical-rl; max-block-size: 9em }</style><img src="a.png">', False),
        ('<style>@layer a { img { max-width: 100% } }</style><img src="a.png">', False),
        ('<style>@layer a { img { height: auto } } img { height: revert-layer }</style><img src="a.png">', True),
        ('<style>p { img { max-width: 100% } }</style><p><img src="a.png">', False),
        ('<style>p { & img { max-width: 100%; height: auto } }</style><p><img src="a.png">', True),
        ('<style>@container (width < 9em) { img { width: 9em } }</style><img src="a.png">', False),
        ('<style>@container (width < 9em) { img { height: auto } }</style><img src="a.png">', False),
        ('<style>img[width] { float: left }</style><img src="a.png">', False),
        ('<style>:not([height]) { color: red }</style><img src="a.png">', False),
        ('<style>img { zoom: 2 }</style><img src="a.png">', False),
        ('<style>img { aspect-ratio: 1 }</style><img src="a.png">', False),
        ('<style>img { contain: strict }</style><img src="a.png">', False),
        ('<style>img { contain: inline-size; height: auto }</style><img src="a.png">', False),
        ('<style>img { content-visibility: auto }</style><img src="a.png">', False),
        ('<style>img { object-view-box: inset(9%) }</style><img src="a.png">', False),
        ('<style>img { image-orientation: none }</style><img src="a.png">', False),
        ('<style>img { all: unset }</style><img src="a.png">', False),
        ('<style>img { height: var(--h); --h: auto }</style><img src="a.png">', True),
        ('<style>img { height: var(--h); --h: 3em }</style><img src="a.png">', False),
        ('<div style="display: flex"><img src="a.png"></div>', False),
        ('<div style="display: grid"><img src="a.png" style="height: auto"></div>', False),
        ("<style>@media (width < 9em) { img { width: 100% } }</style><img src='a.png'>", False),
        ('<style media="print">img { width: 9em }</style><img src="a.png">', False),
        ("<style>@media print { img { max-width: 100% } }</style><img src='a.png'>", False),
        ("<style>@media not screen { img { max-width: 100% } }</style><img src='a.png'>", False),
        ("<style>@media screen { img { height: auto } }</style><img src='a.png'>", False),
        ("<style>@media speech { img { max-width: 100% } }</style><img src='a.png'>", True),
        ("<style>@media all { img { max-width: 100%; height: auto } }</style><img src='a.png'>", True),
        ('<link rel="stylesheet" media="print" href="unread.css"><img src="a.png">', False),
        ('<style media="(width > 9em)">img { width: 9em }</style><img src="a.png">', False),
        ("<style>img { height: auto } @media print { p { width: 9em } }</style><img src='a.png'>", True),
        (
            "<style>img { max-width: 100% } @media (width > 9em) { img { height: auto } }</style><img src='a.png'>",
            False,
        ),
        ("<style>img { height: auto } @media (width < 9em) { img { height: 9em } }</style><img src='a.png'>", False),
        ("<style>img { height: auto } @media (width < 9em) { p { width: 9em } }</style><img src='a.png'>", True),
        ("<style>@media (width < 9em) { p { display: flex } }</style><p><img src='a.png'>", False),
    ],
)
def test_attributes_without_effect(html: str, same: bool) -> None:
    """The attributes change nothing if no style sizes the image, or if its height follows from its width."""
    page = document(f"<!doctype html><body>{html}")
    assert has_size_of_file(page, page.all("img")[0]) is same
