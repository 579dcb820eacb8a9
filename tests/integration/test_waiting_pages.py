"""A page is rendered whatever its thread waits for, and whatever never ends in it."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.task import LoopingCall

from sitescan.rendering.chromium_renderer import ChromiumRenderer
from sitescan.rendering.rendering_errors import NotRendered
from tests.integration.processes import descendants_of
from tests.integration.renderers import render, rendering
from tests.programs import RENDERER, needs
from tests.site import Answered, Site, page, serving

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

SHOW = "const show = text => document.getElementById('text').textContent = text;"
GET = """const get = path => { const request = new XMLHttpRequest();
    request.open('GET', path, false); request.send(); return request.responseText };"""
#: The script of a frame that shows what it gets in the page around it.
FRAME = f"<script>{GET} parent.document.getElementById('text').textContent = get('/data')</script>"
WORKER = f"{GET} postMessage(get('${{origin}}/data'))"
XML = (("Content-Type", "text/xml"),)
ENDLESS_FILE = Answered(b"for (;;);", 200, (("Content-Type", "text/javascript"),))

#: The time for a page on a machine that others use, too. None of the pages takes it.
SECONDS = 60.0


def scripted(script: str, before: str = "") -> Answered:
    """Return a page with a script that is to set its text."""
    return page(
        f"<!doctype html><title>Pears</title>{before}<p id=text>as sent</p><script>{SHOW}{GET}{script}</script><p>After"
    )


FILES = {
    "/data": Answered(b"Conference"),
    "/moved": Answered(b"", 302, (("Location", "/data"),)),
    "/frame": page(FRAME),
    "/pears.css": Answered(b"p { color: green }", 200, (("Content-Type", "text/css"),)),
}


def text_of(html: str) -> str:
    """Return the text that a page shows."""
    return html.partition('<p id="text">')[2].partition("<")[0]


@pytest_twisted.ensureDeferred
async def test_service_worker_is_not_started(reactor: Any) -> None:
    """A page that waits for its service worker is rendered without it, and it is known that it has registered one."""
    register = "navigator.serviceWorker.register('/worker.js').then(() => show('registered'))"
    registered = []
    with serving(FILES | {"/worker.js": Answered(b"1", 200, (("Content-Type", "text/javascript"),))}) as site:
        async with rendering(reactor) as renderer:
            for script in (register, "navigator.serviceWorker.getRegistration()"):
                site.pages["/"] = scripted(script)
                document = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
                registered.append((document.registers_worker, text_of(document.html)))
    assert registered == [(True, "as sent"), (False, "as sent")]


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize(("started", "number"), [("'/inner.js'", 1), ("URL.createObjectURL(new Blob(['']))", 0)])
async def test_nested_workers(reactor: Any, started: str, number: int) -> None:
    """It is known how many workers of workers were not started; those without a file of their own are."""
    kind = (("Content-Type", "text/javascript"),)
    outer = Answered(f"new Worker({started}); postMessage('outer')".encode(), 200, kind)
    with serving({"/outer.js": outer, "/inner.js": Answered(b"1", 200, kind)}) as site:
        site.pages["/"] = scripted("new Worker('/outer.js').onmessage = message => show(message.data)")
        async with rendering(reactor) as renderer:
            document = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
    assert (document.nested_workers, text_of(document.html)) == (number, "outer")


@pytest_twisted.ensureDeferred
@pytest.mark.parametrize(
    "start",
    [
        "setTimeout(answer, 700)",
        "setTimeout(() => setTimeout(answer, 300), 400)",
        "let turn = 0; (function again() { if (++turn === 20) answer(); setTimeout(again, 100) })()",
        "clearTimeout(setTimeout(0)); answer()",
    ],
)
async def test_timers_of_workers(reactor: Any, start: str) -> None:
    """What a page shows after the timers of a worker comes at the same time in each scan."""
    worker = f"function answer() {{ postMessage('from a worker') }} {start}"
    show = "message => { show(message.data); setTimeout(() => { document.body.title = performance.now() }, 10) }"
    blob = f"URL.createObjectURL(new Blob([{worker!r}]))"
    found = set()
    with serving({"/": scripted(f"new Worker({blob}).onmessage = {show}")}) as site:
        async with rendering(reactor) as renderer:
            for _ in range(3):
                document = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
                found.add((text_of(document.html), document.html.partition("title=")[2][:8], document.unanswered))
    assert [(text, unanswered) for text, _, unanswered in found] == [("from a worker", False)]


@pytest_twisted.ensureDeferred
async def test_blocked_workers(reactor: Any) -> None:
    """Workers that wait for ever, and can't say whether they have timers, hold up nothing."""
    memory = "new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}).buffer"
    worker = f"postMessage('from a worker'); Atomics.wait(new Int32Array({memory}), 0, 0); postMessage('later')"
    blob = f"URL.createObjectURL(new Blob([{worker!r}]))"
    script = f"for (let n = 0; n < 8; n++) new Worker({blob}).onmessage = message => show(message.data)"
    with serving({"/": scripted(script)}) as site:
        async with rendering(reactor) as renderer:
            document = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
    assert (text_of(document.html), document.unanswered) == ("from a worker", True)


async def text_at(reactor: Any, site: Site, answered: Answered) -> str:
    """Render a page in a new browser, and return the text that it shows."""
    site.pages["/"] = answered
    async with rendering(reactor) as renderer:
        return text_of((await render(reactor, renderer, site.origin + "/", SECONDS)).document.html)


#: Pages whose thread waits for an answer: the script, what comes before it, and the text that it shows.
SYNCHRONOUS = {
    "parser": ("show(get('/data'))", "", "Conference"),
    "twice": ("show(get('/data') + get('/data'))", "", "ConferenceConference"),
    "redirect": ("show(get('/moved'))", "", "Conference"),
    "missing": ("try { get('http://127.0.0.9:1/') } catch (problem) { show(problem.name) }", "", "NetworkError"),
    "beside others": ("for (let n = 0; n < 8; n++) new Image().src = '/' + n; show(get('/data'))", "", "Conference"),
    "stylesheet": ("show(get('/data'))", "<link rel=stylesheet href=/pears.css>", "Conference"),
    "load": ("addEventListener('load', () => show(get('/data')))", "", "Conference"),
    "timer": ("setTimeout(() => show(get('/data')), 300)", "", "Conference"),
    "frame of animation": ("requestAnimationFrame(() => show(get('/data')))", "", "Conference"),
    "after the load": ("setTimeout(() => show(get('/data')), 4000)", "", "Conference"),
    "narrow window": ("addEventListener('resize', () => show(get('/data')))", "", "as sent"),
    "focus": ("addEventListener('focusin', () => show(get('/data')))", "<a href=/>All</a>", "as sent"),
    "frame": ("", "<iframe src=/frame></iframe>", "Conference"),
    "srcdoc": ("", f'<iframe srcdoc="{FRAME}"></iframe>', "Conference"),
    "worker": (
        f"new Worker(URL.createObjectURL(new Blob([`{WORKER}`]))).onmessage = one => show(one.data)",
        "",
        "Conference",
    ),
}


@pytest.mark.parametrize(("script", "before", "text"), SYNCHRONOUS.values(), ids=SYNCHRONOUS.keys())
@pytest_twisted.ensureDeferred
async def test_synchronous_requests(reactor: Any, script: str, before: str, text: str) -> None:
    """A page that waits for a synchronous request gets the answer, wherever it makes it."""
    with serving(FILES) as site:
        assert await text_at(reactor, site, scripted(script, before)) == text


#: Scripts that never end. Each shows something before.
ENDLESS = {
    "parser": "for (;;);",
    "timer": "setTimeout(() => { for (;;); }, 300)",
    "frame of animation": "requestAnimationFrame(() => { for (;;); })",
    "microtasks": "const again = () => Promise.resolve().then(again); again()",
    "observer": """const body = document.body, toggle = () => body.toggleAttribute('a');
        new MutationObserver(toggle).observe(body, {attributes: true}); toggle()""",
    "regular expression": "/^(a+)+$/.test('a'.repeat(60) + 'b')",
    "short tasks": "setInterval(() => { for (let n = 0; n < 2e8; n++); }, 1)",
    "synchronous requests": "for (;;) try { get('/data') } catch {}",
    "worker": "new Worker(URL.createObjectURL(new Blob(['for (;;);'])))",
    "worker from a file": "new Worker('/endless.js')",
    "frame": """const frame = document.createElement('iframe'); frame.srcdoc = '<script>for (;;);<\\/script>';
        document.body.append(frame)""",
}


@pytest.mark.parametrize("script", ENDLESS.values(), ids=ENDLESS.keys())
@pytest_twisted.ensureDeferred
async def test_endless_scripts(reactor: Any, script: str) -> None:
    """Scripts that never end are stopped, and the page is taken with all of its HTML; the next page is rendered."""
    with serving({**FILES, "/endless.js": ENDLESS_FILE, "/": scripted(f"show('shown'); {script}")}) as site:
        async with rendering(reactor, seconds=2) as renderer:
            found = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
            assert found.stopped
            assert text_of(found.html) == "shown"
            assert "After" in found.html
            site.pages["/"] = page("<p id=text>next")
            found = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
            assert (text_of(found.html), found.stopped) == ("next", False)


#: Scripts that never end once the window is narrow, or an element has the focus.
TRIED = {"narrow window": "resize", "focus": "focusin"}


@pytest.mark.parametrize("event", TRIED.values(), ids=TRIED.keys())
@pytest_twisted.ensureDeferred
async def test_endless_scripts_in_trials(reactor: Any, event: str) -> None:
    """A page whose scripts never end while the focus is tried is rendered as it was before."""
    with serving({"/": scripted(f"addEventListener('{event}', () => {{ for (;;); }})", "<a href=/>All</a>")}) as site:
        async with rendering(reactor) as renderer:
            found = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
    assert (text_of(found.html), found.stopped, found.paints.focus) == ("as sent", False, None)


#: Scripts that request something from a server that doesn't answer, and go on when that fails.
SILENT = {
    "fetch": "fetch('/silent').catch(() => show('went on'))",
    "synchronous request": "try { get('/silent') } catch { show('went on') }",
    "script": "Object.assign(document.head.appendChild(document.createElement('script')), {src: '/silent'}).onerror"
    " = () => show('went on')",
}


@pytest.mark.parametrize("script", SILENT.values(), ids=SILENT.keys())
@pytest_twisted.ensureDeferred
async def test_silent_server(reactor: Any, script: str) -> None:
    """A request without a response fails in time, the page goes on, and the report knows that it may miss something."""
    with serving({"/": scripted(script)}) as site:
        site.seconds["/silent"] = 600
        async with rendering(reactor) as renderer:
            found = (await render(reactor, renderer, site.origin + "/", SECONDS)).document
    assert text_of(found.html) == "went on"
    assert [request.missed for request in found.requests] == [True]


#: What a page may wait for beside its scripts, and what it shows then.
WAITS = {
    "dialog": "show(confirm('Pears?'))",
    "printing": "print(); show('printed')",
    "breakpoint": "debugger; show('went on')",
    "XSLT": """(async () => {
        const parsed = async path => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/xml');
        const processor = new XSLTProcessor(); processor.importStylesheet(await parsed('/sheet.xsl'));
        show(processor.transformToFragment(await parsed('/pears.xml'), document).textContent) })()""",
}
SHOWN = {"dialog": "false", "printing": "printed", "breakpoint": "went on", "XSLT": "Conference"}
SHEET = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">{}</xsl:stylesheet>"""
XML_FILES = {
    "/pears.xml": Answered(b"<a>Conference</a>", 200, XML),
    "/sheet.xsl": Answered(SHEET.format('<xsl:import href="/imported.xsl"/>').encode(), 200, XML),
    "/imported.xsl": Answered(
        SHEET.format('<xsl:template match="/"><xsl:value-of select="."/></xsl:template>').encode(), 200, XML
    ),
}


@pytest.mark.parametrize("name", WAITS)
@pytest_twisted.ensureDeferred
async def test_other_waits(reactor: Any, name: str) -> None:
    """A page goes on that waits for an answer to a dialog or for a file, whatever kind of file that is."""
    with serving(XML_FILES) as site:
        assert await text_at(reactor, site, scripted(WAITS[name])) == SHOWN[name]


@pytest_twisted.ensureDeferred
async def test_browser_waits_for_ever(reactor: Any) -> None:
    """A page for which two browsers do nothing did not finish loading, and the next page is rendered."""
    with serving({"/": page("<p id=text>shown"), "/suspended": scripted("get('/data')")}) as site:
        async with rendering(reactor) as renderer:
            site.seconds["/data"] = 1
            suspending = LoopingCall(suspend_pages, renderer)
            suspending.start(0.1)
            try:
                with pytest.raises(NotRendered, match="did not finish loading"):
                    await render(reactor, renderer, site.origin + "/suspended", SECONDS)
            finally:
                suspending.stop()
            assert text_of((await render(reactor, renderer, site.origin + "/", SECONDS)).document.html) == "shown"


def suspend_pages(renderer: ChromiumRenderer) -> None:
    """Suspend the processes of a renderer that run pages."""
    for browser in renderer.pids:
        for process in descendants_of(browser):
            with suppress(OSError):
                if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                    os.kill(process, signal.SIGSTOP)
