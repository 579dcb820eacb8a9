"""Small pages whose text stands on something that is easily misjudged; the text is that of the element ``t``."""

from collections.abc import Mapping
from types import MappingProxyType

from evaluation.bounded_contrast_cases import BOUNDED
from evaluation.placed_contrast_cases import PLACED
from evaluation.stacked_contrast_cases import STACKED

#: Before each page's own markup: thick letters, so that their inner pixels have the color of the text.
START = "<!doctype html><html lang=en><title>Memo</title><style>body{margin:8px;font:700 40px/1.2 sans-serif}p{margin:0}</style>"

#: Stylesheets that the pages name.
SHEETS: Mapping[str, str] = MappingProxyType(
    {
        "/dark.css": "body{background:#111}",
        "/white.css": "#t{color:#fff}",
        "/pale.css": "#t{color:#ccc}",
        "/black.css": "#t{color:#000}",
    }
)

PLAIN = {
    "plain black": "<p id=t>MEMO",
    "pale on white": "<p id=t style=color:#bbb>MEMO",
    "white on dark": "<div style=background:#222><p id=t style=color:#fff>MEMO</div>",
    "translucent letters": "<p id=t style='color:rgb(0 0 0/.3)'>MEMO",
    "translucent layers": (
        "<div style='background:#000'><div style='background:rgb(255 255 255/.5)'>"
        "<p id=t style='color:#fff'>MEMO</div></div>"
    ),
    "opacity of the parent": "<div style=opacity:.4><p id=t>MEMO</div>",
    "opacity of both": "<div style=opacity:.6><p id=t style=opacity:.5>MEMO</div>",
    "opacity with background": "<div style='background:#000'><p id=t style='background:#fff;opacity:.5'>MEMO</div>",
    "same color": "<p id=t style=color:#fff>MEMO",
    "same color on gray": "<div style=background:#888><p id=t style=color:#888>MEMO</div>",
    "link": "<a id=t href=/x>MEMO</a>",
    "link on dark": "<div style=background:#000><a id=t href=/x>MEMO</a></div>",
    "mark": "<body style='background:#000;color:#ff0'><mark id=t>MEMO</mark>",
    "button": "<button id=t style='font:inherit'>MEMO</button>",
    "button colored": "<button id=t style='font:inherit;background:#06c;color:#9cf'>MEMO</button>",
    "input value": "<input id=t value=MEMO style='font:inherit;color:#bbb'>",
    "hidden background": "<div style='background:#000;visibility:hidden'><p id=t style='visibility:visible'>MEMO</div>",
    "bgcolor": "<body bgcolor=#000000 text=#cccccc><p id=t>MEMO",
    "font color": "<font color=#dddddd><b id=t>MEMO</b></font>",
    "text on table": "<table bgcolor=black><tr><td id=t style=color:#777>MEMO</table>",
}

OVERLAPS = {
    "grid cell shared": (
        "<div style=display:grid><div style='grid-area:1/1;background:#000;height:80px'></div>"
        "<p id=t style='grid-area:1/1;color:#fff'>MEMO</div>"
    ),
    "grid cell by column and row": (
        "<div style='display:grid;grid-template-columns:300px'><div style='grid-column:1;grid-row:1;"
        "background:#333;height:80px'></div><p id=t style='grid-column:1;grid-row:1;color:#ddd'>MEMO</div>"
    ),
    "grid cell named": (
        "<style>.g{display:grid;grid-template-areas:'a'}.g>*{grid-area:a}</style>"
        "<div class=g><div style='background:#000'></div><p id=t style=color:#eee>MEMO</div>"
    ),
    "grid stack by star": (
        "<style>.s{display:grid}.s>*{grid-area:1/-1}</style>"
        "<div class=s><div style='background:#123;height:90px'></div><p id=t style=color:#fff>MEMO</div>"
    ),
    "grid in two cells": (
        "<div style='display:grid;grid-template-columns:200px 300px'><div style='grid-column:1;background:#000'>.</div>"
        "<p id=t style='grid-column:2;color:#bbb'>MEMO</div>"
    ),
    "negative top margin": (
        "<div style='background:#000;height:90px'></div><p id=t style='margin-top:-80px;color:#fff'>MEMO"
    ),
    "negative bottom margin before": (
        "<div style='background:#000;height:90px;margin-bottom:-90px'></div><p id=t style=color:#fff>MEMO"
    ),
    "negative margin of the wrapper": (
        "<div style='background:#000;height:90px'></div><div style='margin-top:-80px'><p id=t style=color:#fff>MEMO</div>"
    ),
    "negative margin in em": (
        "<div style='background:#000;height:90px'></div><p id=t style='margin:-2em 0 0;color:#fff'>MEMO"
    ),
    "negative margin by calc": (
        "<div style='background:#000;height:90px'></div><p id=t style='margin-top:calc(10px - 80px);color:#fff'>MEMO"
    ),
    "negative left margin in a row": (
        "<div style='display:flex'><div style='background:#000;width:300px;height:60px'></div>"
        "<p id=t style='margin-left:-280px;color:#fff'>MEMO</div>"
    ),
    "negative margin under text": (
        "<p id=t style='color:#000'>MEMO<div style='background:#000;height:80px;margin-top:-48px;position:relative'></div>"
    ),
    "logical negative margin": (
        "<div style='background:#000;height:90px'></div><p id=t style='margin-block-start:-80px;color:#fff'>MEMO"
    ),
    "negative margin of a row": (
        "<style>.row{margin:0 -8px;background:#000}</style><div class=row><p id=t style=color:#ccc>MEMO</div>"
    ),
    "translate upward": (
        "<div style='background:#000;height:90px'></div><p id=t style='transform:translateY(-80px);color:#fff'>MEMO"
    ),
    "translate property": (
        "<div style='background:#000;height:90px'></div><p id=t style='translate:0 -80px;color:#fff'>MEMO"
    ),
    "translate of a box over text": (
        "<p id=t>MEMO</p><div style='background:#000;height:60px;transform:translateY(-50px)'></div>"
    ),
    "translate matrix": (
        "<div style='background:#000;height:90px'></div><p id=t style='transform:matrix(1,0,0,1,0,-80);color:#fff'>MEMO"
    ),
    "relative top": (
        "<div style='background:#000;height:90px'></div><p id=t style='position:relative;top:-80px;color:#fff'>MEMO"
    ),
    "relative bottom": (
        "<div style='background:#000;height:90px'></div><p id=t style='position:relative;bottom:80px;color:#fff'>MEMO"
    ),
    "relative inset": (
        "<div style='background:#000;height:90px'></div>"
        "<p id=t style='position:relative;inset:-80px auto auto 0;color:#fff'>MEMO"
    ),
    "relative box before text": (
        "<div style='background:#000;height:90px;position:relative;top:80px'></div>"
        "<p id=t style='color:#fff;position:relative'>MEMO"
    ),
    "relative parent moved": (
        "<div style='background:#000;height:90px'></div><div style='position:relative;top:-80px'>"
        "<p id=t style=color:#fff>MEMO</div>"
    ),
    "relative without offset": "<div style='position:relative;background:#fff'><p id=t style=color:#bbb>MEMO</div>",
    "sticky": "<div style='position:sticky;top:0;background:#000'><p id=t style=color:#555>MEMO</div>",
    "absolute over a hero": (
        "<div style='position:relative;background:#000;height:90px'>"
        "<p id=t style='position:absolute;top:10px;color:#fff'>MEMO</div>"
    ),
    "absolute out of its parent": (
        "<div style='background:#000;height:90px'></div><div style='position:relative'>"
        "<p id=t style='position:absolute;top:-80px;color:#fff'>MEMO</div>"
    ),
    "absolute cover above text": (
        "<div style='position:relative'><p id=t>MEMO</p>"
        "<div style='position:absolute;inset:0;background:#000'></div></div>"
    ),
    "absolute translucent cover": (
        "<div style='position:relative'><p id=t style='background:#fff'>MEMO</p>"
        "<div style='position:absolute;inset:0;background:rgb(255 255 255/.8)'></div></div>"
    ),
    "absolute box behind text": (
        "<div style='position:relative'><div style='position:absolute;inset:0;background:#000'></div>"
        "<p id=t style='position:relative;color:#fff'>MEMO</div>"
    ),
    "absolute box behind, z -1": (
        "<div style='position:relative;z-index:0'><div style='position:absolute;inset:0;background:#000;z-index:-1'></div>"
        "<p id=t style='color:#fff'>MEMO</div>"
    ),
    "text sunk under its ground": (
        "<div style='background:#eee'><p id=t style='position:relative;z-index:-1;color:#bbb'>MEMO</div>"
    ),
    "before covers": (
        "<style>#t{position:relative;color:#fff}#t::before{content:'';position:absolute;inset:0;background:#000;"
        "z-index:-1}</style><p id=t>MEMO"
    ),
    "after covers": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;inset:0;background:rgb(0 0 0/.8)}</style>"
        "<div class=b><p id=t style='background:#fff'>MEMO</div>"
    ),
    "after below text": (
        "<style>.b{position:relative}.b::after{content:'';position:absolute;left:0;right:0;bottom:-4px;height:4px;"
        "background:#f00}</style><p class=b id=t style=color:#bbb>MEMO"
    ),
    "before in flow pulled": (
        "<style>.b::before{content:'';display:block;height:70px;margin-bottom:-70px;background:#000}</style>"
        "<div class=b><p id=t style=color:#fff>MEMO</div>"
    ),
    "float beside": (
        "<div style='float:left;background:#000;width:200px;height:60px'></div><p id=t style=color:#bbb>MEMO"
    ),
    "float pulled over": (
        "<div style='float:left;background:#000;width:400px;height:60px;margin-right:-400px'></div>"
        "<p id=t style=color:#fff>MEMO"
    ),
    "parent of a float": "<div style=background:#000><p id=t style='float:left;color:#000'>MEMO</div>",
    "parent of a float with white": "<div style=background:#000><p id=t style='float:left;color:#fff'>MEMO</div>",
    "cleared parent of a float": (
        "<style>.c::after{content:'';display:block;clear:both}</style>"
        "<div class=c style=background:#000><p id=t style='float:left;color:#555'>MEMO</div>"
    ),
    "flow-root parent of a float": (
        "<div style='background:#000;display:flow-root'><p id=t style='float:left;color:#555'>MEMO</div>"
    ),
    "overflow parent of a float": (
        "<div style='background:#000;overflow:hidden'><p id=t style='float:left;color:#555'>MEMO</div>"
    ),
    "grandparent of floats": (
        "<div style=background:#000><div style='float:left'><p id=t style=color:#222>MEMO</div></div>"
    ),
    "out of a low box": "<div style='background:#000;height:10px'><p id=t style='padding-top:30px;color:#000'>MEMO</div>",
    "out of a low box, white": (
        "<div style='background:#000;height:5px'><p id=t style='padding-top:30px;color:#fff'>MEMO</div>"
    ),
    "out of a narrow box": (
        "<div style='background:#000;width:20px'><p id=t style='padding-left:30px;white-space:nowrap;color:#000'>MEMO</div>"
    ),
    "no height": "<div style='background:#000;height:0'><p id=t style=color:#fff>MEMO</div>",
    "max-height": "<div style='background:#000;max-height:4px'><p id=t style='color:#fff'>MEMO</div>",
    "cut off": "<div style='height:0;overflow:hidden'><p id=t style=color:#bbb>MEMO</div>",
    "cut off, max-height": "<div style='max-height:0;overflow:hidden'><p id=t style=color:#bbb>MEMO</div>",
    "far left": "<p id=t style='position:absolute;left:-9999px;color:#ccc'>MEMO",
    "far left by margin": "<p id=t style='margin-left:-9999px;color:#ccc'>MEMO",
    "indented away": "<p id=t style='text-indent:-9999px;color:#ccc'>MEMO",
    "off by translate": "<p id=t style='transform:translateX(-200vw);color:#ccc'>MEMO",
    "clipped": "<p id=t style='position:absolute;clip:rect(0,0,0,0);color:#ccc'>MEMO",
    "clip-path": "<p id=t style='clip-path:inset(50%);color:#ccc'>MEMO",
    "scaled to nothing": "<p id=t style='scale:0;color:#ccc'>MEMO",
    "rotated": "<div style='background:#000;rotate:180deg'><p id=t style=color:#ccc>MEMO</div>",
    "fixed bar over text": (
        "<div style='position:fixed;top:0;left:0;right:0;height:100px;background:#000'></div><p id=t>MEMO"
    ),
    "fixed bar beside text": (
        "<div style='position:fixed;top:0;left:0;right:0;height:60px;background:#000'></div>"
        "<div style='padding-top:80px'><p id=t style=color:#bbb>MEMO</div>"
    ),
    "picture behind": (
        "<div style='position:relative'><svg width=300 height=60 style='position:absolute;z-index:-1'>"
        "<rect width=300 height=60 fill=black /></svg><p id=t style=color:#fff>MEMO</div>"
    ),
    "picture pulled over": (
        "<svg width=300 height=60 style='display:block;margin-bottom:-60px;background:#000'></svg>"
        "<p id=t style=color:#fff>MEMO"
    ),
    "flex order and pull": (
        "<div style='display:flex;flex-direction:column'><p id=t style='color:#fff;order:2;margin-top:-70px'>MEMO</p>"
        "<div style='background:#000;height:80px;order:1'></div></div>"
    ),
    "multicol": "<div style='columns:2;background:#000'><p id=t style=color:#444>MEMO</div>",
    "table cell spans": "<table style=background:#000><tr><td id=t colspan=2 style=color:#333>MEMO</table>",
    "inset area": (
        "<div style='position:relative;height:90px;background:#fff'>"
        "<div style='position:absolute;inset:0 50% 0 0;background:#000'></div>"
        "<p id=t style='position:absolute;left:0;top:0;color:#fff'>MEMO</div>"
    ),
    "absolute with its own ground": (
        "<div style=position:relative><p id=t style='position:absolute;background:#000;color:#444'>MEMO</div>"
    ),
    "dialog": "<dialog open style='background:#000'><p id=t style=color:#444>MEMO</dialog>",
    "outline shadow as ground": "<p id=t style='box-shadow:0 0 0 9999px #000;position:relative;color:#fff'>MEMO",
}

GROUNDS = {
    "display contents": "<div style='display:contents;background:#000'><p id=t style=color:#fff>MEMO</div>",
    "display contents black": "<div style='display:contents;background:#000'><p id=t style=color:#000>MEMO</div>",
    "contents itself": "<p id=t style='display:contents;background:#000;color:#000'>MEMO",
    "opacity on contents": "<div style='display:contents;opacity:.2'><p id=t>MEMO</div>",
    "block in inline": "<span style='background:#000'><p id=t style=color:#fff>MEMO</p></span>",
    "block in inline black": "<span style='background:#000'><div id=t style=color:#000>MEMO</div></span>",
    "inline-block in inline": "<span style='background:#000'><b id=t style='display:inline-block;color:#000'>MEMO</b></span>",
    "inline in inline": "<span style='background:#000'><b id=t style='color:#555'>MEMO</b></span>",
    "link around a block": "<a href=/x style='background:#000;color:#fff'><div id=t>MEMO</div></a>",
    "column": "<table><col style='background:#000'><tr><td id=t style=color:#fff>MEMO</table>",
    "column group": "<table><colgroup style='background:#000'><col></colgroup><tr><td id=t style=color:#000>MEMO</table>",
    "row": "<table><tr style='background:#000'><td id=t style=color:#444>MEMO</table>",
    "row group": "<table><tbody style='background:#000'><tr><td id=t style=color:#444>MEMO</table>",
    "caption of a dark table": (
        "<table style='background:#000'><caption id=t style=color:#000>MEMO</caption><tr><td>MEMO</table>"
    ),
    "empty cells hidden": "<table style='empty-cells:hide'><tr><td id=t style='background:#000;color:#333'>MEMO</table>",
    "inset shadow": "<p id=t style='box-shadow:inset 0 0 0 100px #000;color:#fff'>MEMO",
    "inset shadow thin": "<p id=t style='box-shadow:inset 0 1px 0 #fff;background:#222;color:#444'>MEMO",
    "inset shadow of the parent": "<div style='box-shadow:inset 0 0 0 99em #000'><p id=t style=color:#fff>MEMO</div>",
    "shadow root slotted": (
        "<div><template shadowrootmode=open><div style='background:#000'><slot></slot></div></template>"
        "<p id=t style=color:#fff>MEMO</p></div>"
    ),
    "shadow root without slot": (
        "<div><template shadowrootmode=open><p>Other</p></template><p id=t style=color:#ccc>MEMO</p></div>"
    ),
    "shadow host style": (
        "<div><template shadowrootmode=open><style>:host{background:#000}</style><slot></slot></template>"
        "<p id=t style=color:#fff>MEMO</p></div>"
    ),
    "slotted style": (
        "<div><template shadowrootmode=open><style>::slotted(p){background:#000}</style><slot></slot></template>"
        "<p id=t style=color:#fff>MEMO</p></div>"
    ),
    "body as canvas": "<body style='background:#000'><p id=t style=color:#333>MEMO",
    "html and body": "<style>html{background:#000}body{background:#fff}</style><body><p id=t style=color:#ccc>MEMO",
    "html dark": "<style>html{background:#000}</style><body><p id=t style=color:#444>MEMO",
    "low body with html": (
        "<style>html{background:#000}body{background:#fff;height:10px}</style><body><p id=t style='padding-top:30px;"
        "color:#fff'>MEMO"
    ),
    "low body alone": "<body style='background:#000;height:9px'><p id=t style='padding-top:30px;color:#fff'>MEMO",
    "body contents": "<style>body{display:contents;background:#000}</style><body><p id=t style='color:#fff'>MEMO",
    "clip to content": "<div style='background:#000 content-box;padding:30px'><p id=t style=color:#444>MEMO</div>",
    "clip to text": "<p id=t style='background:#000;-webkit-background-clip:text;color:transparent'>MEMO",
    "clip to text of the parent": (
        "<div style='background:#000;background-clip:text'><p id=t style='color:transparent'>MEMO</div>"
    ),
    "gradient dark": "<div style='background:linear-gradient(#000,#222)'><p id=t style=color:#333>MEMO</div>",
    "gradient light to dark": "<div style='background:linear-gradient(90deg,#fff,#000)'><p id=t style=color:#888>MEMO</div>",
    "gradient over color": (
        "<div style='background:linear-gradient(transparent,transparent) #000'><p id=t style=color:#333>MEMO</div>"
    ),
    "gradient small": (
        "<div style='background:linear-gradient(#000,#000) no-repeat 0 0/4px 4px #fff'><p id=t style=color:#bbb>MEMO</div>"
    ),
    "two gradients": (
        "<div style='background:linear-gradient(#000,#000),linear-gradient(#fff,#fff)'><p id=t style=color:#ccc>MEMO</div>"
    ),
    "image broken": "<div style='background:url(/none.png) #fff'><p id=t style=color:#bbb>MEMO</div>",
    "data image": (
        "<div style='background:url(\"data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27%3E%3Crect "
        "width=%27999%27 height=%27999%27/%3E%3C/svg%3E\")'><p id=t style=color:#fff>MEMO</div>"
    ),
    "border image": (
        "<div style='border:30px solid;border-image:linear-gradient(#000,#000) 1 fill'><p id=t style=color:#fff>MEMO</div>"
    ),
    "filter": "<div style='filter:invert(1);background:#fff'><p id=t style=color:#ccc>MEMO</div>",
    "backdrop filter": (
        "<div style='background:#fff'><div style='backdrop-filter:invert(1)'><p id=t style=color:#fff>MEMO</div></div>"
    ),
    "blend": "<div style='background:#fff'><p id=t style='mix-blend-mode:difference;color:#fff'>MEMO</div>",
    "background blend": (
        "<div style='background:linear-gradient(#fff,#fff) #000;background-blend-mode:difference'>"
        "<p id=t style=color:#888>MEMO</div>"
    ),
    "mask": "<p id=t style='color:#000;mask-image:linear-gradient(rgb(0 0 0/.2),rgb(0 0 0/.2))'>MEMO",
    "details": "<details open><summary>MEMO</summary><p id=t style='background:#000;color:#444'>MEMO</details>",
    "fieldset legend": (
        "<fieldset style='background:#000;border:0'><legend id=t style='color:#444'>MEMO</legend></fieldset>"
    ),
    "svg text": "<svg width=300 height=80><text id=t y=60 fill=#ddd>MEMO</text></svg>",
    "foreign object": (
        "<svg width=300 height=80><rect width=300 height=80 /><foreignObject width=300 height=80>"
        "<p id=t style=color:#fff>MEMO</p></foreignObject></svg>"
    ),
    "iframe srcdoc": "<iframe srcdoc='<p>MEMO'></iframe><p id=t style=color:#bbb>MEMO",
    "object fallback": "<object data=/none.png><p id=t style=color:#bbb>MEMO</object>",
    "stroke": "<p id=t style='color:#fff;-webkit-text-stroke:2px #000'>MEMO",
    "shadow outline": "<p id=t style='color:#fff;text-shadow:0 0 3px #000'>MEMO",
    "shadow of the parent": "<div style='text-shadow:0 0 4px #000'><p id=t style=color:#fff>MEMO</div>",
    "fill color": "<p id=t style='color:#fff;-webkit-text-fill-color:#000'>MEMO",
    "fill color pale": "<p id=t style='-webkit-text-fill-color:#ccc'>MEMO",
    "first line": "<style>#t::first-line{color:#000}</style><p id=t style=color:#ccc>MEMO",
    "first letter": "<style>#t::first-letter{color:#ccc}</style><p id=t>MEMO",
    "first line of the parent": "<style>.a::first-line{color:#000}</style><div class=a style=color:#ccc><span id=t>MEMO</span></div>",
    "selection": "<style>::selection{color:#000}</style><p id=t style=color:#ccc>MEMO",
    "content replaced": "<style>#t{content:'X'}</style><p id=t style=color:#ccc>MEMO",
    "disabled fieldset": "<fieldset disabled><button id=t style='font:inherit;background:#fff'>MEMO</button></fieldset>",
    "select text": "<select id=t style='font:inherit;color:#bbb;background:#fff'><option>MEMO</select>",
    "select default ground": "<select id=t style='font:inherit;color:#999'><option>MEMO</select>",
    "select with a chosen option": (
        "<select id=t style='font:inherit;color:#bbb;background:#fff'><option>No<option selected style='color:#000'>MEMO</select>"
    ),
    "placeholder": "<style>::placeholder{color:#eee}</style><input id=t placeholder=MEMO style='font:inherit'>",
    "zero sized parent": "<div style=font-size:0><p id=t style='font-size:40px;color:#bbb'>MEMO</div>",
    "zero sized": "<p id=t style='font-size:0;color:#bbb'>MEMO",
}

LATE = {
    "print sheet that is turned on": (
        "<link rel=stylesheet href=/black.css media=print onload=\"this.media='all'\"><p id=t style=>MEMO"
        "<style>p{color:#ddd}</style>"
    ),
    "preload that becomes a sheet": (
        "<style>p{color:#ddd}</style><link rel=preload as=style href=/black.css "
        "onload=\"this.onload=null;this.rel='stylesheet'\"><p id=t>MEMO"
    ),
    "noscript sheet": "<style>#t{color:#000}</style><noscript><link rel=stylesheet href=/pale.css></noscript><p id=t>MEMO",
    "noscript style": "<noscript><style>#t{color:#ddd}</style></noscript><p id=t>MEMO",
    "noscript style in body": "<p id=t>MEMO</p><noscript><style>#t{color:#ddd}</style></noscript>",
    "dark sheet late": (
        "<link rel=stylesheet href=/dark.css media=print onload=\"this.media='all'\"><p id=t style=color:#eee>MEMO"
    ),
    "only for print": "<link rel=stylesheet href=/pale.css media=print><p id=t>MEMO",
    "alternate": "<link rel='alternate stylesheet' title=x href=/pale.css><p id=t>MEMO",
    "disabled": "<link rel=stylesheet href=/pale.css disabled><p id=t>MEMO",
    "not all": "<link rel=stylesheet href=/black.css media='not all' onload=\"this.media='all'\"><p id=t>MEMO<style>p{color:#ddd}</style>",
    "import": "<style>@import '/pale.css';</style><p id=t>MEMO",
    "import of a layer": "<style>@import '/pale.css' layer(a);p{color:#000}</style><p id=t>MEMO",
    "import late": "<style>p{color:#000}@import '/pale.css';</style><p id=t>MEMO",
    "style for print": "<style media=print>#t{color:#ddd}</style><p id=t>MEMO",
    "style of another type": "<style type=text/less>#t{color:#ddd}</style><p id=t>MEMO",
    "style in the middle": "<p id=t>MEMO</p><style>#t{color:#ccc}</style>",
    "template style": "<template><style>#t{color:#ccc}</style></template><p id=t>MEMO",
}

MODERN = {
    "color-scheme dark": "<style>:root{color-scheme:dark}</style><p id=t style=color:#222>MEMO",
    "color-scheme dark default": "<style>:root{color-scheme:dark}</style><p id=t>MEMO",
    "color-scheme light dark": "<style>:root{color-scheme:light dark}</style><p id=t style=color:#ccc>MEMO",
    "color-scheme only dark": "<style>:root{color-scheme:only dark}</style><p id=t style=color:#eee>MEMO",
    "color-scheme meta": "<meta name=color-scheme content=dark><p id=t style=color:#eee>MEMO",
    "color-scheme meta both": "<meta name=color-scheme content='light dark'><p id=t style=color:#ddd>MEMO",
    "color-scheme of a part": "<div style=color-scheme:dark><p id=t style='color:canvastext'>MEMO</div>",
    "color-scheme part ground": (
        "<div style='color-scheme:dark;background:canvas;color:canvastext'><p id=t style='color:#333'>MEMO</div>"
    ),
    "color-scheme link": "<style>:root{color-scheme:dark}</style><a id=t href=/x>MEMO</a>",
    "color-scheme button": "<style>:root{color-scheme:dark}</style><button id=t style='font:inherit'>MEMO</button>",
    "light-dark": "<style>:root{color-scheme:light dark}</style><p id=t style='color:light-dark(#ccc,#000)'>MEMO",
    "light-dark dark": "<style>:root{color-scheme:dark}</style><p id=t style='color:light-dark(#fff,#333)'>MEMO",
    "property initial": (
        "<style>@property --c{syntax:'<color>';inherits:false;initial-value:#ccc}#t{color:var(--c,#000)}</style><p id=t>MEMO"
    ),
    "property not inherited": (
        "<style>@property --c{syntax:'<color>';inherits:false;initial-value:#000}div{--c:#ccc}#t{color:var(--c)}</style>"
        "<div><p id=t>MEMO</div>"
    ),
    "property inherited": (
        "<style>@property --c{syntax:'<color>';inherits:true;initial-value:#000}div{--c:#ccc}#t{color:var(--c)}</style>"
        "<div><p id=t>MEMO</div>"
    ),
    "property wrong value": (
        "<style>@property --c{syntax:'<color>';inherits:true;initial-value:#000}#t{--c:12px;color:var(--c)}</style><p id=t>MEMO"
    ),
    "property without initial": "<style>@property --c{syntax:'<color>';inherits:true}#t{color:var(--c,#ccc)}</style><p id=t>MEMO",
    "supports nothing": "<style>@supports (colour:red){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports unknown value": "<style>@supports (display:flexbox){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports not": "<style>@supports not (display:grid){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports known": "<style>@supports (display:grid){#t{color:#ccc}}</style><p id=t>MEMO",
    "supports and": "<style>@supports (display:grid) and (nonsense:yes){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports old prefix": "<style>@supports (-ms-ime-align:auto){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports moz": "<style>@supports (-moz-appearance:none){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports webkit touch": "<style>@supports (-webkit-touch-callout:none){#t{color:#ddd}}</style><p id=t>MEMO",
    "supports selector": "<style>@supports selector(:has(a)){#t{color:#ccc}}</style><p id=t>MEMO",
    "supports unknown color": "<style>@supports (color:hdr-color(red 1)){#t{color:#ddd}}</style><p id=t>MEMO",
    "container": (
        "<style>.c{container-type:inline-size}@container (min-width:100px){#t{color:#000}}</style>"
        "<div class=c><p id=t style=>MEMO</div><style>p{color:#ccc}</style>"
    ),
    "container unmet": (
        "<style>p{color:#000}.c{container-type:inline-size}@container (min-width:9000px){#t{color:#ddd}}</style>"
        "<div class=c><p id=t>MEMO</div>"
    ),
    "container style query": (
        "<style>div{--dark:yes}@container style(--dark:yes){#t{color:#ccc}}</style><div><p id=t>MEMO</div>"
    ),
    "scope": "<style>@scope (.s){p{color:#ccc}}</style><div class=s><p id=t>MEMO</div>",
    "scope elsewhere": "<style>@scope (.x){p{color:#ddd}}</style><div class=s><p id=t>MEMO</div>",
    "scope with limit": "<style>@scope (.s) to (.l){p{color:#ddd}}</style><div class=s><div class=l><p id=t>MEMO</div></div>",
    "layer order": "<style>@layer a,b;@layer b{p{color:#000}}@layer a{p{color:#ddd}}</style><p id=t>MEMO",
    "layer and unlayered": "<style>p{color:#000}@layer a{#t{color:#ddd}}</style><p id=t>MEMO",
    "layer important": (
        "<style>@layer a{p{color:#000!important}}@layer b{p{color:#ddd!important}}</style><p id=t>MEMO"
    ),
    "revert-layer": ("<style>@layer a{p{color:#000}}@layer b{p{color:#ddd}#t{color:revert-layer}}</style><p id=t>MEMO"),
    "revert-layer without layers": "<style>p{color:#ddd}#t{color:revert-layer}</style><p id=t>MEMO",
    "revert": "<style>a{color:#ddd}#t{color:revert}</style><a id=t href=/x>MEMO</a>",
    "unset": "<style>div{color:#ccc}p{color:#000}#t{color:unset}</style><div><p id=t>MEMO</div>",
    "relative color": "<p id=t style='color:rgb(from #000 r g b / .3)'>MEMO",
    "relative color lightness": "<p id=t style='color:hsl(from #06c h s 85%)'>MEMO",
    "relative oklch": "<p id=t style='color:oklch(from #06c 0.9 c h)'>MEMO",
    "relative calc": "<p id=t style='color:oklch(from #06c calc(l + .3) c h)'>MEMO",
    "relative of variable": "<p id=t style='--b:#036;color:rgb(from var(--b) r g b / 25%)'>MEMO",
    "color-mix oklch": "<p id=t style='color:color-mix(in oklch,#fff 80%,#00f)'>MEMO",
    "color-mix oklch longer": "<p id=t style='color:color-mix(in oklch longer hue,#fc0,#0cf)'>MEMO",
    "color-mix hsl": "<p id=t style='color:color-mix(in hsl,#fee,#ffa)'>MEMO",
    "color-mix srgb": "<p id=t style='color:color-mix(in srgb,#fff 70%,#000)'>MEMO",
    "color-mix oklab": "<p id=t style='color:color-mix(in oklab,#fff 70%,#f00)'>MEMO",
    "color-mix transparent": "<p id=t style='color:color-mix(in srgb,#000 30%,transparent)'>MEMO",
    "color-mix lab": "<p id=t style='color:color-mix(in lab,#fff 70%,#f00)'>MEMO",
    "color-mix lch": "<p id=t style='color:color-mix(in lch,#fff 70%,#f00)'>MEMO",
    "color-mix hwb": "<p id=t style='color:color-mix(in hwb,#fff 70%,#f00)'>MEMO",
    "color-mix xyz": "<p id=t style='color:color-mix(in xyz,#fff 70%,#f00)'>MEMO",
    "color-mix display-p3": "<p id=t style='color:color-mix(in display-p3,#fff 70%,#f00)'>MEMO",
    "color-mix without space": "<p id=t style='color:color-mix(#fff 70%,#f00)'>MEMO",
    "display-p3": "<p id=t style='color:color(display-p3 .8 .8 .7)'>MEMO",
    "rec2020": "<p id=t style='color:color(rec2020 .8 .8 .7)'>MEMO",
    "a98": "<p id=t style='color:color(a98-rgb .8 .8 .7)'>MEMO",
    "prophoto": "<p id=t style='color:color(prophoto-rgb .8 .8 .7)'>MEMO",
    "xyz": "<p id=t style='color:color(xyz .6 .7 .7)'>MEMO",
    "lab": "<p id=t style='color:lab(80 10 20)'>MEMO",
    "lch": "<p id=t style='color:lch(80 40 90)'>MEMO",
    "oklch": "<p id=t style='color:oklch(.85 .1 150)'>MEMO",
    "oklch out of gamut": "<p id=t style='color:oklch(.7 .4 150)'>MEMO",
    "hwb": "<p id=t style='color:hwb(200 60% 5%)'>MEMO",
    "hsl old": "<p id=t style='color:hsla(200,50%,80%,.9)'>MEMO",
    "none in a color": "<p id=t style='color:oklch(.85 none none)'>MEMO",
    "calc in a color": "<p id=t style='color:rgb(calc(255*.8) 200 200)'>MEMO",
    "variable channel": "<p id=t style='--r:200 200 200;color:rgb(var(--r)/.9)'>MEMO",
    "invalid variable": "<p id=t style='--r:nonsense;color:var(--r)'>MEMO",
    "variable fallback": "<p id=t style='color:var(--none,#ccc)'>MEMO",
    "variable cycle": "<style>#t{--a:var(--b);--b:var(--a);color:var(--a,#ccc)}</style><p id=t>MEMO",
    "contrast-color": "<p id=t style='background:#000;color:contrast-color(#000)'>MEMO",
    "if function": "<p id=t style='--x:a;color:if(style(--x: a): #ccc; else: #000)'>MEMO",
    "typed attr": "<p id=t data-c=#ccc style='color:attr(data-c type(<color>))'>MEMO",
    "system color": "<p id=t style='color:graytext'>MEMO",
    "accent color": "<p id=t style='background:accentcolor;color:accentcolortext'>MEMO",
    "nested rules": "<style>div{&>p{color:#ccc}}</style><div><p id=t>MEMO</div>",
    "nested media": "<style>p{color:#000;@media (min-width:100px){color:#ccc}}</style><p id=t>MEMO",
    "has": "<style>div:has(>p){color:#ccc}</style><div><p id=t>MEMO</div>",
    "is and where": "<style>:is(p,#none){color:#000}:where(#t){color:#ddd}</style><p id=t>MEMO",
    "nth-child of": "<style>:nth-child(2 of .a){color:#ccc}</style><b class=a>A</b><i>B</i><p class=a id=t>MEMO",
    "not list": "<style>p:not(.a,.b){color:#ccc}</style><p id=t>MEMO",
    "dark mode query": "<style>@media (prefers-color-scheme:dark){#t{color:#ddd}}</style><p id=t>MEMO",
    "range query": "<style>@media (800px<=width<=1400px){#t{color:#ccc}}</style><p id=t>MEMO",
    "scripting query": "<style>@media (scripting:none){#t{color:#ddd}}</style><p id=t>MEMO",
    "animation ends": "<style>@keyframes a{to{color:#000}}#t{color:#ddd;animation:a .01s forwards}</style><p id=t>MEMO",
    "animation fade in": "<style>@keyframes a{from{opacity:0}to{opacity:1}}#t{opacity:0;animation:a .01s forwards}</style><p id=t>MEMO",
    "starting style": "<style>#t{color:#000;@starting-style{color:#ddd}}</style><p id=t>MEMO",
    "inherit by all": "<style>div{color:#ccc}p{color:#000}#t{all:inherit}</style><div><p id=t>MEMO</div>",
    "zoom": "<p id=t style='zoom:.5;color:#888'>MEMO",
    "content-visibility": "<p id=t style='content-visibility:hidden;color:#ccc'>MEMO",
    "content-visibility parent": "<div style='content-visibility:hidden'><p id=t style='color:#ccc'>MEMO</div>",
    "host of custom element": "<my-card style='background:#000;display:block'><p id=t style=color:#444>MEMO</my-card>",
    "undefined custom element": "<style>my-card:not(:defined){color:#ccc}</style><my-card id=t>MEMO</my-card>",
    "popover": "<div popover><p id=t style=color:#ccc>MEMO</div>",
    "until found": "<div hidden=until-found><p id=t style=color:#ccc>MEMO</div>",
    "inert": "<div inert><p id=t style=color:#bbb>MEMO</div>",
    "important order": "<style>#t{color:#000!important}</style><p id=t style=color:#ddd>MEMO",
    "escaped class": "<style>.a\\:b{color:#ccc}</style><p class=a:b id=t>MEMO",
    "attribute selector": "<style>[data-x=A i]{color:#ccc}</style><p data-x=a id=t>MEMO",
    "quirks table": "<table style='color:#ccc'><tr><td id=t>MEMO</table>",
}

_SIDE = "position:absolute;top:0;background:#222;color:#fff;height:400px"

#: Boxes that end before the text, or just do not.
ENDS = {
    "side bar beside": f"<div style='{_SIDE};left:0;width:250px'>A</div><div style='margin-left:250px'><p id=t style=color:#bbb>MEMO</div>",
    "side bar over": f"<div style='{_SIDE};left:0;width:290px'>A</div><div style='margin-left:250px'><p id=t style=color:#bbb>MEMO</div>",
    "side bar at the right": f"<div style='{_SIDE};right:0;width:250px'>A</div><div style='max-width:900px'><p id=t style=color:#bbb>MEMO</div>",
    "centered beside": f"<div style='{_SIDE};left:0;width:180px'>A</div><div style='width:900px;margin:0 auto'><p id=t style=color:#bbb>MEMO</div>",
    "centered over": f"<div style='{_SIDE};left:0;width:260px'>A</div><div style='width:900px;margin:0 auto'><p id=t style=color:#bbb>MEMO</div>",
    "below a head": f"<div style='{_SIDE};left:0;width:100%;height:90px'>A</div><div style='min-height:120px'></div><p id=t style=color:#bbb>MEMO",
    "within a head": f"<div style='{_SIDE};left:0;width:100%;height:90px'>A</div><div style='min-height:30px'></div><p id=t style=color:#bbb>MEMO",
    "below a high head": f"<div style='{_SIDE};left:0;width:100%;height:auto'>A<br>B<br>C<br>D</div><div style='min-height:150px'></div><p id=t style=color:#bbb>MEMO",
    "above a foot": "<div style='position:relative'><p id=t style=color:#bbb>MEMO<p style='min-height:120px'>A<b style='position:absolute;bottom:0;left:0;right:0;height:60px;background:#222'></b></div>",
    "lifted into padding": "<div style='background:#333;padding-bottom:90px'><p id=t style=color:#555>MEMO</div><div style='margin-top:-90px;background:#fff;position:relative'>A</div>",
    "lifted over": "<div style='background:#333;padding-bottom:30px'><p id=t style=color:#555>MEMO</div><div style='margin-top:-90px;background:#eee;position:relative'>A</div>",
    "lifted within margins": "<p id=t style=color:#bbb>MEMO</p><div style='margin-top:40px;display:flex;flex-direction:column;background:#fff'><div style='margin-top:-24px;background:#222;height:50px'></div></div>",
    "lifted past an empty one": "<p id=t style=color:#bbb>MEMO</p><i style='display:block'></i><div style='margin-top:-60px;background:#222;height:90px'></div>",
    "inset shadow without color": "<p id=t style='color:#bbb;box-shadow:inset 0 0 0 9999px transparent'>MEMO",
    "cell with an inset shadow": "<table style='width:100%'><tr><td style='height:10px;width:30%;box-shadow:inset 0 0 0 9999px rgba(0,0,0,0)'><p id=t style=color:#bbb>MEMO</table>",
}

_PLACED = "position:absolute;left:0;background:#222"

#: What is placed freely where the flow would put it, and letters with shadows.
PLACED_IN_FLOW = {
    "after a text": f"<p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div>",
    "after a text, lifted by a margin": f"<p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};margin-top:-40px;height:90px;width:300px'></div>",
    "after a text that sticks out": f"<p id=t style='color:#bbb;height:8px'>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div>",
    "after a float": f"<p id=t style='color:#bbb;float:left'>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div>",
    "after a block with a float": f"<div><p id=t style='color:#bbb;float:left'>MEMO</p></div><div style='{_PLACED};height:90px;width:300px'></div>",
    "after words on its line": f"<span id=t style=color:#bbb>MEMO</span><b style='{_PLACED};left:0;height:90px;width:300px'></b>",
    "after a block pulled up from below": f"<p id=t style='color:#bbb;margin-bottom:-40px'>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div>",
    "before a text": f"<div style='{_PLACED};height:90px;width:300px'></div><p id=t style=color:#bbb>MEMO</p>",
    "before a distant text": f"<div style='{_PLACED};height:90px;width:300px'></div><p style='height:120px'></p><p id=t style=color:#bbb>MEMO</p>",
    "before a text that is lifted": f"<div style='{_PLACED};height:90px;width:300px'></div><p style='height:120px'></p><p id=t style='color:#bbb;margin-top:-80px'>MEMO</p>",
    "before a text after a lifted one": f"<div style='{_PLACED};height:90px;width:300px'></div><p style='height:120px'></p><p style='margin-top:-80px'>A<p id=t style=color:#bbb>MEMO</p>",
    "in columns": f"<div style='columns:2'><p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div></div>",
    "in a row": f"<div style='display:flex'><p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div></div>",
    "in a column upside down": f"<div style='display:flex;flex-direction:column-reverse'><p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div></div>",
    "least height": f"<div style='{_PLACED};min-height:90px;width:300px'></div><p style='height:120px'></p><p id=t style=color:#bbb>MEMO</p>",
    "least height of the window": f"<div style='{_PLACED};min-height:100vh;width:300px'></div><p style='height:120px'></p><p id=t style=color:#bbb>MEMO</p>",
    "after an invisible one": f"<p style='visibility:hidden'>A<p id=t style=color:#bbb>MEMO</p><div style='{_PLACED};height:90px;width:300px'></div>",
    "light shadow": "<p id=t style='color:#999;text-shadow:0 1px 2px #fff'>MEMO",
    "faint dark shadow": "<p id=t style='color:#bbb;text-shadow:0 1px 3px rgba(0,0,0,.1)'>MEMO",
    "dark shadow": "<p id=t style='color:#bbb;text-shadow:0 1px 3px #000'>MEMO",
    "shadow as an outline": "<p id=t style='color:#fff;text-shadow:1px 1px 0 #000,-1px -1px 0 #000,1px -1px 0 #000,-1px 1px 0 #000'>MEMO",
    "shadow of the letters' color": "<p id=t style='color:#999;text-shadow:0 0 4px'>MEMO",
    "shadow in em": "<p id=t style='color:#999;text-shadow:0 .05em .1em #fff'>MEMO",
    "shadow aside": "<p id=t style='color:#999;text-shadow:90px 0 0 #fff'>MEMO",
    "shadow with a computed blur": "<p id=t style='color:#bbb;text-shadow:0 0 calc(2px + 4px) #000'>MEMO",
    "shadow on a dark ground": "<div style='background:#222'><p id=t style='color:#555;text-shadow:0 -1px 1px rgba(0,0,0,.5)'>MEMO</div>",
    "filter of an old browser": "<p id=t style='color:#bbb;filter:alpha(opacity=50)'>MEMO",
    "real filter": "<p id=t style='color:#bbb;filter:brightness(.3)'>MEMO",
}

_EDGE = "position:fixed;top:0;bottom:0;right:0"
_LONG = "MEMO " * 12

#: Boxes as wide as their content beside a text, columns that change places, and floats that hang out of their ground.
WIDTHS = {
    "fixed as wide as what is in it": (
        "<div style='width:900px'><p id=t style=color:#bbb>MEMO</div>"
        f"<div style='{_EDGE}'><b style='display:block;width:30px;height:110px;background:#000'></b></div>"
    ),
    "fixed as wide as its few letters": (
        f"<div style='width:900px'><p id=t style=color:#bbb>MEMO</div><div style='{_EDGE};background:#000;font-size:12px'>A</div>"
    ),
    "fixed as wide as many letters": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div><div style='{_EDGE};background:#000'>{_LONG}</div>"
    ),
    "fixed as wide as its padding": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div><div style='{_EDGE};background:#000;padding:0 300px'>A</div>"
    ),
    "fixed as wide as spaced letters": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div>"
        f"<div style='{_EDGE};background:#000;letter-spacing:200px'>MEMO</div>"
    ),
    "fixed as wide as generated words": (
        f"<style>i::after{{content:'{_LONG}'}}</style><div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div>"
        f"<div style='{_EDGE};background:#000'><i></i></div>"
    ),
    "fixed as wide as a row": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div><div style='{_EDGE};background:#000'>"
        f"<div style='display:inline-flex;gap:400px'><b>A</b><b>B</b><b>C</b></div></div>"
    ),
    "fixed as wide as a table": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div><div style='{_EDGE};background:#000'>"
        "<table cellspacing=300><tr><td>A<td>B</table></div>"
    ),
    "fixed with a least width": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div><div style='{_EDGE};background:#000;min-width:50vw'>A</div>"
    ),
    "fixed as wide as a field": (
        f"<div style='width:900px'><p id=t style=color:#bbb>{_LONG}</div>"
        f"<div style='{_EDGE};background:#000'><input size=80 style='font:inherit'></div>"
    ),
    "fixed at the left as wide as its letters": (
        "<div style='margin-left:300px'><p id=t style=color:#bbb>MEMO</div>"
        "<div style='position:fixed;left:0;top:0;bottom:0;background:#000'>A</div>"
    ),
    "fixed at the left under a long line": (
        "<div style='margin-left:300px'><p id=t style=color:#bbb>MEMO</div>"
        "<div style='position:fixed;left:0;top:0;bottom:0;background:#000;white-space:nowrap'>MEMO MEMO MEMO</div>"
    ),
    "line of a certain height above": (
        "<div style='position:relative'><div style='position:absolute;top:0;left:0;background:#000;color:#fff;line-height:1'>A</div>"
        "<p style='height:48px'></p><p id=t style=color:#bbb>MEMO</div>"
    ),
    "columns that change places": (
        "<style>.c{position:relative;float:left;width:25%}</style><div class=c style='left:75%;background:#222'>MEMO</div>"
        "<div class=c style='width:75%;right:25%'><p id=t style=color:#bbb>MEMO</div>"
    ),
    "columns that come to lie on each other": (
        "<style>.c{position:relative;float:left;width:25%}</style><div class=c><p id=t style=color:#bbb>MEMO</div>"
        "<div class=c style='width:75%;right:25%;background:#222'>MEMO</div>"
    ),
    "columns that leave their row": (
        "<div style='width:600px'><style>.c{position:relative;float:left;width:50%}</style>"
        "<div class=c style='left:150%;color:#fff' id=t>MEMO</div><div class=c>A</div></div>"
        "<div style='position:absolute;left:800px;top:0;width:400px;height:200px;background:#000;z-index:-1'></div>"
    ),
    "float at the end of a page of one color": (
        "<body style='background:#511'><p style=color:#fff>A<div style='background:#511'><div id=t style='float:right;color:#855'>MEMO</div></div>"
    ),
    "float that hangs over a later box": (
        "<body style='background:#511'><div style='background:#511'><div id=t style='float:left;color:#855'>MEMO</div></div>"
        "<div style='background:#eee;height:90px'></div>"
    ),
    "float that hangs out of the body": (
        "<html style='background:#eee'><body style='background:#511'><div style='background:#511'>"
        "<div id=t style='float:left;color:#855'>MEMO</div></div>"
    ),
}

_COVER = "position:absolute;left:0;top:0;width:600px;height:300px"

#: What is drawn over what where both have levels.
LEVELS = {
    "placed above what comes later": (
        "<p id=t style='position:relative;z-index:2;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "placed below what comes later": (
        "<p id=t style='position:relative;z-index:1;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:2;background:#000'></div>"
    ),
    "placed below what comes first": (
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
        "<p id=t style='position:relative;background:#fff;color:#bbb'>MEMO</p>"
    ),
    "placed above what comes first": (
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
        "<p id=t style='position:relative;z-index:2;background:#fff;color:#bbb'>MEMO</p>"
    ),
    "of one level with what comes later": (
        "<p id=t style='position:relative;z-index:1;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level without a place": (
        "<p id=t style='z-index:9;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level of a flex item": (
        "<div style='display:flex'><p id=t style='z-index:2;background:#fff;color:#bbb'>MEMO</p></div>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level of a grid item": (
        "<div style='display:grid'><p id=t style='z-index:2;background:#fff;color:#bbb'>MEMO</p></div>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level in a context that is lower": (
        "<div style='opacity:.99'><p id=t style='position:relative;z-index:9;background:#fff;color:#bbb'>MEMO</p></div>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level in an isolated context": (
        "<div style='isolation:isolate'><p id=t style='position:relative;z-index:9;background:#fff;color:#bbb'>MEMO</p>"
        f"</div><div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "an overlay in a context that is lower": (
        "<p id=t style='position:relative;z-index:1;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='transform:scale(1)'><div style='{_COVER};z-index:9;background:#000'></div></div>"
    ),
    "an overlay in a box without a level": (
        "<p id=t style='position:relative;z-index:1;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='position:relative'><div style='{_COVER};top:-90px;z-index:9;background:#000'></div></div>"
    ),
    "a negative level in a context that is higher": (
        "<p id=t style='position:relative;background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:3'><div style='{_COVER};z-index:-1;background:#000'></div></div>"
    ),
    "a sticky head over a fixed side": (
        "<div style='position:sticky;top:0;z-index:5;background:#fff'><p id=t style='color:#bbb'>MEMO</p></div>"
        "<div style='position:fixed;top:0;bottom:0;left:0;width:300px;z-index:4;background:#000'></div>"
    ),
    "a level that a variable says": (
        "<p id=t style='--l:2;position:relative;z-index:var(--l);background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:1;background:#000'></div>"
    ),
    "a level that is worked out": (
        "<p id=t style='position:relative;z-index:calc(3 - 2);background:#fff;color:#bbb'>MEMO</p>"
        f"<div style='{_COVER};z-index:2;background:#000'></div>"
    ),
    "margins that take nothing up": (
        "<div style='position:absolute;top:0;right:0;width:50px;height:50px;margin:auto;background:#000'></div>"
        "<p style='height:80px'></p><p id=t style='color:#bbb'>MEMO</p>"
    ),
    "margins that center": (
        "<div style='position:relative;height:300px'><div style='position:absolute;inset:0;width:900px;height:100px;"
        "margin:auto;background:#000'></div><p style='height:120px'></p><p id=t style='color:#bbb'>MEMO</p></div>"
    ),
}

_WHOLE = "position:fixed;inset:0;background:#000"
_PALE = "<p id=t style=color:#bbb>MEMO"

#: What fills the window, what leaves it, and what is drawn between the levels of both.
SCREENS = {
    "above a screen that covers its ground": (
        "<div style='background:#fff'><p id=t style='position:relative;z-index:6;color:#bbb'>MEMO</div>"
        f"<div style='{_WHOLE};z-index:5'></div>"
    ),
    "on its own ground above a screen": (
        "<div style='background:#fff'><p id=t style='position:relative;z-index:6;background:#fff;color:#bbb'>MEMO</div>"
        f"<div style='{_WHOLE};z-index:5'></div>"
    ),
    "deep above a screen that covers its ground": (
        "<div style='background:#fff'><div><div style='position:relative;z-index:6'><p id=t style='color:#bbb'>MEMO</div></div>"
        f"</div><div style='{_WHOLE};z-index:5'></div>"
    ),
    "in a context below a screen": (
        "<div style='background:#fff;opacity:.99'><p id=t style='position:relative;z-index:6;color:#bbb'>MEMO</div>"
        f"<div style='{_WHOLE};z-index:5'></div>"
    ),
    "above an earlier screen": (
        f"<div style='{_WHOLE};z-index:5'></div><div style='background:#fff'>"
        "<p id=t style='position:relative;z-index:6;color:#bbb'>MEMO</div>"
    ),
    "above an earlier screen of no level": (
        f"<div style='{_WHOLE}'></div><div style='background:#fff'><p id=t style='position:relative;color:#bbb'>MEMO</div>"
    ),
    "above a box of the size of the window": (
        "<div style='background:#fff'><p id=t style='position:relative;z-index:6;color:#bbb'>MEMO</div>"
        "<div style='position:absolute;top:0;left:0;width:100%;height:800px;background:#000;z-index:5'></div>"
    ),
    "above a box that is placed inside": (
        "<div style='position:relative'><div style='background:#fff'><p id=t style='position:relative;z-index:6;color:#bbb'>"
        "MEMO</div><div style='position:absolute;inset:0;background:#000;z-index:5'></div></div>"
    ),
    "screen below the text's ground": (
        f"<div style='{_WHOLE};z-index:-1'></div><div style='background:#fff'>{_PALE}</div>"
    ),
    "screen with a level below the text": (
        f"<div style='{_WHOLE};z-index:1'></div><div style='position:relative;z-index:2'><p id=t style='color:#555'>MEMO</div>"
    ),
    "screen called a loader as a ground": (
        f"<div class=bg-loader style='{_WHOLE};z-index:-1'></div><p id=t style='color:#555'>MEMO"
    ),
    "screen that loads late as a ground": (
        f"<div class='lazyload bg' style='{_WHOLE};z-index:1'></div><div style='position:relative;z-index:2'>"
        "<p id=t style='color:#555'>MEMO</div>"
    ),
    "loading screen that a script takes away": (
        f"<div id=preloader style='{_WHOLE};z-index:99'><i></i></div>{_PALE}"
        "<script>document.getElementById('preloader').remove()</script>"
    ),
    "loading screen with moving parts": (
        "<div id=loader-wrapper style='position:fixed;top:0;left:0;width:100%;height:100%;z-index:99'>"
        "<i style='position:fixed;top:0;left:0;width:51%;height:100%;background:#000'></i></div>"
        f"{_PALE}<script>document.getElementById('loader-wrapper').remove()</script>"
    ),
    "window's edge: left by a margin": (
        f"{_PALE}{' MEMO' * 60}<aside style='position:fixed;right:0;top:0;width:250px;margin-right:-250px;height:100vh;background:#000'>A</aside>"
    ),
    "window's edge: partly left by a margin": (
        f"{_PALE}{' MEMO' * 60}<aside style='position:fixed;right:0;top:0;width:850px;margin-right:-250px;height:100vh;background:#000'>A</aside>"
    ),
    "window's edge: left by an offset": (
        f"{_PALE}<aside style='position:fixed;left:-375px;top:0;display:flex;height:100vh;background:#000'>"
        "<div style='width:300px'>A</div></aside>"
    ),
    "window's edge: partly left by an offset": (
        f"{_PALE}<aside style='position:fixed;left:-75px;top:0;display:flex;height:100vh;background:#000'>"
        "<div style='width:300px'>A</div></aside>"
    ),
    "window's edge: a row that begins wide": (
        f"{_PALE}<aside style='position:fixed;left:-275px;top:0;display:flex;height:100vh;background:#000'>"
        "<div style='flex:0 0 600px'>A</div></aside>"
    ),
    "window's edge: a row with gaps": (
        f"{_PALE}<aside style='position:fixed;left:-275px;top:0;display:flex;gap:200px;height:100vh;background:#000'>"
        "<b>A</b><b>A</b><b>A</b></aside>"
    ),
    "window's edge: margin on the other side": (
        f"{_PALE}<aside style='position:fixed;left:0;top:0;width:250px;margin-right:-250px;height:100vh;background:#000'>A</aside>"
    ),
    "menu that opens to the left of a narrow box": (
        "<div style='padding-left:400px'><span style='position:relative;display:inline-block'>A"
        "<b style='position:absolute;right:0;top:0;width:300px;height:90px;background:#000'></b></span></div>"
        "<div style='width:380px;margin-top:-40px'><p id=t style=color:#bbb>MEMO MEMO</div>"
    ),
}

#: Boxes with a height that their texts may leave, and boxes that are pulled up.
HEIGHTS = {
    "bar with a row": f"<div style='background:#222;height:60px;display:flex'>{_PALE}<p>A<p>B</div>",
    "bar with a row, pale on white": f"<div style='background:#fff;height:60px;display:flex'>{_PALE}<p>A<p>B</div>",
    "bar with a row that is too narrow": (
        f"<div style='background:#222;height:60px;display:flex;width:200px'><p style='color:#fff'>A B C D E F G H{_PALE} MEMO</div>"
    ),
    "bar with a column": (
        "<div style='background:#222;height:60px;display:flex;flex-direction:column'><p>A<p>B"
        "<p id=t style=color:#888;flex:none>MEMO</div>"
    ),
    "bar with a row of columns": (
        "<div style='background:#222;height:60px;display:flex'><div><p>A<p>B<p id=t style=color:#888>MEMO</div><p>B</div>"
    ),
    "bar with a row in reverse": f"<div style='background:#222;height:60px;display:flex;flex-flow:row-reverse'>{_PALE}<p>A<p>B</div>",
    "bar with a column by its flow": (
        "<div style='background:#222;height:60px;display:flex;flex-flow:column nowrap'><p>A<p>B"
        "<p id=t style=color:#888>MEMO</div>"
    ),
    "pulled up over a dark box": (
        "<div style='background:#000;height:90px'></div><div style='margin-top:-60px'><p id=t style=color:#555>MEMO</div>"
    ),
    "pulled up over a dark box, its end": (
        "<div style='background:#000;height:90px'></div><div style='margin-top:-40px'><p>A<p>B<p id=t style=color:#bbb>MEMO</div>"
    ),
    "pulled up with padding": (
        "<div style='background:#000;height:90px'></div><div style='margin-top:-40px;padding-top:50px'>"
        "<p id=t style=color:#bbb>MEMO</div>"
    ),
    "pulled up with its own ground": (
        "<div style='background:#000;height:90px'></div><div style='margin-top:-60px;background:#fff'>"
        "<p id=t style=color:#bbb>MEMO</div>"
    ),
    "moved up over a dark box": (
        "<div style='background:#000;height:90px'></div><div style='position:relative;top:-60px'><p id=t style=color:#555>MEMO</div>"
    ),
    "moved up over a dark box, its end": (
        "<div style='background:#000;height:90px'></div><div style='position:relative;top:-60px'><p>A<p>B<p id=t style=color:#bbb>MEMO</div>"
    ),
    "after a low box that is pulled up": (
        "<div style='background:#000;height:190px'></div><div style='margin-top:-150px;height:20px'></div>"
        "<p id=t style=color:#bbb>MEMO"
    ),
    "after a box that is pulled up, on its own ground": (
        "<div style='background:#000;height:190px'></div><div style='margin-top:-150px;height:20px'></div>"
        "<p id=t style='color:#bbb;background:#fff'>MEMO"
    ),
    "after two boxes, the first pulled up": (
        "<div style='background:#000;height:190px'></div><div style='margin-top:-150px;height:20px'></div><p>A"
        "<p id=t style=color:#bbb>MEMO"
    ),
    "in a box after one that is pulled up": (
        "<div style='background:#000;height:190px'></div><div style='margin-top:-150px;height:20px'></div>"
        "<div><div><p id=t style=color:#bbb>MEMO</div></div>"
    ),
    "after a box whose first is pulled up": (
        "<div style='background:#000;height:190px'></div><div><div style='margin-top:-150px;height:20px'></div></div>"
        "<p id=t style=color:#bbb>MEMO"
    ),
    "after a box that pulls at its end": (
        "<div style='background:#000;height:190px;margin-bottom:-150px'></div><p id=t style=color:#bbb>MEMO"
    ),
    "after a box that is moved up": (
        "<div style='background:#000;height:90px'></div><div style='position:relative;top:-80px;height:20px'></div>"
        "<p id=t style=color:#bbb>MEMO"
    ),
    "flooded by a shadow": "<p id=t style='color:#555;box-shadow:inset 0 0 0 9999px #111'>MEMO",
    "flooded in part by a shadow": "<p id=t style='color:#777;box-shadow:inset 0 0 0 9999px rgba(0,0,0,.2)'>MEMO",
    "flooded by a shadow of the letters' color": "<div style='color:#bbb'><p style='box-shadow:inset 0 0 0 9999px'><b id=t style=color:#999>MEMO</b></div>",
    "flooded on a dark ground": "<div style='background:#222'><p id=t style='color:#999;box-shadow:0 0 0 9999px rgb(255 255 255/.2) inset'>MEMO</div>",
    "flooded with a faint box": "<p id=t style='color:#777;background:#000;opacity:.5;box-shadow:inset 0 0 0 9999px #fff'>MEMO",
    "flooded by two shadows": "<p id=t style='color:#777;box-shadow:inset 0 0 0 9999px rgba(0,0,0,.2),inset 0 0 0 9999px #fff'>MEMO",
    "flooded with a blur": "<p id=t style='color:#bbb;box-shadow:inset 0 0 900px 9999px #000'>MEMO",
    "shadow that floods from a side": "<p id=t style='color:#bbb;box-shadow:inset 0 60px 0 0 #000'>MEMO",
    "flooded cells": (
        "<style>td{box-shadow:inset 0 0 0 9999px rgba(0,0,0,.05)}</style><table style='background:#fff'><tr><td>A"
        "<td id=t style=color:#777>MEMO</table>"
    ),
    "flooded box over a text": (
        "<div style='position:relative'><p id=t style=color:#bbb>MEMO</p>"
        "<b style='position:absolute;inset:0;box-shadow:inset 0 0 0 9999px #000'></b></div>"
    ),
    "a perspective alone": "<div style='background:#222'><p id=t style='transform:perspective(1px) translateZ(0);color:#555'>MEMO</div>",
    "a perspective and a shift": (
        "<div style='background:#222'><p id=t style='transform:perspective(900px) translate3d(0,80px,0);color:#555'>MEMO</div>"
    ),
    "neighbor with a perspective alone": (
        f"{_PALE}<div style='background:#222;transform:perspective(1px) translateZ(0)'>A</div>"
    ),
}

#: What is no text in the sense of WCAG, or belongs to what is off: nothing may be said of it.
NO_TEXT = {
    "one sign": "<p id=t style=color:#ccc>×",
    "one letter": "<button id=t style='background:#fff;border:0;color:#ccc;font:inherit' aria-label=Close>x</button>",
    "ligature": "<style>.material-icons{font-family:'Material Icons'}</style><i id=t class=material-icons style=color:#ccc>menu</i>",
    "ligature symbols": (
        "<style>.ms{font-family:'Material Symbols Outlined'}</style><span id=t class=ms style=color:#ccc>arrow_back</span>"
    ),
    "disabled button": "<button disabled id=t style='font:inherit'>MEMO</button>",
    "aria-disabled": "<div role=button aria-disabled=true id=t style=color:#ccc>MEMO</div>",
    "label of a disabled field": "<label id=t style=color:#ccc>MEMO <input disabled></label>",
}

#: Pages by name; what is in :data:`NO_TEXT` has no verdict at all.
CASES: Mapping[str, str] = MappingProxyType(
    {
        **PLAIN,
        **OVERLAPS,
        **GROUNDS,
        **LATE,
        **MODERN,
        **ENDS,
        **PLACED_IN_FLOW,
        **WIDTHS,
        **LEVELS,
        **SCREENS,
        **HEIGHTS,
        **PLACED,
        **STACKED,
        **BOUNDED,
        **NO_TEXT,
    }
)
