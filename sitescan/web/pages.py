"""The Klein app of the web site: pages, static files, health checks and files for crawlers."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from attrs import field, frozen
from klein import Klein
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.iweb import IRequest
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from sitescan.configuration.settings import Settings
from sitescan.report.marked_screenshot import has_screenshot
from sitescan.report.markup import element
from sitescan.rules.catalogue import catalogue, current_id
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import MAX_URL_LENGTH
from sitescan.web.built_docs import BuiltDocs
from sitescan.web.clients import header_values, is_secure
from sitescan.web.docs_page import docs_page
from sitescan.web.error_responses import INTERNAL, ApiError
from sitescan.web.home_page import home_page, problem_page, report_page
from sitescan.web.layout import PageHead, page
from sitescan.web.negotiation import preferred
from sitescan.web.page_responses import TEXT, send, send_file, send_page
from sitescan.web.rule_markdown import rule_markdown, rules_markdown
from sitescan.web.rule_pages import rule_page, rules_page
from sitescan.web.scan_requests import ScanRequests
from sitescan.web.site_texts import api_catalog, llms_txt, robots_txt, security_txt, sitemap_xml
from sitescan.web.static_files import static_file
from sitescan.web.wire import MAX_REQUEST_BYTES, InvalidBody, encode

_HOUR = "public, max-age=3600"
_FORM = "application/x-www-form-urlencoded"

_SCHEME = lazy_pattern(r"[a-z][a-z0-9+.-]*://", re.I)
#: Addresses of this machine, where few sites have certificates.
_LOCAL = lazy_pattern(r"(?:localhost|127\.[\d.]+|\[::1\])(?:[:/?#]|$)", re.I)


@frozen(kw_only=True)
class Pages:
    """
    The web site of the service.

    :ivar now: returns the wall clock time in seconds since the epoch.
    :ivar state_problem: returns the reason why the shared state is unavailable; an empty text if it is available or
        there is none.
    """

    app = Klein()
    _log = Logger()

    settings: Settings
    requests: ScanRequests
    now: Callable[[], float]
    state_problem: Callable[[], str] = str
    _built_docs: BuiltDocs | None = field(init=False)

    @_built_docs.default
    def _found_docs(self) -> BuiltDocs | None:
        return BuiltDocs.in_folder(Path(self.settings.docs)) if self.settings.docs else None

    @property
    def _origin(self) -> str:
        return self.settings.public_url

    @app.route("/", methods=["GET"])
    async def home(self, request: Any) -> bytes:
        """Serve the start page."""
        ticket = await self.requests.quota_of(request)
        url = _text(request.args.get(b"url", [b""])[0])
        renders = self.settings.renderer != "none"
        body = home_page(ticket, rules=len(catalogue()), renders=renders, url=url, origin=self._origin)
        return self._page(request, body, screenshots=renders)

    @app.route("/", methods=["POST"])
    async def scan(self, request: Any) -> bytes:
        """Scan the page that the form names; it counts as one scan. Only form data is accepted."""
        if not _is_form(request):
            return self._not_found(request)
        ticket, refused = await self.requests.admit(request)
        url = ""

        def submitted() -> str:
            nonlocal url
            url = _submitted(request)
            return url

        report = refused or await self.requests.report(request, submitted)
        if isinstance(report, ApiError):
            return self._page(request, problem_page(report, ticket, url), status=report.status)
        return self._page(request, report_page(report, ticket), screenshots=has_screenshot(report))

    @app.route("/rules", methods=["GET"])
    def rules(self, request: Any) -> bytes:
        """Serve the list of rules."""
        return self._negotiated(request, rules_page(self._origin), rules_markdown(self._origin))

    @app.route("/rules/<category>/<name>", methods=["GET"])
    def rule(self, request: Any, category: str, name: str) -> bytes:
        """Serve the page of one rule."""
        rule = current_id(f"{category}/{name}")
        if rule not in catalogue():
            return self._not_found(request)
        return self._negotiated(request, rule_page(rule, self._origin), rule_markdown(rule))

    @app.route("/docs", methods=["GET"])
    def docs(self, request: Any) -> bytes:
        """Serve the documentation of the API."""
        return self._page(request, _docs(self.settings), cache=_HOUR)

    @app.route("/docs/", methods=["GET"])
    @app.route("/docs/<path:path>", methods=["GET"])
    def built_docs(self, request: Any, path: str = "") -> bytes:
        """Serve a file of the documentation, if the service has it."""
        if self._built_docs is None:
            details = "This service was started without its documentation; its option docs names the folder."
            return self._refuse(request, ApiError(404, "Not found", details))
        found = self._built_docs.file(path)
        if found is None:
            return self._not_found(request)
        request.setHeader("Content-Security-Policy", self._built_docs.policy)
        return self._send(request, *found)

    @app.route("/static/<digest>/<name>", methods=["GET"])
    def static(self, request: Any, digest: str, name: str) -> bytes:
        """Serve a static file."""
        file = static_file(f"/static/{digest}/{name}")
        if file is None:
            return self._not_found(request)
        return send_file(request, file, secure=is_secure(request, self.settings))

    @app.route("/preview.png", methods=["GET"])
    def preview(self, request: Any) -> bytes:
        """Serve the image for link previews."""
        return self._send(request, _preview(), "image/png")

    @app.route("/robots.txt", methods=["GET"])
    def robots(self, request: Any) -> bytes:
        """Serve robots.txt."""
        return self._send(request, robots_txt(self._origin).encode(), TEXT)

    @app.route("/sitemap.xml", methods=["GET"])
    def sitemap(self, request: Any) -> bytes:
        """Serve the sitemap, if the public URL is set."""
        if not self._origin:
            return self._not_found(request)
        return self._send(request, sitemap_xml(self._origin).encode(), "application/xml; charset=utf-8")

    @app.route("/llms.txt", methods=["GET"])
    def llms(self, request: Any) -> bytes:
        """Serve llms.txt."""
        return self._send(request, llms_txt(self._origin).encode(), TEXT)

    @app.route("/.well-known/security.txt", methods=["GET"])
    def security(self, request: Any) -> bytes:
        """Serve security.txt, if a contact is set."""
        if not self.settings.contact:
            return self._not_found(request)
        return self._send(request, security_txt(self.settings, self.now()).encode(), TEXT)

    @app.route("/.well-known/api-catalog", methods=["GET"])
    def catalog(self, request: Any) -> bytes:
        """Serve the API catalog."""
        media_type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
        return self._send(request, api_catalog(self._origin).encode(), media_type)

    @app.route("/healthz", methods=["GET"])
    def healthz(self, request: Any) -> bytes:
        """Report that the process is alive."""
        return self._send(request, b"ok\n", TEXT, cache="no-store")

    @app.route("/readyz", methods=["GET"])
    def readyz(self, request: Any) -> bytes:
        """Report whether the service accepts new scans."""
        if self.requests.draining():
            return self._send(request, b"draining\n", TEXT, status=503, cache="no-store")
        if self.state_problem():
            closed = self.settings.state_away == "closed"
            note = b"the shared state is unavailable: %s\n" % (b"no scans" if closed else b"counting locally")
            return self._send(request, note, TEXT, status=503 if closed else 200, cache="no-store")
        return self._send(request, b"ready\n", TEXT, cache="no-store")

    @app.handle_errors(HTTPException)
    def not_served(self, request: Any, failure: Failure) -> bytes:
        """Respond to an unknown path or method."""
        problem = failure.value
        if isinstance(problem, MethodNotAllowed):
            methods = ", ".join(sorted(problem.valid_methods or ()))
            request.setHeader("Allow", methods)
            return self._refuse(request, ApiError(405, "Method not allowed", f"This path accepts {methods}."))
        return self._not_found(request)

    @app.handle_errors(Exception)
    def failed(self, request: IRequest, failure: Failure) -> bytes:
        """Respond to an unexpected exception."""
        failure.trap(Exception)
        self._log.failure("a request for a page failed", failure=failure)
        return self._refuse(request, INTERNAL)

    def _not_found(self, request: Any) -> bytes:
        if _reads_html(request):
            details = "There is no page at this address. It may have been mistyped, or the page may have moved."
        else:
            details = "Nothing exists at this path; to scan a page, use POST /api/v1/scan."
        return self._refuse(request, ApiError(404, "Not found", details))

    def _refuse(self, request: Any, answer: ApiError) -> bytes:
        """Send an error as a page for people or JSON for programs."""
        if _reads_html(request):
            head = PageHead(path="", title=f"{answer.error} - sitescan", description=answer.details, indexed=False)
            return self._page(request, page(head, *_problem(answer), text=True), status=answer.status)
        body = encode({"error": answer.error, "details": answer.details})
        media_type = "application/json; charset=utf-8"
        return self._send(request, body, media_type, status=answer.status, cache="no-store")

    def _negotiated(self, request: Any, html: bytes, markdown: bytes) -> bytes:
        """Send a page as HTML, or as Markdown to a client that prefers it."""
        if preferred(", ".join(header_values(request, b"accept"))).name == "markdown":
            body = self._send(request, markdown, "text/markdown; charset=utf-8")
        else:
            body = self._page(request, html, cache=_HOUR)
        request.setHeader("Vary", "Accept, Accept-Encoding")
        return body

    def _page(self, request: Any, body: bytes, **options: Any) -> bytes:
        return send_page(request, body, secure=is_secure(request, self.settings), **options)

    def _send(self, request: Any, body: bytes, media_type: str, *, status: int = 200, cache: str = _HOUR) -> bytes:
        secure = is_secure(request, self.settings)
        return send(request, body, media_type, status=status, cache=cache, secure=secure)


def _reads_html(request: Any) -> bool:
    return preferred(", ".join(header_values(request, b"accept"))).name == "html"


def _problem(answer: ApiError) -> list[str]:
    return [
        element("h1", answer.error),
        element("p", answer.details),
        element("p", element("a", "Scan a page", href="/")),
    ]


@cache
def _docs(settings: Settings) -> bytes:
    return docs_page(settings, settings.public_url)


@cache
def _preview() -> bytes:
    return files("sitescan.web").joinpath("static", "preview.png").read_bytes()


def _is_form(request: Any) -> bool:
    content_type = ", ".join(header_values(request, b"content-type"))
    return content_type.partition(";")[0].strip().lower() == _FORM


def _submitted(request: Any) -> str:
    """
    Return the ``url`` field of a form.

    :raises InvalidBody: if it is missing or invalid.
    """
    body = request.content.read()
    if len(body) > MAX_REQUEST_BYTES:
        raise InvalidBody(f"The form is larger than {MAX_REQUEST_BYTES:,} bytes.")
    try:
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=10, errors="strict")
    except ValueError:
        raise InvalidBody("The form data could not be read.") from None
    url = next(iter(fields.get("url", [])), "").strip()
    if not 0 < len(url) <= MAX_URL_LENGTH:
        raise InvalidBody(f"Enter an address of 1 to {MAX_URL_LENGTH} characters.")
    return with_scheme(url)


def with_scheme(address: str) -> str:
    """Return an address as people type it, such as ``pears.example``, with a scheme; the same is in ``app.js``."""
    if _SCHEME.match(address) or any(map(str.isspace, address)):
        return address
    return f"{'http' if _LOCAL.match(address) else 'https'}://{address}"


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")[:MAX_URL_LENGTH]
