"""The web pages in Debian's Chromium, driven by Playwright; skipped if either is missing."""

import itertools
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from attrs import define, field

from sitescan.local.offline import analyse, analyse_file
from sitescan.report.html_fixes import fix
from sitescan.report.html_format import article, html
from sitescan.report.json_format import report_json
from sitescan.report.markdown_format import text
from sitescan.report.rule_texts import generic
from sitescan.rules.catalogue import catalogue
from tests.programs import needs, program
from tests.report.reports import HOSTILE, hostile_report, long_report, seen_report, small_report
from tests.running import Running, running
from tests.site import Site, page, serving

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>"
    "<h1>Pears</h1><img src=/pear.png><a href=/no>Plums</a>"
)

#: The width of a sheet of A4 between Chromium's margins of 0.4 inches, in CSS pixels.
A4 = 716

pytestmark = [
    pytest.mark.integration,
    needs("chromium"),
]


@define(eq=False)
class Visitor:
    """
    A visitor of the service, with a quota of their own.

    :ivar wrong: the errors in the browser's console.
    """

    page: Any
    service: Running
    site: Site
    wrong: list[str] = field(factory=list)

    @property
    def origin(self) -> str:
        """The origin of the service."""
        return f"http://127.0.0.1:{self.service.port}"

    def scan(self, path: str = "/") -> None:
        """Submit a URL of the site, and wait for the report or the error."""
        self.page.fill("#url", self.site.origin + path)
        self.page.press("#url", "Enter")
        self.page.wait_for_selector(".report, .problem")
        self.page.wait_for_selector("#result:not([aria-busy])", state="attached")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run a browser."""
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program("chromium"), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def service() -> Iterator[tuple[Running, Site, Iterator[int]]]:
    """Run the service and a site for it to scan, and number its visitors."""
    options = ("--allow-private", "127.0.0.0/8", "--trusted-proxy", "127.0.0.0/8")
    with serving({"/": page(PAGE)}) as site, running(*options) as started:
        yield started, site, itertools.count(1)


@pytest.fixture
def visit(browser: Any, service: tuple[Running, Site, Iterator[int]]) -> Iterator[Callable[..., Visitor]]:
    """Return a function that opens a page, and check in the end that the console has no errors."""
    running_service, site, numbers = service
    contexts, visitors = [], []

    def open_page(path: str = "/", **options: Any) -> Visitor:
        context = browser.new_context(
            extra_http_headers={"X-Forwarded-For": f"192.0.2.{next(numbers)}"}, reduced_motion="reduce", **options
        )
        contexts.append(context)
        opened = context.new_page()
        visitor = Visitor(opened, running_service, site)
        opened.on("console", lambda message: visitor.wrong.append(message.text) if message.type == "error" else None)
        opened.on("pageerror", lambda problem: visitor.wrong.append(str(problem)))
        opened.goto(visitor.origin + path)
        visitors.append(visitor)
        return visitor

    yield open_page
    for context in contexts:
        context.close()
    assert [visitor.wrong for visitor in visitors if visitor.wrong] == []


def _violations(visitor: Visitor) -> list[str]:
    """Return axe-core's violations, by rule and element."""
    found = axe.Axe().run(visitor.page).response["violations"]
    return [f"{violation['id']}: {node['html']}" for violation in found for node in violation["nodes"]]


def test_report_is_shown(visit: Callable[..., Visitor]) -> None:
    """The report is shown and announced, and has the focus and a title; the quota is reduced."""
    visitor = visit()
    assert visitor.page.inner_text("#quota") == "5 of 5 scans left."
    visitor.scan()
    assert visitor.page.evaluate("document.activeElement.id") == "report"
    assert visitor.page.inner_text(".report h1").startswith("Report on http://127.0.0.1")
    assert visitor.page.title().endswith(" - sitescan")
    assert visitor.page.inner_text("#quota").startswith("4 of 5 scans left. All of them are available again at ")
    assert visitor.page.locator("#status[role=status]").inner_text().startswith("The report is ready")
    assert visitor.page.locator('[id="links/broken"] code').first.inner_text() == "<a href=/no>"
    visitor.page.reload()
    assert visitor.page.inner_text("#quota").startswith("4 of 5")


def test_scan_can_be_stopped(visit: Callable[..., Visitor]) -> None:
    """A scan in progress is visible, and can be stopped."""
    visitor = visit()
    visitor.site.pages["/slow"] = page(PAGE)
    visitor.site.seconds["/slow"] = 20
    visitor.page.fill("#url", visitor.site.origin + "/slow")
    visitor.page.press("#url", "Enter")
    visitor.page.wait_for_selector(".working")
    assert visitor.page.inner_text("#scan button") == "Stop"
    visitor.page.click("#scan button")
    visitor.page.wait_for_selector("text=The scan was stopped.")
    assert visitor.page.inner_text("#scan button") == "Scan"


def test_errors_and_exhausted_quota(visit: Callable[..., Visitor]) -> None:
    """Errors are explained where the visitor looks, with the time from which scans are possible again."""
    visitor = visit()
    left = []
    for _ in range(5):
        visitor.scan("/nowhere.pdf#" + "x" * 10)
        assert visitor.page.inner_text(".report h1, .problem h2")
        left.append(visitor.page.inner_text("#quota")[0])
    assert left == list("43210")
    visitor.scan()
    assert visitor.page.inner_text(".problem h2") == "Rate limit exceeded"
    assert "You can scan again at" in visitor.page.inner_text(".problem")
    assert visitor.page.inner_text("#quota").startswith("0 of 5")
    visitor.wrong[:] = [message for message in visitor.wrong if "429" not in message]  # The console names the status.


def test_enter_replaces_running_scan(visit: Callable[..., Visitor]) -> None:
    """A new address starts a scan at once; the one before leaves its button and its report to it."""
    visitor = visit()
    for path, seconds in (("/first", 20.0), ("/second", 3.0)):
        visitor.site.pages[path] = page(PAGE)
        visitor.site.seconds[path] = seconds
    visitor.page.fill("#url", visitor.site.origin + "/first")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("#scan button.busy")
    visitor.page.fill("#url", visitor.site.origin + "/second")
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector("body:has(#status:has-text('/second')) #scan button:text-is('Stop')")
    visitor.page.wait_for_selector(".report")
    assert visitor.page.inner_text(".report .url").endswith("/second")
    assert visitor.page.inner_text("#scan button") == "Scan"


def test_filters(visit: Callable[..., Visitor]) -> None:
    """A severity can be hidden and shown by pointer and by key."""
    visitor = visit()
    visitor.scan()
    warnings = visitor.page.locator("[data-severity=warning]").first
    assert warnings.is_visible()
    visitor.page.uncheck(".show-warning")
    assert not warnings.is_visible()
    visitor.page.keyboard.press("w")
    assert warnings.is_visible()


def test_keys(visit: Callable[..., Visitor]) -> None:
    """The list of issues can be used by single keys, unless they are off; what is typed elsewhere is an address."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.scan()
    keyboard, evaluate = visitor.page.keyboard, visitor.page.evaluate
    visitor.page.locator("[data-category] .issue > summary").first.focus()
    keyboard.press("j")
    assert evaluate("document.activeElement.tagName") == "SUMMARY"
    keyboard.press("k")
    keyboard.press("c")
    visitor.page.wait_for_selector("text=The code was copied.")
    first = visitor.page.locator(".fix").first.text_content()
    assert evaluate("navigator.clipboard.readText()") == first
    evaluate("document.activeElement.blur()")
    keyboard.type("jam")
    assert visitor.page.input_value("#url") == "jam"
    keyboard.press("?")
    assert visitor.page.locator("dialog").count() == 0
    evaluate("document.activeElement.blur()")
    keyboard.press("?")
    visitor.page.uncheck("dialog input")
    keyboard.press("Escape")
    evaluate("document.activeElement.blur()")
    keyboard.press("j")
    assert evaluate("document.activeElement.id") != "url"


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("C:\\site\\index.html", "sitescan scan FILE"),
        ("/home/pears/index.html", "sitescan scan FILE"),
        ("file:///home/pears.html", "sitescan scan FILE"),
        ("the best pears", "It contains spaces"),
    ],
)
def test_what_is_no_address(visit: Callable[..., Visitor], typed: str, advice: str) -> None:
    """What people paste that is no address gets advice for people, and costs no scan. The field has the focus."""
    visitor = visit()
    assert visitor.page.evaluate("document.activeElement.id") == "url"
    visitor.page.keyboard.type(typed)
    visitor.page.keyboard.press("Enter")
    visitor.page.wait_for_selector(".problem")
    assert advice in visitor.page.inner_text(".problem")
    assert visitor.page.inner_text("#quota").startswith("5 of 5")


def test_sharing(visit: Callable[..., Visitor]) -> None:
    """A short link contains scores and issues, which aren't sent to the service; only the texts come from there."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.scan()
    titles = visitor.page.locator("[data-category] .issue > summary").all_inner_texts()
    scores = visitor.page.inner_text(".scores")
    visitor.page.click("text=Copy link to this report")
    visitor.page.wait_for_selector("text=Copied. The link has")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 1500
    other = visit()
    requested: list[str] = []
    other.page.on("request", lambda request: requested.append(request.url))
    other.page.goto("about:blank")
    with other.page.expect_response("**/api/v1/rules") as response_info:
        other.page.goto(link)
    assert response_info.value.headers["content-encoding"] == "gzip"
    assert response_info.value.headers["cache-control"] == "public, max-age=3600"
    other.page.wait_for_selector(".report")
    assert other.page.locator("[data-category] .issue > summary").all_inner_texts() == titles
    assert other.page.inner_text(".scores") == scores
    assert other.page.inner_text('[id="accessibility/image-alt"] > p >> nth=0').startswith("1 image has no alt text.")
    assert "{count" not in other.page.inner_text(".report")
    assert "comes from a link" in other.page.inner_text("#status")
    assert other.page.input_value("#scan input") == visitor.page.input_value("#scan input")
    assert [url for url in requested if "/api/" in url] == [f"{other.origin}/api/v1/rules"]
    assert not [url for url in requested if "127.0.0.1%3A" in url or "scan=" in url.partition("#")[0]]
    other.page.click(".scores li a")
    assert other.page.locator(".report").is_visible()
    assert other.page.inner_text("#quota") == "5 of 5 scans left."


def test_links_without_estimates(visit: Callable[..., Visitor]) -> None:
    """A link from before load time estimates opens without times and fixes, and a new link contains them."""
    visitor = visit()
    visitor.page.evaluate(FORGE, _report())
    visitor.page.wait_for_selector("text=+1 point, about 1.3 s sooner")
    old = _report()
    del old["topFixes"]
    for category in old["categories"]:
        for issue in category["issues"]:
            del issue["gainMs"]
    visitor.page.evaluate("document.querySelector('#result').replaceChildren()")
    visitor.page.evaluate(FORGE, old)
    visitor.page.wait_for_selector(".report")
    assert visitor.page.locator(".top-fixes li").count() == 0
    assert "sooner" not in visitor.page.inner_text(".report")


@pytest.mark.parametrize("forged", ["", "AAAA", "%%%", "7VTLbtswEPwVQ", "x" * 100_000])
def test_damaged_links(visit: Callable[..., Visitor], forged: str) -> None:
    """A damaged link is reported as unreadable, and nothing else happens."""
    visitor = visit(f"/#report={forged}")
    visitor.page.wait_for_selector(".problem")
    assert visitor.page.inner_text(".problem h2") == "Unreadable link"


FORGE = """async (report) => {
  const text = typeof report === "string" ? report : JSON.stringify(report);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  location.hash = "report=" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}"""


def _report(**changed: Any) -> dict[str, Any]:
    return {**report_json(small_report(), evidence=True), **changed}


_SLOW = _report()["categories"][2]


@pytest.mark.parametrize(
    "forged",
    [
        {},
        [],
        "null",
        "[" * 100_000,
        "x" * 3_000_000,
        _report(overallScore=1000),
        _report(overallScore="<img src=x onerror=alert(1)>"),
        _report(scannedAt="yesterday"),
        _report(meta={}),
        _report(categories=[{"category": "seo", "label": "<b>SEO</b>", "score": 1, "issues": [], "unexamined": []}]),
        _report(categories=[{**_report()["categories"][0], "issues": [{"rule": "../../evil"}]}]),
        _report(categories=[{**_report()["categories"][0], "unexamined": [{}]}]),
        _report(categories=[{**_SLOW, "issues": [{**_SLOW["issues"][0], "gainMs": "<b>much</b>"}]}]),
    ],
)
def test_forged_links(visit: Callable[..., Visitor], forged: Any) -> None:
    """A link that doesn't contain a valid report isn't shown, even if it is well-formed."""
    visitor = visit()
    visitor.page.evaluate(FORGE, forged)
    visitor.page.wait_for_selector(".problem")
    assert visitor.page.locator(".report").count() == 0


def test_hostile_texts(visit: Callable[..., Visitor]) -> None:
    """Markup and bidirectional text in a report create no elements that harmless text doesn't create."""
    visitor = visit()
    names = """[...new Set([...document.querySelectorAll('.report *')].flatMap((one) =>
      [one.localName, ...one.getAttributeNames()]))]"""
    visitor.page.evaluate(FORGE, report_json(hostile_report("<b>pears</b> #aabbcc\n<b>a</b>\nnginx: a"), evidence=True))
    visitor.page.wait_for_selector("text=A: ", state="attached")
    harmless = set(visitor.page.evaluate(names))
    for stranger in HOSTILE[:-1]:
        text = stranger.encode("utf-8", "replace").decode()
        visitor.page.evaluate("document.querySelector('#result').replaceChildren()")
        visitor.page.evaluate(FORGE, report_json(hostile_report(text), evidence=True))
        visitor.page.wait_for_selector(".report")
        assert set(visitor.page.evaluate(names)) <= harmless, stranger
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


#: The elements below a node as plain text: names, attributes in order, and text.
OUTLINE = """(root) => {
  const walk = (node) => node.nodeType === 3 ? node.data : [node.localName,
    [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(), [...node.childNodes].map(walk)];
  root.normalize();
  return JSON.stringify(walk(root));
}"""


@pytest.mark.parametrize(
    "report",
    [small_report(), seen_report(), analyse("https://pears.example/", headers={"Server": "a/1.2"}, body=PAGE.encode())]
    + [analyse_file("https://pears.example/", PAGE.encode(), None, scanned_at=0.0, parser="turbohtml")]
    + [analyse("https://pears.example/", headers={}, body=b"<button></button><a href=/a></a>")]
    + [hostile_report(stranger.replace("\ud800", "")) for stranger in HOSTILE],
    ids=itertools.count(),
)
def test_server_and_browser_render_same_report(visit: Callable[..., Visitor], report: Any) -> None:
    """The server and the browser make the same elements of a report."""
    visitor = visit()
    made = visitor.page.evaluate(
        f"""async (report) => {{
          const file = (name) => document.querySelector("script[src]").src.replace("app.js", name);
          const {{ rules }} = await import(file("catalogue.js"));
          return ({OUTLINE})((await import(file("report.js"))).article(report, await rules()));
        }}""",
        report_json(report, evidence=True),
    )
    # This service has no renderer, so its policy allows no screenshots.
    visitor.wrong[:] = [text for text in visitor.wrong if "img-src" not in text]
    blank = visitor.page.context.new_page()
    blank.set_content(str(article(report, rules_at="/rules/")))
    assert json.loads(made) == json.loads(blank.evaluate(f"({OUTLINE})(document.querySelector('article'))"))


#: Fixes of every kind: prose with markup and colors, code with and without a label, changes.
FIXES = (
    "Write <p>a</p> instead of <b>a</b>. Then #1a2b3c on (#ffffff).",
    "The first one on this page, fixed: <img alt>\nInstead of <b>, write <i>.\nEdit <title> in <br>.",
    "The one on this page, fixed: <b>\N{PEAR}</b>\nInstead of <a a a>, write <a a>. Instead of <b></b>, write <b></b>.",
    "Send:\nReferrer-Policy: origin\nnginx:\n location / {\n }\nApache: a\nThen go on.\nmap $a {\n b\n}",
    "a\n" * 101,
    "<b>a " * 201,
    "#aabbcc " * 300,
    *(generic(rule.how_to_fix) for rule in catalogue().values()),
)


def test_server_and_browser_split_fixes_alike(visit: Callable[..., Visitor]) -> None:
    """The fix of every rule has the same prose and the same code on the server and in the browser."""
    visitor = visit()
    made = visitor.page.evaluate(
        """async (fixes) => {
          const { fix } = await import(document.querySelector("script[src]").src.replace("app.js", "fixes.js"));
          return fixes.map((text) => fix(text, "<img>").map((one) => one.outerHTML).join(""));
        }""",
        list(FIXES),
    )
    blank = visitor.page.context.new_page()
    blank.set_content("".join(f"<section>{fix(text, '<img>')}</section>" for text in FIXES))
    assert made == blank.evaluate("[...document.querySelectorAll('section')].map((one) => one.innerHTML)")


def test_fixes(visit: Callable[..., Visitor]) -> None:
    """Code in a fix is highlighted in boxes that can be copied one by one, with before and after side by side."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.scan()
    issue = visitor.page.locator('[id="accessibility/image-alt"]')
    assert issue.locator(".change pre").all_text_contents()[0] == "<img src=/pear.png>"
    assert (
        issue.locator(".change").first.locator("ins").text_content()
        in issue.locator(".change pre").nth(1).text_content()
    )
    assert "For a decorative image:" in issue.locator("p").all_text_contents()
    last = issue.locator("pre").last
    assert last.text_content() == '<div role="img" aria-label="4 out of 5 stars">'
    issue.get_by_role("button", name="Copy the fix").last.click()
    visitor.page.wait_for_selector("text=The code was copied.")
    assert visitor.page.evaluate("navigator.clipboard.readText()") == last.text_content()
    assert visitor.page.evaluate("CSS.highlights.get('markup-name').size") > 0
    left, right = (issue.locator(".change figure").nth(number).bounding_box() for number in (0, 1))
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]


def test_patch_applies_with_git(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    """The safe changes of an issue can be copied, and Git applies them to the source of the page."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    source = f"{PAGE}\n<p role=buton>a</p>\n<p role=buton>b</p>\n<p lang=en_US>c</p>\n"
    visitor.site.pages["/role"] = page(source)
    visitor.scan("/role")
    issue = visitor.page.locator('[id="accessibility/role-invalid"]')
    issue.evaluate("one => { one.open = true; }")
    issue.get_by_text("Patch for the page's source").click()
    issue.get_by_role("button", name="Copy the patch").click()
    visitor.page.wait_for_selector("text=The code was copied.")
    (tmp_path / "role").write_text(source)
    patch = visitor.page.evaluate("navigator.clipboard.readText()")
    subprocess.run(["git", "apply"], input=patch, text=True, cwd=tmp_path, check=True)
    assert (tmp_path / "role").read_text() == source.replace("buton", "button")
    visitor.page.get_by_text("One patch with 3 safe changes").click()
    visitor.page.get_by_role("button", name="Copy the patch").first.click()
    whole = visitor.page.locator(".report > .patch pre").text_content()
    visitor.page.wait_for_function("patch => navigator.clipboard.readText().then((text) => text === patch)", arg=whole)
    (tmp_path / "role").write_text(source)
    subprocess.run(["git", "apply"], input=whole, text=True, cwd=tmp_path, check=True)
    assert (tmp_path / "role").read_text() == source.replace("buton", "button").replace("_US", "-US")
    assert _violations(visitor) == []


def test_copied_markdown_is_readable(visit: Callable[..., Visitor]) -> None:
    """Copied Markdown has the URL as code without escapes, and line breaks as in the command's Markdown file."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.scan()
    visitor.page.click("text=Copy all as Markdown")
    visitor.page.wait_for_selector("text=Copied.")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert f"`{visitor.site.origin}/`" in copied.split("\n")[0]
    assert "&#" not in copied
    assert "\nBefore:\n\n```html\n<img src=/pear.png>\n```\n\nAfter:\n\n```html\n<img src=" in copied
    texts = ["*a* 1. b_c _d_ @e https://f/(g) #12 &amp; a - b", "- 1. a", "@!"]
    visitor.page.evaluate(FORGE, _report(url=" ".join(texts)))
    visitor.page.wait_for_selector("text=comes from a link")
    visitor.page.click("text=Copy all as Markdown")
    visitor.page.wait_for_selector("text=Copied.")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied.split("\n")[0].partition(": ")[2] == text(" ".join(texts))


def test_without_scripts(visit: Callable[..., Visitor]) -> None:
    """Without scripts, the form can be sent, and the report has the same parts and costs one scan."""
    visitor = visit(java_script_enabled=False)
    visitor.page.fill("#url", visitor.site.origin + "/")
    visitor.page.click("#scan button")
    visitor.page.wait_for_selector(".report")
    assert visitor.page.inner_text("#quota").startswith("4 of 5")
    assert visitor.page.locator(".category").count() == 5
    visitor.page.uncheck(".show-error")
    assert not visitor.page.locator("[data-severity=error]").first.is_visible()
    visitor.page.fill("#url", "ftp://pears.example/")
    visitor.page.click("#scan button")
    assert visitor.page.inner_text(".problem h1") == "Invalid URL"
    assert visitor.page.input_value("#url") == "ftp://pears.example/"
    visitor.wrong.clear()  # The console names the status.


def test_kept_scans(visit: Callable[..., Visitor]) -> None:
    """Scans are kept only on request, with their changes, a chart and a list, and can be forgotten."""
    visitor = visit()
    visitor.site.pages["/compared"] = page(PAGE)
    visitor.scan("/compared")
    assert visitor.page.evaluate("Object.keys(localStorage).length") == 0
    visitor.page.check("text=Keep scans in this browser")
    visitor.site.pages["/compared"] = page(PAGE.replace("<img src=/pear.png>", "<iframe src=/a></iframe>"))
    visitor.scan("/compared")
    visitor.page.wait_for_selector(".comparison")
    compared = visitor.page.inner_text(".comparison")
    assert "Since the last scan" in compared
    assert "Images have no alt text" in compared.partition("New (")[0]
    assert "Frames have no title" in compared.partition("New (")[2]
    assert "Unchanged (" in compared
    assert visitor.page.locator(".chart svg circle").count() == 2
    visitor.page.click("text=Scores")
    assert visitor.page.locator(".chart tr").count() == 2
    assert _violations(visitor) == []
    visitor.page.click(".bar .name")
    assert visitor.page.locator("#kept li").count() == 2
    visitor.page.click("#kept li a >> nth=0")
    visitor.page.wait_for_selector(".report")
    visitor.page.uncheck("text=Keep scans in this browser")
    assert visitor.page.evaluate("localStorage.getItem('sitescan.last')") is None
    visitor.page.evaluate(
        "localStorage.setItem('sitescan.last', JSON.stringify({'https://a.example/': "
        "{at: '2026-01-01', overall: 7, scores: {}, issues: {}}, b: 1}))"
    )
    visitor.page.click(".bar .name")
    assert visitor.page.inner_text("#kept li").startswith("https://a.example/\n7 of 100")
    visitor.page.click("text=Forget all")
    assert visitor.page.inner_text("#kept") == "No scans are kept any more."


def test_report_url(visit: Callable[..., Visitor]) -> None:
    """A report survives a reload, Back and Forward; in another browser, its URL only fills in the form."""
    visitor = visit()
    requested: list[str] = []
    visitor.page.on("request", lambda request: requested.append(request.url) if "scan" in request.url else None)
    visitor.scan()
    scanned = visitor.page.url
    assert scanned == f"{visitor.origin}/?url=" + quote(visitor.site.origin + "/", safe="")
    visitor.page.reload()
    visitor.page.wait_for_selector(".report")
    visitor.scan("/no")
    visitor.page.click(".scores li a >> nth=0")
    visitor.page.go_back()
    visitor.page.go_back()
    first = visitor.page.get_by_role("heading", name=f"Report on {visitor.site.origin}/", exact=True)
    first.wait_for()
    assert visitor.page.evaluate("document.activeElement.id") == "report"
    visitor.page.go_back()
    visitor.page.wait_for_selector(".cards >> visible=true")
    assert visitor.page.locator(".report").count() == 0
    assert visitor.page.title().startswith("Website scanner")
    visitor.page.go_forward()
    visitor.page.wait_for_selector(".report")
    assert len([url for url in requested if "/api/v1/scan" in url]) == 2
    other = visit()
    other.page.goto(scanned)
    assert other.page.input_value("#url") == f"{visitor.site.origin}/"
    assert other.page.locator(".report").count() == 0
    other.page.click("#scan button")
    other.page.wait_for_selector(".report")


def test_report_filters(visit: Callable[..., Visitor]) -> None:
    """Words, categories and points filter a report; the number of issues is announced, and links clear the filters."""
    visitor = visit()
    visitor.scan()
    issues = visitor.page.locator(".issue >> visible=true")
    unfolded, every = issues.count(), visitor.page.locator("[data-category] .issue").count()
    visitor.page.locator("[data-category] .issue > summary").first.focus()
    visitor.page.keyboard.press("f")
    visitor.page.keyboard.type("ALT  image")
    found = issues.count()
    assert 0 < found < every
    assert visitor.page.inner_text(".filters [role=status]") == f"{found} of {every} issues"
    visitor.page.fill("#find", "")
    visitor.page.check(".only-costly")
    assert "no points" not in "".join(visitor.page.locator(".issue > summary >> visible=true").all_inner_texts())
    visitor.page.click(".little > summary")
    assert "no points" not in "".join(visitor.page.locator(".issue > summary >> visible=true").all_inner_texts())
    visitor.page.click(".little > summary")
    visitor.page.uncheck(".show-accessibility")
    assert not visitor.page.locator("#accessibility").is_visible()
    assert _violations(visitor) == []
    visitor.page.click(".top-fixes a:has-text('Images have no alt text')")
    assert visitor.page.locator('[id="accessibility/image-alt"]').is_visible()
    assert issues.count() == unfolded


def test_passed_checks(visit: Callable[..., Visitor]) -> None:
    """
    Checks that found nothing are in one fold with three lists by their positive titles: passed, don't apply, not done.

    Each rule is an issue or in one list, but for facts that the page doesn't show.
    """
    visitor = visit()
    visitor.scan()
    folded = visitor.page.locator(".checks .passed")
    assert not folded.locator("li").first.is_visible()
    visitor.page.click(".checks > summary")
    assert folded.locator("a[href='/rules/accessibility/landmark-repeated']").inner_text() == (
        catalogue()["accessibility/landmark-repeated"].passed
    )
    inapplicable = visitor.page.locator(".checks .inapplicable")
    assert inapplicable.locator("h3").inner_text().endswith(" checks don't apply")
    assert inapplicable.locator("a[href='/rules/security/certificate-expiry']").count() == 1
    not_completed = visitor.page.locator(".checks .unchecked")
    assert not_completed.locator("a[href='/rules/performance/layout-shift']").count() == 1
    listed = visitor.page.locator(".checks a").evaluate_all("all => all.map((one) => one.pathname.slice(7))")
    shown = visitor.page.locator(".issue, .same-fault").evaluate_all("all => all.map((one) => one.id)")
    assert len(listed) == len({*listed})
    assert not {*listed} & {*shown}
    checks = {rule.id for rule in catalogue().values() if rule.passed}
    assert {*listed, *shown} & checks == checks


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/docs", "/rules", "/rules/seo/title-missing", "/nothing"])
def test_no_axe_violations(visit: Callable[..., Visitor], path: str, scheme: str) -> None:
    """axe-core finds no violation on any kind of page, in light and in dark mode."""
    visitor = visit("/", color_scheme=scheme)
    visitor.page.goto(visitor.origin + path)
    visitor.wrong[:] = [message for message in visitor.wrong if "404" not in message]
    assert _violations(visitor) == []
    if path == "/":
        visitor.scan()
        visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert _violations(visitor) == []


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_horizontal_scrolling(visit: Callable[..., Visitor], width: int) -> None:
    """No page has to be scrolled sideways, even at 400% zoom on 1280 pixels (320)."""
    visitor = visit(viewport={"width": width, "height": 800})
    for path in ("/docs", "/rules", "/rules/security/csp-missing", "/"):
        visitor.page.goto(visitor.origin + path)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == width, path
    visitor.scan()
    visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == width
    visitor.page.evaluate(FORGE, report_json(long_report(), evidence=True))
    visitor.page.wait_for_selector("text=abcdefghij >> visible=true")
    visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize(("width", "media"), [*((width, "screen") for width in (320, 360, 640, 1280)), (A4, "print")])
def test_long_urls_wrap(visit: Callable[..., Visitor], width: int, media: str) -> None:
    """A URL of 300 characters is wrapped rather than cut off, even at 200% zoom on 1280 pixels (640) and on A4."""
    opened = visit(viewport={"width": width, "height": 800}).page.context.new_page()
    opened.emulate_media(media=media)
    opened.set_content(html([long_report()]))
    opened.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert opened.evaluate("document.documentElement.scrollWidth") == width


def test_rule_list(visit: Callable[..., Visitor]) -> None:
    """Rules can be filtered, and links lead to their categories; without scripts, the whole list is shown."""
    visitor = visit("/rules")
    rules = visitor.page.locator(".rule-list li >> visible=true")
    every = rules.count()
    assert every >= len(catalogue())
    visitor.page.fill("#find", "alt text")
    visitor.page.select_option("[name=category]", "Accessibility")
    visitor.page.select_option("[name=severity]", "Error")
    found = rules.all_inner_texts()
    assert any("Images have no alt text" in rule for rule in found)
    assert all("Error" in rule for rule in found)
    assert visitor.page.inner_text("form [role=status]").startswith(f"{len(found)} rule")
    assert not visitor.page.locator("#seo").is_visible()
    assert _violations(visitor) == []
    visitor.page.click("#categories a:has-text('Links')")
    assert rules.count() == every
    assert visitor.page.evaluate("document.querySelector('#links').getBoundingClientRect().top") < 200
    plain = visit("/rules", java_script_enabled=False)
    assert plain.page.locator(".rule-list li >> visible=true").count() == every
    assert plain.page.locator("form").count() == 0


def test_printing(visit: Callable[..., Visitor]) -> None:
    """Folded issues are printed as prose, and unfolded issues whole; an ordinary page needs few sheets."""
    visitor = visit()
    visitor.scan()
    sheets = visitor.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 8
    visitor.page.emulate_media(media="print")
    visitor.page.set_viewport_size({"width": A4, "height": 1000})
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == A4
    folded = visitor.page.locator(".issue:not([open]):has(pre)").first
    assert folded.locator("> p").first.is_visible()
    assert folded.locator("pre").first.is_hidden()
    assert visitor.page.locator(".issue[open] pre").first.is_visible()
    assert visitor.page.locator(".filters, .tools, .copy, .checks, #scan >> visible=true").count() == 0


def test_api_page(visit: Callable[..., Visitor]) -> None:
    """The form on the page of the API shows the answer with its status and header fields."""
    visitor = visit("/docs")
    visitor.page.fill("#url", visitor.site.origin + "/")
    visitor.page.press("#url", "Enter")
    visitor.page.wait_for_selector('#answer:has-text("overallScore")')
    assert visitor.page.inner_text("#answer").startswith("HTTP 200\nX-RateLimit-Limit: 5")
