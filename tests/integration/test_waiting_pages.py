"""A page is rendered whatever its thread waits for, and whatever never ends in it."""

from typing import Any

import pytest
import pytest_twisted

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
