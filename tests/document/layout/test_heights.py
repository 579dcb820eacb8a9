"""Bounds of the heights of boxes."""

from math import inf

import pytest

from tests.document.layout.bounds import least_height, most_height


@pytest.mark.parametrize(
    ("html", "least"),
    [
        ("<div id=x>Pears</div>", 16),
        ("<div id=x></div>", 0),
        ("<div id=x>Pears<br>Apples<br>Plums<br></div>", 48),
        ("<pre id=x>Pears\nApples</pre>", 26),
        ("<div id=x><p>Pears<p>Apples</div>", 32),
        ("<div id=x style='display:flex'><p>Pears<p>Apples</div>", 16),
        ("<div id=x style='columns:2'><p>Pears<p>Apples</div>", 16),
        ("<div id=x style='padding:9px'>Pears</div>", 34),
        ("<div id=x style='height:40px'>Pears</div>", 40),
        ("<div id=x style='min-height:40px'>Pears</div>", 40),
        ("<div id=x style='max-height:9px'>Pears</div>", 9),
        ("<div id=x style='line-height:.5'>Pears</div>", 8),
        ("<div id=x><p style='float:left'>Pears</div>", 0),
        ("<div id=x><p style='position:absolute'>Pears</div>", 0),
        ("<div id=x><p hidden>Pears</div>", 0),
        ("<div id=x><p style='margin-top:-9px'>Pears</div>", 7),
        ("<div id=x><a href=/>Pears</a> <i>Apples</i></div>", 16),
        ("<div id=x><a href=/><img src=a.png alt=''></a> <i>Apples</i></div>", 16),
        (f"<div id=x>{'<b>' * 999}Apples</div>", 0),
        ("<div id=x><a style='float:left'>Pears</a> <i><b style='font-size:20px'>Apples</b></i></div>", 20),
        ("<div id=x><b hidden>Pears</b> <b style='float:left'>Apples</b> <i></i></div>", 0),
    ],
)
def test_least_height(html: str, least: float) -> None:
    """Each line and each block below another one is counted, and content that may be beside it is not."""
    assert least_height(html) == pytest.approx(least, abs=0.01)


@pytest.mark.parametrize(
    ("html", "width", "most"),
    [
        ("<div id=x>Pears</div>", 300, 32 * (1 + 7 * 16 / 276)),
        ("<div id=x>Pears</div>", None, 32),
        (f"<div id=x>{'Pears ' * 9}</div>", None, inf),
        ("<div id=x style='height:40px'>Pears</div>", None, 40),
        ("<div id=x><img height=60></div>", None, 60),
        ("<div id=x><img></div>", None, inf),
        ("<div id=x style='display:flex'><img height=60><img height=40></div>", None, 60),
        ("<div id=x style='display:flex;flex-wrap:wrap'><img height=60><img height=40></div>", None, 100),
        ("<div id=x style='display:flex;flex-flow:column'><img height=60><img height=40></div>", None, 100),
        ("<div id=x><i style='display:block;min-height:90px'><img height=60></i></div>", None, 90),
        ("<div id=x><i style='display:block;height:30px;overflow:hidden'><img></i></div>", None, 30),
        ("<div id=x><i style='display:block;height:30px'><img></i></div>", None, inf),
        ("<div id=x><iframe></iframe></div>", None, 182),
        ("<div id=x><textarea></textarea></div>", None, inf),
    ],
)
def test_most_height(html: str, width: float | None, most: float) -> None:
    """Everything is counted as one below the other, and images without a height may have any."""
    assert most_height(html, width) == pytest.approx(most)
