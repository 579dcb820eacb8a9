"""
Compare the SEO issues with the outcomes of Lighthouse's audits.

DATA is a list of cases: a page (``url``, ``status``, ``headers``, ``html``), the other files of its site
(``resources``, by path), an audit (``audit``) and its outcome (``expected``). Each page is served on loopback under its
own URL, over HTTPS too, which needs the right to listen on ports 80 and 443. The service finds fault if a rule that
``covers`` the audit has an issue; a case with a ``quirk`` is judged by its ``spec_expected``.

Some header fields are carried out instead of being sent: ``@delay`` (milliseconds, or seconds with ``s``), ``@encode``
(a content coding, or the encoding of the text) and ``@redirect-from`` (the URL that is scanned instead of the page, and
redirects to it; a status may stand before it). ``balanced_accuracy`` is the mean of the share of faults that were found
and the share of sound pages that were passed.
"""

import argparse
import gzip
import json
import struct
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

import brotli

from evaluation.origins import Reply, path_and_query, staging
from evaluation.results import Results, outcome
from evaluation.service import issues, rules_covering, service

SAMPLE = "seo.json"

_CODINGS: Mapping[str, Callable[[bytes], bytes]]
_CODINGS = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli.compress}


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan each case and compare."""
    cases = json.loads(options.data.read_text(encoding="utf-8"))
    covering = rules_covering("lighthouse:")
    counts: dict[str, Counter[str]] = {audit: Counter() for audit in sorted({case["audit"] for case in cases})}
    urls = [url for case in cases for url in (case["url"], _scanned(case))]
    with staging(urls) as stage, service(results, stage.hosts, ca_file=stage.ca_file) as started:
        for case in results.cases(cases):
            audit, name = case["audit"], case["name"]
            if audit not in covering:
                results.leave_out(name, f"no rule covers {audit}")
                continue
            stage.replies = _replies(case)
            found = started.report(_scanned(case), name)
            if found is None:
                continue
            ours = sorted({issue["rule"] for issue in issues(found)} & covering[audit])
            verdict = outcome(_is_faulty(case), bool(ours))
            counts[audit][verdict] += 1
            if verdict in ("missed", "false_alarms"):
                results.show(case=name, outcome=verdict, rules=ours, title=case["title"])
    results.figures |= _tally(sum(counts.values(), Counter()))
    results.figures["audits"] = {audit: _tally(count) for audit, count in counts.items()}


def _replies(case: Mapping[str, Any]) -> dict[str, Reply]:
    """Return the responses of the site of a case, by path and query."""
    headers = [(name, value) for name, value in case["headers"]]
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "text/html"))
    found = {at: _resource(at, resource) for at, resource in case.get("resources", {}).items()}
    found[path_and_query(case["url"])] = _marked(case["status"], headers, case["html"])
    for status, url in _redirects(case):
        found[path_and_query(url)] = Reply(status, (("Location", case["url"]),))
    return found


def _marked(status: int, headers: Sequence[tuple[str, str]], text: str) -> Reply:
    """Return a response, the markers among its header fields carried out and removed."""
    markers = {name.lower(): value.strip() for name, value in headers if name.startswith("@")}
    sent = [(name, value) for name, value in headers if not name.startswith("@")]
    coding = markers.get("@encode", "utf-8")
    if coding in _CODINGS:
        body = _CODINGS[coding](text.encode())
        if not any(name.lower() == "content-encoding" for name, _ in sent):
            sent.append(("Content-Encoding", coding))
    else:
        body = text.encode(coding, "xmlcharrefreplace")
    return Reply(status, sent, body, _seconds(markers.get("@delay", "0")))


def _scanned(case: Mapping[str, Any]) -> str:
    """Return the URL that is scanned."""
    return next((url for _, url in _redirects(case)), str(case["url"]))


def _redirects(case: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Return status and URL of each address that redirects to the page; the first one is scanned."""
    for name, value in case["headers"]:
        if name.lower() == "@redirect-from":
            status, _, reference = value.strip().rpartition(" ")
            yield int(status or 301), urljoin(case["url"], reference)


def _seconds(written: str) -> float:
    unit = 1 if written.endswith("s") and not written.endswith("ms") else 1000
    return float(written.rstrip("ms")) / unit


def _resource(path: str, resource: Mapping[str, Any]) -> Reply:
    body = resource.get("body", "")
    if body.startswith("@png:"):
        width, height = map(int, body.removeprefix("@png:").split("x"))
        kept = [(name, value) for name, value in resource.get("headers", ()) if not name.startswith("@")]
        delay = _marked(200, resource.get("headers", ()), "").delay
        return Reply(resource["status"], [("Content-Type", "image/png"), *kept], _png(width, height), delay)
    headers = [(name, value) for name, value in resource.get("headers", ())]
    if path.endswith(".txt") and all(name.startswith("@") for name, _ in headers):
        headers.append(("Content-Type", "text/plain; charset=utf-8"))
    return _marked(resource["status"], headers, body)


def _png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG image, which has its size."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def _is_faulty(case: Mapping[str, Any]) -> bool:
    """Return whether the case has the fault that its audit looks for."""
    verdict = case.get("spec_expected") if case.get("quirk") else None
    return bool((verdict or case["expected"]) == "fail")


def _tally(counts: Counter[str]) -> dict[str, Any]:
    """Return the counts, and the balanced accuracy of the kinds of cases that there are."""
    shares = [
        counts[good] / (counts[good] + counts[bad])
        for good, bad in (("caught", "missed"), ("right", "false_alarms"))
        if counts[good] + counts[bad]
    ]
    accuracy = round(sum(shares) / len(shares), 4) if shares else None
    names = ("caught", "missed", "right", "false_alarms")
    return {**{name: counts[name] for name in names}, "balanced_accuracy": accuracy}
