"""Boxes that overflow the box around them over the text beside it, and texts that overflow their background."""

import pytest

from tests.document.pages import has_measured_text

_HOLDER = "<style>.b { position: relative } .b::before { content: ''; position: absolute; background: #000; "
_ACROSS = "left: 0; right: 0; "
_PLACED = "position:absolute;left:0;right:0;background:#000"
_BAND = "position:absolute;width:100%;min-height:300px;background:#000"
_WRAP = "min-height:100%;margin:0 auto -60px"
_FOOTER = "background:#eee;height:80px"
_BAR = "<header style='position:fixed;top:0;height:64px;background:#000'>Apples</header>"
_GROUND = "background:#ccc;width:300px"


@pytest.mark.parametrize(
    "html",
    [
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px }}</style><div class=b>Apples</div><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px }}</style><main><div class=b>A</div></main><footer id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: -60px; bottom: 0 }}</style><p id=t>Pears</p><div class=b>Apples</div>",
        f"{_HOLDER}{_ACROSS}top: 100%; height: 60px }}</style><div class=b>Apples</div><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}bottom: 100%; height: 60px }}</style><p id=t>Pears</p><div class=b>Apples</div>",
        f"{_HOLDER}{_ACROSS}bottom: 0; height: 140px }}</style><p id=t>Pears</p><div class=b>Apples</div>",
        f"{_HOLDER}{_ACROSS}top: 0; height: 300px }} .b {{ position: static }}</style><div class=b>A</div><p id=t>B2",
        (
            "<style>.b::after { content: ''; display: block; height: 60px; margin-bottom: -60px; background: #000 }"
            "</style><div class=b>Apples</div><p id=t>Pears"
        ),
        f"<div style='position:relative'>A<b style='{_PLACED};top:0;height:140px'></b></div><p id=t>Pears",
        f"<div><div style='position:relative'>A<b style='{_PLACED};bottom:-80px;top:0'></b></div></div><p id=t>Pears",
        "<header style='position:fixed;top:0;left:0;right:0;background:#000'>Apples</header><p id=t>Pears",
        f"{_BAR}<main style='display:flex'><p id=t>Pears</p><div style='padding-top:70px'>Apples",
        f"{_BAR}<main id=t>Pears<div style='margin-top:80px'>Apples",
        f"<b style='{_BAND}'></b><nav style='position:fixed;bottom:0'>Apples</nav><main><p id=t>Pears</main>",
        f"<b style='{_BAND}'></b><nav hidden>Apples</nav><main style='position:relative'><p id=t>Pears</main>",
        f"<b style='{_BAND}'></b><p>Apples</p><p id=t>Pears",
        f"<div style='{_WRAP}'><p id=t>Pears</p></div><footer style='{_FOOTER}'>Apples</footer>",
        f"<div style='{_WRAP};height:90px;background:#000'></div><p id=t>Pears",
        f"<main><div style='{_WRAP}'><p id=t>Pears</p><i></i></div></main>",
        f"<section><div style='{_WRAP};padding-bottom:60px'><p id=t>Pears</div><b style='display:block'></b></section>",
        (
            "<b style='display:inline-block;width:300px;height:60px;background:#000'></b>"
            "<span id=t style='margin-left:-30px'>Pears</span>"
        ),
    ],
)
def test_text_beside_overflowing_box_is_not_judged(html: str) -> None:
    """A text beside an overflowing box is not judged, since the overflow is painted over it or behind it."""
    assert not has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px }}</style><div class=b style='height:150px'>A</div><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: 0; bottom: 0 }}</style><div class=b>Apples</div><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: 50%; height: 20px }}</style><div class=b style='height:90px'>A</div><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px; opacity: 0 }}</style><div class=b>A</div><p id=t>B2",
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px; visibility: hidden }}</style><div class=b>A</div><p id=t>B2",
        f"{_HOLDER}top: 100%; left: 0; width: 20px; height: 20px }}</style><div class=b>A</div><p id=t>B2",
        f"{_HOLDER}height: 140px }}</style><div class=b>Apples</div><p id=t>Pears",
        f"<b style='{_BAND}'></b><p style='height:400px'>Apples</p><p id=t>Pears",
        f"<div style='{_WRAP};height:90px'></div><footer style='{_FOOTER}'><p id=t>Pears</p></footer>",
        f"{_BAR}<main><i></i><p hidden>A<div style='margin-top:80px'><p id=t>Pears",
        f"{_BAR}<main style='display:flex'><p style='margin:80px 0'>A</p><div style='padding-top:70px'><p id=t>Pears",
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px }} .b {{ overflow: hidden }}</style><div class=b>A</div><p id=t>B2",
        f"{_HOLDER}{_ACROSS}top: 0; height: 140px }}</style><div class=b>A</div><p>Apples</p><p id=t>Pears",
        (
            f"{_HOLDER}{_ACROSS}top: 0; height: 140px; z-index: -1 }}</style><div class=b>A</div>"
            "<div style='background:#fff'><p id=t>Pears"
        ),
        "<header style='position:fixed;top:0;background:#000'>A</header><main style='margin-top:80px'><p id=t>Pears",
        (
            f"{_HOLDER}{_ACROSS}top: 60px; height: 40px }} .b {{ position: fixed; top: 0; bottom: 0; width: 200px }}"
            "</style><aside class=b>Apples</aside><main style='margin-left:200px'><p id=t>Pears"
        ),
        (
            "<p id=t>Pears</p><div style='overflow:hidden'><div style='float:left;width:100%;margin-right:-100%'>"
            "<p style='background:#000'>Apples</div></div>"
        ),
        "<b style='display:inline-block;width:9px;background:#000'></b><i id=t style='margin-left:-4px'>Pears</i>",
    ],
)
def test_text_beside_box_without_overflow_is_judged(html: str) -> None:
    """A text is judged if the box beside it has no overflow, or one that is invisible, small, clipped or covered."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "text",
    [
        "<p id=t style='margin-left:320px'>Pears",
        "<div style='padding-left:200px'><p id=t style='margin-left:100px'>Pears",
        "<p id=t style='margin-left:110%'>Pears",
        "<p id=t style='text-indent:300px'>Pears",
        "<div style='display:flex'><i style='flex:0 0 300px'>A</i><p id=t>Pears</div>",
        "<div style='display:flex;gap:300px'><i>A</i><p id=t>Pears</div>",
        "<div style='display:grid;grid-template-columns:300px 200px'><i>A</i><p id=t>Pears</div>",
        "<table><tr><td style='min-width:300px'>A<td id=t>Pears</table>",
        "<div style='white-space:nowrap'><img src=a.png width=300 alt=''><b id=t>Pears</b></div>",
        "<div style='white-space:nowrap'><input size=90><b id=t>Pears</b></div>",
        "<div style='min-width:400px'><p id=t>Pears",
        "<div style='white-space:nowrap'><span id=t style='margin-left:320px'>Pears",
    ],
)
def test_text_beside_its_background_is_not_judged(text: str) -> None:
    """A text that begins beside its background is not judged, since it is painted on something else."""
    assert not has_measured_text(f"<div style='{_GROUND}'>{text}")


@pytest.mark.parametrize(
    "text",
    [
        "<p id=t style='margin-left:100px'>Pears",
        "<p id=t style='margin:0 auto'>Pears",
        "<div style='padding:0 30px'><p id=t style='width:100%'>Pears",
        "<p style='margin-left:-90px'></p><p id=t>Pears",
    ],
)
def test_text_within_its_background_is_judged(text: str) -> None:
    """A text whose margins leave room for it on its background is judged."""
    assert has_measured_text(f"<div style='{_GROUND}'>{text}")


def test_text_in_columns_of_limited_height() -> None:
    """A text in columns of a limited height is not judged, since its lines may be outside of the background."""
    columns = "background:#ccc;width:300px;height:90px"
    assert has_measured_text(f"<div style='{columns}'><p id=t>Pears")
    assert not has_measured_text(f"<div style='{columns};columns:300px'><p id=t>Pears")
