"""The Klein app: ``POST /api/v1/scan``, ``GET /api/v1/rules`` and their errors."""

import gzip
from collections.abc import Callable
from functools import cache, lru_cache
from http import HTTPStatus
from typing import Any

from attrs import field, frozen
from klein import Klein
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.iweb import IRequest
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from sitescan.configuration.settings import Settings
from sitescan.document.parsing.encoding import charset_parameter
from sitescan.interfaces import IScanner, ITokenTable
from sitescan.report.formats import FORMATS, shortened
from sitescan.report.json_format import report_json
from sitescan.rules.catalogue import catalogue
from sitescan.web.clients import header_values
from sitescan.web.error_responses import INTERNAL, ApiError
from sitescan.web.negotiation import chosen_format
from sitescan.web.openapi import description
from sitescan.web.page_responses import LINKS, accepts_gzip
from sitescan.web.scan_requests import ScanRequests
from sitescan.web.wire import InvalidBody, encode, read_request, rule_json, server_timing

CORS = (
    (b"Access-Control-Allow-Origin", b"*"),
    (b"Access-Control-Allow-Methods", b"POST, OPTIONS"),
    (b"Access-Control-Allow-Headers", b"Content-Type"),
    (b"Access-Control-Max-Age", b"86400"),
    (
        b"Access-Control-Expose-Headers",
        b"X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Server-Timing, Link, X-Request-ID",
    ),
)
"""The CORS header fields of ``/openapi.json`` and below ``/api/`` (docs/contract.rst, "Cross-origin requests")."""

#: The other header fields of every response of this app.
_FIELDS = ((b"Link", LINKS.encode()), (b"X-Content-Type-Options", b"nosniff"), (b"Cache-Control", b"no-store"))

_JSON = b"application/json; charset=utf-8"

_PHRASES = {status.value: status.phrase.encode() for status in HTTPStatus}


@frozen(kw_only=True)
class Api:
    """
    The HTTP API.

    :ivar draining: returns whether the service is stopping and accepts no new scans.
    :ivar requests: processes scan requests; the forms of the pages use it as well.
    """

    app = Klein()
    _log = Logger()

    settings: Settings
    quota: ITokenTable
    scanner: IScanner
    draining: Callable[[], bool]
    requests: ScanRequests = field(init=False)

    @requests.default
    def _requests(self) -> ScanRequests:
        return ScanRequests(settings=self.settings, quota=self.quota, scanner=self.scanner, draining=self.draining)

    @app.route("/api/v1/scan", methods=["POST"])
    async def scan(self, request: Any) -> bytes:
        """Scan a page (docs/contract.rst, "The request")."""
        _, refused = await self.requests.admit(request)
        if refused is not None:
            return _refuse(request, refused)
        form = FORMATS["json"]

        def submitted() -> str:
            nonlocal form
            _check_content_type(header_values(request, b"content-type"))
            url = read_request(request.content.read())
            form = chosen_format(request.args.get(b"format", []), header_values(request, b"accept"))
            return url

        report = await self.requests.report(request, submitted)
        if isinstance(report, ApiError):
            return _refuse(request, report)
        evidence = b"evidence" in request.args.get(b"include", [])
        request.setHeader("Server-Timing", server_timing(report))
        request.setHeader("Timing-Allow-Origin", "*")
        request.setHeader("Vary", "Accept")
        if form.name == "json":
            return _answer(request, 200, encode(report_json(report, evidence=evidence)))
        media_type = f"{form.media_type}; charset=utf-8".encode()
        return _answer(request, 200, form.write([shortened(report)]).encode("utf-8", "replace"), media_type)

    @app.route("/api/v1/rules", methods=["GET"])
    def rules(self, request: IRequest) -> bytes:
        """Return the catalogue of rules, which is the same until the service is updated."""
        plain, zipped = _rules()
        takes_gzip = accepts_gzip(request)
        body = _answer(request, 200, zipped if takes_gzip else plain)
        request.setHeader("Cache-Control", "public, max-age=3600")
        request.setHeader("Vary", "Accept-Encoding")
        if takes_gzip:
            request.setHeader("Content-Encoding", "gzip")
        return body

    @app.route("/openapi.json", methods=["GET"])
    def openapi(self, request: IRequest) -> bytes:
        """Return the OpenAPI description."""
        return _answer(request, 200, _description(self.settings))

    @app.handle_errors(HTTPException)
    def not_served(self, request: Any, failure: Failure) -> bytes:
        """Respond to an unknown path or method, or to a CORS preflight request."""
        if request.method == b"OPTIONS" and request.path.startswith(b"/api/"):
            _allow_origins(request)
            request.setResponseCode(204)
            return b""
        problem = failure.value
        if isinstance(problem, MethodNotAllowed):
            methods = ", ".join(sorted({*(problem.valid_methods or ()), "OPTIONS"}))
            request.setHeader("Allow", methods)
            return _refuse(request, ApiError(405, "Method not allowed", f"This path accepts {methods}."))
        return _refuse(
            request, ApiError(404, "Not found", "Nothing exists at this path; to scan a page, use POST /api/v1/scan.")
        )

    @app.handle_errors(Exception)
    def failed(self, request: IRequest, failure: Failure) -> bytes:
        """Respond to an unexpected exception."""
        failure.trap(Exception)
        self._log.failure("a request failed", failure=failure)
        return _refuse(request, INTERNAL)


@cache
def _rules() -> tuple[bytes, bytes]:
    """Return the encoded catalogue, plain and compressed, which is built only once."""
    plain = encode({"rules": [rule_json(rule) for rule in catalogue().values()]})
    return plain, gzip.compress(plain, mtime=0)


@cache
def _description(settings: Settings) -> bytes:
    return encode(description(settings))


def _check_content_type(values: list[str]) -> None:
    """
    Check that a ``Content-Type`` is ``application/json`` with UTF-8 or without a charset.

    :raises InvalidBody: if it is not.
    """
    value = values[0] if len(values) == 1 else ""
    if value.partition(";")[0].strip().lower() != "application/json":
        raise InvalidBody("The Content-Type must be application/json.")
    if "charset" in value.lower() and charset_parameter(value) != "utf-8":
        raise InvalidBody("The charset of the Content-Type must be utf-8.")


def _allow_origins(request: IRequest) -> None:
    for name, value in CORS:
        request.setHeader(name, value)


def _answer(request: Any, status: int, body: bytes, media_type: bytes = _JSON) -> bytes:
    if request.path.startswith((b"/api/", b"/openapi.json")):
        _allow_origins(request)
    request.setResponseCode(status, _PHRASES[status])
    for name, value in _FIELDS:
        request.setHeader(name, value)
    request.setHeader(b"Content-Type", media_type)
    request.setHeader(b"Content-Length", b"%d" % len(body))
    return body


def _refuse(request: Any, answer: ApiError) -> bytes:
    return _answer(request, answer.status, _error(answer))


@lru_cache(maxsize=64)
def _error(answer: ApiError) -> bytes:
    return encode({"error": answer.error, "details": answer.details})
