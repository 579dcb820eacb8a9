"""Measurements of a real browser besides the document: script errors, mixed content, layout shifts and frames."""

from typing import Any

import pytest
import pytest_twisted
from attrs import evolve

from sitescan.document.accessibility.frame_documents import frame_documents
from sitescan.document.contrast.text_contrast import text_contrasts
from sitescan.document.document import Document
from sitescan.document.layout.cut_texts import cut_texts
from sitescan.document.layout.measured_layout import measured_elements
from sitescan.document.layout.narrow_overflow import wide_in_narrow_window
from sitescan.document.layout.overlapping_texts import overlapping_texts
from sitescan.document.loading.layout_shifts import cumulative_shift
from sitescan.document.loading.script_coverage import CoveredScript, covered_scripts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import FocusTried, MixedRequest, ScriptError
from sitescan.rendering.rendering_errors import BUSY, NotRendered
from tests.integration.renderers import fetch_and_render, render, render_secure, rendering
from tests.programs import RENDERER, needs
from tests.site import Answered, page, serving

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

SENT = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)

SCRIPT = (("Content-Type", "text/javascript"),)

FAULTY = """<!doctype html><title>Pears</title>
<script>console.error("No pears:", new Error("sold out"), {kind: "Conference"})</script>
<script>
  pears.show()
</script>
<script>const = 3</script>
<script src=/app.js></script>
<script>Promise.reject(new Error("too late"))</script>
<script>const caught = Promise.reject(new Error("caught")); setTimeout(() => caught.catch(() => 0), 50)</script>
<script>console.warn("a warning"); new Audio("/pears.mp3").play()</script>
<iframe srcdoc="<script>of.a.frame()</script>"></iframe>"""


@pytest_twisted.ensureDeferred
async def test_script_errors(reactor: Any) -> None:
    """Each error has its message, its script and its line, and is the same each time."""
    app = Answered(b"function show() { throw 'rotten' }\n\nsetTimeout(show, 3000)", 200, SCRIPT)
    with serving({"/": page(FAULTY), "/app.js": app}) as site:
        async with rendering(reactor) as renderer:
            found = {(await render(reactor, renderer, site.origin + "/")).document.errors for _ in range(3)}
    (errors,) = found
    url = site.origin + "/"
    assert errors == (
        ScriptError(text="No pears: Error: sold out Object", url=url, line=2),
        ScriptError(text="ReferenceError: pears is not defined", url=url, line=4),
        ScriptError(text="SyntaxError: Unexpected token '='", url=url, line=6),
        ScriptError(text="Error: too late", url=url, line=8),
        ScriptError(text="rotten", url=url + "app.js", line=1),
    )


@pytest_twisted.ensureDeferred
async def test_page_logs_many_messages(reactor: Any) -> None:
    """A page that writes very many messages is rendered, and some of its errors are reported."""
    html = "<!doctype html><script>for (let n = 0; n < 3000; n++) console.error(n)</script>"
    with serving({"/": page(html)}) as site:
        async with rendering(reactor) as renderer:
            assert len((await render(reactor, renderer, site.origin + "/")).document.errors) == 50


@pytest_twisted.ensureDeferred
async def test_page_navigates_while_parsing(reactor: Any) -> None:
    """A page that navigates while it is parsed isn't rendered; a page that navigates after that is."""
    script = "<script>location = '/list'</script>"
    later = "<script>addEventListener('load', () => location = '/list')</script>"
    with serving({}) as site:
        async with rendering(reactor) as renderer:
            for html in (f"<!doctype html>{script}<p>Pears", f"<!doctype html><p>All{script}<p>Pears"):
                site.pages["/"] = page(html)
                with pytest.raises(NotRendered, match="replaced it"):
                    await render(reactor, renderer, site.origin + "/")
            site.pages["/"] = page(f"<!doctype html>{later}<p>Pears")
            assert "Pears" in (await render(reactor, renderer, site.origin + "/")).document.html


#: Actions that a scan refuses to a page, each followed by an error that visitors may not get.
REFUSED = {
    "POST": "fetch('/pears', {method: 'POST', body: 'x'}).catch(() => 0)",
    "private address": "fetch('http://127.0.0.2/', {mode: 'no-cors'}).catch(() => 0)",
    "WebSocket": "new WebSocket('ws://' + location.host)",
    "session": "fetch('/session')",
    "navigation": "addEventListener('load', () => location = '/list')",
}


@pytest_twisted.ensureDeferred
async def test_errors_after_refused_requests(reactor: Any) -> None:
    """After the scan has refused something to a page, only errors in the code itself are reported."""
    with serving({"/session": Answered(b"", 403)}) as site:
        async with rendering(reactor) as renderer:
            for name, script in REFUSED.items():
                later = "setTimeout(() => console.error('refused'), 100)"
                site.pages["/"] = page(f"<!doctype html><script>{script}; {later}</script><script>const = 3</script>")
                errors = (await render(reactor, renderer, site.origin + "/")).document.errors
                assert [error.text for error in errors] == ["SyntaxError: Unexpected token '='"], name


MIXED = """<!doctype html><title>Pears</title><img src="http://pears.example/named.png"><script>
const add = (name, at, url) => { const one = document.createElement(name); one[at] = url; document.body.append(one) }
fetch("http://pears.example/data").catch(() => 0);
new Image().src = "http://pears.example/made.png";
new Image().srcset = "http://pears.example/set.png 2x";
add("script", "src", "http://pears.example/app.js");
add("iframe", "src", "http://pears.example/frame");
add("video", "src", "http://pears.example/film.mp4");
try { new WebSocket("ws://pears.example/") } catch {}
fetch("http://127.0.0.1:9/").catch(() => 0);
navigator.sendBeacon("http://pears.example/count");
</script>"""


@pytest_twisted.ensureDeferred
async def test_mixed_content(reactor: Any) -> None:
    """Mixed content is blocked or upgraded as the standard says, and requests to this machine are neither."""
    async with rendering(reactor) as renderer:
        found = [await render_secure(reactor, renderer, MIXED) for _ in range(3)]
        upgrading = '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">'
        upgraded = await render_secure(reactor, renderer, MIXED.replace("<img", upgrading + "<img"))
    assert {frozenset(rendered.document.mixed) for rendered in found} == {
        frozenset(
            MixedRequest(url=f"{'ws' if name == '' else 'http'}://pears.example/{name}", blocked=blocked)
            for name, blocked in [
                ("named.png", False),
                ("data", True),
                ("made.png", False),
                ("set.png", True),
                ("app.js", True),
                ("frame", True),
                ("film.mp4", False),
                ("", True),
            ]
        )
    }
    assert upgraded.document.mixed == ()


SHIFTING = """<!doctype html><title>Pears</title><body style="margin: 0"><h1>Pears</h1>
<div id=late></div><p id=text>Sweet</p>
<img id=hero src=/hero.svg width=600 height=300 alt=""><script>
  const sum = {value: 0};
  new PerformanceObserver(list => { for (const shift of list.getEntries()) sum.value += shift.value })
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => { late.style.height = "200px" }, 700);
  setTimeout(() => { late.style.height = "40px" }, 1200);
  setTimeout(() => { document.title = sum.value }, 5900);
  performance.getEntriesByType = () => []; window.PerformanceObserver = null;
</script>"""

#: Browsers don't count images with few bytes for their size as content.
HERO = f"""<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="teal"/>
<!-- {"pear " * 600} --><circle cx="90" cy="90" r="50"/></svg>"""


@pytest_twisted.ensureDeferred
async def test_layout_shifts(reactor: Any) -> None:
    """The score equals that of the browser, the elements are the moved ones, and both are the same each time."""
    hero = Answered(HERO.encode(), 200, (("Content-Type", "image/svg+xml"),))
    with serving({"/": page(SHIFTING), "/hero.svg": hero}) as site:
        async with rendering(reactor) as renderer:
            found = [await render(reactor, renderer, site.origin + "/") for _ in range(3)]
    scores, shifted, painted = set(), set(), set()
    for rendered in found:
        document = Document(Page(exchange=SENT, body=b"", rendered=rendered.document))
        shift = cumulative_shift(document)
        assert shift.score == pytest.approx(float(document.title), abs=1e-6)
        scores.add(round(shift.score, 6))
        shifted.add(tuple((tag.attrs["id"], move.down) for tag, move in shift.moved))
        painted.add(measured_elements(document)[rendered.document.paints.largest].attrs["id"])
    assert len(scores) == 1
    assert shifted == {(("hero", 216), ("text", 216))}
    assert painted == {"hero"}


_IN_SHADOW_TREE = "document.getElementById('h').attachShadow({mode: 'open'}).innerHTML"

#: Elements without an outline, and whether their focus is visible.
FOCUSED = {
    "<a href=/>Pears</a>": False,
    "<button>Pears</button>": False,
    "<select><option>Pears</select>": False,
    "<input type=checkbox>": False,
    "<p tabindex=0>Pears</p>": False,
    '<div style="height: 3000px"></div><a href=/>Pears</a>': False,
    "<style>a:focus { background: teal }</style><a href=/>Pears</a>": True,
    "<style>a:focus { padding-left: 9px; transition: padding-left 0.3s }</style><a href=/>Pears</a>": True,
    "<style>a:focus::after { content: '!' }</style><a href=/>Pears</a>": True,
    "<style>a:focus + b { color: teal }</style><a href=/>Pears</a><b>!</b>": True,
    "<style>p:focus-within { margin: 9px }</style><p><a href=/>Pears</a></p>": True,
    "<style>body:has(a:focus) b { color: teal }</style><p><a href=/>Pears</a></p><p><b>!</b></p>": True,
    "<style>a { position: absolute; left: -999px } a:focus { left: 0 }</style><a href=/>Pears</a>": True,
    "<style>.keys a:focus { letter-spacing: 9px }</style><a href=/>Pears</a>"
    "<script>onkeydown = event => { if (event.key === 'Tab') document.body.className = 'keys' }</script>": True,
    "<style>.on { letter-spacing: 9px }</style><button>Pears</button><script>"
    "const button = document.querySelector('button'); const turn = on => () => button.classList.toggle('on', on);"
    "button.onfocus = () => setTimeout(turn(true), 100); button.onblur = turn(false)</script>": True,
    '<a href=/ style="outline: revert">Pears</a>': True,
    "<input>": True,
    '<a href=/ tabindex=-1>Pears</a><button disabled>Pears</button><a href=/ style="opacity: 0">Pears</a>': True,
    '<a href=/ onfocus="this.blur()">Pears</a>': True,
    "<style>a:focus::after { content: '!' }</style><a href=/>Pears</a>"
    '<p style="position: fixed; inset: 0; margin: 0; background: white">Please wait.</p>': True,
    f"<div id=h></div><script>{_IN_SHADOW_TREE} = '<style>a {{outline: 0}}</style><a href=/>Pears</a>'</script>": False,
    f"<div id=h></div><script>{_IN_SHADOW_TREE} = '<a href=/>Pears</a>'</script>": True,
    f"<div id=h></div><script>{_IN_SHADOW_TREE} = '<style>a {{outline: 0}} a:focus + b {{color: red}}</style>"
    "<a href=/>Pears</a><b>!</b>'</script>": True,
    """<a href=/ onfocus="alert(1); location = '/'; document.documentElement.remove()">Pears</a>""": True,
}


@pytest_twisted.ensureDeferred
async def test_visible_focus(reactor: Any) -> None:
    """An element is found if its focus changes nothing in or around it, by styles, scripts or a key press."""
    with serving({}) as site:
        async with rendering(reactor) as renderer:
            for html, is_seen in FOCUSED.items():
                site.pages["/"] = page(f"<!doctype html><title>Pears</title><style>* {{ outline: none }}</style>{html}")
                rendered = await render(reactor, renderer, site.origin + "/")
                focus = rendered.document.paints.focus or FocusTried()
                document = Document(Page(exchange=SENT, body=b"", rendered=rendered.document))
                found = [measured_elements(document)[number].name for number in focus.unmarked]
                assert len(found) == (0 if is_seen else 1), html
    assert [path for _, path in site.requests] == ["/"] * len(FOCUSED)


@pytest_twisted.ensureDeferred
async def test_page_hangs_on_focus(reactor: Any) -> None:
    """
    A page that hangs when an element gets the focus is rendered with the times of its paints, and so is the next page.

    On a machine without an idle processor, it isn't known who hangs, and the page is to be tried again.
    """
    with serving({"/": page('<title>Pears</title><a href="/" onfocus="for (;;);">Pears</a>')}) as site:
        async with rendering(reactor) as renderer:
            try:
                paints = (await render(reactor, renderer, site.origin + "/")).document.paints
                assert paints.focus is None
                assert paints.first_at > 0
            except NotRendered as problem:
                assert problem.reason == BUSY  # noqa: PT017 - the page may be rendered as well
            site.pages["/"] = page("<title>Pears</title><p>Pears</p>")
            assert (await render(reactor, renderer, site.origin + "/")).document.paints.focus == FocusTried()


ANIMATED = """<!doctype html><title>Pears</title><style>
  @keyframes show { from { opacity: 0 } } #text { animation: show 3s 1s both; transition: margin 2s }
</style><p id=text>Pears</p><script>
  let frames = 0; const count = () => { frames++; requestAnimationFrame(count) }; count();
  setTimeout(() => { text.style.marginLeft = "99px" }, 1000);
  setTimeout(() => {
    const {opacity, marginLeft} = getComputedStyle(text); document.title = [opacity, marginLeft, frames].join(" ")
  }, 5900);
</script>"""


@pytest_twisted.ensureDeferred
async def test_animation_frames(reactor: Any) -> None:
    """Animations end in the page's own time, and scripts get the same frames each time."""
    with serving({"/": page(ANIMATED)}) as site:
        async with rendering(reactor) as renderer:
            found = {(await render(reactor, renderer, site.origin + "/")).document.html for _ in range(3)}
    (html,) = found
    assert "<title>1 99px " in html


#: The content of a page, and the ids of the elements that are reported in a window of 320 pixels.
NARROW = {
    "": [],
    f"<main id=a style='width: 960px'><p>{'Pears are sweet. ' * 9}</p></main>": ["a"],
    "<p id=a style='white-space: nowrap'>Pears are sweet, and there are many kinds of them in the shop</p>": ["a"],
    "<p style='overflow: auto; white-space: nowrap'>Pears are sweet, and there are many kinds in the shop</p>": [],
    "<div style='width: 960px'><img src=/hero.svg width=900 alt=''></div>": [],
    "<table style='width: 960px'><tr><td>Pears are sweet, and there are many kinds of them</table>": [],
    "<p id=a style='width: 960px'>Pears</p>": [],
    "<p id=a>Pears</p><script>onresize = () => setTimeout(() => { a.style.whiteSpace = 'nowrap' }, 100)</script>": [],
    "<p id=a style='width: 960px'>Pears are sweet, and there are many kinds of them in the shop</p>"
    "<script>onresize = () => setTimeout(() => { a.style.width = 'auto' }, 100)</script>": [],
}


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize("html", NARROW)
async def test_narrow_windows(reactor: Any, html: str) -> None:
    """Elements whose lines end beyond a narrow window are found, after the page's scripts have adapted it."""
    sent = f"<!doctype html><meta name=viewport content='width=device-width'><title>Pears</title>{html}"
    with serving({"/": page(sent)}) as site:
        async with rendering(reactor) as renderer:
            rendered = await render(reactor, renderer, site.origin + "/")
    found = wide_in_narrow_window(Document(Page(exchange=SENT, body=b"", rendered=rendered.document)))
    assert [tag.attrs.get("id") for tag, _ in found] == NARROW[html]


LATE = """<!doctype html><title>Pears</title><p style="width: 960px">Pears</p><script>
  onresize = () => { fetch("/late"); console.error("late"); setTimeout(() => { location = "/elsewhere" }, 9) }
  const wait = () => performance.now() < 7990 ? requestAnimationFrame(wait) : fetch("/last"); wait()
</script>"""


@pytest_twisted.ensureDeferred
async def test_scripts_in_narrow_window(reactor: Any) -> None:
    """
    Once the window is changed, what the scripts of a page request isn't noted, and their errors aren't reported.

    A request that the page makes in its last frame, or in the narrow window, gets no answer, and nothing waits for it.
    """
    with serving({"/": page(LATE)}) as site:
        async with rendering(reactor) as renderer:
            rendered = await render(reactor, renderer, site.origin + "/")
    assert [path for _, path in site.requests] == ["/", "/late"]
    assert rendered.document.requests == ()
    assert rendered.document.errors == ()
    assert rendered.document.narrow


LINE = "margin: 0; font: 20px/24px sans-serif"

#: The content of a page, and the ids of the elements whose text is reported as cut off.
CUT_OFF = {
    f"<div id=a style='height: 12px; overflow: hidden'><p style='{LINE}'>Pears are sweet</p></div>": ["a"],
    f"<div style='height: 24px; overflow: hidden'><p style='{LINE}'>Pears are sweet</p></div>": [],
    f"<div style='height: 36px; overflow: hidden'><p style='{LINE}'>Pears<br>are sweet</p></div>": [],
    f"<div style='height: 12px; overflow: auto'><p style='{LINE}'>Pears are sweet</p></div>": [],
    f"<div style='height: 12px'><p style='{LINE}'>Pears are sweet</p></div>": [],
    f"<div style='height: 1px; width: 1px; overflow: hidden'><p style='{LINE}'>Pears are sweet</p></div>": [],
    f"<div style='height: 12px; overflow: hidden; opacity: 0'><p style='{LINE}'>Pears are sweet</p></div>": [],
    f"<h1 style='overflow: hidden; {LINE}; line-height: 1'>Pears (sweet)</h1>": [],
}

#: The content of a page, and the ids of the elements whose text is reported as painted over another text.
OVERLAPPING = {
    f"<p style='{LINE}'>Pears</p><p id=b style='{LINE}; margin-top: -20px'>Plums</p>": ["b"],
    f"<p style='{LINE}'>Pears</p><p id=b style='{LINE}; position: absolute; top: 8px; left: 12px'>Plums</p>": ["b"],
    f"<p style='{LINE}'>Pears</p><p style='{LINE}; margin-top: -8px'>Plums</p>": [],
    f"<p style='{LINE}'>Pears</p><div style='margin-top: -20px; background: tan'><p style='{LINE}'>Plum</p></div>": [],
    f"<p style='{LINE}'>Pears</p><p style='{LINE}; margin-top: -20px; opacity: 0.5'>Plums</p>": [],
    f"<p style='{LINE}'>Pears</p><p style='{LINE}; margin-top: -20px; visibility: hidden'>Plums</p>": [],
    f"<p style='{LINE}'>Pears</p><p style='{LINE}; margin-top: -20px; color: transparent'>Plums</p>": [],
}


async def measured(reactor: Any, html: str) -> Document:
    """Return a rendered page with the given content."""
    with serving({"/": page(f"<!doctype html><title>Pears</title>{html}")}) as site:
        async with rendering(reactor) as renderer:
            rendered = await render(reactor, renderer, site.origin + "/")
    return Document(Page(exchange=SENT, body=b"", rendered=rendered.document))


@pytest_twisted.ensureDeferred
async def test_truncated_text(reactor: Any) -> None:
    """A text is reported as cut off only if none of its lines is complete in its box."""
    for html, expected in CUT_OFF.items():
        found = cut_texts(await measured(reactor, html))
        assert [tag.attrs.get("id") for tag, _ in found] == expected, html


@pytest_twisted.ensureDeferred
async def test_overlapping_text(reactor: Any) -> None:
    """Texts overlap if both are visible and nothing is painted between them."""
    for html, expected in OVERLAPPING.items():
        found = overlapping_texts(await measured(reactor, html))
        assert [above.attrs.get("id") for _, above in found] == expected, html


@pytest_twisted.ensureDeferred
async def test_unused_code(reactor: Any) -> None:
    """The functions that aren't called are measured, to the same number of bytes each time."""
    app = f"function show() {{ return 1 }}\nfunction hide() {{ return '{'x' * 1000}' }}\nsetTimeout(show, 3000)"
    with serving({"/": page("<script src=/app.js></script>"), "/app.js": Answered(app.encode(), 200, SCRIPT)}) as site:
        async with rendering(reactor) as renderer:
            found = [await render(reactor, renderer, site.origin + "/") for _ in range(3)]
    scripts = {
        covered_scripts(Document(Page(exchange=SENT, body=b"", rendered=rendered.document))) for rendered in found
    }
    unused = app.index("\nsetTimeout") - app.index("function hide")
    assert scripts == {(CoveredScript(site.origin + "/app.js", unused, len(app)),)}


#: Frames by the styles of the page around and of their own: the contrasts of their faint and their black text, in
#: hundredths, if what is behind both is certain.
FRAMES = {
    "white": ("", "body {background: white}", (191, 2100)),
    "dark": ("", "html {background: #222}", (828, 131)),
    "on something": (
        "#o {position: absolute; z-index: -1; inset: 0; background: red}",
        "body {background: #fff}",
        (191, 2100),
    ),
    "beside something": ("#o {position: absolute; top: 900px; height: 9px}", "body {background: #fff}", (191, 2100)),
    "transparent": ("", "", ()),
    "translucent": ("", "body {background: #ffffff80}", ()),
    "translucent behind white": ("", "html {background: #ffffff80} body {background: white}", ()),
    "a picture": ("", "body {background: linear-gradient(red, blue) white}", ()),
    "faded": ("iframe {opacity: .9}", "body {background: white}", ()),
    "filtered": ("main {filter: grayscale(1)}", "body {background: white}", ()),
    "covered": ("#o {position: absolute; inset: 0; background: #0008}", "body {background: white}", ()),
    "with what stays": ("", "body {background: white} p {position: fixed}", ()),
}


@pytest_twisted.ensureDeferred
async def test_contrast_in_frames(reactor: Any) -> None:
    """The texts of a frame are judged if it has an opaque background, and nothing of the page covers or changes it."""
    found = {}
    with serving({}) as site:
        async with rendering(reactor) as renderer:
            for name, (around, inside, _) in FRAMES.items():
                texts = "<p style='color: #bbb'>faint words</p><p style='color: #000'>clear words</p>"
                site.pages["/in"] = page(f"<!doctype html><style>p {{margin: 0}} {inside}</style>{texts}")
                frame = f"<!doctype html><style>{around}</style><main><div id=o></div><iframe src=/in></iframe></main>"
                site.pages["/"] = page(frame)
                sent, rendered = await fetch_and_render(reactor, renderer, site.origin + "/")
                (document,) = frame_documents(Document(evolve(sent, rendered=rendered.document)))
                contrasts = text_contrasts(document)
                assert bool(contrasts.measured) is not bool(contrasts.not_judged), name
                found[name] = tuple(int(text.ratio * 100) for text in contrasts.measured)
    assert found == {name: expected for name, (_, _, expected) in FRAMES.items()}


@pytest_twisted.ensureDeferred
async def test_contrast_in_nested_frames(reactor: Any) -> None:
    """A frame in a frame is judged if both have a background; one that doesn't scroll may cut its texts off."""
    white = "<!doctype html><body style='background: white'>"
    with serving({"/in": page(f"{white}<p style='color: #bbb'>faint words")}) as site:
        async with rendering(reactor) as renderer:
            for outer, judged in ((white, 1), ("<!doctype html>", 0), (white.replace("white", "#fff8"), 0)):
                for scrolls in ("", "scrolling=no"):
                    site.pages["/outer"] = page(f"{outer}<iframe src=/in {scrolls}></iframe>")
                    site.pages["/"] = page("<!doctype html><iframe src=/outer></iframe>")
                    sent, rendered = await fetch_and_render(reactor, renderer, site.origin + "/")
                    _, inner = frame_documents(Document(evolve(sent, rendered=rendered.document)))
                    assert len(text_contrasts(inner).measured) == (0 if scrolls else judged)
