"""Lower bounds of vertical distances in a page."""

from math import inf

import pytest

from tests.document.layout.bounds import distances


@pytest.mark.parametrize(
    ("html", "top", "bottom"),
    [
        ("<div id=around><p id=x>Pears</div>", 0, 0),
        ("<div id=around><p>Apples<p id=x>Pears<p style='height:9px'></div>", 16, 9),
        ("<div id=around style='padding:7px'><div style='padding:3px'><p>Apples<p id=x>Pears</div></div>", 26, 10),
        ("<div id=around><p>Apples<p id=x style='margin-top:-9px'>Pears</div>", 7, 0),
        ("<div id=around><p>Apples<p id=x style='position:relative;top:9px'>Pears</div>", 7, -9),
        ("<div id=around><p>Apples<p id=x style='position:absolute'>Pears</div>", -inf, -inf),
        ("<div id=around><p>Apples<p id=x style='float:left'>Pears</div>", 0, -inf),
        ("<div id=around style='height:90px'><p id=x>Pears</div>", 0, -inf),
        ("<div id=around style='columns:2'><p id=x>Pears</div>", -inf, -inf),
        ("<div id=around style='display:flex'><p>Apples<p id=x style='margin:9px'>Pears</div>", 9, 9),
        ("<div id=around></div><p id=x>Pears", -inf, -inf),
    ],
)
def test_distance(html: str, top: float, bottom: float) -> None:
    """Boxes in between and paddings add to the distance, and a text that may overflow the box has no lower bound."""
    assert distances(html) == (top, bottom)
