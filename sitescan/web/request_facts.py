"""What is known of a request while it is answered, for the log and for whoever measures."""

import re
import secrets
from typing import Any

from attrs import define

from sitescan.model.report import Report
from sitescan.settings import Settings
from sitescan.web.clients import comes_from_proxy, header_values

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ROUTES = frozenset({"/", "/api/v1/scan", "/api/v1/rules", "/openapi.json", "/rules", "/docs", "/healthz", "/readyz"})
_FOLDERS = ("/rules/", "/static/")
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


@define
class RequestFacts:
    """
    One request.

    :ivar id: by which logs name it.
    :ivar started: when it was complete, by the clock's seconds.
    :ivar host: the host of the page that it wants scanned, once that is known.
    :ivar score: of the page, where it was answered with a report; not the report itself, which need not stay.
    :ivar phases: the seconds that the phases of that scan took.
    """

    id: str
    started: float
    host: str = ""
    score: int | None = None
    phases: tuple[tuple[str, float], ...] = ()


def request_id(request: Any, settings: Settings) -> str:
    """The id that a trusted proxy has given a request, or a new one."""
    given = header_values(request, b"x-request-id")
    if len(given) == 1 and _ID.fullmatch(given[0]) and comes_from_proxy(request, settings):
        return given[0]
    return secrets.token_hex(8)


def note_scan(request: Any, host: str, report: Report | None = None) -> None:
    """Note what a request has scanned, where there is somebody who wants to know."""
    facts: RequestFacts | None = getattr(request, "facts", None)
    if facts is not None:
        facts.host = host
        if report is not None:
            facts.score, facts.phases = report.overall_score, report.phases


def route(path: bytes) -> str:
    """Which of our own paths a path is; strangers may ask for any."""
    text = path.decode("latin-1")
    return text if text in _ROUTES else next((one for one in _FOLDERS if text.startswith(one)), "other")


def method(name: bytes) -> str:
    """Which of the methods that there are here a method is."""
    text = name.decode("latin-1")
    return text if text in _METHODS else "other"
