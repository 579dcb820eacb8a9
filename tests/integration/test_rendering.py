"""Pages are rendered by the real browser, which reaches nothing but what the scan may request."""

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import pytest_twisted
from attrs import evolve
from twisted.internet.task import LoopingCall, deferLater

from sitescan.document.document import Document, page_evidence
from sitescan.document.layout.measured_layout import shown_on_desktop_only
from sitescan.document.tree import attr, text
from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.report import Category, Severity
from sitescan.rendering.browser_command import FILTER, INFO, browser_command, sealed
from sitescan.rendering.chromium_renderer import ChromiumRenderer
from sitescan.rendering.devtools_pipe import DevToolsPipe
from sitescan.rendering.memory_filter import filter_descriptor
from sitescan.rendering.rendering_errors import NotRendered
from sitescan.rules.catalogue import catalogue
from tests.integration.processes import until
from tests.integration.renderers import fetch_and_render, render, rendering
from tests.programs import RENDERER, needs
from tests.site import Answered, page, serving
from tests.unexamined import sentences

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

SCRIPT = (("Content-Type", "text/javascript"),)


def scripted(script: str) -> Answered:
    """Return a page with a script, which is to set the text of the page."""
    return page(f"<!doctype html><title>Pears</title><p id=text>as sent</p><script>{script}</script>")


SHOW = "const show = text => document.getElementById('text').textContent = text;"


async def rendered(reactor: Any, renderer: ChromiumRenderer, url: str, seconds: float = 300) -> str:
    """Fetch and render a page; return its HTML."""
    return (await render(reactor, renderer, url, seconds)).document.html


def app() -> dict[str, Answered]:
    """Return a page whose content is fetched and written by a script, some of it into a shadow root."""
    script = SHOW + (
        "fetch('/data').then(one => one.text()).then(text => setTimeout(() => {"
        "show(text + ' ' + new Date().toISOString() + ' ' + Math.random() + ' ' + navigator.language"
        " + ' ' + crypto.randomUUID());"
        "const shadow = document.body.appendChild(document.createElement('div')).attachShadow({mode: 'open'});"
        "shadow.innerHTML = '<h2>Shadow</h2>'}, 3000))"
    )
    sent = "<!doctype html><title>Pears</title><p id=text></p><script src=/app.js></script>"
    return {"/": page(sent), "/app.js": Answered(script.encode(), 200, SCRIPT), "/data": Answered(b"Conference", 200)}


@pytest_twisted.ensureDeferred
async def test_rendering_is_reproducible(reactor: Any) -> None:
    """A page is rendered as visitors see it, without waiting for its timers, and each time to the same bytes."""
    with serving(app()) as site:
        async with rendering(reactor) as renderer:
            found = {await rendered(reactor, renderer, site.origin + "/") for _ in range(3)}
    (html,) = found
    assert "Conference 2026-01-01T00:00:03" in html
    assert "en-US" in html
    assert '<template shadowrootmode="open"><h2>Shadow</h2></template>' in html
    assert [path for _, path in site.requests] == ["/", "/app.js", "/data"] * 3


#: A page that shows its time and that of its frames whenever something happens.
CLOCK = """const times = []; const log = time => {
    times.push(performance.now(), time); document.getElementById('text').textContent = times.join(' ') };
  fetch('/data').then(() => log(0)); setTimeout(() => log(1), 333); requestAnimationFrame(log);
  addEventListener("load", () => requestAnimationFrame(log)); requestIdleCallback(one => log(one.timeRemaining()));
  cancelIdleCallback(requestIdleCallback(log))"""


@pytest_twisted.ensureDeferred
async def test_times_are_reproducible(reactor: Any) -> None:
    """A page sees the same times each time, although the browser blurs them."""
    with serving({"/": scripted(CLOCK), "/data": Answered(b"1")}) as site:
        found = set()
        for _ in range(3):
            async with rendering(reactor) as renderer:
                html = await rendered(reactor, renderer, site.origin + "/")
                found.add(html.partition('<p id="text">')[2].partition("<")[0])
    (times,) = found
    assert len(times.split()) == 10
    assert all(time.isdecimal() for time in times.split())


#: A component whose button has neither a name nor contrast, in an open shadow tree with styles of its own.
COMPONENT = """
  const adopted = new CSSStyleSheet();
  adopted.replaceSync("i {color: #ccc}");
  document.adoptedStyleSheets = [adopted];
  customElements.define("pear-card", class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({mode: "open"});
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("small {color: #bbb} .hidden {display: none} button::after {content: '!'}");
      root.adoptedStyleSheets = [sheet];
      root.innerHTML = `<label for="a">Kind</label><input id="a"><img src="/pear.png">
        <img class="hidden" src="/pear.png"><button></button><small>Sweet</small><slot name="more"></slot>
        <h2><slot>Empty</slot></h2>`;
    }
  });
"""


@pytest_twisted.ensureDeferred
async def test_shadow_trees(reactor: Any) -> None:
    """Elements in shadow trees are examined as visitors see them, with the styles and the ids of their tree."""
    sent = (
        f"<!doctype html><html lang=en><title>Pears</title><style>img {{display: none}}</style>"
        f"<main><h1>Pears</h1><pear-card>Conference<i slot=more>pale</i><u slot=none>unseen</u></pear-card>"
        f"<label for=a>Name</label><input id=a></main><script>{COMPONENT}</script>"
    )
    with serving({"/": page(sent), "/pear.png": Answered(b"", 404)}) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    exchange = Exchange(requested=site.origin, url=site.origin + "/", status=200)
    document = Document(Page(exchange=exchange, body=sent.encode(), rendered=found.document))
    # No slot takes one element, and the adopted stylesheet is of none.
    assert len(document.measured_tags) == len(document.elements) - 2
    assert [document.accessible.name(tag) for tag in document.all("input")] == ["Kind", "Name"]
    assert [text(tag) for tag in document.all("h2")] == ["Conference"]
    assert document.accessible.name(document.all("button")[0]) == "!"
    reported = {
        (rule.partition("/")[2], place.selector)
        for rule in ("accessibility/image-alt", "accessibility/contrast", "accessibility/duplicate-id-referenced")
        for finding in catalogue()[rule].check(document)
        if (place := document.place(finding.at)) is not None
    }
    assert reported == {
        ("image-alt", "body > main > pear-card >>> img:nth-of-type(1)"),
        ("contrast", "body > main > pear-card >>> small"),
        ("contrast", "body > main > pear-card > i"),
    }


@pytest_twisted.ensureDeferred
async def test_frames(reactor: Any) -> None:
    """Frames of the page's own are examined as visitors see them, whoever has written them; others are named."""
    sent = (
        "<!doctype html><html lang=en><title>Pears</title><main><h1>Pears</h1>"
        '<iframe title=A srcdoc="<style>.h {display: none}</style><img src=/a><img class=h src=/a>"></iframe>'
        "<iframe title=B src=/inner></iframe><iframe title=C></iframe><iframe title=D src=data:text/html,a></iframe>"
        "<iframe title=E src=/inner loading=lazy style='margin-top: 9000px'></iframe></main>"
        "<script>document.querySelector('[title=C]').contentDocument.write('<button></button>')</script>"
    )
    inner = "<!doctype html><title>Inner</title><div id=x></div><script>x.innerHTML = '<input>'</script>"
    with serving({"/": page(sent), "/inner": page(inner), "/a": Answered(b"", 404)}) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    exchange = Exchange(requested=site.origin, url=site.origin + "/", status=200)
    document = Document(Page(exchange=exchange, body=sent.encode(), rendered=found.document))
    judgements = judged_by_rules(Category.ACCESSIBILITY, page_evidence(document), Failures()).judgements
    selectors = {
        found.rule.partition("/")[2]: [at.place.selector for at in found.occurrences if at.place is not None]
        for found in judgements
        if found.severity is Severity.ERROR
    }
    frame = "body > main > iframe:nth-of-type({}) >>> "
    assert selectors == {
        "image-alt": [frame.format(1) + "body > img:nth-of-type(1)"],
        "field-label": [frame.format(2) + "#x > input"],
        "button-name": [frame.format(3) + "body > button"],
    }
    assert "2 frames show pages of their own" in " ".join(sentences(unexamined_parts(document, Category.ACCESSIBILITY)))


@pytest_twisted.ensureDeferred
async def test_states_without_attributes(reactor: Any) -> None:
    """What only the browser knows is examined: popovers that scripts show, and references by properties."""
    names = "ariaLabelledByElements ariaDescribedByElements ariaControlsElements ariaDetailsElements".split()
    refer = "".join(f"document.getElementById('f').{name} = [document.getElementById('n')];" for name in names)
    sent = (
        "<!doctype html><html lang=en><title>Pears</title><main><p id=n>Kind</p><p>Sort</p><input id=f><input id=g>"
        "<form id=h><input name=ariaLabelledByElements aria-label=Trap></form></main>"
        "<div popover=manual id=a><button></button></div><div popover id=b><button></button></div>"
        "<p aria-owns="
        " aria-flowto="
        " aria-errormessage="
        "></p><dialog id=d><img src=/pear.png></dialog>"
        f"<script>{refer} document.getElementById('g').ariaLabelledByElements = [document.querySelector('p + p')];"
        "document.getElementById('a').showPopover(); document.getElementById('d').show()</script>"
    )
    with serving({"/": page(sent), "/pear.png": Answered(b"", 404)}) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    exchange = Exchange(requested=site.origin, url=site.origin + "/", status=200)
    document = Document(Page(exchange=exchange, body=sent.encode(), rendered=found.document))
    assert [document.accessible.name(tag) for tag in document.all("input")] == ["Kind", "Sort", "Trap"]
    written = [attr(document.all("input")[0], f"aria-{name}", "") for name in ("describedby", "controls", "details")]
    assert written == ["n"] * 3
    for rule, selectors in (("button-name", ["#a > button"]), ("image-alt", ["#d > img"]), ("field-label", [])):
        places = [document.place(one.at) for one in catalogue()[f"accessibility/{rule}"].check(document)]
        assert [place.selector for place in places if place is not None] == selectors


_BYTES = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
_WORKER = "onmessage = () => { for (let x = 0; x < 2e6; x++); postMessage(1) }"

#: What a page waits for before it shows its last part.
OWED = {
    "databases": """let n = 0; const next = () => {
        if (n++ === 15) { end(); return; }
        const open = indexedDB.open("d" + n, 1);
        open.onupgradeneeded = () => open.result.createObjectStore("s");
        open.onsuccess = () => {
            open.result.transaction("s", "readwrite").objectStore("s").put(1, 1).onsuccess = next;
        };
    }; next()""",
    "caches": "for (let n = 0; n < 20; n++) await (await caches.open(n)).match('/x'); end()",
    "cached responses": """const cache = await caches.open("k");
        for (let n = 0; n < 60; n++) await cache.put("/" + n, new Response("x")); end()""",
    "locks": "for (let n = 0; n < 20; n++) await navigator.locks.request(n, async () => 1); end()",
    "files": """const root = await navigator.storage.getDirectory();
        for (let n = 0; n < 9; n++) {
            const file = await root.getFileHandle("f" + n, {create: true}), stream = await file.createWritable();
            await stream.write("x"); await stream.close(); await (await file.getFile()).text();
        } end()""",
    "WebAssembly": f"for (let n = 0; n < 40; n++) await WebAssembly.compile({_BYTES}); end()",
    "WebAssembly from the network": "await WebAssembly.instantiateStreaming(fetch('/a.wasm')); end()",
    "a worker": f"""const worker = new Worker(URL.createObjectURL(new Blob(["{_WORKER}"])));
        let n = 0; worker.onmessage = () => n++ === 9 ? end() : worker.postMessage(1); worker.postMessage(1)""",
    "a worker's own time": """const worker = new Worker(URL.createObjectURL(new Blob([
        "let n = 0; setInterval(() => postMessage(n++), 30)"])));
        worker.onmessage = ({data}) => { if (data === 20) end(); }""",
    "a worker of modules": """const worker = new Worker("/worker.js", {type: "module"});
        worker.onmessage = ({data}) => data === 7 && end(); worker.postMessage(1)""",
    "a worker with a port": f"""const worker = new Worker(URL.createObjectURL(new Blob([
        "onmessage = ({{data: port}}) => {{ port.{_WORKER.replace("postMessage", "port.postMessage")} }}"])));
        const {{port1, port2}} = new MessageChannel(); worker.postMessage(port2, [port2]);
        let n = 0; port1.onmessage = () => n++ === 9 ? end() : port1.postMessage(1); port1.postMessage(1)""",
    "a shared worker": """const {port} = new SharedWorker("/shared.js");
        let n = 0; port.onmessage = () => n++ === 9 ? end() : port.postMessage(1); port.postMessage(1)""",
    "channels": """const one = new BroadcastChannel("a"), other = new BroadcastChannel("a");
        let n = 0; one.onmessage = () => n++ === 30 ? end() : one.postMessage(1);
        other.onmessage = () => other.postMessage(1); one.postMessage(1)""",
    "compression": """for (let n = 0; n < 9; n++) await new Response(new Blob(["pears ".repeat(20000)]).stream()
        .pipeThrough(new CompressionStream("gzip"))).blob(); end()""",
    "blobs": """for (let n = 0; n < 15; n++) await (await fetch(URL.createObjectURL(new Blob([n])))).text(); end()""",
    "cryptography": """await crypto.subtle.generateKey({name: "RSASSA-PKCS1-v1_5", modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256"}, true, ["sign"]); end()""",
    "a cursor": """indexedDB.open("c").onupgradeneeded = ({target: {result, transaction}}) => {
        const kinds = result.createObjectStore("k", {autoIncrement: true}); for (let n = 0; n < 200; n++) kinds.add(n);
        kinds.openCursor().onsuccess = ({target: {result: at}}) => at ? at.continue() : end(); }""",
    "locks that never come": """navigator.locks.request("a", () => new Promise(() => 0));
        navigator.locks.request("a", () => 1); end()""",
    "nothing that comes": """const audio = new OfflineAudioContext(1, 9000, 9000);
        audio.suspend(.1); audio.startRendering(); end()""",
}


@pytest_twisted.ensureDeferred
async def test_owed_answers(reactor: Any) -> None:
    """The time of a page stands still while it waits for its storage, a compiler or a worker."""
    wasm = Answered(bytes([0, 97, 115, 109, 1, 0, 0, 0]), 200, (("Content-Type", "application/wasm"),))
    files = {"/shared.js": f"onconnect = ({{ports: [port]}}) => {{ port.{_WORKER.replace('post', 'port.post')} }}"}
    files |= {"/worker.js": "import kinds from '/kinds.js'; onmessage = () => postMessage(kinds)"}
    files |= {"/kinds.js": "export default 7"}
    with serving(
        {"/a.wasm": wasm, **{path: Answered(text.encode(), 200, SCRIPT) for path, text in files.items()}}
    ) as site:
        async with rendering(reactor) as renderer:
            for name, script in OWED.items():
                show = "const end = () => document.body.append('All is here')"
                site.pages["/"] = page(f"<!doctype html><body><script>{show}; (async () => {{ {script} }})()</script>")
                found = await render(reactor, renderer, site.origin + "/")
                assert found.document.html.endswith("All is here</body></html>"), name
                assert found.document.unanswered is (name == "nothing that comes"), name


#: What a script does with a text that it has cut within a character.
CUT = {
    "title": "document.title = cut",
    "text": "show(cut)",
    "attribute": "document.body.setAttribute('data-name', cut)",
    "class": "document.body.className = cut",
    "id": "document.body.id = cut",
    "comment": "document.body.append(document.createComment(cut))",
    "name of an attribute": "document.body.setAttribute('data-' + cut.slice(-1), '')",
    "field": "document.body.append(Object.assign(document.createElement('input'), {placeholder: cut}))",
    "style element": "add('style').textContent = `p::after { content: '${cut}' }`",
    "inserted rule": "add('style').sheet.insertRule(`p::after { content: '${cut}' }`)",
    "adopted rule": "const one = new CSSStyleSheet(); one.replaceSync(`p::after { content: '${cut}' }`);"
    "document.adoptedStyleSheets = [one]",
    "font": "document.body.style.fontFamily = cut",
    "shadow tree": "add('div').attachShadow({mode: 'open'}).textContent = cut",
    "frame": "add('iframe').srcdoc = cut",
    "message": "console.error(cut)",
    "exception": "throw new Error(cut)",
    "rejection": "Promise.reject(cut)",
    "function": "({[cut]: () => 1})[cut]()",
    "dialog": "alert(cut)",
    "request": "fetch('/' + cut).catch(() => 0)",
}


@pytest_twisted.ensureDeferred
async def test_texts_cut_within_characters(reactor: Any) -> None:
    """A page is rendered wherever its scripts put a text that they have cut within a character."""
    first = SHOW + "const add = name => document.body.appendChild(document.createElement(name));"
    first += "const cut = 'Pears \\u{1f350}'.slice(0, 7);"
    with serving({}) as site:
        async with rendering(reactor) as renderer:
            for name, script in CUT.items():
                site.pages["/"] = scripted(first + script)
                html = await rendered(reactor, renderer, site.origin + "/")
                assert '<p id="text">' in html, name
                assert name != "text" or "Pears \ufffd</p>" in html


#: A page with faults, whose scripts mend it as soon as anything else changes it. Names hide properties of the document.
WATCHING = """<!doctype html><html lang=en><title>Pears</title>
    <style id=rules></style><style id=off>b { color: #eee }</style>
    <noscript><img src=/one.png></noscript><p><b>Sweet</b> <i>pears</i></p><img src=/two.png>
    <form name=URL></form><form name=querySelectorAll></form><img name=adoptedStyleSheets alt="">
    <script>
        const of = id => document.getElementById(id).sheet, sheet = new CSSStyleSheet();
        of('rules').insertRule('i { color: #ccc }'); of('off').disabled = true; sheet.replaceSync('p { color: #bbb }');
        Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets').set.call(document, [sheet]);
        const mend = () => { document.title = 'mended'; for (const one of document.images) one.alt = 'Pears' };
        const everything = {attributes: true, characterData: true, childList: true, subtree: true};
        new MutationObserver(mend).observe(document, everything);
        addEventListener('focusin', mend); addEventListener('resize', mend);
    </script>"""


@pytest_twisted.ensureDeferred
async def test_page_watches_scan(reactor: Any) -> None:
    """A page can't see that it is examined before it is: its document is taken untouched, stylesheets included."""
    with serving({"/": page(WATCHING), "/two.png": Answered(b"", 404)}) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    exchange = Exchange(requested=site.origin, url=site.origin + "/", status=200)
    document = Document(Page(exchange=exchange, body=WATCHING.encode(), rendered=found.document))
    assert not document.is_reparsed
    assert document.title == "Pears"
    reported = [
        place.snippet
        for rule in ("accessibility/image-alt", "accessibility/contrast")
        for finding in catalogue()[rule].check(document)
        if (place := document.place(finding.at)) is not None
    ]
    assert reported == ["<img src=/two.png>", "<b>", "<i>"]


#: Scripts that try to reach or to change something, and go on.
REFUSED = {
    "POST": "fetch('/sent', {method: 'POST', body: 'x'}).catch(() => show('went on'))",
    "beacon": "navigator.sendBeacon('/sent', 'x'); show('went on')",
    "form": """const form = document.createElement('form'); form.action = '/sent'; form.method = 'post';
        document.body.append(form); form.submit(); show('went on')""",
    "navigation": "show('went on'); location = '/elsewhere'",
    "reload": "show('went on'); location.reload()",
    "data URL": "show('went on'); location = 'data:text/html,elsewhere'",
    "file": "show('went on'); location = 'file:///etc/passwd'",
    "window": "window.open('/elsewhere'); show('went on')",
    "dialogs": "alert(1); if (!confirm('x') && prompt('y') === null) show('went on')",
    "service worker": "navigator.serviceWorker.register('/worker.js'); show('went on')",
    "private image": "const image = new Image(); image.onerror = () => show('went on'); image.src = PRIVATE",
    "private fetch": "fetch(PRIVATE, {mode: 'no-cors'}).catch(() => show('went on'))",
    "private redirect": "fetch('/inward', {mode: 'no-cors'}).catch(() => show('went on'))",
    "private files": """for (const [name, at] of [["script", "src"], ["iframe", "src"], ["object", "data"],
        ["embed", "src"], ["video", "src"], ["link", "href"]]) {
        const element = document.createElement(name); element.rel = "stylesheet"; element[at] = PRIVATE + "/" + name;
        document.body.append(element) } show('went on')""",
    "private styles": """const style = document.createElement('style');
        style.textContent = `@import "${PRIVATE}/a"; p { background: url(${PRIVATE}/b) }`;
        document.head.append(style); show('went on')""",
    "private request": """const request = new XMLHttpRequest(); request.open('GET', PRIVATE);
        request.onerror = () => show('went on'); request.send()""",
    "private events": "new EventSource(PRIVATE).onerror = () => show('went on')",
    "hints": """for (const rel of ['prefetch', 'prerender', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload']) {
        const link = document.createElement('link'); link.rel = rel; link.as = 'script'; link.href = PRIVATE;
        document.head.append(link) } show('went on')""",
    "speculation": """const rules = document.createElement('script'); rules.type = 'speculationrules';
        rules.textContent = JSON.stringify({prerender: [{urls: ['/elsewhere']}], prefetch: [{urls: [PRIVATE]}]});
        document.head.append(rules); show('went on')""",
    "worker": """const code = `fetch("${PRIVATE}", {mode: "no-cors"}).catch(() => postMessage("went on"))`;
        new Worker(URL.createObjectURL(new Blob([code]))).onmessage = message => show(message.data)""",
    "shared worker": """const code = `fetch("${PRIVATE}", {mode: "no-cors"}); new EventSource("${PRIVATE}")`;
        new SharedWorker(URL.createObjectURL(new Blob([code]))); show('went on')""",
    "nested frames": """const frame = document.createElement('iframe');
        frame.srcdoc = `<iframe srcdoc='<img src="${PRIVATE}"><script>fetch("${PRIVATE}")<\\/script>'></iframe>`;
        document.body.append(frame); show('went on')""",
    "browser page": "show('went on'); location = 'chrome://version'",
    "WebSocket": "new WebSocket(PRIVATE.replace('http', 'ws')).onerror = () => show('went on')",
    "WebRTC": """const peer = new RTCPeerConnection({iceServers: [{urls: PRIVATE.replace('http://', 'stun:')}]});
        peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer));
        show('went on')""",
    "download": """const link = document.createElement('a'); link.href = 'data:text/plain,x'; link.download = 'x';
        document.body.append(link); link.click(); show('went on')""",
}


@pytest_twisted.ensureDeferred
async def test_forbidden_actions_of_pages(reactor: Any) -> None:
    """A page can't change anything on its server, navigate to another page, or reach a private address."""
    with serving({}) as site, serving({}, "127.0.0.2") as private:
        moved = Answered(b"", 302, (("Location", private.origin + "/x"),))
        site.pages |= {"/inward": moved, "/elsewhere": page("elsewhere"), "/worker.js": Answered(b"", 200, SCRIPT)}
        found = {}
        async with rendering(reactor) as renderer:
            for name, script in REFUSED.items():
                site.pages["/"] = scripted(
                    f"const PRIVATE = '{private.origin}'; {SHOW} addEventListener('load', () => {{ {script} }})"
                )
                html = await rendered(reactor, renderer, site.origin + "/")
                found[name] = html.partition('<p id="text">')[2].partition("<")[0]
    assert found == dict.fromkeys(REFUSED, "went on")
    assert private.requests == []
    assert {method for method, _ in site.requests} == {"GET"}
    assert {path for _, path in site.requests} <= {"/", "/inward", "/favicon.ico"}


@pytest_twisted.ensureDeferred
async def test_refusals_are_known(reactor: Any) -> None:
    """The rendered page says to which page its scripts went, and how many WebSockets they opened."""
    script = "addEventListener('load', () => { new WebSocket('ws://' + location.host); location = '/elsewhere' })"
    with serving({"/": scripted(script)}) as site:
        async with rendering(reactor) as renderer:
            found = (await render(reactor, renderer, site.origin + "/")).document
    assert (found.destination, found.sockets) == (f"{site.origin}/elsewhere", 1)


#: Notations of 127.0.0.2, which is private, with the port of a server there, and other private addresses.
PRIVATE_FORMS = (
    *("http://127.0.0.2:PORT/", "http://127.2:PORT/", "http://127.0.2:PORT/", "http://0x7f000002:PORT/"),
    *("http://0x7f.2:PORT/", "http://0177.0.0.2:PORT/", "http://2130706434:PORT/", "http://017700000002:PORT/"),
    *("http://[::ffff:127.0.0.2]:PORT/", "http://[::ffff:7f00:2]:PORT/", "http://[64:ff9b::7f00:2]:PORT/"),
    *("http://[2002:7f00:2::]:PORT/", "http://127.0.0.2.:PORT/", "http://a@127.0.0.2:PORT/", "//127.0.0.2:PORT/"),
    *("http://127。0。0。2:PORT/", "http://①②⑦.0.0.2:PORT/", "http://%31%32%37.0.0.2:PORT/"),
    *("http:127.0.0.2:PORT/", "http:\\\\127.0.0.2:PORT/", "ws://127.0.0.2:PORT/", "ftp://127.0.0.2:PORT/"),
    *("http://[::1]:PORT/", "http://[::]:PORT/", "http://0.0.0.0:PORT/", "http://0:PORT/", "http://10.0.0.1/"),
    *("http://192.168.0.1/", "http://172.16.0.1/", "http://169.254.169.254/latest/meta-data/", "http://100.64.0.1/"),
    *("http://[fe80::1]/", "http://[fd00::1]/", "http://224.0.0.1/", "http://255.255.255.255/", "file:///etc/passwd"),
)

#: Ways to request a URL from a page.
WAYS = {
    "fetch": "fetch(url, {mode: 'no-cors'}).catch(() => 0)",
    "XHR": "const request = new XMLHttpRequest(); request.open('GET', url); request.send()",
    "image": "new Image().src = url",
    "script": "add('script', 'src', url)",
    "module": "import(url).catch(() => 0)",
    "style": "add('link', 'href', url)",
    "frame": "add('iframe', 'src', url)",
    "object": "add('object', 'data', url)",
    "video": "add('video', 'src', url)",
    "events": "new EventSource(url)",
    "socket": "new WebSocket(url)",
    "beacon": "navigator.sendBeacon(url)",
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('${url}', {mode: 'no-cors'})`])))",
    "redirect": "fetch('/to?' + encodeURIComponent(url), {mode: 'no-cors'}).catch(() => 0)",
}


@pytest_twisted.ensureDeferred
async def test_private_addresses_are_unreachable(reactor: Any) -> None:
    """Rendered pages reach no private address in more than five hundred combinations of requests and notations."""
    add = "const add = (name, at, url) => { const one = document.createElement(name); one.rel = 'stylesheet';"
    add += " one[at] = url; document.body.append(one) };"
    with serving({}) as site, serving({}, "127.0.0.2") as private:
        port = private.origin.rpartition(":")[2]
        urls = [url.replace("PORT", port) for url in PRIVATE_FORMS]
        site.pages |= {
            f"/to?{quote(url, safe='')}": Answered(b"", 302, (("Location", url),)) for url in urls if url.isascii()
        }
        assert len(urls) * len(WAYS) >= 500
        async with rendering(reactor) as renderer:
            for way in WAYS.values():
                each = f"for (const url of {json.dumps(urls)}) try {{ {way} }} catch {{}}"
                site.pages["/"] = scripted(f"{SHOW} {add} {each} show('went on')")
                html = await rendered(reactor, renderer, site.origin + "/", 300)
                assert '<p id="text">went on</p>' in html
    assert sum(path.startswith("/to?") for _, path in site.requests) > 10
    assert private.requests == []


#: Scripts that do very much, or never stop, and leave the page time to show something.
BUSY = {
    "nodes": "for (let n = 0; n < 50000; n++) document.body.append(document.createElement('i'))",
    "timers": "for (let n = 0; n < 10000; n++) setTimeout(() => document.title += 'x', n)",
    "interval": "setInterval(() => document.title += 'x', 0)",
    "frames": "const again = () => requestAnimationFrame(again); again()",
    "requests": "for (let n = 0; n < 1000; n++) new Image().src = '/' + n",
    "dialogs": "for (let n = 0; n < 100; n++) alert(n)",
    "windows": "for (let n = 0; n < 100; n++) window.open('/elsewhere')",
}


@pytest_twisted.ensureDeferred
async def test_endless_pages(reactor: Any) -> None:
    """A page that goes on without end ends with its virtual time, and its requests are limited in number."""
    with serving({}) as site:
        async with rendering(reactor) as renderer:
            for name, script in BUSY.items():
                site.pages["/"] = scripted(f"{SHOW} show('shown'); {script}")
                html = await rendered(reactor, renderer, site.origin + "/", 300)
                assert '<p id="text">shown</p>' in html, name
    assert len(site.requests) <= 300 + 2 * len(BUSY)


#: Scripts that never end, take all memory, or overwhelm the browser.
HEAVY = {
    "loop": "while (true) {}",
    "requests": "for (let n = 0; n < 10000; n++) new Image().src = '/' + n",
    "reloads": "setInterval(() => location.reload(), 1)",
    "blob URL": "location = URL.createObjectURL(new Blob(['elsewhere'], {type: 'text/html'}))",
    "microtasks": "const again = () => Promise.resolve().then(again); again()",
    "memory": "const kept = []; while (true) kept.push(new Uint8Array(16777216).fill(1))",
}


@pytest.mark.parametrize("script", HEAVY.values(), ids=HEAVY.keys())
@pytest_twisted.ensureDeferred
async def test_deadline_and_memory_limit(reactor: Any, script: str) -> None:
    """A page ends at its deadline or at the limit of memory, and the next page is rendered."""
    with serving({"/": scripted(script), "/next": scripted(SHOW + "show('next')")}) as site:
        async with rendering(reactor) as renderer:
            with pytest.raises(NotRendered):
                await rendered(reactor, renderer, site.origin + "/", 4)
            assert "next</p>" in await rendered(reactor, renderer, site.origin + "/next")


#: Scripts that take memory which the processes of the browser share.
SHARED = {
    "broadcast": "const one = new BroadcastChannel('x'), other = new BroadcastChannel('x');"
    "const bytes = new Uint8Array(2e6).fill(1); for (;;) one.postMessage(bytes)",
    "console": "for (;;) console.log('x'.repeat(1e5))",
    "cache": "(async () => { const one = await caches.open('x');"
    "for (let n = 0;; n++) await one.put('/' + n, new Response(new Uint8Array(4e6).fill(n))) })()",
}


@pytest.mark.parametrize("script", SHARED.values(), ids=SHARED.keys())
@pytest_twisted.ensureDeferred
async def test_shared_memory(reactor: Any, script: str) -> None:
    """A page takes little of the memory that the browser's processes share, which no other limit counts."""
    most = 0

    def measure() -> None:
        nonlocal most
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        most = max(most, int(text.partition("\nShmem:")[2].split()[0]) * 1024)

    watch = LoopingCall(measure)
    with serving({"/": scripted(script)}) as site:
        async with rendering(reactor) as renderer:
            measure()
            before = most
            watch.start(0.02)
            with suppress(NotRendered):
                await rendered(reactor, renderer, site.origin + "/", 6)
            watch.stop()
    # Without the limits it is a gigabyte or more; other programs of the machine share memory, too.
    assert most - before < 300 * 1024**2


#: Lists what a process in the sandbox can see. Pipes to other programs would be other processes.
LOOK = """
ls /
echo -- && ls -d /proc/[0-9]*
echo -- && while read name _; do echo "$name"; done < /proc/net/dev
echo -- && env -u PWD -u _ -u SHLVL | sort
echo -- && ls /home /tmp /etc
echo -- && touch /usr/x /etc/x /bin/x /home/x 2>&1
"""


def test_sandbox_contains_escaped_code() -> None:
    """Code that escapes from Chromium's own sandbox finds no network, files, other processes or environment."""
    ended = subprocess.run(sealed("sh", "-c", LOOK), capture_output=True, text=True, check=False, env={})
    root, processes, devices, environment, files, _ = ended.stdout.split("--\n")
    assert set(root.split()) <= set("bin dev etc home lib lib64 proc tmp usr".split())
    assert len(processes.split()) <= 3
    assert [line for line in devices.split() if line.endswith(":")] == ["lo:"]
    assert {line.partition("=")[0] for line in environment.split()} <= {"HOME", "PATH", "TZ"}
    assert set(files.split()) <= {"/etc:", "fonts", "/home:", "/tmp:"}
    assert "/home/x" not in ended.stdout
    for path in ("/usr/x", "/bin/x"):
        assert f"cannot touch '{path}'" in ended.stdout


@pytest_twisted.ensureDeferred
async def test_killed_sandbox(reactor: Any) -> None:
    """Whenever a browser is killed, all processes in its sandbox end."""
    for number in range(30):
        marker = f"about:blank?killed-{os.getpid()}-{number}"
        pipe = DevToolsPipe()
        command = (*browser_command("--remote-debugging-pipe"), marker)
        with filter_descriptor() as descriptor:
            streams = {0: "w", 1: "r", 2: "r", 3: "w", 4: "r", INFO: "r", FILTER: descriptor}
            reactor.spawnProcess(pipe, command[0], command, env={}, childFDs=streams)
        await deferLater(reactor, number / 1000)
        pipe.kill()
        await pipe.ended
        until(lambda marker=marker: not _processes(marker))  # type: ignore[misc]


def _processes(marker: str) -> list[str]:
    """Return the processes with this text in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if marker.encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


#: A page with another part, picture and menu on a desktop.
SCREENS = """<!doctype html><title>Pears</title><meta name=viewport content="width=device-width">
<style>.wide{display:none}@media(min-width:800px){.wide{display:block}.narrow{display:none}}</style>
<p class=narrow>Ripe</p><p class=wide>Green</p><p id=text></p><b>Menu</b>
<picture><source media="(min-width:800px)" srcset=/wide.png><img src=/narrow.png alt=""></picture>
<script>SCRIPT</script>"""
ASKING = (
    "text.textContent = [innerWidth, devicePixelRatio, matchMedia('(pointer:coarse)').matches, 'ontouchend' in self];"
)
LISTENING = """const wide = matchMedia('(min-width:800px)'), hover = matchMedia('(pointer:coarse)');
  hover.addListener(() => {});
  addEventListener('resize', () => {});
  wide.addEventListener('change', () => {
    if (wide.matches) document.querySelector('b').outerHTML = '<i>Menu <u>Pears</u></i>' });"""
DOT = b"GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\4\1\0\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;"


def screens_page(script: str) -> dict[str, Answered]:
    """Return the page for two screens with a script."""
    pictures = {f"/{name}.png": Answered(DOT, 200, (("Content-Type", "image/gif"),)) for name in ("narrow", "wide")}
    return {"/": page(SCREENS.replace("SCRIPT", script)), **pictures}


@pytest_twisted.ensureDeferred
async def test_screens(reactor: Any) -> None:
    """A page is loaded on a phone, and then changed to the window of a desktop: what only that loads isn't counted."""
    with serving(screens_page(ASKING + LISTENING)) as site:
        async with rendering(reactor) as renderer:
            fetched, found = await fetch_and_render(reactor, renderer, site.origin + "/")
            again = await render(reactor, renderer, site.origin + "/")
    first, second = (evolve(one.document, nodes=b"", phone=b"", layout=b"", coverage=b"") for one in (found, again))
    assert first == second
    assert "412,1.75,true,true" in found.document.html
    assert [path for _, path in site.requests][:3] == ["/", "/narrow.png", "/wide.png"]
    assert [made.url for made in found.document.requests] == [f"{site.origin}/narrow.png"]
    assert found.document.paints.shifts == ()
    assert not found.document.outdated
    desktop = Document(evolve(fetched, rendered=found.document))
    shown = [
        [text(tag) for tag in seen.all("p", "b", "i") if seen.accessible.state(tag).visible] for seen in desktop.screens
    ]
    assert shown == [["Green", "412,1.75,true,true"], ["Ripe", "412,1.75,true,true", "Menu"]]
    assert shown_on_desktop_only(desktop) == 2


#: A page that notes the order of its first frame, of which a phone's window is told, and of its scripts.
FIRST_FRAME = """<!doctype html><title>Pears</title><meta name=viewport content="width=device-width">
<link rel=stylesheet href=/p.css><script>const order = [];
addEventListener('resize', () => order.push('frame'), {once: true})</script>
<body><p id=text>Ripe</p><script src=/a.js></script><script src=/b.js></script><script>
addEventListener('load', () => setTimeout(() => document.getElementById('text').textContent = order.join(' '), 500))
</script>"""


@pytest_twisted.ensureDeferred
async def test_first_frame_is_before_waiting_scripts(reactor: Any) -> None:
    """Scripts in the body that have waited for a stylesheet run after the first frame, as on a phone in Chromium."""
    scripts = {f"/{name}.js": Answered(f"order.push('{name}')".encode(), 200, SCRIPT) for name in "ab"}
    sheet = Answered(b"p { color: green }" + b" " * 100_000, 200, (("Content-Type", "text/css"),))
    with serving({"/": page(FIRST_FRAME), "/p.css": sheet, **scripts}) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    assert '<p id="text">frame a b</p>' in found.document.html


@pytest.mark.parametrize(
    "script",
    [
        ASKING,
        "if (matchMedia('(min-width:800px)').matches) document.title = 'Green'",
        "addEventListener('resize', () => {}); if (!matchMedia('(pointer:coarse)').matches) document.title = 'Green'",
    ],
)
@pytest_twisted.ensureDeferred
async def test_script_that_asks_once(reactor: Any, script: str) -> None:
    """It is known that scripts have asked about the screen, and don't listen to its change."""
    with serving(screens_page(script)) as site:
        async with rendering(reactor) as renderer:
            found = await render(reactor, renderer, site.origin + "/")
    assert found.document.outdated
