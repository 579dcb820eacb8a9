"""The bounds of positioned boxes, and the texts that they leave free."""

import pytest

from tests.document.pages import has_measured_text

_BAR = "position:absolute;top:0;left:0;width:400px;background:#000"
_HIGH = "height:90px;background:#000"
_AWAY = "transform:translateX(calc(-1px - 100%))"
_DRAWER = "position:absolute;left:0;top:0;height:100%;width:240px;background:#000"
_TALL = "position:relative;height:90px"
_PLACED = "position:absolute;left:0;background:#000"
_PART = "position:absolute;top:9px;width:99px;height:40px;background:#000"
_LOW_PART = _PART.replace("top", "bottom")
_BELOW = "<p style='height:90px'>A</p><p id=t>Pears"
_FAR_BELOW = "<p style='height:220px'>A</p><p id=t>Pears"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_BAR}'><iframe height=20></iframe></div>{_BELOW}",
        f"<div style='{_BAR}'><iframe></iframe></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><svg height=60></svg></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><img height=60 style='height:auto'></div>{_BELOW}",
        f"<div style='{_BAR}'><canvas style='height:60px'></canvas></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><select><option>A</select></div>{_BELOW}",
        (
            "<div style='position:absolute;top:0;right:0;width:99px;height:60px;overflow:hidden'>"
            f"<i style='position:absolute;top:40px;width:99px;background:#000'>A</i></div>{_BELOW}"
        ),
        (
            "<div style='position:absolute;top:0;left:0;width:99px;overflow:hidden'>"
            f"<i style='position:absolute;top:40px;width:99px;background:#000'>A</i></div>{_BELOW}"
        ),
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-250px)'>A</div><p id=t>Pears</div>",
        # Boxes in a positioned box, and boxes that begin at their place in the flow.
        f"<div style='{_BAR}'><i style='{_PART}'>A</i></div>{_BELOW}",
        f"<div style='{_BAR}'><i style='{_PLACED};height:20px'>A</i></div>{_BELOW}",
        f"<div style='{_BAR};height:70px;transform:scale(.9)'></div>{_BELOW}",
        f"<div style='{_BAR};height:140px;transform:translateY(-50%)'></div>{_BELOW}",
        f"<div><b style='{_PLACED};height:70px'></b></div>{_BELOW}",
        f"<div><b style='{_PLACED};height:70px'></b><p style='height:60px'>A</p></div><p>A</p><p id=t>Pears",
        f"<table><tr><td>A<td><b style='{_PLACED};height:70px'></b></table>{_BELOW}",
        f"<p id=t>Pears</p><b style='{_PLACED};height:70px'></b>",
        f"<div><p id=t>Pears</p><p style='height:20px'>A</p></div><b style='{_PLACED};margin-top:-9px'>A</b>",
        f"<div style='padding-bottom:9px'><p id=t>Pears</div><b style='{_PLACED};height:70px'></b>",
        f"<p>A <b style='{_PLACED}'><textarea></textarea></b></p>{_FAR_BELOW}",
        "<div style='display:flex'><p id=t>Pears</p><p>A <b style='position:absolute;background:#000'>A</b></p></div>",
        f"<div style='position:relative;height:70px'><b style='{_PLACED};height:80px'></b></div><p id=t>Pears",
        f"<div style='position:relative'><img style='{_PLACED};height:100%' src=a.png></div><p id=t>Pears",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-101%)'>A</div><p id=t>Pears</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translate(-20em, 0)'>A</div><p id=t>Pears</div>",
    ],
)
def test_text_after_box_of_known_size(html: str) -> None:
    """A text after a positioned box of a known size is judged on the background of the page."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_BAR}'><iframe></iframe></div>{_BELOW}",
        f"<div style='{_BAR}'><iframe height=100%></iframe></div>{_BELOW}",
        f"<div style='{_BAR}'><iframe style='height:50%'></iframe></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><iframe style='aspect-ratio:1'></iframe></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><canvas></canvas></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><svg height=60 style='width:100%;height:auto'></svg></div>{_BELOW}",
        f"<div style='{_BAR}'><select multiple><option>A</select></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><textarea></textarea></div>{_FAR_BELOW}",
        f"<div style='{_BAR}'><i style='{_LOW_PART}'>A</i></div>{_BELOW}",
        f"<div style='{_BAR}'><i style='{_PART};height:90px'>A</i></div>{_BELOW}",
        f"<div style='{_BAR}'><i style='{_PART};top:29px;position:relative'>A</i></div>{_BELOW}",
        f"<div style='{_BAR};height:70px;transform:scale(1.4)'></div>{_BELOW}",
        f"<div style='{_BAR};height:70px;transform:translateY(50%)'></div>{_BELOW}",
        f"<div style='{_BAR};height:70px;scale:.9;rotate:90deg'></div>{_BELOW}",
        f"<div><b style='{_PLACED};height:140px'></b></div>{_BELOW}",
        f"<div><b style='{_PLACED};height:140px'></b><p style='height:20px'>A</p></div><p>A</p><p id=t>Pears",
        f"<div style='display:flex'><p id=t>Pears</p><p>A <b style='{_PLACED}'>A</b></p></div>",
        f"<div style='position:relative;height:70px'><b style='{_PLACED};height:120px'></b></div><p id=t>Pears",
        f"<p id=t style='float:left'>Pears</p><p>A <b style='{_PLACED}'>A</b></p>",
        f"<div><p id=t>Pears</p></div><b style='{_PLACED};height:70px;margin-top:-9px'></b>",
        f"<p>A <img style='{_PLACED}' src=a.png></p>{_FAR_BELOW}",
        f"<div style='position:relative'><img style='{_PLACED};height:100%' src=a.png>{_FAR_BELOW}</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-50px)'>A</div><p id=t>Pears</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};{_AWAY}'>A</div><p id=t>Pears</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-250px);scale:4'>A</div><p id=t>Pears</div>",
        (
            f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-250px);writing-mode:vertical-rl'>A</div>"
            "<p id=t>Pears</div>"
        ),
        (
            f"<div style='{_TALL}'><div style='{_DRAWER};max-width:99px;width:auto;transform:translateX(-100%)'>A</div>"
            "<p id=t>Pears</div>"
        ),
        (
            "<style>@keyframes in{to{transform:translateX(0)}}</style>"
            f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-250px);animation:in 1s forwards'>A</div>"
            "<p id=t>Pears</div>"
        ),
        (
            "<style>@keyframes in{to{left:9px}}</style>"
            f"<div style='{_TALL}'><div style='{_DRAWER};left:800px;animation:in 1s forwards'>A</div>"
            "<p id=t style='width:200px'>Pears</div>"
        ),
        f"<div><div style='{_HIGH};margin-bottom:-50px'></div><script></script></div><p id=t>Pears",
        f"<div style='{_HIGH};margin-bottom:-80px'></div><i style='display:block;height:9px'></i><p id=t>Pears",
        (
            "<style>a::before{content:'';position:absolute;top:100%;margin-top:-50px;height:40px;width:99px;"
            "background:#000}</style><a id=t style='position:relative;display:block'>Pears</a>"
        ),
        (
            f"<div style='position:relative;float:right;width:300px'><b style='{_BAR};height:99px'>A</b>A</div>"
            "<p id=t style='clear:both;margin-left:1000px'>Pears"
        ),
        (
            "<div style='position:relative;float:right;width:90px'>"
            "<b style='position:absolute;top:0;right:0;width:400px;height:99px;background:#000'>A</b>A</div>"
            "<p id=t style='clear:both;margin:0 400px'>Pears"
        ),
    ],
)
def test_text_after_box_of_unknown_size(html: str) -> None:
    """A text that a positioned box of an unknown size may reach is not judged."""
    assert not has_measured_text(html)


@pytest.mark.parametrize("place", ["left:0;top:9px", "left:0;bottom:9px", "left:0", "left:0;top:-9px", ""])
def test_positioned_text_without_background(place: str) -> None:
    """A positioned text is judged only on its own background, since it may be outside of its containing block."""
    around = "position:relative;height:90px;background:#000"
    note = f"position:absolute;color:#888;{place}"
    assert not has_measured_text(f"<div style='{around}'><b id=t style='{note}'>Pears</b></div>")
    assert has_measured_text(f"<div style='{around}'><b id=t style='{note};background:#fff'>Pears</b></div>")
