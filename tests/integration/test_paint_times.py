"""The real browser says when a page is painted, on a simulated network."""

from itertools import pairwise
from typing import Any

import pytest
import pytest_twisted

from sitescan.model.rendered import Paints, RequestMade
from sitescan.performance.network import PHONE
from tests.integration.renderers import render, rendering
from tests.programs import RENDERER, needs
from tests.site import Answered, page, serving

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

SCRIPT = (("Content-Type", "text/javascript"),)
SHELL = "<!doctype html><title>Pears</title><div id=root></div><script type=module src=/main.js></script>"
SIZE = 300_000


def script(text: str, size: int = SIZE) -> Answered:
    """Return a script of this many bytes."""
    return Answered(f"{text}/*{'x' * (size - len(text) - 4)}*/".encode(), 200, SCRIPT)


WRITE = "document.getElementById('root').innerHTML = '<h1>Pears</h1>';"

PAGES = {
    "/": page(SHELL),
    "/main.js": script(f"import '/b.js'; {WRITE}"),
    "/b.js": script("/* nothing */"),
}


async def painted(reactor: Any, pages: dict[str, Answered], delays: dict[str, float]) -> tuple[Paints, Any]:
    """Return what the browser says about the paints of a page, and the requests of the page."""
    with serving(pages) as site:
        site.seconds.update(delays)
        async with rendering(reactor) as renderer:
            document = (await render(reactor, renderer, site.origin + "/")).document
            return document.paints, [without_origin(made, site.origin) for made in document.requests]


def without_origin(made: RequestMade, origin: str) -> tuple[str, str, int, int]:
    """Return a request, whatever the port of its server is."""
    return made.url.removeprefix(origin), made.script.removeprefix(origin), made.begins, made.ends


@pytest_twisted.ensureDeferred
async def test_content_waits_for_imported_script(reactor: Any) -> None:
    """Content that is written when an imported script has arrived is painted then, as slow as the servers may be."""
    paints, requests = await painted(reactor, PAGES, {})
    (main, b) = requests
    assert (main[0], b[0]) == ("/main.js", "/b.js")
    transfer = SIZE / PHONE.bandwidth
    assert main[3] - main[2] > transfer
    assert b[2] >= main[3]
    assert b[3] - b[2] > transfer
    assert b[3] <= paints.first_at <= b[3] + 50
    assert paints.largest_at == paints.first_at
    assert (paints, requests) == await painted(reactor, PAGES, {"/b.js": 0.5, "/main.js": 0.2})


@pytest_twisted.ensureDeferred
async def test_late_servers(reactor: Any) -> None:
    """The largest content is the same if the servers take longer to answer than the time that passes for the page."""
    names = [f"/{number}.js" for number in range(5)]
    shell = SHELL.replace("/main.js", names[0]).replace("<div id=root>", "<p>Words</p><div id=root>")
    scripts = {name: script(f"import('{following}');", 2000) for name, following in pairwise(names)}
    pages = {"/": page(shell), **scripts, names[-1]: script(WRITE, 2000)}
    paints, requests = await painted(reactor, pages, {})
    assert paints.first_at < requests[-1][3] <= paints.largest_at
    assert (paints, requests) == await painted(reactor, pages, dict.fromkeys(names, 2.2))


@pytest_twisted.ensureDeferred
async def test_message_is_painted_before_content(reactor: Any) -> None:
    """A message is the first paint, and content that a timer shows after the script the largest."""
    shell = SHELL.replace("<div id=root>", "<div id=root>Loading")
    late = script(f"setTimeout(() => {{ {WRITE.replace('Pears', 'Pears and figs ' * 9)} }}, 700)", 100_000)
    paints, (main,) = await painted(reactor, {"/": page(shell), "/main.js": late}, {})
    assert paints.first_at < main[2] + 100
    assert main[3] + 700 <= paints.largest_at <= main[3] + 800


@pytest_twisted.ensureDeferred
async def test_files_arrive_by_importance(reactor: Any) -> None:
    """A stylesheet that blocks the first paint arrives before images, and text without styles isn't painted before."""
    images = "".join(f"<img src=/{number}.png width=300 height=200>" for number in range(9))
    html = f"<!doctype html><link rel=stylesheet href=/a.css><p>Pears</p>{images}"
    sheet = Answered(b"p{color:red}" + b" " * 60_000, 200, (("Content-Type", "text/css"),))
    pages = {"/": page(html), "/a.css": sheet}
    pages |= {f"/{number}.png": Answered(b"x" * 50_000, 404) for number in range(9)}
    paints, requests = await painted(reactor, pages, {})
    (styled,) = [made for made in requests if made[0] == "/a.css"]
    assert len(requests) == 10
    assert styled[3] <= paints.first_at <= styled[3] + 50
    assert paints.first_at < max(made[3] for made in requests)


@pytest_twisted.ensureDeferred
async def test_script_at_end_of_body(reactor: Any) -> None:
    """Text is painted with its stylesheet, before a script at the end of the body has come."""
    html = "<!doctype html><link rel=stylesheet href=/a.css><body><p>Pears</p><script src=/main.js></script>"
    sheet = Answered(b"p{color:red}", 200, (("Content-Type", "text/css"),))
    paints, requests = await painted(reactor, {"/": page(html), "/a.css": sheet, "/main.js": script("1")}, {})
    ends = {made[0]: made[3] for made in requests}
    assert ends["/a.css"] <= paints.first_at <= ends["/a.css"] + 50 < ends["/main.js"]


@pytest_twisted.ensureDeferred
async def test_stylesheet_comes_before_scripts_after_images(reactor: Any) -> None:
    """A stylesheet has the bandwidth of scripts after an image, also if another script holds the parser before them."""
    html = (
        "<!doctype html>\n<link rel=stylesheet href=/a.css>\n<body>\n<p>Pears</p>\n<img src=/a.png>\n"
        "<script>0</script>\n<p>Plums</p>\n<script src=/main.js></script>\n<script src=/b.js></script>"
    )
    sheet = Answered(b"p{color:red}" + b" " * SIZE, 200, (("Content-Type", "text/css"),))
    pages = {"/": page(html), "/a.css": sheet, "/main.js": script("1"), "/b.js": script("2")}
    paints, requests = await painted(reactor, pages, {})
    ends = {made[0]: made[3] - made[2] for made in requests}
    assert SIZE / PHONE.bandwidth < ends["/a.css"] < 1.5 * SIZE / PHONE.bandwidth
    assert paints.first_at < min(made[3] for made in requests if made[0] == "/main.js")


@pytest_twisted.ensureDeferred
async def test_long_page_comes_in_pieces(reactor: Any) -> None:
    """What stands after much inline data asks for nothing before that has come."""
    data = "<script type=application/json>" + "[1]\n" * (SIZE // 4) + "</script>"
    html = f"<!doctype html><script async src=/b.js></script>{data}<script>fetch('/data')</script><img src=/a.png>"
    pages = {"/": page(html), "/b.js": script("1", 1000), "/data": Answered(b"1"), "/a.png": Answered(b"", 404)}
    _, requests = await painted(reactor, pages, {})
    begins = {made[0]: made[2] for made in requests}
    transfer = SIZE / PHONE.bandwidth
    assert begins["/b.js"] < transfer < begins["/data"]
    assert begins["/a.png"] > transfer


@pytest_twisted.ensureDeferred
async def test_page_that_is_never_complete(reactor: Any) -> None:
    """A page that requests without end, or more than the network brings in time, is rendered all the same."""
    endless = f"{WRITE} const ask = () => fetch('/data').then(one => one.text()).then(ask); ask()"
    pages = {"/": page(SHELL), "/main.js": script(endless, 2000), "/data": Answered(b"1")}
    paints, _ = await painted(reactor, pages, {})
    assert 0 < paints.first_at < 2000
    large = {"/": page(SHELL), "/main.js": script(WRITE, 4_900_000)}
    paints, (main,) = await painted(reactor, large, {})
    assert main[3] == 0
    assert paints.first_at >= 20_000
