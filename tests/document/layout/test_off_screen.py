"""Text in boxes that stay outside of the window, as menus do until they are opened."""

import pytest

from tests.document.pages import has_measured_text


@pytest.mark.parametrize(
    "style",
    [
        "left:0;transform:translateX(-100%)",
        "right:0;transform:translateX(100%)",
        "right:0;transform:translate(100%, 0)",
        "top:0;left:0;transform:translate3d(0, -100%, 0)",
        "bottom:0;translate:0 110%",
        "inset:0;transform:translateY(-100%)",
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
def test_what_is_fixed_outside_of_the_window_has_no_contrast(style: str) -> None:
    """Nobody sees it, as it does not scroll."""
    assert not has_measured_text(f"<div style='position:fixed;background:#fff;{style}'><p id=t>Pears</div>")


@pytest.mark.parametrize(
    "style",
    [
        "position:fixed;left:0;transform:translateX(-10%)",
        "position:fixed;left:50%;transform:translateX(-50%)",
        "position:fixed;left:100%;transform:translateX(-100%)",
        "position:fixed;right:0;transform:translateX(-100%)",
        "position:fixed;top:60px;transform:translateY(-100%)",
        "position:fixed;left:-20px;width:100px",
        "position:absolute;left:0;transform:translateX(-100%)",
    ],
)
def test_what_may_be_in_the_window_has_one(style: str) -> None:
    """Centered boxes are moved by their own size as well."""
    assert has_measured_text(f"<div style='background:#fff;{style}'><p id=t>Pears</div>")
