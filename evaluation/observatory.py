"""
Compare the issues with the outcomes of MDN's HTTP Observatory.

DATA is a file, or a folder of files ``observatory*.json``: one response and the outcome of one test each, or one page
and the outcomes of all tests. Each case is served under its own URL, over HTTPS with a certificate made for it, with
the HTTP twin, the redirects and the answer to preflight requests that the case describes; this needs the right to
listen on ports 80 and 443.

A test fails if the rule of an issue ``covers`` a failing outcome of the test. If an occurrence of the issue has a fact
``observatory``, the issue stands for that outcome only, or for none if the fact is empty. Where the Observatory and
the standards disagree, the standards count (``observatory_disputes.py``): ``disputed`` counts these tests,
``undecided`` those of them that cannot be judged from the Observatory's outcome.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from attrs import define, field

from evaluation.observatory_cases import BOTH, ONLY_HTTP, ONLY_HTTPS, UNTRUSTED, Case, read_cases
from evaluation.observatory_disputes import DISPUTED
from evaluation.origins import Reply, Request, certificates, listening
from evaluation.results import Results
from evaluation.service import Service, issues, service
from sitescan.rules.catalogue import catalogue

SAMPLE = "observatory.json"

#: The failing outcomes of each test, https://github.com/mdn/mdn-http-observatory.
_FAILING: Mapping[str, Sequence[str]] = json.loads(Path(__file__).with_name("observatory_outcomes.json").read_text())
_TEST_OF = {outcome: test for test, outcomes in _FAILING.items() for outcome in outcomes}

#: The outcomes that a scan stands for if it fails because of the certificate.
_INVALID_CERTIFICATE = frozenset({"hsts-invalid-cert", "redirection-invalid-cert"})

_HTML = ("Content-Type", "text/html; charset=utf-8")
_SHORT = "<!doctype html><title>Case</title>"
#: Header fields of a recorded response that belong to its connection or its coded body.
_DROPPED = frozenset({"connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"})


def run(options: argparse.Namespace, results: Results) -> None:
    """Serve and scan each case, and compare."""
    cases = list(read_cases(options.data))
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("all", *_FAILING)}
    with _scanning(cases, results) as (started, stage):
        for case in results.cases(cases):
            outcomes = _outcomes(started, stage, case)
            if outcomes is None:
                results.fail(f"{case.name} could not be scanned")
                continue
            for test in case.expected:
                _compare(case, test, outcomes, counts, results)
    whole = counts.pop("all")
    share = round(whole["agree"] / whole["tests"], 4) if whole["tests"] else None
    results.figures |= {"agreement": share, **whole, "by_test": counts}


@define(eq=False)
class _Stage:
    """
    The hosts of the case that is being scanned.

    :ivar known: the addresses of the hosts, for the name server of the service.
    """

    known: dict[str, str] = field(factory=dict)
    case: Case | None = None

    def show(self, case: Case, address: str) -> None:
        """Serve a case from an address."""
        self.case = case
        self.known.clear()
        self.known.update(dict.fromkeys(case.hosts, address))

    def answer(self, request: Request) -> Reply:
        """Return the response of the case to a request."""
        case = self.case
        assert case is not None
        urls = [url for url, _ in case.chain]
        if request.method != "OPTIONS" and request.url in urls:
            number = urls.index(request.url)
            status = case.chain[number][1]
            if 300 <= status < 400 and number + 1 < len(urls):
                return Reply(status, (("Location", urls[number + 1]),))
        elif request.url.startswith("http:") and self.known[urlsplit(request.url).hostname or ""] != ONLY_HTTP:
            return Reply(301, (("Location", "https" + request.url[4:]),))
        if _path(request.url) not in {_path(case.url), *map(_path, urls)}:
            return Reply(404, (_HTML,), b"not found")
        # A case that consists of header fields alone is a page as well, if a short one.
        kind = () if case.html or case.values("content-type") else (_HTML,)
        headers = [
            (name, request.origin if case.reflects and name.lower() == "access-control-allow-origin" else value)
            for name, value in case.headers
            if name.lower() not in _DROPPED
        ]
        return Reply(200, (*kind, *headers), (case.html or _SHORT).encode())


def _path(url: str) -> str:
    return urlsplit(url).path or "/"


@contextmanager
def _scanning(cases: list[Case], results: Results) -> Iterator[tuple[Service, _Stage]]:
    """Run the service and the hosts of all cases for the length of a block."""
    stage = _Stage()
    ports = {urlsplit(url).port for case in cases for url, _ in case.chain if url.startswith("https:")}
    with certificates(set().union(*(case.hosts for case in cases))) as issued, ExitStack() as stack:
        for port in {443, *filter(None, ports)}:
            for address in (BOTH, ONLY_HTTPS, UNTRUSTED):
                context = issued.bad if address == UNTRUSTED else issued.good
                stack.enter_context(listening(address, port, context, stage.answer))
        for address in (BOTH, ONLY_HTTP, UNTRUSTED):
            stack.enter_context(listening(address, 80, None, stage.answer))
        limits = {"links": 0, "resources": 0, "stylesheets": 0}
        with service(results, stage.known, ca_file=issued.ca_file, **limits) as started:
            yield started, stage


def _outcomes(started: Service, stage: _Stage, case: Case) -> dict[str, list[str]] | None:
    """
    Scan a case and return the rules that stand for each failing outcome; ``None`` if it could not be scanned.

    A host with a bad certificate is not scanned; the other tests are judged on the same response with a good
    certificate. A host without HTTPS is scanned over HTTP, as the Observatory does.
    """
    found: dict[str, list[str]] = {}
    stage.show(case, case.address)
    answer = started.answer(case.submitted)
    if case.address == ONLY_HTTP and answer.status == 500:
        answer = started.answer(case.submitted.replace("https:", "http:", 1))
    if answer.status == 500 and "certificate" in answer.json["details"]:
        found.update({outcome: ["(the scan failed: certificate)"] for outcome in _INVALID_CERTIFICATE})
        stage.show(case, BOTH)
        answer = started.answer(case.submitted)
    if answer.status != 200:
        return found if answer.json["error"] == "Not a web page" else None
    for issue in issues(answer.json):
        covers = [cover.partition(":") for cover in catalogue()[issue["rule"]].covers]
        stands = {name for tool, _, name in covers if tool == "observatory"}
        named = [occurrence["facts"].get("observatory") for occurrence in issue["occurrences"]]
        for outcome in set().union(*(stands if name is None else {name} - {""} for name in named)):
            found.setdefault(outcome, []).append(issue["rule"])
    return found


def _compare(
    case: Case, test: str, outcomes: dict[str, list[str]], counts: dict[str, Counter[str]], results: Results
) -> None:
    """Count one test of a case, and print it if the verdicts differ or are disputed."""
    outcome, passes = case.expected[test]
    ours = {name: rules for name, rules in sorted(outcomes.items()) if _TEST_OF.get(name) == test}
    dispute = next((dispute for dispute in DISPUTED if dispute.test == test and dispute.applies(case, outcome)), None)
    expected = passes if dispute is None else dispute.verdict
    kinds = {"disputed": dispute is not None}
    if expected is None:
        kinds["undecided"] = True
    else:
        kinds |= {"tests": True, "agree": expected is not bool(ours), "caught": not expected and bool(ours)}
        kinds |= {"missed": not expected and not ours, "false_alarms": expected and bool(ours)}
    for name in ("all", test):
        counts[name].update({kind: int(held) for kind, held in kinds.items()})
    if dispute is not None or expected is bool(ours):
        why = dispute.why if dispute else None
        results.show(case=case.name, test=test, observatory=outcome, expected=expected, ours=ours, dispute=why)
