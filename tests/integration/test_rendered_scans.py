"""Pages that scripts write are scanned as visitors see them, by the installed service with a real browser."""

import json
import os
import signal
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sitescan.fetch.image_dimensions import picture
from sitescan.model.file_facts import Picture
from sitescan.rendering.process_usage import usage_of_group
from tests.integration.processes import alive, descendants_of, until
from tests.programs import RENDERER, needs
from tests.running import PATIENT, Running, free_port, running, twist
from tests.site import Answered, Site, page, serving

pytestmark = [pytest.mark.integration, needs(*RENDERER)]

SCRIPT = (("Content-Type", "text/javascript"),)
LOCAL = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--workers", "2")
EVIDENCE = "/api/v1/scan?include=evidence"

SHELL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pears</title>
<meta name="viewport" content="width=device-width"><script type="module" src="{script}"></script></head>
<body>{body}<noscript>This app needs JavaScript. <img src="/pixel.gif"></noscript></body></html>"""

#: The final content of every app: an image without alt text, a broken link, and text with low contrast.
CONTENT = (
    """<main><h1>Pears</h1><p class="pale">Pears are sweet.</p><img src="/pear.png"><a href="/gone">All</a></main>"""
)
STYLE = ".pale { color: #bbb; background: #fff }"

#: Apps by the way in which they write their content: the script, and the body that is sent.
APPS = {
    "data": (
        f"""const answer = await fetch("/data.json"); const {{html}} = await answer.json();
        document.getElementById("root").innerHTML = "<style>{STYLE}</style>" + html""",
        '<div id="root"></div>',
    ),
    "elements": (
        f"""const sheet = new CSSStyleSheet(); sheet.replaceSync("{STYLE}"); document.adoptedStyleSheets = [sheet];
        customElements.define("pear-list", class extends HTMLElement {{
            connectedCallback() {{ setTimeout(() => this.innerHTML = `{CONTENT}`, 2000) }} }})""",
        "<pear-list></pear-list>",
    ),
    "rules": (
        f"""const style = document.head.appendChild(document.createElement("style"));
        style.sheet.insertRule("{STYLE}");
        requestAnimationFrame(() => document.getElementById("app").insertAdjacentHTML("beforeend", `{CONTENT}`))""",
        '<div id="app"></div>',
    ),
    "chunks": (
        """history.pushState({}, "", "/pears/"); const {show} = await import("/chunk.js"); show()""",
        '<div id="app"><p>Loading…</p></div>',
    ),
    "parts": (
        f"""const parts = await Promise.all(["a", "b", "c"].map(async name => {{
            const text = await (await fetch("/part/" + name)).text();
            document.getElementById("__next").insertAdjacentHTML("beforeend", text); return text }}));
        document.head.insertAdjacentHTML("beforeend", "<style>{STYLE}</style>")""",
        '<div id="__next"><h1>Pears</h1><p>Loading…</p></div>',
    ),
}

FILES = {
    "/data.json": Answered(json.dumps({"html": CONTENT}).encode(), 200, (("Content-Type", "application/json"),)),
    "/chunk.js": Answered(
        f"""export const show = () => {{ document.head.insertAdjacentHTML("beforeend", "<style>{STYLE}</style>");
        document.getElementById("app").innerHTML = `{CONTENT}` }}""".encode(),
        200,
        SCRIPT,
    ),
    **{f"/part/{name}": page(f"<section><h2>{name}</h2>{CONTENT if name == 'b' else ''}</section>") for name in "abc"},
}


@pytest.fixture(scope="module")
def apps() -> Iterator[Site]:
    """Run a site with the apps, each at its own path."""
    with serving(FILES) as site:
        for name, (script, body) in APPS.items():
            site.pages[f"/{name}/"] = page(SHELL.format(script=f"/{name}.js", body=body))
            site.pages[f"/{name}.js"] = Answered(script.encode(), 200, SCRIPT)
        site.seconds |= {"/part/a": 0.2, "/part/b": 0.1}
        yield site


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """Run a service with a renderer."""
    with running(*PATIENT, *LOCAL, "--renderer", "chromium") as service:
        yield service


def scanned(service: Running, url: str) -> Any:
    """Return the report on a page."""
    answer = service.scan(url, EVIDENCE)
    assert answer.status == 200, answer.body
    return answer.json


def rules(report: Any) -> set[str]:
    """Return the rules that found something."""
    return {issue["rule"] for category in report["categories"] for issue in category["issues"]}


def counted(report: Any) -> list[bool]:
    """Return whether each category counts."""
    return [category["counted"] for category in report["categories"]]


def changes(before: Any, after: Any) -> list[tuple[str, str, Any, Any]]:
    """Return what differs between the categories of two reports, without what is the same."""
    return [
        (category["category"], key, value, new[key])
        for category, new in zip(before["categories"], after["categories"], strict=True)
        for key, value in category.items()
        if new[key] != value
    ]


@pytest.mark.parametrize("name", APPS)
def test_apps(apps: Site, service: Running, name: str) -> None:
    """The report has the issues that visitors see, and is the same each time; a file is requested once per scan."""
    before = len(apps.requests)
    reports = [scanned(service, f"{apps.origin}/{name}/") for _ in range(3)]
    first = reports[0]
    assert first["rendered"]["browser"].startswith("HeadlessChrome/")
    assert [path for _, path in apps.requests[before:]].count(f"/{name}.js") == len(reports)
    expected = {"accessibility/contrast", "accessibility/image-alt", "links/broken", "seo/content-from-scripts"}
    assert expected <= rules(first)
    assert counted(first) == [True] * 5
    assert [changes(first, report) for report in reports[1:]] == [[], []]


def test_screenshot(apps: Site, service: Running) -> None:
    """The screenshot shows the page as its scripts have written it, and elements with issues have boxes in it."""
    report = scanned(service, f"{apps.origin}/data/")
    kind, _, data = report["rendered"]["screenshot"].partition(",")
    assert kind == "data:image/jpeg;base64"
    assert picture(b64decode(data, validate=True)) == Picture(format="JPEG", width=1280, height=800)
    issues = {issue["rule"]: issue for category in report["categories"] for issue in category["issues"]}
    (text,) = issues["accessibility/contrast"]["occurrences"]
    (link,) = issues["links/broken"]["occurrences"]
    assert all(occurrence["box"].keys() == {"x", "y", "width", "height"} for occurrence in (text, link))
    assert text["box"]["y"] < link["box"]["y"] < 200
    plain = service.scan(f"{apps.origin}/data/")
    assert "screenshot" not in plain.body.decode()
    page = service.scan(f"{apps.origin}/data/", "/api/v1/scan?format=html").body.decode()
    assert page.count(report["rendered"]["screenshot"]) == 1


def test_rendered_page_equals_static_copy(apps: Site, service: Running) -> None:
    """A copy of the rendered page, served without its script, has the same issues for visitors."""
    content = APPS["data"][1].replace("></", f"><style>{STYLE}</style>{CONTENT}</")
    saved = SHELL.format(script="", body=content).replace('<script type="module" src=""></script>', "")
    apps.pages["/saved/"] = page(saved.partition("<noscript>")[0])
    rendered, copied = (scanned(service, f"{apps.origin}/{path}/") for path in ("data", "saved"))
    assert copied["rendered"] is None
    for number in (1, 4):
        titles = [
            {(issue["rule"], issue["count"]) for issue in report["categories"][number]["issues"]}
            for report in (rendered, copied)
        ]
        assert titles[0] == titles[1]


def test_server_rendered_pages(apps: Site, service: Running) -> None:
    """A page with its content in the HTML isn't rendered."""
    apps.pages["/whole/"] = page(f"<!doctype html><title>Pears</title>{CONTENT * 9}<script src=/chunk.js></script>")
    assert scanned(service, f"{apps.origin}/whole/")["rendered"] is None


def test_page_is_too_heavy(apps: Site, service: Running) -> None:
    """The report on a page that is too heavy is about the page as sent, and says so; the next page is rendered."""
    apps.pages["/heavy/"] = page(SHELL.format(script="/heavy.js", body='<div id="root"></div>'))
    apps.pages["/heavy.js"] = Answered(b"const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))", 200, SCRIPT)
    report = scanned(service, f"{apps.origin}/heavy/")
    assert report["rendered"] is None
    assert counted(report) == [True, False, False, True, False]
    sentences = report["categories"][1]["unexamined"]
    assert any("needs more time or memory to render than a scan allows" in sentence for sentence in sentences)
    assert scanned(service, f"{apps.origin}/data/")["rendered"]


def test_killed_browsers(apps: Site, service: Running) -> None:
    """Beside endless pages and killed processes of browsers, every report that a page gets has the same score."""
    expected = scanned(service, f"{apps.origin}/data/")["overallScore"]
    apps.pages["/endless/"] = page(SHELL.format(script="/endless.js", body='<div id="root"></div>'))
    apps.pages["/endless.js"] = Answered(b"for (;;) {}", 200, SCRIPT)
    options = ("--renderer", "chromium", "--set", "render-seconds=4")
    with running(*LOCAL, *options) as attacked, ThreadPoolExecutor(4) as pool:
        attacks = [pool.submit(attacked.scan, f"{apps.origin}/endless/") for _ in range(2)]
        scans = [pool.submit(attacked.scan, f"{apps.origin}/data/") for _ in range(16)]
        kills = 0
        while not all(scan.done() for scan in scans):
            browsers = [pid for pid in descendants_of(attacked.process.pid) if is_browser(pid)]
            if browsers and kills < 32:
                with suppress(ProcessLookupError):
                    os.kill(browsers[kills % len(browsers)], signal.SIGKILL)
                kills += 1
            wait(scans, timeout=0.3)
        found = [scan.result() for scan in scans]
        for attack in attacks:
            attack.result()
    assert kills > 0
    assert {answer.status for answer in found} <= {200, 500}
    assert {answer.json["overallScore"] for answer in found if answer.status == 200} <= {expected}


def test_killed_zygote(apps: Site) -> None:
    """A browser isn't complete any more once the process is killed that starts those of pages."""
    with running(*PATIENT, *LOCAL, "--renderer", "chromium") as service:
        assert scanned(service, f"{apps.origin}/data/")["rendered"]
        usage = usage_of_group(service.process.pid)
        until(lambda: usage().is_complete)
        for pid in descendants_of(service.process.pid):
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            if b"--type=zygote" in words and b"--no-zygote-sandbox" not in words:
                os.kill(pid, signal.SIGKILL)
                break
        until(lambda: not usage().is_complete)


def is_browser(pid: int) -> bool:
    """Return whether a process is one of a browser."""
    try:
        return b"headless" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_every_page(apps: Site) -> None:
    """With ``render=always``, every page is rendered in several processes, and no browser outlives the service."""
    apps.pages["/plain/"] = page("<!doctype html><title>Pears</title><h1>Pears</h1><p>Pears are sweet.</p>")
    options = ("--renderer", "chromium", "--set", "render=always", "--processes", "2")
    with running(*PATIENT, *LOCAL, *options) as service:
        assert scanned(service, f"{apps.origin}/plain/")["rendered"]
        processes = descendants_of(service.process.pid)
        assert any("headless" in Path(f"/proc/{pid}/cmdline").read_text() for pid in processes)
    until(lambda: not any(map(alive, processes)))


def test_browsers_end_with_killed_service(apps: Site) -> None:
    """No browser outlives a service that is killed."""
    with running(*PATIENT, *LOCAL, "--renderer", "chromium") as service:
        assert scanned(service, f"{apps.origin}/data/")["rendered"]
        processes = descendants_of(service.process.pid)
        service.process.kill()
        until(lambda: not any(map(alive, processes)))


@pytest.mark.parametrize("missing", ["bwrap", "chromium-headless-shell"])
def test_missing_programs(missing: str, tmp_path: Path) -> None:
    """The service and the command say which package to install, and end with status 2."""
    for name in {"bwrap", "chromium-headless-shell"} - {missing}:
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    environment = {**os.environ, "PATH": str(tmp_path)}
    port = free_port()
    commands = (
        [twist(), "sitescan", "--listen", f"tcp:{port}:interface=127.0.0.1", "--renderer", "chromium"],
        [sys.executable, "-m", "sitescan", "scan", "--render", "--allow-private", f"http://127.0.0.1:{port}/"],
    )
    package = {"bwrap": "bubblewrap"}.get(missing, missing)
    for command in commands:
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd="/")
        assert ended.returncode == 2
        assert f"apt install {package}" in ended.stderr
        assert len(ended.stderr.splitlines()) == 1


def test_namespaces_are_unavailable(tmp_path: Path) -> None:
    """A service that can't sandbox its browser doesn't start, and the error names the reason."""
    refusing = tmp_path / "bwrap"
    refusing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    refusing.chmod(0o755)
    command = [twist(), "sitescan", "--renderer", "chromium"]
    path = f"{tmp_path}:{os.environ['PATH']}"
    ended = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PATH": path}, check=False, cwd="/"
    )
    assert ended.returncode == 2
    assert "Rendering needs user namespaces" in ended.stderr


def test_render_option_of_command(apps: Site) -> None:
    """The command renders every page with ``--render``, and only shells with ``render=auto``."""
    command = [sys.executable, "-m", "sitescan", "scan", "--render", "--allow-private", "--format", "json"]
    plain = f"{apps.origin}/plain"
    apps.pages["/plain"] = page(
        f"<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1>{'<p>Ripe pears' * 50}"
    )
    for words, rendered in (
        ((f"{apps.origin}/data/",), True),
        ((plain,), True),
        ((plain, "--set", "render=auto"), False),
    ):
        ended = subprocess.run([*command, *words], capture_output=True, text=True, check=True, cwd="/")
        assert (json.loads(ended.stdout)["rendered"] is not None) == rendered, words


def test_blob_urls(apps: Site, service: Running) -> None:
    """The random URLs of files that scripts make are numbered, so that the report is the same each time."""
    apps.pages["/blobs/"] = page(
        """<!doctype html><html lang="en"><title>Pears</title><body><main id="root"></main><script>
        const url = (text, type) => URL.createObjectURL(new Blob([text], {type}));
        document.querySelector("main").innerHTML = `<h1>Pears</h1><img src="${url("<svg/>", "image/svg+xml")}">
        <a href="${url("pears", "text/plain")}"></a><iframe src="${url("<p>a", "text/html")}"></iframe>`;
        const script = document.createElement("script");
        script.src = url("throw new Error('pears')", "text/javascript");
        document.body.append(script);
        </script></body></html>"""
    )
    first, second = (scanned(service, apps.origin + "/blobs/")["categories"] for _ in range(2))
    assert first == second
    assert f'<img src=\\"blob:{apps.origin}/1\\">' in json.dumps(first)
    assert f"line 1 of blob:{apps.origin}/4" in json.dumps(first)
