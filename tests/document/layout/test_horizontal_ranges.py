"""Bounds of the left and right edges of boxes."""

from math import inf

import pytest

from sitescan.document.layout.horizontal_ranges import HorizontalRange
from tests.document.layout.bounds import range_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div id=x>Pears</div>", HorizontalRange(0, 1280, exact=True)),
        ("<div id=x style='margin:0 10px 0 20px'>Pears</div>", HorizontalRange(20, 1270, exact=True)),
        ("<div id=x style='width:300px'>Pears</div>", HorizontalRange(0, 300, exact=True)),
        ("<div style='padding-left:25%'><p id=x style='width:50%'>Pears</div>", HorizontalRange(320, 800, exact=True)),
        ("<div style='float:left;padding-left:25%'><p id=x>Pears</div>", HorizontalRange(320, 1280)),
        ("<div id=x style='float:left'>Pears</div>", HorizontalRange(0, 1280)),
        ("<table id=x><tr><td>Pears</table>", HorizontalRange(0, inf)),
        ("<div id=x style='white-space:nowrap'>Pears</div>", HorizontalRange(0, inf)),
        ("<b id=x style='position:absolute;left:9px;width:90px'>Pears</b>", HorizontalRange(9, 99, exact=True)),
        ("<b id=x style='position:absolute;left:9px'>Pears</b>", HorizontalRange(9, inf)),
        ("<b id=x style='position:fixed;left:9px;right:80px'>Pears</b>", HorizontalRange(9, 1200, exact=True)),
        ("<html id=x style='position:absolute;width:90px'>Pears", HorizontalRange(0, 90, exact=True)),
        ("<div id=x style='width:90px;transform:translateX(-100%)'>Pears</div>", HorizontalRange(-90, 0, exact=True)),
        ("<div id=x style='transform:rotate(9deg)'>Pears</div>", None),
        ("<div dir=rtl><div id=x>Pears</div></div>", None),
    ],
)
def test_range(html: str, expected: HorizontalRange | None) -> None:
    """Declared widths, margins and offsets bound a box, and a box of unknown width may reach anywhere."""
    assert range_of(html) == expected
