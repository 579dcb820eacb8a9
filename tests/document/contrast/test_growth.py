"""The contrast of a page costs work in proportion to the length of the page."""

from collections.abc import Callable

import pytest

from sitescan.document.contrast.text_contrast import texts
from tests.document.pages import document
from tests.work import calls

_SHAPES: dict[str, Callable[[int], str]] = {
    "positioned siblings": lambda n: "<b style='position:absolute;background:#000'>Pears</b>" * n,
    "positioned siblings with offsets": lambda n: "<b style='position:absolute;top:9px;background:#000'>Pears</b>" * n,
    "positioned columns": lambda n: "<b style='position:absolute;width:99px;background:#000'>Pears</b>" * n,
    "positioned columns in columns": lambda n: (
        ("<div style='position:absolute;left:0;width:99px;background:#000'>" * 40 + "<b>Pears</b>" + "</div>" * 40)
        * (n // 40)
    ),
    "fixed bars": lambda n: "<b style='position:fixed;top:0;height:40px;background:#000'>Pears</b>" * n,
    "texts beside a positioned box": lambda n: (
        f"<b style='position:absolute;top:0;left:0;width:99px;height:40px;background:#000'></b>{'<p>Pears</p>' * n}"
    ),
    "nested texts beside a positioned box": lambda n: (
        "<b style='position:absolute;top:0;left:0;width:99px;height:40px;background:#000'></b>"
        + ("<div>" * 100 + "<p>Pears</p>" * 100 + "</div>" * 100) * (n // 100)
    ),
    "negative top margins": lambda n: "<p style='margin-top:-30px;background:#000'>Pears</p>" * n,
    "negative bottom margins": lambda n: "<p style='margin-bottom:-30px;background:#000'>Pears</p>" * n,
    "negative side margins": lambda n: "<p style='margin-left:-99px;width:60px;background:#000'>Pears</p>" * n,
    "floats": lambda n: f"<div style='background:#eee'>{'<p style=float:left>Pears</p>' * n}</div>",
    "generated boxes": lambda n: (
        "<style>p::before{content:'';position:absolute;top:0;bottom:0;background:#000}</style>" + "<p>Pears</p>" * n
    ),
    "generated boxes in deep boxes": lambda n: (
        "<style>p::before{content:'';position:absolute;top:0;bottom:0;background:#000}</style>"
        + "<div>" * 100
        + "<p>Pears</p>" * n
    ),
    "stacking contexts": lambda n: (
        (
            "<div style='position:relative;z-index:1'><p>Pears</p>"
            "<b style='position:absolute;inset:0;z-index:-1;background:#000'></b></div>"
        )
        * n
    ),
    "boxes of a size": lambda n: "<div style='width:300px;height:40px;background:#eee'>" * 40 + "<p>Pears</p>" * n,
    "gradients": lambda n: "<p style='background:linear-gradient(#fff,#eee)'>Pears</p>" * n,
    "grid items": lambda n: f"<div style='display:grid'>{'<p style=grid-area:a>Pears</p>' * n}</div>",
    "colored columns": lambda n: f"<table><col style='background:#eee'>{'<tr><td>Pears<td>Apples' * n}</table>",
}


@pytest.mark.parametrize("shape", _SHAPES)
def test_work_grows_with_the_page(shape: str) -> None:
    """A hostile page costs no more than its size allows."""
    short, long = (document(f"<!doctype html><body>{_SHAPES[shape](size)}") for size in (400, 1600))
    for page in (short, long):
        _ = page.styles, page.accessible.exposure
    assert calls(lambda: texts(long)) < 4.4 * calls(lambda: texts(short))
