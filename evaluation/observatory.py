"""
Compare the issues of the installed service with the outcomes of MDN's HTTP Observatory.

    python evaluation/observatory.py FILE... [--differences OUT]

Reads files (or folders of them) of the formats of ``observatory.json`` (one response and the
outcome of one test) and ``observatory_pages.json`` (one page and the outcomes of all tests). Each
case is served at its own URL, over HTTPS with a certificate of an authority made for it, with the
plain HTTP twin, the redirects and the answer to preflights that the case describes; so this needs
the right to listen on ports 80 and 443 of loopback addresses.

A test fails where an issue says by its rule's ``covers`` that it stands for a failing outcome of
that test. Where an occurrence of the issue has a fact ``observatory``, it stands for that outcome
only, or for none where that is empty.

The last line is JSON: ``agreement`` is the share of tests with the same pass or fail, ``caught``,
``missed`` and ``false_alarms`` count failing outcomes. Where the Observatory and the standards part
ways, the standards count (DISPUTED): ``disputed`` counts such tests, ``left_out`` those of them that
cannot be judged from its outcome. With ``--differences`` every test that differs or was disputed is
written to a file.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field, frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.origins import Request, Response, certificates, listening
from sitescan.model.csp import parse_policies
from sitescan.model.hsts import parse_hsts
from sitescan.model.referrer_policy import from_header
from sitescan.model.site import site_of
from sitescan.rules.catalogue import catalogue
from tests.running import Running, running

#: The outcomes that fail, by test. https://github.com/mdn/mdn-http-observatory
FAILING = {
    "content-security-policy": (
        "csp-header-invalid",
        "csp-implemented-with-insecure-scheme",
        "csp-implemented-with-unsafe-eval",
        "csp-implemented-with-unsafe-inline",
        "csp-not-implemented",
        "csp-not-implemented-but-reporting-enabled",
    ),
    "cookies": (
        "cookies-anticsrf-without-samesite-flag",
        "cookies-samesite-flag-invalid",
        "cookies-session-without-httponly-flag",
        "cookies-session-without-secure-flag",
        "cookies-session-without-secure-flag-but-protected-by-hsts",
        "cookies-without-secure-flag",
        "cookies-without-secure-flag-but-protected-by-hsts",
    ),
    "cross-origin-embedder-policy": ("coep-header-invalid",),
    "cross-origin-opener-policy": ("coop-header-invalid",),
    "cross-origin-resource-policy": ("corp-header-invalid",),
    "cross-origin-resource-sharing": ("cross-origin-resource-sharing-implemented-with-universal-access",),
    "redirection": (
        "redirection-invalid-cert",
        "redirection-missing",
        "redirection-not-to-https",
        "redirection-not-to-https-on-initial-redirection",
        "redirection-off-host-from-http",
    ),
    "referrer-policy": ("referrer-policy-header-invalid", "referrer-policy-unsafe"),
    "strict-transport-security": (
        "hsts-header-invalid",
        "hsts-implemented-max-age-less-than-six-months",
        "hsts-invalid-cert",
        "hsts-not-implemented",
        "hsts-not-implemented-no-https",
    ),
    "subresource-integrity": (
        "sri-implemented-but-external-scripts-not-loaded-securely",
        "sri-not-implemented-and-external-scripts-not-loaded-securely",
        "sri-not-implemented-but-external-scripts-loaded-securely",
    ),
    "x-content-type-options": ("x-content-type-options-header-invalid", "x-content-type-options-not-implemented"),
    "x-frame-options": ("x-frame-options-header-invalid", "x-frame-options-not-implemented"),
}
_TEST_OF = {outcome: test for test, outcomes in FAILING.items() for outcome in outcomes}

#: What the service refuses to scan says one thing all the same: a certificate that is not valid.
_INVALID_CERTIFICATE = frozenset({"hsts-invalid-cert", "redirection-invalid-cert"})

#: Where the origins listen: with both schemes, only HTTPS, only HTTP, and with a bad certificate.
_BOTH, _ONLY_HTTPS, _ONLY_HTTP, _UNTRUSTED = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"
_HTML = ("Content-Type", "text/html; charset=utf-8")


@frozen(kw_only=True)
class Case:
    """
    One page.

    :ivar chain: what the plain HTTP address leads through: URL and status.
    :ivar expected: the Observatory's outcome and whether it passes, by test.
    :ivar reflects: whether the site allows whatever origin asks.
    """

    name: str
    url: str
    headers: tuple[tuple[str, str], ...]
    html: str
    chain: tuple[tuple[str, int], ...]
    address: str
    expected: Mapping[str, tuple[str, bool]]
    reflects: bool

    def values(self, name: str) -> list[str]:
        """The values of a header field."""
        return [value for key, value in self.headers if key.lower() == name]

    @property
    def submitted(self) -> str:
        """The URL to be scanned: the page's, or the plain one that leads to it from another host."""
        first = self.chain[0][0] if self.chain else ""
        return self.url if not first or urlsplit(first).hostname == urlsplit(self.url).hostname else first

    @property
    def hosts(self) -> set[str]:
        """Every host that answers."""
        return {urlsplit(url).hostname or "" for url in (self.url, *(url for url, _ in self.chain))}


@frozen(kw_only=True)
class Dispute:
    """
    Something that the Observatory judges unlike the standards.

    :ivar test: the test that it is about.
    :ivar why: what the standard says.
    :ivar verdict: whether the case passes by the standard; ``None`` where one cannot tell from the
        Observatory's outcome, so that the test is left out.
    :ivar listed: whether it is one of the quirks that were known before our issues were compared.
    """

    test: str
    why: str
    verdict: bool | None
    listed: bool = True

    def applies(self, case: Case, outcome: str) -> bool:
        """Whether it decides this case."""
        return _APPLIES[self](case, outcome)


_SCRIPT = re.compile(r"<script\b[^>]*\bsrc\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)

_HSTS_NAN = Dispute(
    test="strict-transport-security",
    why="RFC 6797, 6.1.1: max-age is digits; the Observatory passes max-age=abc because NaN is not below its limit",
    verdict=False,
)
_ANY_ANCESTOR = Dispute(
    test="x-frame-options",
    why="CSP 3, 6.4.2: frame-ancestors * (or a whole scheme) lets every site frame the page",
    verdict=False,
)
_META_ANCESTORS = Dispute(
    test="x-frame-options",
    why="CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that nothing limits framing",
    verdict=False,
    listed=False,
)
_META_ANCESTORS_AND_HEADER = Dispute(
    test="x-frame-options",
    why="CSP 3, 3.3: frame-ancestors is ignored in a meta element, so that X-Frame-Options decides",
    verdict=None,
    listed=False,
)
_META_REFERRER_LIST = Dispute(
    test="referrer-policy",
    why="HTML, 4.2.5.1: a meta element holds one policy; a list is ignored and the header's unsafe policy applies",
    verdict=False,
    listed=False,
)
_UPPER_CASE_TYPE = Dispute(
    test="subresource-integrity",
    why="RFC 9110, 8.3.1: media types ignore case; the Observatory does not look at scripts of TEXT/HTML",
    verdict=None,
)
_PROTOCOL_RELATIVE = Dispute(
    test="subresource-integrity",
    why="URL standard: //host on a page over HTTPS is HTTPS, and integrity holds there",
    verdict=True,
)
_SAME_SECOND_LEVEL = Dispute(
    test="subresource-integrity",
    why="public suffix list: hosts below co.uk have different owners although they share two labels",
    verdict=None,
)
_REPEATED_DIRECTIVE = Dispute(
    test="content-security-policy",
    why="CSP 3, 2.2.1: a directive that comes again is ignored, the policy is valid",
    verdict=None,
)
_SESSION_BY_NAME = Dispute(
    test="cookies",
    why="a name that contains “sess” or “login” among other letters is no session",
    verdict=None,
)

_APPLIES = {
    _HSTS_NAN: lambda case, outcome: (
        outcome.startswith("hsts-implemented")
        and all(parse_hsts(value) is None for value in case.values("strict-transport-security"))
    ),
    _ANY_ANCESTOR: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp"
        and bool(_ancestors(case))
        and all({"*", "http:", "https:"} & set(sources) for sources in _ancestors(case))
    ),
    _META_ANCESTORS: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp" and not _ancestors(case) and not case.values("x-frame-options")
    ),
    _META_ANCESTORS_AND_HEADER: lambda case, outcome: (
        outcome == "x-frame-options-implemented-via-csp"
        and not _ancestors(case)
        and bool(case.values("x-frame-options"))
    ),
    _META_REFERRER_LIST: lambda case, outcome: (
        outcome == "referrer-policy-private"
        and from_header(", ".join(case.values("referrer-policy"))) in ("unsafe-url", "no-referrer-when-downgrade")
        and re.search(r"<meta name=[\"']?referrer[\"']? content=[\"'][^\"']*,", case.html) is not None
    ),
    _UPPER_CASE_TYPE: lambda case, outcome: (
        outcome == "sri-not-implemented-response-not-html"
        and any("text/html" in value.lower() for value in case.values("content-type"))
    ),
    _PROTOCOL_RELATIVE: lambda case, outcome: (
        outcome.endswith("external-scripts-not-loaded-securely")
        and case.url.startswith("https:")
        and all("integrity=" in tag or _own(source, case) for tag, source in _scripts(case))
        and not any(source.lower().startswith("http:") for _, source in _scripts(case))
    ),
    _SAME_SECOND_LEVEL: lambda case, outcome: any(
        _second_level(host) == _second_level(_host(case.url)) and site_of(host) != site_of(_host(case.url))
        for host in (_host(source) for _, source in _scripts(case))
        if host
    ),
    _REPEATED_DIRECTIVE: lambda case, outcome: (
        outcome == "csp-header-invalid"
        and any(
            policy.repeated or _repeats(value)
            for value in case.values("content-security-policy")
            for policy in parse_policies(value)
        )
    ),
    _SESSION_BY_NAME: lambda case, outcome: (
        outcome.startswith("cookies-session-without")
        and not any(
            re.search(r"sess(?:ion)?(?:[_-]?id)?(?![a-z])|login", value.partition("=")[0], re.IGNORECASE)
            for value in case.values("set-cookie")
        )
    ),
}

DISPUTED = tuple(_APPLIES)
"""The Observatory's quirks that are judged by the standards instead."""


def _ancestors(case: Case) -> list[tuple[str, ...]]:
    """Each frame-ancestors that browsers heed."""
    found = (
        policy.sources("frame-ancestors")
        for value in case.values("content-security-policy")
        for policy in parse_policies(value)
    )
    return [sources for sources in found if sources is not None]


def _scripts(case: Case) -> list[tuple[str, str]]:
    """The start tags of the scripts that are loaded, and from where."""
    return [(match.group().lower(), match.group(1)) for match in _SCRIPT.finditer(case.html)]


def _own(source: str, case: Case) -> bool:
    """Whether a script comes from the case's own site."""
    host = _host(source)
    return not host or site_of(host) == site_of(_host(case.url))


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _second_level(host: str) -> str:
    return ".".join(host.split(".")[-2:])


def _repeats(value: str) -> bool:
    names = [part.split()[0].lower() for part in value.split(";") if part.strip()]
    return len(names) != len(set(names))


def cases(paths: Iterable[Path]) -> Iterator[Case]:
    """The cases of all files."""
    for path in paths:
        data = json.loads(path.read_text("utf-8"))
        if isinstance(data, dict):
            yield from map(_single, data.get("cases", ()))
        else:
            yield from map(_whole, data)


def _single(one: Mapping[str, Any]) -> Case:
    """A case of one test. What it does not speak of is as it should be: HTTP leads to HTTPS."""
    context = one["context"]
    allowed = [value for name, value in one["headers"] if name.lower() == "access-control-allow-origin"]
    asked = [value for name, value in context.get("request_headers", ()) if name.lower() == "origin"]
    address = _BOTH
    if context.get("https_reachable") is False:
        address = _ONLY_HTTP
    elif context.get("cert_verified") is False:
        address = _UNTRUSTED
    elif "http_response" in context and context["http_response"] is None:
        address = _ONLY_HTTPS
    return Case(
        name=one["name"],
        url=one["url"],
        headers=tuple((name, value) for name, value in one["headers"]),
        html=one["html"],
        chain=tuple((url, status) for url, status in context.get("redirect_chain", ())),
        address=address,
        expected={one["test"]: (one["expected"], one["pass"])},
        reflects=bool(asked) and allowed == asked,
    )


def _whole(one: Mapping[str, Any]) -> Case:
    address = _BOTH if one["url"].startswith("https:") else _ONLY_HTTP
    if one.get("verified") is False:
        address = _UNTRUSTED
    tests = one["observatory"]["tests"]
    cors = tests.get("cross-origin-resource-sharing", {}).get("result", "")
    return Case(
        name=one["name"],
        url=one["url"],
        headers=tuple((name, value) for name, value in one["headers"]),
        html=one["html"],
        chain=tuple((url, status) for url, status in one.get("redirects", ())),
        address=address,
        expected={test: (verdict["result"], verdict["pass"]) for test, verdict in tests.items()},
        reflects=cors.endswith("universal-access"),
    )


@define(eq=False)
class Stage:
    """
    Where the cases are served, one after the other.

    :ivar known: the addresses that the names have at the moment.
    """

    known: dict[str, str] = field(factory=dict)
    case: Case | None = None

    def show(self, case: Case, address: str) -> None:
        """Serve a case from an address."""
        self.case = case
        self.known.clear()
        self.known.update(dict.fromkeys(case.hosts, address))

    def answer(self, request: Request) -> Response:
        """The answer of the case that is shown."""
        case = self.case
        assert case is not None
        urls = [url for url, _ in case.chain]
        if request.method != "OPTIONS" and request.url in urls:
            number = urls.index(request.url)
            status = case.chain[number][1]
            if 300 <= status < 400 and number + 1 < len(urls):
                return Response(status=status, headers=(("Location", urls[number + 1]),))
        elif request.url.startswith("http:") and self.known[_host(request.url)] != _ONLY_HTTP:
            return Response(status=301, headers=(("Location", "https" + request.url[4:]),))
        if _path(request.url) not in {_path(case.url), *map(_path, urls)}:
            return Response(status=404, headers=(_HTML,), body=b"not here")
        # A case of headers alone says nothing of its body; it is that of a page.
        kind = () if case.html or case.values("content-type") else (_HTML,)
        headers = [
            (name, request.origin if case.reflects and name.lower() == "access-control-allow-origin" else value)
            for name, value in case.headers
        ]
        return Response(status=200, headers=(*kind, *headers), body=case.html.encode())


def _path(url: str) -> str:
    return urlsplit(url).path or "/"


@define(eq=False)
class Verdicts:
    """
    What the service makes of a case.

    :ivar outcomes: the failing outcomes that its issues stand for.
    :ivar problems: what it could not scan.
    """

    outcomes: set[str] = field(factory=set)
    rules: dict[str, list[str]] = field(factory=dict)
    problems: list[str] = field(factory=list)

    def add(self, outcome: str, rule: str) -> None:
        """An issue of a rule stands for an outcome."""
        self.outcomes.add(outcome)
        self.rules.setdefault(outcome, []).append(rule)


def judge(service: Running, stage: Stage, case: Case) -> Verdicts:
    """
    Scan one case.

    What has a bad certificate is not scanned; its other tests are judged on the same response
    served with a good one. What has no HTTPS is scanned over HTTP, as the Observatory does.
    """
    verdicts = Verdicts()
    stage.show(case, case.address)
    status, answer = _scan(service, case.submitted)
    if case.address == _ONLY_HTTP and status == 500:
        status, answer = _scan(service, case.submitted.replace("https:", "http:", 1))
    if status == 500 and "certificate" in answer["details"]:
        for outcome in _INVALID_CERTIFICATE:
            verdicts.add(outcome, "(the scan failed: certificate)")
        stage.show(case, _BOTH)
        status, answer = _scan(service, case.submitted)
    if status == 200:
        _read(answer, verdicts)
    elif answer["error"] != "Not a web page":
        verdicts.problems.append(json.dumps(answer))
    return verdicts


def _scan(service: Running, url: str) -> tuple[int, Any]:
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    return answer.status, answer.json


def _read(report: Any, verdicts: Verdicts) -> None:
    for category in report["categories"]:
        for issue in category["issues"]:
            covers = [cover.partition(":") for cover in catalogue()[issue["rule"]].covers]
            stands = {name for tool, _, name in covers if tool == "observatory"}
            named = [one["facts"].get("observatory") for one in issue["occurrences"]]
            for outcome in set().union(*(stands if name is None else {name} - {""} for name in named)):
                verdicts.add(outcome, issue["rule"])


@define(eq=False)
class Tally:
    """What was counted."""

    tests: int = 0
    agree: int = 0
    caught: int = 0
    missed: int = 0
    false_alarms: int = 0
    disputed: int = 0
    unlisted: int = 0
    left_out: int = 0

    def count(self, *, expected: bool, ours: bool) -> None:
        """Count one test: whether it passes there and here."""
        self.tests += 1
        self.agree += expected is ours
        self.caught += not expected and not ours
        self.missed += not expected and ours
        self.false_alarms += expected and not ours

    def summary(self) -> dict[str, Any]:
        """For the JSON line."""
        return {
            "tests": self.tests,
            "agreement": round(self.agree / self.tests, 4) if self.tests else None,
            "caught": self.caught,
            "missed": self.missed,
            "false_alarms": self.false_alarms,
            "disputed": self.disputed,
            "disputed_beyond_the_list": self.unlisted,
            "left_out": self.left_out,
        }


def compare(case: Case, verdicts: Verdicts, tallies: Mapping[str, Tally]) -> Iterator[dict[str, Any]]:
    """Count each test of a case, in all and by test; tell those that differ or were disputed."""
    for test, (outcome, passes) in case.expected.items():
        found = sorted(one for one in verdicts.outcomes if _TEST_OF.get(one) == test)
        dispute = next((one for one in DISPUTED if one.test == test and one.applies(case, outcome)), None)
        expected: bool | None = passes if dispute is None else dispute.verdict
        for tally in (tallies["all"], tallies[test]):
            tally.disputed += dispute is not None
            tally.unlisted += dispute is not None and not dispute.listed
            if expected is None:
                tally.left_out += 1
            else:
                tally.count(expected=expected, ours=not found)
        if dispute is not None or expected is bool(found):
            yield {
                "case": case.name,
                "test": test,
                "kind": "disputed" if expected is not bool(found) else "false alarm" if expected else "missed",
                "observatory": outcome,
                "ours": {one: verdicts.rules[one] for one in found},
                "dispute": dispute.why if dispute else None,
                "listed": dispute.listed if dispute else None,
                "problems": verdicts.problems,
            }


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="files, or folders of observatory*.json")
    parser.add_argument("--differences", type=Path, help="write what differs to this file")
    arguments = parser.parse_args()
    paths = [
        one for path in arguments.files for one in (sorted(path.glob("observatory*.json")) if path.is_dir() else [path])
    ]
    shown = list(cases(paths))
    tallies = {name: Tally() for name in ("all", *FAILING)}
    differences: list[dict[str, Any]] = []
    problems = 0
    stage = Stage()
    with ExitStack() as stack:
        service = _opened(stack, stage, shown)
        for case in shown:
            verdicts = judge(service, stage, case)
            problems += bool(verdicts.problems)
            differences += compare(case, verdicts, tallies)
    if arguments.differences:
        arguments.differences.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in differences))
    whole = tallies.pop("all").summary()
    print(
        json.dumps(
            {
                "cases": len(shown),
                **whole,
                "not_scanned": problems,
                "by_test": {test: tally.summary() for test, tally in tallies.items()},
            }
        )
    )


def _opened(stack: ExitStack, stage: Stage, shown: Sequence[Case]) -> Running:
    """The service, and the origins that it scans."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    made = certificates(set().union(*(case.hosts for case in shown)), folder)
    ports = {urlsplit(url).port for case in shown for url, _ in case.chain if url.startswith("https:")}
    for port in {443, *filter(None, ports)}:
        for address, context in ((_BOTH, made.good), (_ONLY_HTTPS, made.good), (_UNTRUSTED, made.bad)):
            stack.enter_context(listening(address, port, context, stage.answer))
    for address in (_BOTH, _ONLY_HTTP, _UNTRUSTED):
        stack.enter_context(listening(address, 80, None, stage.answer))
    return stack.enter_context(
        running(
            *("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--ca-file", str(made.ca_file)),
            *("--links", "0", "--resources", "0", "--stylesheets", "0", "--host-requests", "0"),
            known=stage.known,
        )
    )


if __name__ == "__main__":
    main()
