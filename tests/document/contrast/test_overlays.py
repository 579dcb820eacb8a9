"""Overlays: boxes that may be painted over or behind the text beside them."""

import pytest

from sitescan.document.contrast.text_contrast import texts
from tests.document.pages import document, has_measured_text
from tests.work import calls

_LEFT = "position:absolute;left:0;background:#000"
_PANES = "<style>div { position: absolute; top: 0; bottom: 0; overflow: auto } .menu { left: 0; right: 70% }</style>"
_MENU = f"<div class=menu style='background:#000'>{'<p>Apples' * 99}</div>"
_OPEN_MENU = _MENU.replace("background", "overflow:visible;background")
_RAISED = "position:relative;z-index:6"
_SCREEN = "position:fixed;inset:0;z-index:9;background:#000"
_HIDDEN = "position:fixed;width:90px;height:100vh;background:#000"
_FLAT = "transform:perspective(1px) translateZ(0)"
_ASIDE = "position:fixed;left:-400px;display:flex;height:100vh;background:#000"
_LOWERED = "position:relative;top:42px;height:20px;background:#000"
_BAR = "position:absolute;top:0;left:0;right:0;height:40px;background:#000"
_CODE = "plums = 1\n" * 20
_PADDED = "<aside style='position:fixed;top:0;left:0;bottom:0;width:200px;padding:60px;background:#000'></aside>"
_FIXED = "position:fixed;top:0;left:0;right:0;height:40px;background:#000"
_PULLED = "<style>main { float: left; width: 100% } #t { float: right; width: 180px }</style>"
_COVER = "position:absolute;inset:0;background:#000"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='position:relative'><b style='{_COVER};z-index:-1'></b></div><p id=t>Pears",
        f"<style>* {{ box-sizing: border-box }}</style>{_PADDED}<div style='margin-left:200px'><p id=t>Pears</div>",
        f"<p id=t>Pears</p><div style='position:relative'><b style='{_COVER}'></b></div>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;right:0;width:16px;height:16px;background:#000'></b>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;left:0;right:0;height:2px;background:#000'></b>",
        "<p id=t>Pears</p><b style='position:absolute;top:0;left:0'>Apples</b>",
        f"<p id=t>Pears</p><b style='{_COVER};opacity:0'></b>",
        f"<p id=t>Pears</p><b hidden style='{_COVER}'></b>",
        "<p id=t>Pears</p><div style='position:fixed;bottom:0;background:#000'>Apples</div>",
        (
            "<div style='background:#fff'><b id=t style='float:right'>Pears</b><ul><li style='display:inline'>"
            "<a href=/>Apples</a></ul></div>"
        ),
        "<p id=t>Pears</p><div style='margin:0 0 -20px;background:#000'><p>Apples</div><b hidden>Plums</b><div></div>",
        f"{_PULLED}<main style='margin-right:-200px'><p style='margin-right:184px;background:#000'>A</main><p id=t>B",
        (
            "<div style='padding-top:60px'><div style='position:fixed;top:0;height:60px;background:#000'>A</div>"
            "<p id=t>Pears"
        ),
        (
            "<div style='position:relative'><p id=t style='position:relative;background:#fff'>Pears</p>"
            f"<b style='{_COVER};z-index:-1'></b></div>"
        ),
        "<p id=t>Pears</p><p>Apples</p><p style='margin-top:-30px;background:#000'>Plums</p>",
        f"<b style='{_FIXED}'>A</b><main><p style='height:60px'>Plums</p><p style='height:9px'></p><p id=t>Pears",
        f"<b style='{_BAR}'><i style='display:block;height:100%'>Apples</i></b><p style='height:200px'>A<p id=t>B2",
        f"<p id=t style='position:relative;z-index:2;background:#fff'>Pears</p><b style='{_COVER};z-index:1'></b>",
        (
            "<div><p id=t style='position:sticky;z-index:2;background:#fff'>Pears</p></div>"
            f"<b style='{_COVER};z-index:1'></b>"
        ),
        (
            "<p id=t style='position:relative;z-index:1;background:#fff'>Pears</p>"
            f"<div style='opacity:0.9'><b style='{_COVER};z-index:9'></b></div>"
        ),
        (
            "<main style='display:flex'><p id=t style='z-index:1;background:#fff'>Pears</p></main>"
            f"<b style='{_COVER}'></b>"
        ),
        (
            "<b style='position:absolute;top:0;right:0;width:50px;height:50px;margin:auto;background:#000'></b>"
            "<p style='height:80px'></p><p id=t>Pears</p>"
        ),
        (
            "<div style='position:absolute;top:0;left:0;width:200px;height:100%;background:#000'>Apples</div>"
            "<div style='float:right;width:calc(100% - 200px)'><p id=t>Pears"
        ),
        f"<div><p id=t style='{_RAISED};background:#fff'>Pears</div><b style='{_COVER};z-index:5'></b>",
        f"<b class=preloader style='{_SCREEN}'><i style='{_COVER}'></i></b><p id=t>Pears",
        f"<b id=loading style='{_SCREEN}'>Loading</b><p id=t>Pears",
        f"<p id=t>Pears</p><b style='{_HIDDEN};right:0;margin-right:-90px'></b>",
        f"<p id=t style='{_FLAT}'>Pears",
        f"<p id=t>Pears</p><b style='{_FLAT};background:#000'>Apples</b>",
    ],
)
def test_text_without_overlay_is_judged(html: str) -> None:
    """A small, empty, transparent or distant box neither covers a text nor is behind it."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<h3 style='{_LOWERED}'>Apples</h3><main><p id=t>Pears",
        f"<b style='{_BAR}'>A</b><div>{_CODE}<i id=t>Pears</i></div>",
        f"<b style='{_FIXED}'>A</b><main><p style='height:9px'>Plums</p><p id=t>Pears",
        f"<h3 style='{_LOWERED};margin-top:-40px'>Apples</h3><main><p style='height:60px'>Plums</p><p id=t>Pears",
        f"<p id=t>Pears</p><b style='{_COVER}'></b>",
        f"<p id=t style='background:#fff'>Pears</p><b style='{_COVER}'></b>",
        f"<p id=t style='position:relative;background:#fff'>Pears</p><b style='{_COVER}'></b>",
        f"<b style='{_COVER};z-index:1'></b><p id=t style='position:relative;background:#fff'>Pears</p>",
        f"<p id=t style='position:relative;z-index:1;background:#fff'>Pears</p><b style='{_COVER};z-index:1'></b>",
        f"<p id=t style='z-index:2;background:#fff'>Pears</p><b style='{_COVER};z-index:1'></b>",
        (
            "<p id=t>Pears</p><div style='position:relative'><b style='position:absolute;top:-90px;left:0;width:90px;"
            "height:90px;background:#000'></b></div>"
        ),
        (
            "<div style='opacity:0.99'><p id=t style='position:relative;z-index:9;background:#fff'>Pears</p></div>"
            f"<b style='{_COVER};z-index:1'></b>"
        ),
        (
            f"<p id=t style='position:relative;z-index:var(--a, calc(1px));background:#fff'>Pears</p>"
            f"<b style='{_COVER};z-index:1'></b>"
        ),
        (
            "<div style='position:relative;height:99px'><b style='position:absolute;top:0;bottom:0;height:50px;"
            "margin:auto;background:#000'></b><p id=t>Pears</p></div>"
        ),
        f"<p id=t>Pears</p><b style='{_COVER};z-index:-1'></b>",
        "<p>A<div style='margin:0 0 -20px;background:#000'><p id=t>Pears</div><p style='background:#fff'>Plums",
        "<p>Apples</p><div style='background:#000'><div style='margin:0 0 -20px'><p id=t>Pears</div></div>",
        "<p id=t>Pears</p><div style='margin:-20px 0;background:#000'><p>Apples</div>",
        f"{_PULLED}<main style='margin-right:-200px'><p style='margin-right:100px;background:#000'>A</main><p id=t>B",
        f"{_PULLED}<main style='margin-right:-200px'><p>A<p style='background:#000'>A</main><p id=t>B",
        (f"{_PULLED}<main style='margin-right:-200px;background:#000'><p style='margin-right:200px'>A</main><p id=t>B"),
        "<div style='background:#fff'><b id=t style='float:right'>Pears</b><ul><li style='display:inline'></ul></div>",
        "<div style='background:#fff'><b id=t style='float:left;font-size:30px'>Pears</b> <i>Apples</i></div>",
        "<p id=t>Pears</p><img src=a.png alt='' style='position:absolute;top:0'>",
        "<p id=t>Pears <b style='position:absolute;inset:0;background:#000'></b>",
        "<p id=t>Pears</p><div><div><p style='margin-top:-30px;background:#000'>Plums</p></div></div>",
        "<p id=t style='background:#fff'>Pears</p><p style='margin-top:-30px;background:#000'>Plums</p>",
        "<p id=t>Pears</p><b style='position:fixed;inset:0;background:#000'></b>",
        "<b style='position:absolute;background:#000'>Plums</b><p id=t>Pears</p>",
        "<p id=t>Pears <b style='position:absolute;background:#000'>Plums</b></p>",
        "<i id=t>Pears</i><b style='position:absolute;left:0;background:#000'>Plums</b>",
        "<p id=t style='margin-bottom:-9px'>Pears</p><b style='position:absolute;background:#000'>Plums</b>",
        "<p id=t style='height:9px'>Pears</p><b style='position:absolute;background:#000'>Plums</b>",
        f"<div><p id=t style='float:left'>Pears</p></div><b style='{_LEFT}'>Plums</b>",
        f"<div><p id=t style='height:5px'>Pears</p></div><b style='{_LEFT}'>Plums</b>",
        f"<div><p id=t style='margin-bottom:-15px'>Pears</p></div><b style='{_LEFT}'>Plums</b>",
        "<p id=t>Pears</p><b style='position:absolute;margin-top:-20px;background:#000'>Plums</b>",
        "<p id=t style='float:left'>Pears</p><b style='position:absolute;left:0;background:#000'>Plums</b>",
        f"<b style='{_LEFT};height:40px'>A</b><p style='height:30px;margin:0'></p><p id=t style='margin:0'>Pears</p>",
        f"<div style='columns:2'><p id=t>Pears</p><b style='{_LEFT}'>Plums</b></div>",
        "<p id=t>Pears</p>" + "<b style='position:absolute;top:0;background:#000'>Plums</b>" * 2001,
        (
            "<div style='position:absolute;top:0;left:0;width:300px;height:100%;background:#000'>Apples</div>"
            "<div style='float:right;width:calc(100% - 200px)'><p id=t>Pears"
        ),
        f"<div style='background:#fff'><p id=t style='{_RAISED}'>Pears</div><b style='{_COVER};z-index:5'></b>",
        f"<b style='{_COVER};z-index:5'></b><div style='background:#fff'><p id=t style='{_RAISED}'>Pears</div>",
        (
            f"<div style='background:#fff'><div><div style='{_RAISED}'><p id=t>Pears</div></div></div>"
            f"<b style='position:fixed;inset:0;overflow:hidden;z-index:5'><i style='{_COVER}'></i></b>"
        ),
        f"<b class=lazyloader style='{_SCREEN}'></b><p id=t>Pears",
        f"<b class=loader style='{_SCREEN};right:50%'></b><p id=t>Pears",
        f"<b class=loader style='{_SCREEN}'><a href=/>Apples</a></b><p id=t>Pears",
        f"<b class=loader style='{_SCREEN}'>{'Apples and ' * 4}</b><p id=t>Pears",
        f"<b class=loader style='{_SCREEN};z-index:auto'></b><p id=t>Pears",
        f"<p id=t>Pears</p><b style='{_HIDDEN};right:0;margin-right:-80px'></b>",
        f"<p id=t>Pears</p><b style='{_HIDDEN};left:0;margin-right:-90px'></b>",
        f"<p id=t>Pears</p><b style='{_ASIDE}'><i style='width:450px'></i></b>",
        f"<p id=t>Pears</p><b style='{_ASIDE}'><i style='width:300px'></i><i style='width:300px'></i></b>",
        f"<p id=t>Pears</p><b style='{_ASIDE}'><i style='flex:0 0 450px'></i></b>",
        f"<p id=t>Pears</p><b style='{_ASIDE};gap:60px'><i style='width:190px'></i><i style='width:190px'></i></b>",
        f"{_PANES}<div style='left:20%;right:0'><p id=t>Pears</p></div>{_MENU}",
        f"{_PANES}<div style='left:30%;right:0'><p id=t>Pears</p></div>{_OPEN_MENU}",
        f"{_PANES}<div style='left:30%;right:0'><p id=t>Pears</p></div>{_MENU}<p style='background:#333'>Apples</p>",
        f"{_PANES}<main style='background:#333'><div style='left:30%;right:0'><p id=t>Pears</p></div></main>{_MENU}",
        (
            f"{_PANES}<style>p::before {{ content: ''; position: fixed; inset: 0; background: #333 }}</style>{_MENU}"
            "<p>Apples</p><div style='left:30%;right:0'><i id=t>Pears</i></div>"
        ),
        (
            "<style>html { background: #fff } body { background: #333 }</style>"
            "<div style='position:absolute;top:0;left:30%;right:0'><p id=t>Pears</p></div>"
        ),
        (
            f"<nav style='position:absolute;top:0;z-index:9;background:#000'>{'<p>Apples</p>' * 20}</nav>"
            "<div style='position:relative;background:#fff'><p id=t>Pears</div>"
        ),
        f"{_PADDED}<div style='margin-left:200px'><p id=t>Pears</div>",
        (
            f"<nav style='position:absolute;top:0;z-index:9;height:60px;background:#000'>{'<p>Apples</p>' * 20}</nav>"
            "<div style='position:relative;background:#fff'><p id=t>Pears</div>"
        ),
    ],
)
def test_text_under_possible_overlay_is_not_judged(html: str) -> None:
    """A text is not judged if a box with a background may be behind it or hide it."""
    assert not has_measured_text(html)


_LIFTED = "margin-top:-60px;background:#000"
_BAR = "position:absolute;top:0;background:#000"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_BAR};left:0;width:200px'>Apples</div><div style='padding-left:200px'><p id=t>Pears</div>",
        f"<div style='{_BAR};right:0;width:200px'>Apples</div><div style='max-width:900px'><p id=t>Pears</div>",
        f"<div style='{_BAR};left:0;width:90px'>Apples</div><div style='width:900px;margin:0 auto'><p id=t>Pears</div>",
        f"<div style='{_BAR};left:0;width:100%;height:60px'>A</div><div style='min-height:90px'></div><p id=t>Pears",
        f"<div style='{_BAR};left:0;width:100%'>Apples</div><div style='height:300px'></div><p id=t>Pears",
        (
            "<div style='position:relative'><p id=t>Pears</p><p style='min-height:90px'>Plums</p>"
            "<b style='position:absolute;bottom:0;left:0;right:0;height:50px;background:#000'></b></div>"
        ),
        f"<div style='padding-bottom:60px'><p id=t>Pears</div><div style='{_LIFTED}'>Plums</div>",
        "<p style='margin-bottom:40px' id=t>Pears</p><div style='margin-top:-30px;background:#000'>Plums</div>",
    ],
)
def test_text_outside_overlay_bounds_is_judged(html: str) -> None:
    """A text is judged outside of the bounds that widths, heights, margins and paddings give a box."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_BAR};left:0;width:220px'>Apples</div><div style='padding-left:200px'><p id=t>Pears</div>",
        f"<div style='{_BAR};right:0;width:200px'>Apples</div><div style='max-width:1070px'><p id=t>Pears</div>",
        f"<div style='{_BAR};left:0;width:100%;height:60px'>A</div><div style='min-height:40px'></div><p id=t>Pears",
        f"<div style='{_BAR};left:0;right:0'><img src=a alt=A></div><div style='height:300px'></div><p id=t>Pears",
        f"<div style='{_BAR};height:60px'>A</div><div style='height:90px;margin-bottom:-70px'></div><p id=t>Pears",
        (
            f"<div style='{_BAR};right:0;width:99px'>A<b style='{_BAR};right:90px'>B</b></div>"
            "<div style='max-width:900px'><p id=t>C2"
        ),
        f"<div style='padding-bottom:40px'><p id=t>Pears</div><div style='{_LIFTED}'>Plums</div>",
        f"<div style='padding-bottom:60px;height:70px'><p>A<p id=t>B2</div><div style='{_LIFTED}'>C</div>",
        f"<div dir=rtl><div style='max-width:900px'><p id=t>B2</div></div><b style='{_BAR};right:0;width:99px'>A</b>",
        f"<p id=t>Pears</p><i style='display:block'></i><div style='{_LIFTED}'>Plums</div>",
    ],
)
def test_text_within_overlay_bounds_is_not_judged(html: str) -> None:
    """A text is not judged if a box ends within it, or has no known end and may cover it."""
    assert not has_measured_text(html)


_SIDE = "position:fixed;top:0;bottom:0;right:0;background:#000"
_NARROW = "<div style='width:900px'><p id=t>Pears</div>"
_COLUMN = "position:relative;float:left"
_SHARE = f"box-sizing:border-box;{_COLUMN}"


@pytest.mark.parametrize(
    "html",
    [
        f"<p style='height:30px'></p><p id=t>A2</p><div style='{_BAR};line-height:1'>B</div>",
        (
            "<div style='padding-right:240px'><p id=t>Pears</div>"
            "<div style='float:right;position:relative;width:230px;margin-left:-100%;background:#000'>Plums</div>"
        ),
        (
            f"<div><div style='{_SHARE};left:25%;width:75%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_SHARE};right:75%;width:25%;background:#000'>Plums</div></div>"
        ),
        (
            f"<div><div style='{_SHARE};width:50%'><p id=t>Pears</div>"
            f"<div style='{_SHARE};left:10%;width:33.33%;background:#000'>Plums</div></div>"
        ),
    ],
)
def test_text_beside_column_is_judged(html: str) -> None:
    """A text is judged if the column beside it ends above it, or if padding reserves room for the column."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"{_NARROW}<div style='{_SIDE}'>{'Plums ' * 20}</div>",
        f"{_NARROW}<div style='{_SIDE}'><p style='padding-left:400px'>Plums</p></div>",
        f"{_NARROW}<div style='{_SIDE};letter-spacing:99px'>Plums</div>",
        f"{_NARROW}<div style='{_SIDE}'><img src=a alt=A></div>",
        f"{_NARROW}<div style='{_SIDE}'><input></div>",
        f"{_NARROW}<div style='{_SIDE}'><b style='width:50%'>A</b><b style='display:grid'>B</b></div>",
        f"{_NARROW}<div style='{_SIDE};min-width:50%'>A</div>",
        f"<style>b::after{{content:counter(a)}}</style>{_NARROW}<div style='{_SIDE}'><b>A</b></div>",
        (
            f"<div><div style='{_SHARE};left:25%;width:75%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_SHARE};right:50%;width:25%;background:#000'>Plums</div></div>"
        ),
        (
            f"<div><div style='{_SHARE};left:25%;width:75%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_SHARE};right:75%;width:25%;margin-left:9%;background:#000'>Plums</div></div>"
        ),
        (
            f"<div><div style='{_SHARE};left:25%;width:75%;box-sizing:content-box'><p id=t>Pears</div>"
            f"<div style='{_SHARE};right:75%;width:25%;background:#000'>Plums</div></div>"
        ),
        (
            f"<div><div style='{_SHARE};left:25%;width:80%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_SHARE};right:80%;width:25%;background:#000'>Plums</div></div>"
        ),
        (
            f"<div style='{_COLUMN};left:50%;width:75%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_COLUMN};right:75%;width:25%;background:#000'>Plums</div>"
        ),
        (
            f"<div style='{_COLUMN};left:25%;top:9px;width:75%;background:#fff'><p id=t>Pears</div>"
            f"<div style='{_COLUMN};right:75%;width:25%;background:#000'>Plums</div>"
        ),
        (
            f"<div style='{_COLUMN};left:calc(1em * x);width:75%'><p id=t>Pears</div>"
            f"<div style='{_COLUMN};right:75%;width:25%;background:#000'>Plums</div>"
        ),
        (
            "<body style='background:#eee'><div style='background:#eee'><p id=t style='float:left'>Pears</p></div>"
            "<div style='height:90px;background:#000'></div>"
        ),
        (
            "<html style='background:#000'><body style='background:#eee'><div style='background:#eee'>"
            "<p id=t style='float:left'>Pears</p></div>"
        ),
        "<body style='background:#eee'><div style='background:#ddd'><p id=t style='float:left'>Pears</p></div>",
    ],
)
def test_text_beside_box_of_unknown_width(html: str) -> None:
    """A text is not judged beside a box of unknown width, or in a float that may overflow a background."""
    assert not has_measured_text(html)


_BAR_OF_TEXTS = "height:60px;background:#eee"
_PULL = "<div style='height:190px;background:#000'></div><div style='margin-top:-150px;height:20px'></div>"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display:flex;{_BAR_OF_TEXTS}'><h1 id=t>Pears</h1><h1>Apples</h1><h1>Plums</h1></div>",
        f"{_PULL}<p id=t style='background:#fff'>Pears",
        f"{_PULL}<p style='height:140px'></p><p id=t>Pears",
        f"<div><div>{_PULL}<p style='height:140px'></p></div></div><p id=t>Pears",
        "<p style='height:90px'></p><p style='margin-top:-60px;height:60px'></p><p id=t>Pears",
    ],
)
def test_text_on_background_of_parent_is_judged(html: str) -> None:
    """A text is judged beside other flex items, and far enough after a box that is moved up."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display:flex;{_BAR_OF_TEXTS}'><div><h1 id=t>Pears</h1><h1>Figs</h1></div><h1>Plums</h1></div>",
        "<p>Apples</p><div style='margin-top:-20px'><p id=t>Pears</p></div>",
        "<p>Apples</p><div style='margin-top:-20px;padding-top:10px' id=t>Pears</div>",
        "<p>Apples</p><div style='position:relative;top:-20px'><p id=t>Pears</p></div>",
        f"{_PULL}<p id=t>Pears",
        f"{_PULL}<p>Figs</p><div><p id=t>Pears</p></div>",
        f"<div><div>{_PULL}<p style='height:110px'></p></div></div><p id=t>Pears",
        f"<div><div>{_PULL}<p style='height:140px;float:left'></p></div></div><p id=t>Pears",
        "<p>Plums<div><p style='height:90px'></p><p style='margin-top:-60px;height:9px'></p></div><p id=t>Pears",
        "<p>Plums<div style='padding-top:30px'><p style='margin-top:-60px;height:9px'></p></div><p id=t>Pears",
    ],
)
def test_text_that_may_leave_parent_background(html: str) -> None:
    """A text is not judged if it may overflow its parent, or a negative margin may move it over the box before."""
    assert not has_measured_text(html)


def _row(levels: int) -> str:
    return f"<div class=row>{_row(levels - 1) * 8}</div>" if levels else "<div class=column>Pears</div>"


def test_reserved_room_is_computed_once() -> None:
    """The room that the page leaves below fixed bars is computed once, for any number of bars."""
    style = (
        "<style>.row { display: flex } .column { padding-top: 60px }"
        " .bar { position: fixed; top: 0; height: 40px; background: #000 }</style>"
    )
    single, many = (document(f"{style}<body>{_row(3)}{'<div class=bar></div>' * bars}") for bars in (1, 40))
    assert calls(lambda: texts(many)) < 1.5 * calls(lambda: texts(single))


@pytest.mark.parametrize("pseudo", ["before", "after"])
@pytest.mark.parametrize("more", ["", ";margin-top:-50px", ";height:50px;float:left"])
def test_generated_box_of_root(pseudo: str, more: str) -> None:
    """A generated box of the root element has no box around it, and the page is judged."""
    box = f"html::{pseudo} {{ content: 'Apples'; display: block; background: #fff{more} }}"
    page = f"<!doctype html><html><style>{box}</style><body><p>Pears</p></body></html>"
    assert [text.tag.name for text in texts(document(page))] in ([], ["p"])
