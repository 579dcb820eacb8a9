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
ways, the standards count (``observatory_disputes.py``): ``disputed`` counts such tests, ``left_out`` those of them that
cannot be judged from its outcome. With ``--differences`` every test that differs or was disputed is
written to a file.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.observatory_cases import BOTH, ONLY_HTTP, ONLY_HTTPS, UNTRUSTED, Case, cases
from evaluation.observatory_disputes import DISPUTED
from evaluation.origins import Request, Response, certificates, listening
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

_HTML = ("Content-Type", "text/html; charset=utf-8")


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
        elif request.url.startswith("http:") and self.known[urlsplit(request.url).hostname or ""] != ONLY_HTTP:
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
    if case.address == ONLY_HTTP and status == 500:
        status, answer = _scan(service, case.submitted.replace("https:", "http:", 1))
    if status == 500 and "certificate" in answer["details"]:
        for outcome in _INVALID_CERTIFICATE:
            verdicts.add(outcome, "(the scan failed: certificate)")
        stage.show(case, BOTH)
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
        for address, context in ((BOTH, made.good), (ONLY_HTTPS, made.good), (UNTRUSTED, made.bad)):
            stack.enter_context(listening(address, port, context, stage.answer))
    for address in (BOTH, ONLY_HTTP, UNTRUSTED):
        stack.enter_context(listening(address, 80, None, stage.answer))
    return stack.enter_context(
        running(
            *("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--ca-file", str(made.ca_file)),
            *("--links", "0", "--set", "resources=0", "--set", "stylesheets=0", "--host-requests", "0"),
            known=stage.known,
        )
    )


if __name__ == "__main__":
    main()
