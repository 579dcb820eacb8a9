"""Text in boxes outside of the viewport, as closed menus are, and in boxes that may be clipped away."""

import pytest

from tests.document.pages import has_measured_text

_CUT = "overflow:hidden"
_FRAME = "position:relative;height:90px;overflow:hidden"
_SLIDE = "position:absolute;width:100%;background:#fff"


@pytest.mark.parametrize(
    "style",
    [
        "left:0;transform:translateX(-100%)",
        "right:0;transform:translateX(100%)",
        "right:0;transform:translate(100%, 0)",
        "top:0;left:0;transform:translate3d(0, -100%, 0)",
        "bottom:0;translate:0 110%",
        "inset:0;transform:translateY(-100%)",
        "top:9px;padding:5px;transform:translateY(-200%)",
        "left:9px;padding-left:9px;transform:translateX(-200%)",
        "left:-100%",
        "left:100%",
        "top:100vh",
        "bottom:-800px",
        "right:0;width:300px;transform:translateX(320px)",
        "left:0;width:40%;transform:translateX(-41vw)",
        "left:-20px;margin-left:-90px;width:100px",
        "right:-375px;height:100vh",
    ],
)
def test_fixed_text_outside_viewport_is_not_judged(style: str) -> None:
    """A text in a fixed box outside of the viewport is not judged, since the box does not scroll into view."""
    assert not has_measured_text(f"<div style='position:fixed;background:#fff;{style}'><p id=t>Pears</div>")


@pytest.mark.parametrize(
    "style",
    [
        "position:fixed;left:0;transform:translateX(-10%)",
        "position:fixed;left:50%;transform:translateX(-50%)",
        "position:fixed;left:100%;transform:translateX(-100%)",
        "position:fixed;right:0;transform:translateX(-100%)",
        "position:fixed;top:60px;transform:translateY(-100%)",
        "position:fixed;top:9px;padding:4px;transform:translateY(-200%)",
        "position:fixed;top:9px;padding:0 9px;transform:translateY(-200%)",
        "position:fixed;left:-20px;width:100px",
        "position:absolute;left:0;transform:translateX(-100%)",
    ],
)
def test_text_possibly_in_viewport_is_judged(style: str) -> None:
    """A text that may be in the viewport is judged, such as one in a centered box."""
    assert has_measured_text(f"<div style='background:#fff;{style}'><p id=t>Pears</div>")


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display:grid;grid-template-rows:0fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:grid;grid-template-rows:minmax(0,0fr) 0fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:grid;grid-template:0/1fr'><div style='{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:flex'><div style='flex:0 0 0;min-width:0;{_CUT}'><p id=t>Pears</div></div>",
        f"<div style='display:flex'><div style='flex-basis:0;{_CUT}'><p id=t>Pears</div></div>",
        "<div style='contain:strict'><p id=t>Pears</div>",
        "<div style='contain:strict;width:300px;height:0'><p id=t>Pears</div>",
        f"<div style='contain:size;{_CUT}'><p id=t>Pears</div>",
        f"<div style='{_FRAME}'><div style='{_SLIDE};left:-100%'><p id=t>Pears</div></div>",
        f"<div style='{_FRAME}'><div style='{_SLIDE};top:100%'><p id=t>Pears</div></div>",
        "<div style='background:#fff;transform:rotateY(180deg)'><p id=t>Pears</div>",
        "<div style='background:#fff;transform:perspective(99px) rotateX(-100deg)'><p id=t>Pears</div>",
        f"<div style='{_FRAME}'><div><div style='{_SLIDE};transform:translateX(100%)'><p id=t>Pears</div></div></div>",
    ],
)
def test_text_possibly_clipped_is_not_judged(html: str) -> None:
    """A text that may be clipped away is not judged, as in closed accordions and in later slides."""
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
def test_text_in_box_with_room_is_judged(html: str) -> None:
    """A text in a box with room is judged, as in a row that grows."""
    assert has_measured_text(html)
