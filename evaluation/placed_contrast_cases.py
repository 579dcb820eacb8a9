"""Small pages where boxes and texts are placed beside, over or out of what they are in; the text is that of ``t``."""

from collections.abc import Mapping
from types import MappingProxyType

_PALE = "<p id=t style=color:#bbb>MEMO</p>"
_GRAY = "<p id=t style=color:#555>MEMO</p>"
_WHITE = "<p id=t style=color:#fff>MEMO</p>"
_BLACK = "width:300px;height:60px;background:#000"
_PICTURE = (
    '<img src=\'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="140">'
    '<rect width="300" height="140"/></svg>\' alt=\'\'>'
)

SIDEWAYS = {
    "margin-left in a flex row over a dark box": (
        f"<div style='display:flex'><div style='{_BLACK}'></div><div style='margin-left:-300px'>{_WHITE}</div></div>"
    ),
    "margin-right of the box before": (
        f"<div style='display:flex'><div style='{_BLACK};margin-right:-300px'></div>{_WHITE}</div>"
    ),
    "inline-block pulled left": (
        f"<span style='display:inline-block;{_BLACK}'></span>"
        "<span id=t style='display:inline-block;margin-left:-250px;color:#fff'>MEMO</span>"
    ),
    "inline-block pulled by its wrapper": (
        f"<span style='display:inline-block;{_BLACK}'></span><span style='margin-left:-250px'>"
        "<span id=t style='color:#fff'>MEMO</span></span>"
    ),
    "inline margin pulled little": (
        f"<span style='display:inline-block;{_BLACK}'></span>"
        "<span id=t style='margin-left:-30px;color:#bbb'>MEMO</span>"
    ),
    "translateX over a dark neighbor": (
        f"<div style='display:flex'><div style='{_BLACK}'></div>"
        "<p id=t style='transform:translateX(-280px);color:#fff'>MEMO</div>"
    ),
    "translateX in percent": (
        f"<div style='display:flex'><div style='{_BLACK}'></div>"
        "<p id=t style='transform:translateX(-100%);color:#fff'>MEMO</div>"
    ),
    "translate property sideways": (
        f"<div style='display:flex'><div style='{_BLACK}'></div><p id=t style='translate:-200px;color:#fff'>MEMO</div>"
    ),
    "box translated over the text": (
        "<div style='display:flex'><p id=t style='width:300px;color:#555'>MEMO</p>"
        f"<div style='{_BLACK};transform:translateX(-300px)'></div></div>"
    ),
    "left relative": (
        f"<div style='display:flex'><div style='{_BLACK}'></div>"
        "<p id=t style='position:relative;left:-290px;color:#fff'>MEMO</div>"
    ),
    "right relative": (
        f"<div style='display:flex'><div style='{_BLACK}'></div>"
        "<p id=t style='position:relative;right:290px;color:#fff'>MEMO</div>"
    ),
    "left relative of the parent": (
        f"<div style='display:flex'><div style='{_BLACK}'></div>"
        f"<div style='position:relative;left:-290px'>{_WHITE}</div></div>"
    ),
    "left relative of the grandparent": (
        f"<div style='display:flex'><div style='{_BLACK}'></div><div style='position:relative;left:-290px'>"
        f"<div><div>{_WHITE}</div></div></div></div>"
    ),
    "box moved by left over the text": (
        "<div style='display:flex'><p id=t style='width:300px;color:#555'>MEMO</p>"
        f"<div style='position:relative;left:-300px;{_BLACK}'></div></div>"
    ),
    "box moved right over the text": (
        f"<div style='display:flex'><div style='position:relative;left:300px;{_BLACK}'></div>"
        "<p id=t style='width:300px;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by left": (
        "<div style='background:#000;width:300px'>"
        "<p id=t style='position:relative;left:320px;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by margin": (
        "<div style='background:#000;width:300px'><p id=t style='margin-left:320px;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by transform": (
        "<div style='background:#000;width:300px'><p id=t style='transform:translateX(320px);color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by margin in percent": (
        "<div style='background:#000;width:300px'><p id=t style='margin-left:110%;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by padding": (
        "<div style='background:#000;width:300px'><p id=t style='padding-left:320px;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by text-indent": (
        "<div style='background:#000;width:200px'>"
        "<p id=t style='text-indent:250px;white-space:nowrap;color:#555'>MEMO</p></div>"
    ),
    "out of its dark ground by an inline margin": (
        "<div style='background:#000;width:300px;white-space:nowrap'>"
        "<span id=t style='margin-left:320px;color:#555'>MEMO</span></div>"
    ),
    "out of its dark ground as a wide table": (
        "<div style='background:#000;width:100px'><table><tr><td style='min-width:300px'>"
        "<td id=t style='color:#555'>MEMO</table></div>"
    ),
    "out of its dark ground in a row": (
        "<div style='background:#000;width:200px;display:flex'><div style='flex:0 0 300px'></div>"
        "<p id=t style=color:#555>MEMO</div>"
    ),
    "out of its dark ground in a grid": (
        "<div style='background:#000;width:200px;display:grid;grid-template-columns:300px 200px'><i></i>"
        "<p id=t style=color:#555>MEMO</div>"
    ),
    "out of its dark ground by columns": (
        "<div style='background:#000;width:300px;height:50px;columns:300px;column-fill:auto'>"
        "<div style='height:50px'></div><p id=t style=color:#555>MEMO</div>"
    ),
    "margin auto in its ground": (
        "<div style='background:#000'><p id=t style='margin:0 auto;width:200px;color:#555'>MEMO</p></div>"
    ),
    "right to left": f"<div dir=rtl style='background:#000;width:400px'>{_GRAY}</div>",
    "float pulled by a negative margin over its neighbor": (
        f"<div style='float:left;{_BLACK}'></div><div style='float:left;margin-left:-300px'>{_WHITE}</div>"
    ),
    "row of negative margins on white": (
        f"<div style='background:#000;padding:0 30px'><div style='margin:0 -15px;background:#fff'>{_PALE}</div></div>"
    ),
    "full bleed by 100vw": (
        "<div style='width:400px;margin:0 auto'>"
        f"<div style='width:100vw;margin-left:calc(50% - 50vw);background:#000'>{_GRAY}</div></div>"
    ),
    "full bleed by left and translate": (
        "<div style='width:400px;margin:0 auto'>"
        f"<div style='position:relative;left:50%;width:100vw;transform:translateX(-50%);background:#000'>{_GRAY}"
        "</div></div>"
    ),
    "full bleed over a side box": (
        "<div style='display:flex'><div style='width:400px'>"
        "<div style='width:100vw;background:#000;height:60px'></div></div><p id=t style=color:#fff>MEMO"
        "</div>"
    ),
    "wide box in a narrow column": (
        "<div style='display:flex'><div style='width:200px'>"
        "<div style='width:500px;height:60px;background:#000'></div></div>"
        "<p id=t style='color:#fff;width:200px'>MEMO</div>"
    ),
    "wide unwrapped text over its neighbor": (
        "<div style='display:flex'><div style='width:100px;white-space:nowrap'>"
        "<b style='background:#000;color:#000'>MEMO MEMO MEMO</b></div>"
        "<p id=t style='color:#fff;flex:1'>MEMO</div>"
    ),
}

LABELS = {
    "label in a dark field": (
        "<div style='position:relative'><input style='background:#000;border:0;height:60px;width:400px'>"
        "<label id=t style='position:absolute;left:10px;top:8px;color:#ccc'>MEMO</label></div>"
    ),
    "label in a white field on dark": (
        "<div style='position:relative;background:#000'>"
        "<input style='background:#fff;border:0;height:60px;width:400px;display:block'>"
        "<label id=t style='position:absolute;left:10px;top:8px;color:#555'>MEMO</label></div>"
    ),
    "label above its field": (
        "<div style='position:relative;padding-top:60px'>"
        "<label id=t style='position:absolute;left:0;top:0;color:#bbb'>MEMO</label>"
        "<input style='background:#000;border:0;height:60px;width:400px'></div>"
    ),
    "label moved by transform": (
        "<div style='position:relative;padding-top:60px'>"
        "<input style='background:#000;border:0;height:60px;width:400px'>"
        "<label id=t style='position:absolute;left:0;top:0;transform:translateY(60px);color:#fff'>MEMO"
        "</label></div>"
    ),
    "label at the bottom of a picture": (
        f"<div style='position:relative;width:300px'>{_PICTURE}"
        "<span id=t style='position:absolute;bottom:10px;left:10px;color:#fff'>MEMO</span></div>"
    ),
    "label below a picture": (
        f"<div style='position:relative;width:300px'>{_PICTURE}"
        "<span id=t style='position:absolute;top:100%;left:10px;color:#bbb'>MEMO</span></div>"
    ),
    "badge at a corner": (
        f"<div style='position:relative;{_BLACK}'>"
        "<b id=t style='position:absolute;right:-200px;top:0;color:#bbb'>MEMO</b></div>"
    ),
    "badge out of a corner": (
        f"<div style='position:relative;{_BLACK}'>"
        "<b id=t style='position:absolute;left:100%;top:0;color:#555'>MEMO</b></div>"
    ),
    "badge above the box": (
        f"<div style='padding-top:70px'><div style='position:relative;{_BLACK}'>"
        "<b id=t style='position:absolute;left:0;bottom:100%;color:#555'>MEMO</b></div></div>"
    ),
    "badge with ground": (
        "<div style='position:relative;height:60px;background:#000'>"
        "<b id=t style='position:absolute;left:0;top:0;background:#fff;color:#bbb'>MEMO</b></div>"
    ),
    "placed without offsets after a dark box": (
        "<div><div style='height:60px;background:#000;width:300px;float:left'></div>"
        "<b id=t style='position:absolute;color:#bbb'>MEMO</b></div>"
    ),
    "placed by margins": (
        "<div style='height:60px;background:#000'></div>"
        "<b id=t style='position:absolute;margin-top:-58px;color:#fff'>MEMO</b>"
    ),
    "centered by translate": (
        "<div style='position:relative;height:200px;background:#000'>"
        "<b id=t style='position:absolute;top:50%;left:50%;transform:translate(-50%,-50%);color:#555'>MEMO"
        "</b></div>"
    ),
    "placed in a box of no height": (
        "<div style='position:relative;background:#000'>"
        "<b id=t style='position:absolute;top:0;left:0;color:#555'>MEMO</b></div>"
    ),
    "placed in a low box": (
        "<div style='position:relative;background:#000;height:20px'>"
        "<b id=t style='position:absolute;top:30px;left:0;color:#555'>MEMO</b></div>"
    ),
    "legend over the border": (
        "<fieldset style='background:#000;border:2px solid;margin-top:40px'>"
        "<legend id=t style='color:#fff;margin-top:-70px'>MEMO</legend></fieldset>"
    ),
    "caption above a dark table": (
        "<table style='background:#000;width:300px'><caption id=t style=color:#555>MEMO</caption><tr><td>A</table>"
    ),
    "popover placed below": (
        "<div style='position:relative'><button style='font:inherit'>A</button>"
        "<div style='position:absolute;top:100%;left:0;width:300px;background:#000;height:80px'></div>"
        f"</div>{_GRAY}"
    ),
    "dropdown hidden by visibility": (
        "<div style='position:relative'><button style='font:inherit'>A</button>"
        "<div style='position:absolute;top:100%;left:0;width:300px;background:#000;height:80px;visibility:hidden'>"
        f"</div></div>{_PALE}"
    ),
    "popover of a header over what follows": (
        "<header><div style='position:relative'>A"
        "<div style='position:absolute;top:100%;left:0;width:300px;background:#000;height:80px'></div>"
        f"</div></header><main>{_GRAY}</main>"
    ),
    "placed box of fixed height sticks out over what follows": (
        "<header><div style='position:relative'>A"
        "<div style='position:absolute;top:0;left:0;right:0;background:#000;height:140px;z-index:-1'></div>"
        f"</div></header><main>{_GRAY}</main>"
    ),
    "placed box of fixed height stays inside": (
        "<header><div style='position:relative;height:150px'>A"
        "<div style='position:absolute;top:0;left:0;right:0;background:#000;height:140px;z-index:-1'></div>"
        f"</div></header><main>{_PALE}</main>"
    ),
}

GENERATED = {
    "before of fixed height sticks out over what follows": (
        "<style>.b{position:relative}.b::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:140px;background:#000}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "before of fixed height sticks out of main": (
        "<style>.b{position:relative}.b::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:140px;background:#000}"
        f"</style><main><div class=b>A</div></main><footer>{_GRAY}</footer>"
    ),
    "before of fixed height sticks out, later box ground": (
        "<style>.b{position:relative}.b::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:140px;background:#000}"
        f"</style><div class=b>A</div><div style='background:#fff'>{_PALE}</div>"
    ),
    "after below": (
        f"<style>.b{{position:relative}}.b::after{{content:'';position:absolute;top:100%;left:0;{_BLACK}}}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "after below over what follows, raised text": (
        f"<style>.b{{position:relative}}.b::after{{content:'';position:absolute;top:100%;left:0;{_BLACK}}}"
        f"</style><div class=b>A</div><div style='position:relative'>{_WHITE}</div>"
    ),
    "after above": (
        f"<style>.b{{position:relative}}.b::after{{content:'';position:absolute;bottom:100%;left:0;{_BLACK}}}"
        f"</style>{_GRAY}<div class=b>A</div>"
    ),
    "before by negative top": (
        "<style>.b{position:relative}.b::before{content:'';position:absolute;z-index:-1;top:-60px;bottom:0;left:0;right:0;background:#000}"
        f"</style>{_GRAY}<div class=b>A</div>"
    ),
    "after by negative bottom": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;z-index:-1;top:0;bottom:-80px;left:0;right:0;background:#000}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "before beside": (
        f"<style>.b{{position:relative;width:200px}}.b::before{{content:'';position:absolute;left:100%;top:0;{_BLACK}}}"
        "</style><div style='display:flex'><div class=b>A</div><p id=t style='color:#555'>MEMO</div>"
    ),
    "before of a box that is not placed": (
        "<style>.b::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:300px;background:#000}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "before of the body": (
        "<style>body::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:300px;background:#000}"
        f"</style>{_GRAY}"
    ),
    "fixed before of the body": (
        f"<style>body::before{{content:'';position:fixed;z-index:-1;inset:0;background:#000}}</style>{_GRAY}"
    ),
    "before of the root": (
        "<style>html::before{content:'';position:absolute;z-index:-1;top:0;left:0;right:0;height:300px;background:#000}"
        f"</style>{_GRAY}"
    ),
    "full bleed before": (
        "<style>.b{position:relative;width:400px}.b::before{content:'';position:absolute;z-index:-1;top:0;bottom:0;left:-100vw;right:-100vw;background:#000}"
        f"</style><div style='overflow:hidden;display:flex'><div class=b>A</div>{_GRAY}</div>"
    ),
    "after as a gradient's end": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;top:100%;left:0;right:0;height:80px;background:linear-gradient(#000,#000)}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "after in the flow pulled up": (
        "<style>.b::after{content:'';display:block;height:70px;margin-top:-70px;background:#000;position:relative}"
        f"</style><div class=b>{_GRAY}</div>"
    ),
    "after in the flow pulls down": (
        "<style>.b::after{content:'';display:block;height:70px;margin-bottom:-70px;background:#000}"
        f"</style><div class=b>A</div>{_WHITE}"
    ),
    "after moved by transform": (
        "<style>.b::after{content:'';display:block;height:70px;transform:translateY(70px);background:#000}"
        f"</style><div class=b>A</div>{_GRAY}"
    ),
    "small arrow": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;top:100%;left:20px;border:10px solid transparent;border-top-color:#000}"
        f"</style><div class=b>A</div>{_PALE}"
    ),
    "thin line below": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;bottom:-4px;left:0;right:0;height:4px;background:#000}"
        f"</style><div class=b>A</div>{_PALE}"
    ),
}

BARS = {
    "fixed bar without height over the start": (
        f"<header style='position:fixed;top:0;left:0;right:0;background:#000;color:#fff'>A<br>B</header>{_GRAY}"
    ),
    "fixed bar without height, room by margin": (
        "<header style='position:fixed;top:0;left:0;right:0;background:#000;color:#fff'>A</header>"
        f"<main style='margin-top:80px'>{_PALE}</main>"
    ),
    "fixed bar with a picture of unknown size": (
        f"<header style='position:fixed;top:0;left:0;right:0;background:#000;color:#fff'>{_PICTURE}</header>"
        f"<main style='margin-top:80px'>{_GRAY}</main>"
    ),
    "text in a fixed bar": f"<header style='position:fixed;top:0;left:0;right:0;background:#000'>{_GRAY}</header>",
    "text in a fixed bar with a picture": (
        f"<header style='position:fixed;top:0;left:0;right:0;background:#000'>{_PICTURE}{_GRAY}</header>"
    ),
    "text in a bar with a picture that is higher": (
        f"<div style='background:#fff;height:60px'>{_PICTURE}</div><p id=t style='color:#fff;width:200px'>MEMO"
    ),
    "text over a picture pulled up": f"{_PICTURE}<p id=t style='margin-top:-80px;color:#fff;position:relative'>MEMO",
    "text over a floated picture": f"<div style='float:left;margin-right:-300px'>{_PICTURE}</div>{_WHITE}",
    "text after a picture in a flex row": f"<div style='display:flex'>{_PICTURE}<p id=t style=color:#bbb>MEMO</div>",
    "text in a cell shared with a picture": (
        f"<div style='display:grid'><div style='grid-area:1/1'>{_PICTURE}</div>"
        f"<div style='grid-area:1/1'>{_WHITE}</div></div>"
    ),
    "sticky bar over the text": (
        "<div style='height:10px'></div><header style='position:sticky;top:0;background:#000;color:#fff'>A"
        f"</header>{_PALE}"
    ),
    "sticky bar at the bottom over the text": (
        "<div style='height:700px'><p id=t style='color:#555;padding-top:640px'>MEMO</div>"
        "<div style='position:sticky;bottom:0;background:#000;height:150px'></div>"
    ),
    "fixed bar at the bottom without height": (
        "<p id=t style='padding-top:700px;color:#555'>MEMO</p>"
        "<footer style='position:fixed;bottom:0;left:0;right:0;background:#000;color:#fff'>A<br>B<br>C"
        "</footer>"
    ),
    "absolute bar without height over the start": (
        f"<header style='position:absolute;top:0;left:0;right:0;background:#000;color:#fff'>A<br>B</header>{_GRAY}"
    ),
    "absolute bar with a picture over the start": (
        f"<header style='position:absolute;top:0;left:0;right:0;background:#000'>{_PICTURE}</header>"
        "<p id=t style='padding-top:60px;color:#555'>MEMO"
    ),
    "absolute bar whose content leaves it, raised text": (
        "<header style='position:absolute;top:0;left:0;right:0;height:40px;z-index:9'>"
        "<div style='background:#000;height:260px'></div></header>"
        "<div style='position:relative;background:#fff'><p id=t style='color:#555;padding-top:100px'>MEMO</div>"
    ),
    "fixed menu after a drawing as high as the window": (
        "<nav style='position:fixed;top:0;bottom:0;width:200px'><svg viewBox='0 0 9 40'></svg>"
        "<p id=t style='color:#bbb'>MEMO</nav>"
    ),
    "fixed side bar that is wider by its padding": (
        "<aside style='position:fixed;top:0;left:0;bottom:0;width:200px;padding:90px;background:#000'></aside>"
        "<div style='margin-left:200px'><p id=t style='color:#555'>MEMO</div>"
    ),
    "fixed side bar with its padding counted in": (
        "<style>*,*::before,*::after{box-sizing:border-box}</style>"
        "<aside style='position:fixed;top:0;left:0;bottom:0;width:200px;padding:90px;background:#000'></aside>"
        "<div style='margin-left:200px'><p id=t style='color:#bbb'>MEMO</div>"
    ),
    "fixed side bar with its padding counted in by the root": (
        "<style>html{box-sizing:border-box}*,*::after{box-sizing:inherit}</style>"
        "<aside style='position:fixed;top:0;left:0;bottom:0;width:200px;padding:90px;background:#000'></aside>"
        "<div style='margin-left:200px'><p id=t style='color:#bbb'>MEMO</div>"
    ),
    "fixed side bar without width": (
        "<aside style='position:fixed;top:0;left:0;bottom:0;background:#000;color:#fff'>A</aside>"
        "<p id=t style='color:#555'>MEMO"
    ),
    "text on a translucent fixed bar": (
        "<header style='position:fixed;top:0;left:0;right:0;background:rgb(0 0 0/.5)'>"
        "<p id=t style='color:#fff'>MEMO</p></header><div style='background:#fff;height:600px'></div>"
    ),
    "fixed bar that becomes dark": (
        "<header style='position:fixed;top:0;left:0;right:0'><p id=t style='color:#fff'>MEMO</p></header>"
        "<div style='background:#000;height:300px'></div>"
    ),
}

#: Pages by name.
PLACED: Mapping[str, str] = MappingProxyType({**SIDEWAYS, **LABELS, **GENERATED, **BARS})
