"""What boxes that are placed freely reach, and what they rest on, as far as styles tell."""

import pytest

from sitescan.document.css.contrast import texts
from tests.document.pages import document, has_measured_text

_BAR = "position:absolute;top:0;left:0;width:400px;background:#000"
_HIGH = "height:90px;background:#000"
_AWAY = "transform:translateX(calc(-1px - 100%))"
_DRAWER = "position:absolute;left:0;top:0;height:100%;width:240px;background:#000"
_SHORT = "position:relative;height:20px"
_TALL = "position:relative;height:90px"
_BELOW = "<p style='height:90px'>A</p><p id=t>Pears"
_FAR_BELOW = "<p style='height:220px'>A</p><p id=t>Pears"


def _note(style: str) -> str:
    return f"<b id=t style='position:absolute;color:#888;{style}'>Pears</b>"


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
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-250px)'>A</div><p id=t>Pears</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translateX(-101%)'>A</div><p id=t>Pears</div>",
        f"<div style='{_TALL}'><div style='{_DRAWER};transform:translate(-20em, 0)'>A</div><p id=t>Pears</div>",
        f"<p id=t>Pears</p><div style='{_HIGH};margin-bottom:-20px'></div>",
        (
            "<style>a::before{content:'';position:absolute;top:100%;height:40px;width:99px;background:#000}</style>"
            "<a id=t style='position:relative;display:block'>Pears</a>"
        ),
    ],
)
def test_a_box_of_a_known_size_ends_before_a_text(html: str) -> None:
    """The text is on the page's own ground."""
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
        (
            "<div style='position:absolute;top:0;left:0;width:99px;overflow:hidden'>"
            f"<i style='position:absolute;top:40px;width:99px;background:#000'>A</i></div>{_BELOW}"
        ),
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
def test_a_box_of_an_unknown_size_may_reach_a_text(html: str) -> None:
    """Nothing is told of the text."""
    assert not has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('right:9px;bottom:9px')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:50%;top:50%')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:calc(9px + 9%)')}</div>",
        f"<div style='{_TALL};background:#000'><p>A{_note('left:0;top:9px')}</div>",
        f"<section style='background:#000'><div style='{_TALL}'>{_note('left:0;top:9px')}</div></section>",
        (
            "<section style='background:#000'><p style='height:99px'>A</p>"
            f"<div style='{_SHORT}'>{_note('left:0;bottom:9px')}</div></section>"
        ),
        (
            f"<section style='background:#000;padding-bottom:99px'><div style='{_SHORT}'>{_note('left:0;top:9px')}"
            "</div>"
            "</section>"
        ),
        (
            "<section style='background:#000'><p>A</p><div style='position:relative;height:90px;width:9px'>"
            f"{_note('left:20px;top:9px')}</div></section>"
        ),
    ],
)
def test_a_note_rests_on_what_it_is_placed_in(html: str) -> None:
    """The background is that of the box, or of one around it."""
    assert has_measured_text(html)


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='{_SHORT};background:#000'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:80%')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:120%')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:min(9px, 9%)')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:-9px')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0')}</div>",
        f"<div style='{_TALL};background:#000;width:9px'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000;width:90px'>{_note('left:120px;top:9px')}</div>",
        f"<div style='{_TALL};background:#000;display:inline'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000;border:9px solid red'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'><p style='background:#fff'>A{_note('left:0;top:40px')}</div>",
        f"<div style='{_TALL};background:#000'><p style='background:#fff'>A</p>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'>{'<i></i>' * 60}{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'><p>{'<i></i>' * 60}</p>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'><p style='box-shadow:0 0 9px red'>A</p>{_note('left:0;top:9px')}</div>",
        f"<div style='{_TALL};background:#000'>{_note('left:0;top:9px;transform:translateY(9px)')}</div>",
        f"<div style='{_TALL};background:#000'>{'<div>' * 9}{_note('left:0;top:9px')}{'</div>' * 9}</div>",
        (
            "<div style='position:relative;height:2000px;background:#000'>"
            f"<b id=t style='position:absolute;left:0;top:9px'>Pears{'<i>a</i>' * 50}</b></div>"
        ),
        f"<section style='background:#000'><div style='{_SHORT}'>{_note('left:0;bottom:9px')}</div></section>",
        f"<section style='background:#000'><div style='{_SHORT};overflow:auto'>{_note('left:0;top:9px')}</div>A<br>A",
        f"<p style='{_HIGH}'>A</p><div style='{_SHORT}'>{_note('left:0;bottom:9px')}</div>",
        f"<p style='{_HIGH}'>A</p><div style='{_SHORT};top:-9px'>{_note('left:0;bottom:9px')}</div>",
        f"<p style='{_HIGH}'>A</p><div style='{_TALL};margin-top:-9px'>{_note('left:0;top:-9px')}</div>",
        f"<p style='{_HIGH}'>A</p><div style='{_SHORT};transform:rotate(1deg)'>{_note('left:0;top:9px')}</div>",
        f"<div style='{_SHORT}'>{_note('left:0;bottom:60px')}</div>",
        (
            "<section style='background:#000;display:flex'><i>A</i>"
            f"<div style='{_SHORT}'>{_note('left:0;top:9px')}</div></section>"
        ),
        f"<section style='background:#000'>{'<div>' * 9}<div style='{_SHORT}'>{_note('left:0;top:9px')}</div>",
        f"<div dir=rtl style='{_TALL};background:#000'>{_note('left:0;top:9px')}</div>",
        f"<div dir=rtl><div style='{_TALL};background:#000;direction:rtl'>{_note('left:0;top:9px')}</div>",
    ],
)
def test_a_note_may_leave_what_it_is_placed_in(html: str) -> None:
    """What else may be drawn there, or not drawn at all, leaves it undecided."""
    assert not has_measured_text(html)


def test_signs_in_code_are_read_like_its_words() -> None:
    """A string of code may hold signs alone; arrows and pictures are drawn, and signs elsewhere may be ornaments."""
    code = "<pre>apples = <i>' '</i> <b>===</b> <u>\u2192</u> <s>\ue001</s></pre><p>Pears <q>*</q>"
    assert [text.tag.name for text in texts(document(f"<!doctype html><body>{code}"))] == ["pre", "i", "b", "p"]
