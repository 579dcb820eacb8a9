"""The pages and files beside the API, served in memory."""

import gzip
import json
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from attrs import define
from treq.testing import StubTreq
from twisted.internet.defer import Deferred, fail
from twisted.internet.task import Clock
from zope.interface import implementer

from sitescan.admission.quota import Ticket
from sitescan.admission.token_table import TokenTable
from sitescan.configuration.settings import Settings
from sitescan.interfaces import ITokenTable
from sitescan.local.offline import analyse
from sitescan.model.report import Category, Report
from sitescan.rules.catalogue import catalogue
from sitescan.state.state_errors import StateUnavailable
from sitescan.web.api import Api
from sitescan.web.clients import is_secure
from sitescan.web.home_page import home_page
from sitescan.web.page_responses import send
from sitescan.web.pages import Pages, with_scheme
from sitescan.web.routing import WholeSite
from sitescan.web.server_limits import RootResource
from tests.contracts.services import InMemory
from tests.fakes import FakeScanner, report_of
from tests.report.reports import HOSTILE, seen_report
from tests.results import result_now
from tests.running import Answer

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HTML = {"Accept": "text/html,*/*;q=0.8"}


@implementer(ITokenTable)
@define(eq=False)
class SharedTable:
    """A token table that can become unavailable."""

    table: TokenTable
    away: bool = False

    def take(self, client: str, spare: int = 0) -> Deferred[Ticket]:
        """Count one request of a client (:meth:`sitescan.interfaces.ITokenTable.take`)."""
        return fail(StateUnavailable("secret host")) if self.away else self.table.take(client)

    def look(self, client: str) -> Deferred[Ticket]:
        """Return the quota of a client (:meth:`sitescan.interfaces.ITokenTable.look`)."""
        return fail(StateUnavailable("secret host")) if self.away else self.table.look(client)


class Site(InMemory):
    """The service with the test's settings."""

    def __init__(self, report: Report | None = None, **settings: Any) -> None:
        self.site, self.clock, self.draining = "http://site.example", Clock(), False
        self.state_problem = ""
        self.scanner = FakeScanner(lambda target, submitted: report or report_of(submitted))
        made = Settings(trusted_proxy=(ip_network("127.0.0.0/8"),), **settings)
        self.quota = SharedTable(
            TokenTable(limit=made.rate_limit, window=3600, most=100, now=self.clock.seconds, clock=self.clock.seconds)
        )
        api = Api(settings=made, quota=self.quota, scanner=self.scanner, draining=lambda: self.draining)
        pages = Pages(
            settings=made, requests=api.requests, now=self.clock.seconds, state_problem=lambda: self.state_problem
        )
        self._treq = StubTreq(RootResource(WholeSite(api, pages)))

    def get(self, path: str, **headers: str) -> Answer:
        """Send a GET request for a path."""
        return self.ask("GET", path, headers=headers)

    def send(self, body: str) -> Answer:
        """Submit the form with a body."""
        return self.ask("POST", "/", body.encode(), FORM)


@pytest.fixture
def site() -> Site:
    """Return a service with a public URL and a contact."""
    return Site(public_url="https://scan.example", contact="mailto:security@scan.example")


def test_data_urls_require_screenshot() -> None:
    """Only pages that show a screenshot allow images with ``data:`` URLs."""
    rendering, plain = Site(renderer="chromium"), Site()
    for site, path, allowed in ((rendering, "/", True), (rendering, "/rules", False), (plain, "/", False)):
        policy = site.get(path).headers["content-security-policy"]
        assert ("img-src 'self' data:;" in policy) == allowed
        assert ("img-src 'self';" in policy) != allowed
    assert "img-src 'self';" in plain.send("url=http://pears.example/").headers["content-security-policy"]


def test_report_with_screenshot() -> None:
    """The report page without scripts shows the screenshot, and its policy allows the image."""
    site = Site(report=seen_report())
    answer = site.send("url=http://pears.example/")
    assert "img-src 'self' data:;" in answer.headers["content-security-policy"]
    assert 'href="data:image/jpeg;base64,/9j/' in answer.body.decode()


PATHS = ("/", "/rules", "/rules/seo/title-missing", "/docs", "/robots.txt", "/sitemap.xml", "/llms.txt",
         "/.well-known/security.txt", "/.well-known/api-catalog", "/preview.png", "/healthz", "/readyz")  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_served(site: Site, path: str) -> None:
    """Every path answers, with a header that keeps browsers from guessing the type."""
    answer = site.get(path)
    assert answer.status == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.body


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path.count("/") == 1 and "." not in path and "z" not in path]
)
def test_pages_are_self_contained(site: Site, path: str) -> None:
    """Pages have no inline scripts or styles and no files of other sites, and their internal links work."""
    answer = site.get(path)
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in answer.headers["content-security-policy"]
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]
    html = answer.body.decode()
    assert not re.search(r"<style|<script(?! type=.module. src=)| style=| on[a-z]+=", html)
    for target in dict.fromkeys(re.findall(r'(?:href|src)="(/[^"#]*)', html)):
        assert site.get(target).status == 200, target


def test_description_without_limit() -> None:
    """It describes no answer about one."""
    responses = json.loads(Site(rate_limit=0).get("/openapi.json").body)["paths"]["/scan"]["post"]["responses"]
    assert list(responses) == ["200", "400", "500"]


def test_examples_of_requests() -> None:
    """They can be copied: they go to the service that shows them."""
    for settings, origin in (
        ({"listen": ("unix:/run/x", "tcp:8081:interface=127.0.0.1")}, "http://localhost:8081"),
        ({"listen": ("unix:/run/x",)}, "http://localhost:8080"),
        ({"public_url": "https://scan.example"}, "https://scan.example"),
    ):
        assert Site(**settings).get("/docs").body.decode().count(f"{origin}/api/v1/scan") == 3


def test_built_documentation(tmp_path: Path) -> None:
    """The built documentation is served as Sphinx wrote it, and its policy allows the scripts of its pages alone."""
    inline = "document.body.dataset.theme = 'auto';"
    (tmp_path / "index.html").write_text(f"<title>Docs</title><script>{inline}</script>")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/pears.html").write_text(f"<title>Pears</title><script>{inline}</script>")
    (tmp_path / "searchindex.js").write_text("Search.setIndex({})")
    (tmp_path / "objects.inv").write_bytes(b"\0")
    site = Site(docs=str(tmp_path))
    for path, media_type in (
        ("", "text/html; charset=utf-8"),
        ("rules/pears.html", "text/html; charset=utf-8"),
        ("searchindex.js", "text/javascript; charset=utf-8"),
        ("objects.inv", "application/octet-stream"),
    ):
        answer = site.get(f"/docs/{path}")
        assert (answer.status, answer.headers["content-type"]) == (200, media_type)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self' 'sha256-fUoWflVPwSKeGcBJsC6eadJbJjCGpyKmYaKWfDkrfgU='; " in policy
    assert b"Pears" in site.get("/docs/rules/pears.html").body
    for path in ("rules", "rules/", "missing.html", "../index.html", "%2e%2e/secret", "/etc/passwd"):
        assert site.get(f"/docs/{path}").status == 404
    assert b'href="/docs/search.html"' in site.get("/docs").body


def test_no_built_documentation(site: Site) -> None:
    """Without built documentation, its path answers 404 with an explanation, and no page links to it."""
    answer = site.get("/docs/", **HTML)
    assert answer.status == 404
    assert b"started without its documentation" in answer.body
    assert b'href="/docs/' not in site.get("/docs").body


def test_every_rule_has_page(site: Site) -> None:
    """Every rule in the catalogue has a page, and an unknown rule has none."""
    for rule in catalogue().values():
        answer = site.get(f"/rules/{rule.id}")
        assert answer.status == 200
        assert "{count" not in answer.body.decode()
    assert site.get("/rules/seo/nothing").status == 404
    assert "POST" not in site.get("/rules/seo/nothing", Accept="text/html").body.decode()
    assert site.get("/rules/seo").status == 404


def test_rule_pages_have_no_issues(site: Site) -> None:
    """A scan of a sample of rule pages finds no issue that costs points."""
    for name in list(catalogue())[::20]:
        body = site.get(f"/rules/{name}").body
        report = analyse(f"https://scan.example/rules/{name}", headers={"Content-Type": "text/html"}, body=body)
        costly = [issue.rule for result in report.categories[:2] for issue in result.issues if issue.share]
        assert not costly, name


def test_rule_page_names_unusual_responses(site: Site) -> None:
    """The page of a rule says how a page of an example is sent, unless it is sent like most pages."""
    assert "https://example.com/ responds with 404" in site.get("/rules/security/error-disclosed").body.decode()
    assert "responds with" not in site.get("/rules/seo/title-missing").body.decode()


def test_rule_page_links_within_category(site: Site) -> None:
    """The page of a rule links to the rules before and after it in its category, and to all of them."""
    rules = [rule for rule in catalogue().values() if rule.categories == (Category.LINKS,)]
    every = sum(Category.LINKS in rule.categories for rule in catalogue().values())
    for number, rule in enumerate(rules):
        html = site.get(f"/rules/{rule.id}").body.decode()
        near = re.findall(r'href="/rules/([^"#]+)"', html)
        assert near == [
            neighbor.id for neighbor in (*rules[max(0, number - 1) : number], *rules[number + 1 : number + 2])
        ]
        assert f">All {every} rules for Links</a>" in html


def test_rules_as_markdown(site: Site) -> None:
    """A client that accepts Markdown gets the texts without the site around them; caches keep both forms apart."""
    markdown = {"Accept": "text/markdown, text/html;q=0.5"}
    rule = site.get("/rules/seo/title-missing", **markdown)
    assert rule.headers["content-type"] == "text/markdown; charset=utf-8"
    assert rule.body.startswith(
        b"# Page is missing a title\n\nRule `seo/title-missing`: error, costs 15% of the points"
    )
    assert b"\n## Sources\n\n- <https://" in rule.body
    listed = site.get("/rules", **markdown).body
    for name in catalogue():
        assert f"/rules/{name}): ".encode() in listed
        assert b"{" not in site.get(f"/rules/{name}", **markdown).body.partition(b"## How")[0]
    for headers in (markdown, HTML, {}):
        answer = site.get("/rules/seo/title-missing", **headers)
        assert answer.headers["vary"] == "Accept, Accept-Encoding"
        assert answer.headers["content-type"].startswith("text/markdown" if headers is markdown else "text/html")
    assert site.get("/rules/seo/pears", **markdown).status == 404


def test_page_of_cross_category_rule(site: Site) -> None:
    """The page of a rule for every category links to the rules of each category."""
    html = site.get("/rules/general/unexamined").body.decode()
    assert re.findall(r'href="/rules#([a-z]+)"', html) == [category.value for category in Category]
    assert "SEO, Accessibility, Performance, Security and Links" in html


@pytest.mark.parametrize("path", ["/api/v1/scan", "/"])
def test_status_line_has_reason_phrase(site: Site, path: str) -> None:
    """The status line of a refused request has a reason phrase, which Twisted lacks for 429."""
    for _ in range(6):
        request = site._treq.request("POST", f"http://site.example{path}", headers=FORM, data=b"url=nonsense")
        site._treq.flush()
        response = result_now(request)
    assert (response.code, response.phrase) == (429, b"Too Many Requests")


def test_form_takes_one_token(site: Site) -> None:
    """A submitted form costs one scan of the quota, as in the API, and viewing the page costs none."""
    for left in (5, 5):
        assert f'data-remaining="{left}"' in site.get("/").body.decode()
    answer = site.send("url=https%3A%2F%2Fpears.example%2F")
    assert answer.status == 200
    assert answer.headers["x-ratelimit-remaining"] == "4"
    assert "Report on <bdi" in answer.body.decode()
    assert [submitted for _, submitted in site.scanner.requests] == ["https://pears.example/"]
    for _ in range(4):
        site.send("url=nonsense")
    refused = site.send("url=https%3A%2F%2Fpears.example%2F")
    assert refused.status == 429
    assert refused.headers["retry-after"] == "3600"
    assert "Rate limit exceeded" in refused.body.decode()


@pytest.mark.parametrize(
    "body",
    ["", "url=", "uri=x", "url=" + "x" * 2049, "url=" + "x" * 20_000, "&".join(["a=b"] * 100), "url=%FF", "\xff"],
)
def test_malformed_forms_are_refused(site: Site, body: str) -> None:
    """A malformed form is refused by a page that contains the form again."""
    answer = site.send(body)
    assert answer.status == 400
    assert 'id="scan"' in answer.body.decode()
    assert not site.scanner.requests


def test_form_of_16_kib(site: Site) -> None:
    """A form of 16 KiB is accepted, and one byte more is not."""
    longest = "url=https%3A%2F%2Fpears.example%2F&note=".ljust(16 * 1024, "x")
    assert [site.send(longest).status, site.send(longest + "x").status] == [200, 400]


@pytest.mark.parametrize("stranger", HOSTILE[:-1], ids=range(len(HOSTILE) - 1))
def test_form_input_is_escaped(site: Site, stranger: str) -> None:
    """Typed text is escaped in the form, in the error and in the report."""
    from urllib.parse import quote  # noqa: PLC0415

    typed = quote(stranger.encode("utf-8", "replace"))
    for answer in (
        site.get(f"/?url={typed}"),
        site.send(f"url={typed}"),
        site.send(f"url=https://pears.example/{typed}"),
    ):
        html = answer.body.decode()
        assert "<script>alert" not in html
        assert "<img" not in html
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", html)


def test_errors_are_html_or_json(site: Site) -> None:
    """A missing path is answered with a page for browsers and JSON for programs, and a wrong method is refused."""
    assert site.get("/nothing").json["error"] == "Not found"
    assert "<h1>Not found</h1>" in site.get("/nothing", **HTML).body.decode()
    answer = site.ask("DELETE", "/")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD, POST")


def test_static_files_are_cached_by_hash(site: Site) -> None:
    """Static files are cached for ever, under paths that contain a hash of their content."""
    (style,) = re.findall(r'href="(/static/[^"]+\.css)"', site.get("/").body.decode())
    answer = site.get(style)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert site.get("/static/0000000000000000/style.css").status == 404
    assert site.get(style.replace("style.css", "page.css")).status == 404
    assert site.get("/static/..%2F..%2Fapi.py").status == 404


class Request:
    """The parts of a request that the code reads, and of the response that it sets."""

    def __init__(self, peer: str = "192.0.2.1", **fields: str) -> None:
        self.peer, self.fields, self.made = peer, fields, {}  # type: tuple[str, dict[str, str], dict[str, str]]
        self.requestHeaders = self

    def isSecure(self) -> bool:  # noqa: N802 - Twisted's name
        """Return ``False``, so that the header fields decide."""
        return False

    def getClientAddress(self) -> Any:  # noqa: N802 - Twisted's name
        """Return the address of the client."""
        return type("Address", (), {"host": self.peer})

    def getRawHeaders(self, name: bytes, default: list[bytes]) -> list[bytes]:  # noqa: N802 - Twisted's name
        """Return the values of a header field."""
        value = self.fields.get(name.decode().replace("-", "_"))
        return default if value is None else [value.encode()]

    def setHeader(self, name: str, value: str) -> None:  # noqa: N802 - Twisted's name
        """Record a header field of the response."""
        self.made[name] = value

    def setResponseCode(self, code: int, message: bytes) -> None:  # noqa: N802 - Twisted's name
        """Record the status of the response."""


@pytest.mark.parametrize(
    ("accepted", "zipped"),
    [("gzip", True), ("br, GZIP;q=0.5", True), ("*", True), ("", False), ("br", False), ("gzip;q=0", False),
     ("gzip;q=0.0", False), ("*;q=0", False)],
)  # fmt: skip
def test_text_is_compressed(accepted: str, zipped: bool) -> None:
    """Text is compressed for clients that accept gzip, unless it is short, and ``Vary`` informs caches."""
    text = b"pears " * 1000
    request = Request(accept_encoding=accepted)
    body = send(request, text, "text/plain")
    assert (request.made.get("Content-Encoding") == "gzip") is zipped
    assert (gzip.decompress(body) if zipped else body) == text
    assert (request.made["Content-Length"], request.made["Vary"]) == (str(len(body)), "Accept-Encoding")
    assert send(Request(accept_encoding=accepted), b"pears", "text/plain") == b"pears"


def test_hsts_requires_https(site: Site) -> None:
    """A request is secure if a trusted proxy received it over HTTPS."""
    settings = Settings(trusted_proxy=(ip_network("127.0.0.0/8"),))
    assert is_secure(Request("127.0.0.1", x_forwarded_proto="https"), settings)
    assert not is_secure(Request("127.0.0.1", x_forwarded_proto="http"), settings)
    assert not is_secure(Request("192.0.2.1", x_forwarded_proto="https"), settings)
    assert not is_secure(Request("", x_forwarded_proto="https"), settings)


def test_files_for_programs(site: Site) -> None:
    """Each file for programs is served in its own format."""
    (entry,) = site.get("/.well-known/api-catalog").json["linkset"]
    assert entry["service-desc"][0]["href"] == "https://scan.example/openapi.json"
    assert (
        "Contact: mailto:security@scan.example\nExpires: 1970-06-30T00:00:00Z"
        in site.get("/.well-known/security.txt").body.decode()
    )
    assert "Sitemap: https://scan.example/sitemap.xml" in site.get("/robots.txt").body.decode()
    assert site.get("/sitemap.xml").body.decode().count("<loc>https://scan.example/") == len(catalogue()) + 3
    assert site.get("/api/v1/rules").headers["link"].startswith('</openapi.json>; rel="service-desc"')
    described = site.get("/").headers["link"]
    for path in re.findall(r"<([^>]+)>", described):
        assert site.get(path).status == 200


def test_unconfigured_files_are_missing() -> None:
    """A service without a contact has no security.txt, and one without a public URL no sitemap or canonical link."""
    site = Site()
    assert site.get("/.well-known/security.txt").status == 404
    assert site.get("/sitemap.xml").status == 404
    assert b"canonical" not in site.get("/").body


def test_readiness() -> None:
    """A stopping service is not ready and refuses scans, but is alive."""
    site = Site()
    site.draining = True
    assert (site.get("/readyz").status, site.get("/healthz").status) == (503, 200)
    assert "about to restart" in site.send("url=https://pears.example/").body.decode()


@pytest.mark.parametrize(("policy", "status"), [("local", 200), ("closed", 503)])
def test_readiness_while_state_is_unavailable(policy: str, status: int) -> None:
    """The state's unavailability is reported without its address; a service that counts locally stays ready."""
    site = Site(state_away=policy)
    site.state_problem = "redis.internal refused"
    ready = site.get("/readyz")
    assert (ready.status, site.get("/healthz").status) == (status, 200)
    assert b"unavailable" in ready.body
    assert b"internal" not in ready.body


def test_scans_are_refused_without_state() -> None:
    """The API and the page refuse scans that cannot be counted, and pages are served without a quota."""
    site = Site()
    site.quota.away = True
    answer = site.scan("https://pears.example/")
    assert (answer.status, answer.json["error"]) == (500, "Scan failed")
    assert "counted" in answer.json["details"]
    assert "x-ratelimit-limit" not in answer.headers
    assert "counted" in site.send("url=https://pears.example/").body.decode()
    page = site.get("/")
    assert page.status == 200
    assert b"scans left" not in page.body
    assert not site.scanner.requests


def test_pages_without_limit() -> None:
    """Pages of a service without a limit do not mention one."""
    site = Site(rate_limit=0)
    assert "scans left" not in site.get("/").body.decode()
    assert "Quota" not in site.get("/docs").body.decode()


def test_internal_error_is_logged(site: Site, failures: Any) -> None:
    """An internal error is answered by a page without details, and the log contains the traceback."""

    def fail(target: object, submitted: str) -> Any:
        raise RuntimeError("/usr/lib/secret.py")

    site.scanner.answer = fail
    answer = site.send("url=https://pears.example/")
    assert answer.status == 500
    assert b"secret" not in answer.body
    (failure,) = failures.take()
    assert "in fail" in failure.getTraceback()
    assert failure.value.__traceback__ is not None


def test_quota_lookup_takes_no_token() -> None:
    """Looking at a quota neither takes a token nor opens a window."""
    clock = Clock()
    table = TokenTable(limit=2, window=60, most=10, now=clock.seconds, clock=clock.seconds)
    assert result_now(table.look("a")).remaining == 2
    assert len(table) == 0
    result_now(table.take("a"))
    assert (result_now(table.look("a")).remaining, result_now(table.look("a")).reset) == (1, 60)
    clock.advance(60)
    assert result_now(table.look("a")).remaining == 2


def test_api_errors_are_always_json(site: Site) -> None:
    """Unknown paths below /api/ are answered with JSON, even for browsers."""
    assert json.loads(site.get("/api/nothing", **HTML).body)["error"] == "Not found"
    assert json.loads(site.get("/api", **HTML).body)["error"] == "Not found"


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("pears.example", "https://pears.example"),
        ("pears.example:8443/a?b#c", "https://pears.example:8443/a?b#c"),
        ("localhost:3000", "http://localhost:3000"),
        ("127.0.0.1/a", "http://127.0.0.1/a"),
        ("[::1]:80", "http://[::1]:80"),
        ("localhost.example", "https://localhost.example"),
        ("http://pears.example/", "http://pears.example/"),
        ("HTTPS://pears.example/", "HTTPS://pears.example/"),
        ("ftp://pears.example/", "ftp://pears.example/"),
        ("all about pears", "all about pears"),
    ],
)
def test_missing_scheme_is_added(typed: str, address: str) -> None:
    """A missing scheme is added to an address, and other text stays as it is."""
    assert with_scheme(typed) == address


@pytest.mark.parametrize(("renders", "shown"), [(False, "It runs no scripts"), (True, "only to see its content")])
def test_start_page_says_whether_scripts_run(renders: bool, shown: str) -> None:
    """The start page of a service that renders pages doesn't say that it runs no scripts."""
    ticket = Ticket(allowed=True, limit=5, remaining=5, reset=0)
    assert shown in home_page(ticket, rules=400, renders=renders).decode()
