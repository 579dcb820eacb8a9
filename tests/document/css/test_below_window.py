"""Long menus in fixed boxes, of which the window shows the beginning."""

import pytest

from tests.document.pages import has_measured_text

_PANE = "position:fixed;top:0;bottom:0;width:200px"
_LINES = "<p style='margin:0'>Apples</p>" * 40
_ROWS = "<div style='height:50px'><a href=/>Apples</a></div>" * 20
_PICTURES = "<img src=/a.png alt=A height=400>" * 2 + "<svg viewBox='0 0 9 9' width=90></svg>"
_TEXT = "<p id=t>Pears</p>"


@pytest.mark.parametrize("around", [_PANE, "position:fixed;top:0;height:100vh"])
@pytest.mark.parametrize(
    "before",
    [
        _LINES,
        _ROWS,
        _ROWS.replace("px", "px;overflow:hidden"),
        _PICTURES,
        "<img src=/a.png alt=A>",
        f"<ul><li>{_LINES}</ul>",
    ],
)
def test_what_is_below_the_window_has_no_contrast(around: str, before: str) -> None:
    """Nobody gets to see it, as a fixed box does not move when the page is scrolled."""
    assert not has_measured_text(f"<nav style='{around}'>{before}{_TEXT}</nav>")


@pytest.mark.parametrize(
    "html",
    [
        f"<nav style='{_PANE}'>{_TEXT}{_LINES}</nav>",
        f"<nav style='{_PANE}'><svg viewBox='0 0 9 9' width=90></svg>{_TEXT}</nav>",
        f"<nav style='{_PANE};overflow-y:auto'>{_LINES}{_TEXT}</nav>",
        f"<nav style='{_PANE}'><div style='height:99%;overflow:hidden'>{_LINES}{_TEXT}</div></nav>",
        f"<nav style='position:fixed;top:0;height:60px;width:200px'>{_LINES}{_TEXT}</nav>",
        f"<nav style='position:fixed;bottom:0;width:200px'>{_LINES}{_TEXT}</nav>",
        f"<nav style='position:absolute;top:0;bottom:0;width:200px'>{_LINES}{_TEXT}</nav>",
        f"<nav style='{_PANE}'>{_LINES}</nav><main style='margin-left:300px'>{_TEXT}</main>",
    ],
)
def test_what_can_be_scrolled_to_or_is_in_the_window_has_one(html: str) -> None:
    """People see it, where they scroll to it."""
    assert has_measured_text(html)
