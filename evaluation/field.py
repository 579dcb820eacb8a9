"""
Scan small sites that were rebuilt after public bug reports on other tools, and compare with what is right.

DATA is a list of cases: the ``url`` that is scanned, the responses of its host by path (``site``: ``status``,
``headers``, and ``body`` or ``body_base64``, or else the bytes of the whole response in ``raw`` or ``raw_base64``), and
what is right: ``expected``, or if it is missing, the entry for the ``id`` of the case in ``field_expected.json``. Each
case is served on loopback under its own URL, over HTTPS, which needs the right to listen on port 443.

A scan is right if its HTTP status is one of ``statuses`` (by default 200), at least one rule of ``reported`` has an
issue and no rule of ``unreported`` has one, and its answer contains all texts of ``said`` and none of ``unsaid``.
"""

import argparse
import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from evaluation.origins import Reply, staging
from evaluation.results import Results
from evaluation.service import issues, service
from tests.running import Answer

SAMPLE = "field.json"

_EXPECTED: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_name("field_expected.json").read_text())

#: The page at the URL on another host that a response redirects to.
_OTHER_PAGE = Reply(
    headers=(("Content-Type", "text/html; charset=utf-8"), ("Strict-Transport-Security", "max-age=63072000")),
    body=b"<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1>",
)


def run(options: argparse.Namespace, results: Results) -> None:
    """Serve and scan each case, and compare."""
    cases = json.loads(options.data.read_text(encoding="utf-8"))
    results.figures["right"] = 0
    urls = {url for case in cases for url in (case["url"], *_redirected(case))}
    with staging(urls) as stage, service(results, stage.hosts, ca_file=stage.ca_file) as started:
        for case in results.cases(cases):
            expected = case.get("expected") or _EXPECTED.get(case["id"])
            if expected is None:
                results.leave_out(case["id"], "it is not known what is right")
                continue
            stage.replies = {
                **dict.fromkeys(_redirected(case), _OTHER_PAGE),
                **{urljoin(case["url"], path): _reply(response) for path, response in case["site"].items()},
            }
            wrong = list(_differences(started.answer(case["url"]), expected))
            results.figures["right"] += not wrong
            if wrong:
                results.show(case=case["id"], wrong=wrong)


def _redirected(case: Mapping[str, Any]) -> Iterator[str]:
    """Yield the URLs that responses of a case redirect to."""
    for path, response in case["site"].items():
        for name, value in response.get("headers", ()):
            url = urljoin(urljoin(case["url"], path), value)
            if name.lower() == "location" and url.startswith("https:"):
                yield url


def _reply(response: Mapping[str, Any]) -> Reply:
    if "raw" in response or "raw_base64" in response:
        raw = response.get("raw", "").encode() or base64.b64decode(response["raw_base64"])
        return Reply(raw=raw)
    headers = [(name, value) for name, value in response["headers"]]
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "text/html; charset=utf-8"))
    body = response.get("body", "").encode() or base64.b64decode(response.get("body_base64", ""))
    return Reply(response["status"], headers, body)


def _differences(answer: Answer, expected: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ways in which the answer of the service is not as expected."""
    if answer.status not in expected.get("statuses", (200,)):
        yield f"status {answer.status}: {answer.json.get('details')}"
    rules = {issue["rule"] for issue in issues(answer.json)} if answer.status == 200 else set()
    wanted = expected.get("reported", ())
    if wanted and answer.status == 200 and not rules.intersection(wanted):
        yield f"none of {', '.join(wanted)} is reported"
    for rule in sorted(rules.intersection(expected.get("unreported", ()))):
        yield f"{rule} is reported"
    text = json.dumps(answer.json, ensure_ascii=False)
    for said in expected.get("said", ()):
        if said not in text:
            yield f"“{said}” is not said"
    for unsaid in expected.get("unsaid", ()):
        if unsaid in text:
            yield f"“{unsaid}” is said"
