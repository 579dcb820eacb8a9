"""Text in boxes that have no room to show it, or stand outside of what they are shown in."""

import pytest

from tests.document.pages import has_measured_text

_CUT = "overflow:hidden"
_FRAME = "position:relative;height:90px;overflow:hidden"
_SLIDE = "position:absolute;width:100%;background:#fff"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display:grid;grid-template-rows:0fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:grid;grid-template-rows:minmax(0,0fr) 0fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:grid;grid-template:0/1fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:flex'><div style='flex:0 0 0;min-width:0;{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:flex'><div style='flex-basis:0;{_CUT}'><p id=t>Pears</div></div>",
        "<div style='contain:strict'><p id=t>Pears</div>",
        f"<div style='contain:size;{_CUT}'><p id=t>Pears</div>",
        f"<div style='{_FRAME}'><div style='{_SLIDE};left:-100%'><p id=t>Pears</div></div>",
        f"<div style='{_FRAME}'><div style='{_SLIDE};top:100%'><p id=t>Pears</div></div>",
        "<div style='background:#fff;transform:rotateY(180deg)'><p id=t>Pears</div>",
        "<div style='background:#fff;transform:perspective(99px) rotateX(-100deg)'><p id=t>Pears</div>",
        f"<div style='{_FRAME}'><div><div style='{_SLIDE};transform:translateX(100%)'><p id=t>Pears</div></div></div>",
    ],
)
def test_what_is_cut_away_has_no_contrast(html: str) -> None:
    """Accordions that are closed, slides that come later."""
    assert not has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display:grid;grid-template-rows:auto 1fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:grid;grid-template-rows:minmax(0,1fr)'><div style='{_CUT}'><p id=t>Pears</div></div>",
        "<div style='display:grid;grid-template-rows:0fr'><div><p id=t>Pears</div></div>",
        f"<div style='display:flex'><div style='flex:1 0 0;{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='contain:size;height:90px;{_CUT}'><p id=t>Pears</div>",
        "<div style='background:#fff;transform:rotateY(0deg)'><p id=t>Pears</div>",
        f"<div style='{_FRAME}'><div style='{_SLIDE};left:0'><p id=t>Pears</div></div>",
        f"<div style='position:relative'><div style='{_SLIDE};top:100%'><p id=t>Pears</div></div>",
    ],
)
def test_what_has_room_has_one(html: str) -> None:
    """A row that grows shows what is in it."""
    assert has_measured_text(html)
