"""The contrast of texts. The expected colors were measured in the pixels that Chromium paints."""

from collections.abc import Sequence

import pytest

from sitescan.document.contrast.text_contrast import text_contrasts, texts
from tests.document.pages import document

_GROUND = "<div style='background:#000;height:90px'></div>"
_RISES = "<style>@keyframes up{from{top:0}to{transform:translateY(-60px)}}</style>"
_PALE = "#cccccc on #ffffff"


def _shown(html: str) -> str:
    """Return the colors of the text of the element ``t``, or an empty string if it is not judged."""
    found = next((text for text in texts(document(f"<!doctype html><body>{html}")) if text.tag.get("id") == "t"), None)
    return f"{found.foreground.hex} on {found.background.hex}" if found is not None else ""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p id=t style='color:#ccc'>Pears", _PALE),
        ("<div style='background:#222'><p id=t style='color:#fff'>Pears", "#ffffff on #222222"),
        ("<div style='display:contents;background:#000;opacity:.2'><p id=t>Pears", "#000000 on #ffffff"),
        ("<div style='margin:0 -12px;background:#000'><p id=t style='color:#ccc'>Pears", "#cccccc on #000000"),
        ("<div style='position:relative;top:2px'><p id=t style='color:#ccc'>Pears", _PALE),
        ("<div style='transform:translate(0, 0)'><p id=t style='color:#ccc'>Pears", _PALE),
        (
            "<div style='background:#000;display:flow-root'><p id=t style='float:left;color:#555'>Pears",
            "#555555 on #000000",
        ),
        (
            "<div style='background:#000;display:grid'><p id=t style='grid-area:1/1;color:#555'>Pears",
            "#555555 on #000000",
        ),
        ("<p id=t style='box-shadow:inset 0 1px 0 #fff;background:#222;color:#444'>Pears", "#444444 on #222222"),
        ("<p id=t style='box-shadow:inset 0 0 0 9999px #000;color:#444'>Pears", "#444444 on #000000"),
        ("<p id=t style='box-shadow:inset 0 0 0 9999px rgb(0 0 0/.2);color:#555'>Pears", "#555555 on #cccccc"),
        (
            "<div style='color:#000'><p style='box-shadow:inset 0 0 0 9999px'><b id=t style='color:#555'>Pears",
            "#555555 on #000000",
        ),
        ("<table><tr style='background:#000'><td id=t style='color:#444'>Pears", "#444444 on #000000"),
        ("<span style='background:#000'><b id=t style='color:#555'>Pears</b></span>", "#555555 on #000000"),
        ("<div style='background:linear-gradient(#000,#000)'><p id=t style='color:#333'>Pears", "#333333 on #000000"),
        ("<select id=t style='color:#ccc;background:#fff'><option>Pears</select>", _PALE),
        ("<style>::selection{color:#000}</style><p id=t style='color:#ccc'>Pears", _PALE),
        ("<style>@keyframes a{to{transform:none}}#t{color:#ccc;animation:a 1s both}</style><p id=t>Pears", _PALE),
        ("<style>@keyframes a{to{color:#000}}#t{color:#ccc;animation:a 1s}</style><p id=t>Pears", _PALE),
        (
            "<style>.b{position:relative}.b::after{content:'';position:absolute;bottom:0;height:4px;background:red}"
            "</style><p class=b id=t style='color:#ccc'>Pears",
            _PALE,
        ),
        (
            "<div style='position:fixed;left:0;width:200px;height:100%;background:#000'></div>"
            "<div style='padding-left:200px'><p id=t style='color:#ccc'>Pears",
            _PALE,
        ),
        (
            "<div style='float:left;width:100%'><div style='margin-left:230px'><p id=t style='color:#ccc'>Pears</p></div>"
            "</div><div style='float:left;width:230px;margin-left:-100%;background:#000'>Apples</div>",
            _PALE,
        ),
        (
            "<div style='display:flex'><div style='width:225px;background:#000'>Plums</div>"
            "<div style='margin-left:-225px;padding-left:225px'><p id=t style='color:#ccc'>Pears",
            _PALE,
        ),
        (
            "<div style='position:fixed;top:0;height:60px;background:#000'></div><div style='padding-top:60px'>"
            "<p id=t style='color:#ccc'>Pears",
            _PALE,
        ),
        ("<style>@layer a,b;@layer a{p{color:#ccc}}@layer b{p{color:revert-layer}}</style><p id=t>Pears", _PALE),
        ("<style>p{color:#ccc}</style><p id=t style='color:#000;color:REVERT-LAYER'>Pears", _PALE),
        ("<style>@layer a{p{color:#ccc}#t{color:revert-layer}}p{color:#ccc}</style><p id=t>Pears", _PALE),
        ("<section style='content-visibility:auto'><p id=t style='color:#ccc'>Pears", _PALE),
        ("<style>html{margin-left:calc(100vw - 100%)}</style><p id=t style='color:#ccc'>Pears", _PALE),
        ("<p id=t style='color:#ccc;text-shadow:0 0 .2px #fff'>Pears", _PALE),
        ("<p id=t style='color:#ccc;text-shadow:0 1px 3px #fff'>Pears", _PALE),
        ("<p id=t style='color:#ccc;text-shadow:0 1px 3px rgba(255,255,255,.5), 0 0 2px #fff'>Pears", _PALE),
        ("<p id=t style='color:#ccc;text-shadow:0 1px 3px'>Pears", _PALE),
        ("<p id=t style='color:#ccc;filter:alpha(opacity=50)'>Pears", _PALE),
        (
            "<style>@keyframes in{from{transform:translateY(9px)}to{transform:scale(1)}}</style>"
            "<p id=t style='color:#ccc;animation:in 1s both'>Pears",
            _PALE,
        ),
        ("<p id=t style='color:#ccc;transform:scale(1.05)'>Pears", _PALE),
        ("<p id=t style='color:#ccc;filter:progid:DXImageTransform.Microsoft.gradient(enabled=false)'>Pears", _PALE),
    ],
)
def test_text_on_known_backdrop_is_judged(html: str, expected: str) -> None:
    """A text in a box that is moved by a few pixels, or that has reserved room, is judged on its parent's backdrop."""
    assert _shown(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<p id=t style='color:#fff'>Pears",
        "<select id=t style='color:#ccc'><option>Pears</select>",
        "<select id=t multiple style='color:#ccc;background:#fff'><option>Pears</select>",
        "<button id=t style='background:#fff;border:0;color:#ccc'>x</button>",
        "<i id=t style='color:#ccc;font-family:Material Icons'>arrow_back</i>",
        f"{_GROUND}<p id=t style='margin-top:-80px;color:#eee'>Pears",
        f"{_GROUND}<p id=t style='margin-block-start:-80px;color:#eee'>Pears",
        f"{_GROUND}<p id=t style='margin-top:calc(10px - 80px);color:#eee'>Pears",
        f"{_GROUND}<div style='margin-top:-80px'><p id=t style='color:#eee'>Pears",
        f"{_GROUND}<p id=t style='transform:translateY(-80px);color:#eee'>Pears",
        f"{_GROUND}<p id=t style='translate:0 -80px;color:#eee'>Pears",
        f"{_GROUND}<p id=t style='position:relative;top:-80px;color:#eee'>Pears",
        f"{_GROUND}<p id=t style='position:relative;inset:-80px auto auto 0;color:#eee'>Pears",
        "<div style='background:#000;height:90px;margin-bottom:-90px'></div><p id=t style='color:#eee'>Pears",
        "<div style='background:#000;height:90px;position:relative;top:80px'></div><p id=t style='color:#eee'>Pears",
        "<p id=t style='color:#ccc'>Pears</p><div style='background:#000;height:60px;transform:translateY(-50px)'></div>",
        "<div style='display:grid'><div style='grid-area:1/1;background:#000'>.</div><p id=t style='grid-area:1/1;color:#eee'>Pears",
        "<style>.g>*{grid-row:1;grid-column:1}</style><div class=g style='display:grid'><b style='background:#000'>.</b>"
        "<p id=t style='color:#eee'>Pears",
        "<div style='position:relative'><p id=t style='background:#fff;color:#ccc'>Pears</p>"
        "<div style='position:absolute;inset:0;background:#000'></div></div>",
        "<div style='background:#000'><p id=t style='position:relative;z-index:-1;color:#333'>Pears",
        "<style>.b{position:relative}.b::after{content:'';position:absolute;inset:0;background:#000}</style>"
        "<div class=b><p id=t style='background:#fff;color:#ccc'>Pears",
        "<style>.b{position:relative;z-index:0}.b::before{content:'';position:absolute;inset:0;z-index:-1;"
        "box-shadow:0 0 0 1.2em #000 inset}</style><p class=b id=t style='color:#ccc'>Pears",
        "<div style='background:#000'><p id=t style='float:left;color:#111'>Pears",
        "<div style='background:#000;height:5px'><p id=t style='padding-top:30px;color:#111'>Pears",
        "<p id=t style='margin-left:-9999px;color:#ccc'>Pears",
        "<div style='background:#f5f5f5'><p id=t style='color:rgba(0,0,0,.54)'>Pears",
        "<div style='background:#f5f5f5'><p id=t style='color:#000;opacity:.54'>Pears",
        "<p id=t style='color:#ccc'>Pears</p><div style='height:40px;background:#000;transform:scale(4)'></div>",
        "<p id=t style='color:#ccc'>Pears</p><div style='height:40px;background:#000;scale:1 4'></div>",
        "<div style='background:#000;width:300px'><p id=t style='color:#555;transform:scale(3)'>Pears",
        f"{_RISES}<p id=t style='color:#ccc'>Pears</p><div style='height:60px;background:#000;animation:up 1s both'></div>",
        f"{_RISES}<div style='background:#000'><p id=t style='color:#555;animation:up 1s forwards'>Pears",
        "<style>@property --c{syntax:'<color>';inherits:true;initial-value:#000}:root{--c:light-dark(#000,#ccc)}"
        "</style><div style='color-scheme:dark;background:#fff'><p id=t style='color:var(--c)'>Pears",
        "<p id=t style='transform:translateX(-200vw);color:#ccc'>Pears",
        "<p id=t style='scale:0;color:#ccc'>Pears",
        "<p id=t style='transform:translateX(-50%) scale(0%);color:#ccc'>Pears",
        "<p id=t style='content-visibility:hidden;color:#ccc'>Pears",
        "<style>@layer a{p{color:#ccc!important;color:revert-layer!important}}</style><p id=t>Pears",
        "<style>p{color:#ccc}@layer a{p{all:revert-layer}}</style><p id=t style='all:revert-layer'>Pears",
        "<p id=t style='text-indent:100%;overflow:hidden;white-space:nowrap;color:#ccc'>Pears",
        "<p id=t style='color:#ccc;text-shadow:0 0 2px lightest'>Pears",
        "<p id=t style='color:#ccc;text-shadow:0 0 calc(1px + 1px) #fff'>Pears",
        "<p id=t style='color:rgba(0,0,0,.2);text-shadow:0 0 2px #fff'>Pears",
        "<p id=t style='color:#ccc;filter:blur(1px)'>Pears",
        "<p id=t style='color:#ccc;--f:blur(1px);filter:var(--f)'>Pears",
        "<span style='background:#000'><p id=t style='color:#111'>Pears</p></span>",
        "<table><col style='background:#000'><tr><td id=t style='color:#eee'>Pears",
        "<table style='background:#000'><caption id=t style='color:#111'>Pears</caption><tr><td>.</table>",
        "<p id=t style='box-shadow:inset 0 0 0 99px #000;color:#eee'>Pears",
        "<p id=t style='box-shadow:inset 0 0 9px 9999px #000;color:#eee'>Pears",
        "<p id=t style='box-shadow:inset 9px 0 0 9999px #000;color:#eee'>Pears",
        "<p id=t style='box-shadow:inset 0 0 0 9999px #000,inset 0 0 0 9999px #fff;color:#eee'>Pears",
        (
            "<div style='position:relative'><p id=t style='color:#ccc'>Pears</p>"
            "<b style='position:absolute;inset:0;box-shadow:inset 0 0 0 9999px #000'></b></div>"
        ),
        "<div style='border:30px solid;border-image:linear-gradient(#000,#000) 1 fill'><p id=t style='color:#eee'>Pears",
        "<svg><rect /><foreignObject><p id=t style='color:#eee'>Pears</p></foreignObject></svg>",
        "<div style='background:linear-gradient(#000,#000),linear-gradient(#fff,#fff)'><p id=t style='color:#ccc'>Pears",
        "<p id=t style='color:#eee;-webkit-text-stroke:2px #000'>Pears",
        "<style>#t::first-line{color:#000}</style><p id=t style='color:#ccc'>Pears",
        "<style>@keyframes a{to{color:#000}}#t{color:#ccc;animation:a 1s forwards}</style><p id=t>Pears",
        "<div style='position:fixed;inset:0;background:#000'></div><p id=t style='color:#ccc'>Pears",
        "<div style='position:fixed;top:0;height:90px;width:100%;background:#000'></div><p id=t style='color:#ccc'>Pears",
    ],
)
def test_text_on_unknown_backdrop_is_not_judged(html: str) -> None:
    """A text that may be painted on something else, or may be invisible, is not judged."""
    assert _shown(html) == ""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<style>:root{color-scheme:dark}</style><p id=t>Pears", "#ffffff on #121212"),
        ("<style>:root{color-scheme:light dark}</style><p id=t style='color:#ccc'>Pears", _PALE),
        ("<style>:root{color-scheme:dark}</style><a id=t href=/>Pears</a>", "#9e9eff on #121212"),
        (
            "<style>:root{color-scheme:dark}</style><p id=t style='color:light-dark(#fff,#333)'>Pears",
            "#333333 on #121212",
        ),
        (
            "<style>@property --c{syntax:'<color>';inherits:false;initial-value:#ccc}#t{color:var(--c)}</style><p id=t>Pears",
            _PALE,
        ),
        (
            "<style>@property --c{syntax:'<color>';inherits:false;initial-value:#ccc}div{--c:#000}#t{color:var(--c)}</style>"
            "<div><p id=t>Pears",
            _PALE,
        ),
        (
            "<style>@property --c{syntax:'<color>';inherits:true;initial-value:#000}div{--c:#ccc}#t{color:var(--c)}</style>"
            "<div><p id=t>Pears",
            _PALE,
        ),
        ("<style>@property --c{syntax:'<color>';inherits:true}#t{color:var(--c,#ccc)}</style><p id=t>Pears", _PALE),
        ("<style>:root{--s:none;font-size:var(--s)}</style><p id=t style='color:#ccc'>Pears", _PALE),
        ("<style>p{--w:nothing;font-weight:var(--w)}</style><p id=t style='color:#ccc'>Pears", _PALE),
        ("<style>p{--c:nothing;color:var(--c)}</style><div style='color:#ccc'><p id=t>Pears", _PALE),
        ("<style>@supports (colour:red){#t{color:#ccc}}</style><p id=t>Pears", "#000000 on #ffffff"),
        ("<style>@supports (display:flexbox){#t{color:#ccc}}</style><p id=t>Pears", "#000000 on #ffffff"),
        ("<style>@supports (color:glow(red)){#t{color:#ccc}}</style><p id=t>Pears", "#000000 on #ffffff"),
        ("<style>@supports (--x:y) and (display:grid){#t{color:#ccc}}</style><p id=t>Pears", _PALE),
        ("<noscript><style>#t{color:#ccc}</style></noscript><p id=t>Pears", "#000000 on #ffffff"),
        ("<p id=t style='color:hsl(from #06c h s 85%)'>Pears", "#b3d9ff on #ffffff"),
        ("<p id=t style='color:oklch(from #06c calc(l + .3) c h)'>Pears", "#72c6ff on #ffffff"),
        ("<p id=t style='color:rgb(calc(255*.8) 200 200)'>Pears", "#ccc8c8 on #ffffff"),
        ("<p id=t style='color:color-mix(in oklch,#fff 80%,#00f)'>Pears", "#c6dbff on #ffffff"),
        ("<p id=t style='color:color-mix(in oklch longer hue,#fc0,#0cf)'>Pears", "#ff9aeb on #ffffff"),
        ("<p id=t style='color:color-mix(in hwb,#fff 70%,#f00)'>Pears", "#ffb3b3 on #ffffff"),
        ("<p id=t style='color:color-mix(in lab,#fff 70%,#f00)'>Pears", "#ffc6b2 on #ffffff"),
        ("<p id=t style='color:color-mix(#fff 70%,#f00)'>Pears", "#ffc8bd on #ffffff"),
        ("<p id=t style='color:color(display-p3 .8 .8 .7)'>Pears", "#ccccb0 on #ffffff"),
        ("<p id=t style='color:color(rec2020 .8 .8 .7)'>Pears", "#d3d2b7 on #ffffff"),
        ("<p id=t style='color:color(prophoto-rgb .8 .8 .7)'>Pears", "#dcd6bc on #ffffff"),
        ("<p id=t style='background:#000;color:contrast-color(#000)'>Pears", "#ffffff on #000000"),
        ("<style>p:has(+ b){color:#ccc}</style><p id=t>Pears</p><b>Plums</b>", _PALE),
        ("<style>p:has( > i , ~ b){color:#ccc}</style><p id=t>Pears</p><i></i><b>Plums</b>", _PALE),
        ("<style>p:has(> i){color:#ccc}</style><p id=t>Pears<i></i></p>", _PALE),
        ("<style>#t{color:#000;@media screen{color:#999}color:#ccc}</style><p id=t>Pears", _PALE),
        ("<style>#t{color:#000;&{color:#ccc}}</style><p id=t>Pears", _PALE),
        ("<style title=A>#t{color:#ccc}</style><style title=B>#t{color:#000}</style><p id=t>Pears", _PALE),
        ("<style title=A>#t{color:#000}</style><style title=A>#t{color:#ccc}</style><p id=t>Pears", _PALE),
    ],
)
def test_modern_css(html: str, expected: str) -> None:
    """Color schemes, registered properties, conditions and color functions have the same effect as in browsers."""
    assert _shown(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        "<p id=t style='color:color-mix(in nonsense,red,blue)'>Pears",
        "<p id=t style='color:color-mix(in srgb,red 0%,blue 0%)'>Pears",
        "<p id=t style='color:color-mix(in srgb nearer hue,red,blue)'>Pears",
        "<p id=t style='color:rgb(from nonsense r g b)'>Pears",
        "<p id=t style='color:rgb(1 2)'>Pears",
        "<p id=t style='color:color(nowhere 1 2 3)'>Pears",
        "<p id=t style='color:rgb(from red calc(x) g b)'>Pears",
        "<p id=t style='color:oklch(1 1px 1)'>Pears",
    ],
)
def test_unknown_color_is_not_judged(html: str) -> None:
    """A text with an unknown color is not judged, since the color is not replaced by black."""
    assert _shown(html) == ""


def test_brackets_in_code_are_text() -> None:
    """Brackets in code are text, brackets in other texts may be ornaments, and a number with its unit is text."""
    page = document(
        "<!doctype html><body><pre><b>&lt;<i>img</i>&gt;</b></pre><p>&gt; <a href=/>home</a></p><p><u>5%</u>"
    )
    assert [text.tag.name for text in texts(page)] == ["b", "i", "a", "u"]


def test_transparent_inset_shadow_is_not_painted() -> None:
    """An inset shadow with a transparent color is not painted, as in table cells of some libraries."""
    for color, measured in (("transparent", True), ("rgba(0,0,0,0)", True), ("#000", False)):
        page = document(f"<!doctype html><body><p style='box-shadow:inset 0 0 0 9999px {color}'>Pears")
        assert bool(texts(page)) is measured


@pytest.mark.parametrize(
    ("shadow", "ratios"),
    [
        ("0 0 2px #000", []),
        ("0 0 2px rgba(0, 0, 0, .1)", ["1.60:1"]),
        ("0 0 2px rgba(0, 0, 0, .5), 1px 1px 0 rgba(0, 0, 0, .5)", []),
    ],
)
def test_shadow_may_raise_contrast(shadow: str, ratios: Sequence[str]) -> None:
    """A text is not judged if its shadow could raise the contrast to the required ratio."""
    page = document(f"<!doctype html><body><p id=t style='color:#ccc;text-shadow:{shadow}'>Pears")
    assert [text.description.partition(",")[0] for text in texts(page)] == ratios


def test_colors_are_rounded_for_the_ratio_of_the_size() -> None:
    """A ratio that rounding may raise to 3:1 is too low for small text, and uncertain where the text is large."""
    css = "#t { color: rgba(0, 0, 0, .415) } @media (width < 500px) { #t { font-size: 24px } }"
    page = document(
        f"<!doctype html><meta name=viewport content='width=device-width'><style>{css}</style><p id=t>Pears"
    )
    assert [text.description for text in texts(page)] == ["2.98:1, #959595 on #ffffff"]
    assert texts(page.on_phone) == ()


def test_signs_alone_are_no_text() -> None:
    """Operators, prompts, arrows and lines of dashes are no words of a language, in code as elsewhere."""
    code = "<pre>apples = <i>' '</i> <b>===</b> <u>\u2192</u> <s>\ue001</s> <em>-----</em></pre><p>Pears <q>*</q>"
    assert [text.tag.name for text in texts(document(f"<!doctype html><body>{code}"))] == ["pre", "p"]


def test_unjudged_texts_are_counted() -> None:
    """Texts that are not judged are counted, except disabled controls and icons, which need no contrast."""
    page = document(
        "<!doctype html><body><p>Pears</p><div style='background:url(/a.png)'><p>Apples</p><p>Plums</p></div>"
        "<button disabled>Figs</button><i style='font-family:icons'>home</i><p style='opacity:0'>Dates</p>"
    )
    contrasts = text_contrasts(page)
    assert [text.tag.name for text in contrasts.measured] == ["p"]
    assert contrasts.not_judged == 3
