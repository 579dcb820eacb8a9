"""The Klein app: ``POST /api/v1/scan``, ``GET /api/v1/rules`` and their errors."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import frozen
from klein import Klein
from twisted.internet.defer import CancelledError
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.iweb import IRequest
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from sitescan.admission.caller import caller
from sitescan.admission.quota import Ticket
from sitescan.document.encoding import charset_parameter
from sitescan.interfaces import IQuota, IScanner
from sitescan.model.report import Report
from sitescan.model.target import Target, parse_target
from sitescan.rules.catalogue import catalogue
from sitescan.settings import Settings
from sitescan.web.errors import INTERNAL, Wrong, wrong
from sitescan.web.openapi import description
from sitescan.web.wire import InvalidBody, encode, read_request, report_json, rule_json, server_timing

CORS = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Allow-Methods", "POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type"),
    ("Access-Control-Max-Age", "86400"),
    (
        "Access-Control-Expose-Headers",
        "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Server-Timing",
    ),
)
"""The headers of every answer below ``/api/`` (specification, section 4; decisions, "CORS")."""


@frozen(kw_only=True)
class Api:
    """
    The HTTP API.

    :ivar draining: whether the service is about to end and takes no new scans.
    """

    app = Klein()
    _log = Logger()

    settings: Settings
    quota: IQuota
    scanner: IScanner
    draining: Callable[[], bool]

    @app.route("/api/v1/scan", methods=["POST"])
    async def scan(self, request: Any) -> bytes:
        """Scan a page (specification, section 4)."""
        forwarded = _values(request, b"x-forwarded-for")
        peer = getattr(request.getClientAddress(), "host", "")
        ticket = await self.quota.take(caller(peer, forwarded, self.settings.trusted_proxy))
        self._show_quota(request, ticket)
        if not ticket.allowed:
            return self._over_quota(request)
        if self.draining():
            return _refuse(request, Wrong(500, "Scan failed", "The server is about to restart; try again in a moment."))
        try:
            _check_content_type(_values(request, b"content-type"))
            submitted = read_request(request.content.read(), self.settings.request_bytes)
            report = await self._scan(parse_target(submitted), submitted)
        except CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - whatever it is, the client gets an answer
            return _refuse(request, self._wrong(problem))
        evidence = b"evidence" in request.args.get(b"include", [])
        request.setHeader("Server-Timing", server_timing(report))
        request.setHeader("Timing-Allow-Origin", "*")
        return _answer(request, 200, encode(report_json(report, evidence=evidence)))

    async def _scan(self, target: Target, submitted: str) -> Report:
        report: Report = await self.scanner.scan(target, submitted)
        self._log.info("scanned {origin}: {score}", origin=target.origin, score=report.overall_score)
        return report

    @app.route("/api/v1/rules", methods=["GET"])
    def rules(self, request: IRequest) -> bytes:
        """The catalogue of rules."""
        return _answer(request, 200, _rules())

    @app.route("/openapi.json", methods=["GET"])
    def openapi(self, request: IRequest) -> bytes:
        """The description of this API."""
        return _answer(request, 200, _description(self.settings))

    @app.handle_errors(HTTPException)
    def not_served(self, request: Any, failure: Failure) -> bytes:
        """Another path or method, or what browsers ask before a request of another origin."""
        if request.method == b"OPTIONS" and request.path.startswith(b"/api/"):
            _allow_origins(request)
            request.setResponseCode(204)
            return b""
        problem = failure.value
        if isinstance(problem, MethodNotAllowed):
            methods = ", ".join(sorted({*(problem.valid_methods or ()), "OPTIONS"}))
            request.setHeader("Allow", methods)
            return _refuse(request, Wrong(405, "Method not allowed", f"This path takes {methods}."))
        return _refuse(request, Wrong(404, "Not found", "There is nothing at this path; scans are POST /api/v1/scan."))

    @app.handle_errors(Exception)
    def failed(self, request: IRequest, failure: Failure) -> bytes:
        """Anything unforeseen."""
        failure.trap(Exception)
        self._log.failure("a request failed", failure=failure)
        return _refuse(request, INTERNAL)

    def _wrong(self, problem: Exception) -> Wrong:
        answer = wrong(problem)
        if answer is INTERNAL:
            self._log.failure("a scan failed", failure=Failure(problem))
        return answer

    def _show_quota(self, request: IRequest, ticket: Ticket) -> None:
        if ticket.limit:
            request.setHeader("X-RateLimit-Limit", str(ticket.limit))
            request.setHeader("X-RateLimit-Remaining", str(ticket.remaining))
            request.setHeader("X-RateLimit-Reset", str(math.ceil(ticket.reset)))

    def _over_quota(self, request: IRequest) -> bytes:
        window = self.settings.rate_window
        per = "hour" if window == 3600 else f"{window} seconds"
        request.setHeader("Retry-After", str(window))
        details = f"Maximum {self.settings.rate_limit} requests per {per}. Please try again later."
        return _refuse(request, Wrong(429, "Rate limit exceeded", details))


@cache
def _rules() -> bytes:
    """Made once: anybody may ask for it, as often as they like."""
    return encode({"rules": [rule_json(rule) for rule in catalogue().values()]})


@cache
def _description(settings: Settings) -> bytes:
    return encode(description(settings))


def _values(request: Any, name: bytes) -> list[str]:
    return [value.decode("latin-1") for value in request.requestHeaders.getRawHeaders(name, [])]


def _check_content_type(values: list[str]) -> None:
    """
    Take ``application/json`` only, in UTF-8 if it says so.

    :raises InvalidBody: otherwise.
    """
    value = values[0] if len(values) == 1 else ""
    if value.partition(";")[0].strip().lower() != "application/json":
        raise InvalidBody("The Content-Type must be application/json.")
    if "charset" in value.lower() and charset_parameter(value) != "utf-8":
        raise InvalidBody("The charset of the Content-Type must be utf-8.")


def _allow_origins(request: IRequest) -> None:
    for name, value in CORS:
        request.setHeader(name, value)


def _answer(request: Any, status: int, body: bytes) -> bytes:
    if request.path.startswith(b"/api/"):
        _allow_origins(request)
    request.setResponseCode(status)
    request.setHeader("Content-Type", "application/json; charset=utf-8")
    request.setHeader("X-Content-Type-Options", "nosniff")
    request.setHeader("Cache-Control", "no-store")
    request.setHeader("Content-Length", str(len(body)))
    return body


def _refuse(request: Any, answer: Wrong) -> bytes:
    return _answer(request, answer.status, encode({"error": answer.error, "details": answer.details}))
