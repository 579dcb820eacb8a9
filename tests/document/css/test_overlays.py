"""Boxes over and behind the text beside them."""

import pytest

from sitescan.document.css.contrast import texts
from tests.document.pages import document

_COVER = "position:absolute;inset:0;background:#000"


def _is_measured(html: str) -> bool:
    page = document(f"<!doctype html><body>{html}")
    return any(text.tag.get("id") == "t" for text in texts(page))


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='position:relative'><b style='{_COVER};z-index:-1'></b></div><p id=t>Pears",
        f"<p id=t>Pears</p><div style='position:relative'><b style='{_COVER}'></b></div>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;right:0;width:16px;height:16px;background:#000'></b>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;left:0;right:0;height:2px;background:#000'></b>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;left:0'>Apples</b>",
        f"<p id=t>Pears</p><b style='{_COVER};opacity:0'></b>",
        f"<p id=t>Pears</p><b hidden style='{_COVER}'></b>",
        "<p id=t>Pears</p><div style='position:fixed;bottom:0;background:#000'>Apples</div>",
        (
            "<div style='padding-top:60px'><div style='position:fixed;top:0;height:60px;background:#000'>A</div>"
            "<p id=t>Pears"
        ),
        (
            "<div style='position:relative'><p id=t style='position:relative;background:#fff'>Pears</p>"
            f"<b style='{_COVER};z-index:-1'></b></div>"
        ),
        "<p id=t>Pears</p><p>Apples</p><p style='margin-top:-30px;background:#000'>Plums</p>",
        (
            "<div style='position:absolute;top:0;left:0;width:200px;height:100%;background:#000'>Apples</div>"
            "<div style='float:right;width:calc(100% - 200px)'><p id=t>Pears"
        ),
    ],
)
def test_what_lies_elsewhere_leaves_a_text_alone(html: str) -> None:
    """A small, empty, transparent or distant box is neither over a text nor behind it."""
    assert _is_measured(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<p id=t>Pears</p><b style='{_COVER}'></b>",
        f"<p id=t style='background:#fff'>Pears</p><b style='{_COVER}'></b>",
        f"<p id=t style='position:relative;background:#fff'>Pears</p><b style='{_COVER}'></b>",
        f"<p id=t>Pears</p><b style='{_COVER};z-index:-1'></b>",
        "<p id=t>Pears</p><img src=a.png alt='' style='position:absolute;top:0'>",
        "<p id=t>Pears <b style='position:absolute;inset:0;background:#000'></b>",
        "<p id=t>Pears</p><div><div><p style='margin-top:-30px;background:#000'>Plums</p></div></div>",
        "<p id=t style='background:#fff'>Pears</p><p style='margin-top:-30px;background:#000'>Plums</p>",
        "<p id=t>Pears</p><b style='position:fixed;inset:0;background:#000'></b>",
        "<p id=t>Pears</p><b style='position:absolute;background:#000'>Plums</b>",
        "<p id=t>Pears</p>" + "<b style='position:absolute;top:0;background:#000'>Plums</b>" * 2001,
        (
            "<div style='position:absolute;top:0;left:0;width:300px;height:100%;background:#000'>Apples</div>"
            "<div style='float:right;width:calc(100% - 200px)'><p id=t>Pears"
        ),
    ],
)
def test_what_may_lie_over_a_text_leaves_it_undecided(html: str) -> None:
    """The box's ground may be the text's, or hide it."""
    assert not _is_measured(html)
