"""The facts about a request that the access log and the metrics record."""

import secrets
from typing import Any

from attrs import define

from sitescan.configuration.settings import Settings
from sitescan.model.report import Report
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.web.clients import comes_from_proxy, header_values

_ID = lazy_pattern(r"[A-Za-z0-9._-]{1,64}")
_ROUTES = frozenset({"/", "/api/v1/scan", "/api/v1/rules", "/openapi.json", "/rules", "/docs", "/healthz", "/readyz"})
_FOLDERS = ("/rules/", "/static/")
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


@define
class RequestFacts:
    """
    The facts about one request.

    :ivar id: the id of the request in logs and ``X-Request-ID``.
    :ivar started: the time at which the request was complete, on the clock of the site.
    :ivar host: the host of the page to scan; empty until it is known.
    :ivar score: the score of the scanned page; ``None`` if there is no report.
    :ivar phases: the name and the duration in seconds of each phase of the scan.
    """

    id: str
    started: float
    host: str = ""
    score: int | None = None
    phases: tuple[tuple[str, float], ...] = ()


def request_id(request: Any, settings: Settings) -> str:
    """Return the id that a trusted proxy has sent, or a new one."""
    given = header_values(request, b"x-request-id")
    if len(given) == 1 and _ID.fullmatch(given[0]) and comes_from_proxy(request, settings):
        return given[0]
    return secrets.token_hex(8)


def note_scan(request: Any, host: str, report: Report | None = None) -> None:
    """Record the host and the report of the scan that a request caused."""
    facts: RequestFacts | None = getattr(request, "facts", None)
    if facts is not None:
        facts.host = host
        if report is not None:
            facts.score, facts.phases = report.overall_score, report.phases


def route(path: bytes) -> str:
    """Return the label of a path for metrics: a known path, a known folder, or ``other``."""
    text = path.decode("latin-1")
    return text if text in _ROUTES else next((folder for folder in _FOLDERS if text.startswith(folder)), "other")


def method(name: bytes) -> str:
    """Return the label of a method for metrics: a known method, or ``other``."""
    text = name.decode("latin-1")
    return text if text in _METHODS else "other"
