"""Two services with the same contract: the app in memory, and the installed one."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_network
from typing import Any, Protocol

from attrs import define, field
from treq.testing import StubTreq
from twisted.internet.task import Clock

from sitescan.admission.concurrency_gate import Busy
from sitescan.admission.token_table import TokenTable
from sitescan.concurrency.deadline import TimedOut
from sitescan.configuration.settings import Settings
from sitescan.egress.policy import NOT_PUBLIC, Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.examine.examination_errors import TOO_HEAVY, NotExamined
from sitescan.fetch.page import NotAWebPage
from sitescan.model.answers import Problem
from sitescan.model.report import Report
from sitescan.standards.urls import Target
from sitescan.web.api import Api
from sitescan.web.pages import Pages
from sitescan.web.routing import WholeSite
from sitescan.web.server_limits import RootResource
from tests.fakes import FakeScanner, report_of
from tests.results import result_now
from tests.running import PATIENT, Answer, Running, running
from tests.site import Answered, page, serving, zipped

JSON = {"Content-Type": "application/json"}

GOOD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pears and how to keep them</title></head>'
    '<body><h1>Pears</h1><img src="/pear.png"></body></html>'
)

#: The site that is scanned, by path.
PAGES: Mapping[str, Answered] = {
    "/": page(GOOD),
    "/zipped": zipped(GOOD),
    "/moved": Answered(b"", 301, (("Location", "/"),)),
    "/circle": Answered(b"", 302, (("Location", "/circle"),)),
    "/inside": Answered(b"", 302, (("Location", "http://10.0.0.1/"),)),
    "/missing": page(GOOD, status=404),
    "/paper.pdf": Answered(b"%PDF-1.7", 200, (("Content-Type", "application/pdf"),)),
    "/data.json": Answered(b"{}", 200, (("Content-Type", "application/json"),)),
    "/large": page("x" * (6 * 1024 * 1024)),
}


class Service(Protocol):
    """A service that has to meet the contract."""

    site: str

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request."""

    def scan(self, url: str, path: str = "/api/v1/scan", **headers: str) -> Answer:
        """Request a scan."""


def _fails(problem: Exception) -> Callable[[str], Report]:
    def fail(submitted: str) -> Report:
        raise problem

    return fail


_OUTCOMES: Mapping[str, Callable[[str], Report]] = {
    "/circle": _fails(Unreachable(Problem.LOOP)),
    "/inside": _fails(Forbidden(NOT_PUBLIC)),
    "/paper.pdf": _fails(NotAWebPage("application/pdf")),
    "/data.json": _fails(NotAWebPage("application/json")),
    "/large": _fails(TooLarge("5 MiB as sent", 9, whole=False)),
    "/busy": _fails(Busy()),
    "/slow": _fails(TimedOut(15.0)),
    "/name": _fails(Unreachable(Problem.NAME)),
    "/refused": _fails(Unreachable(Problem.REFUSED)),
    "/expired": _fails(Unreachable(Problem.CERTIFICATE, "expired")),
    "/redirects": _fails(Unreachable(Problem.REDIRECTS)),
    "/malformed": _fails(Unreachable(Problem.MALFORMED)),
    "/heavy": _fails(NotExamined(TOO_HEAVY)),
    "/defect": _fails(RuntimeError("/usr/lib/secret.py at 10.1.2.3")),
}


def _outcome(target: Target, submitted: str) -> Report:
    return _OUTCOMES.get(target.path, report_of)(submitted)


@define(eq=False)
class InMemory:
    """The app in memory, with a clock that moves only when a test advances it."""

    site: str = "http://site.example"
    clock: Clock = field(factory=Clock)
    scanner: FakeScanner = field(factory=lambda: FakeScanner(_outcome))
    draining: bool = False
    _treq: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        settings = Settings(trusted_proxy=(ip_network("127.0.0.0/8"),))
        quota = TokenTable(limit=5, window=3600, most=100, now=self.clock.seconds, clock=self.clock.seconds)
        api = Api(settings=settings, quota=quota, scanner=self.scanner, draining=lambda: self.draining)
        self._treq = StubTreq(
            RootResource(WholeSite(api, Pages(settings=settings, requests=api.requests, now=self.clock.seconds)))
        )

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request."""
        fields = {name: [value] for name, value in (headers or {}).items()}
        request = self._treq.request(method, f"http://service.example{path}", headers=fields, data=body)
        self._treq.flush()
        response = result_now(request)
        data: bytes = result_now(self._treq.content(response))
        received = response.headers.getAllRawHeaders()
        values = {name.decode().lower(): b", ".join(found).decode() for name, found in received if any(found)}
        return Answer(response.code, values, data)

    def scan(self, url: str, path: str = "/api/v1/scan", **headers: str) -> Answer:
        """Request a scan."""
        return self.ask("POST", path, json.dumps({"url": url}).encode(), {**JSON, **headers})


@define(eq=False)
class Installed:
    """
    ``twist sitescan`` as it is installed, and a site on loopback for it to scan.

    Each test is another client, identified by the ``X-Forwarded-For`` of a trusted proxy.
    """

    running: Running
    site: str
    client: str

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request."""
        return self.running.ask(method, path, body, {"X-Forwarded-For": self.client, **(headers or {})})

    def scan(self, url: str, path: str = "/api/v1/scan", **headers: str) -> Answer:
        """Request a scan."""
        return self.ask("POST", path, json.dumps({"url": url}).encode(), {**JSON, **headers})


@contextmanager
def installed() -> Iterator[Callable[[], Installed]]:
    """Run the installed service, and yield a function that returns it with a new client."""
    clients = itertools.count(1)
    private = ("--allow-private", "127.0.0.0/8", "--trusted-proxy", "127.0.0.0/8", *PATIENT)
    with serving(PAGES) as site, running(*private) as service:
        yield lambda: Installed(service, site.origin, f"192.0.2.{next(clients)}")
