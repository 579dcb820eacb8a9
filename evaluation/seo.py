"""
Scan each case of a file through the installed service, and compare its SEO issues with the truth.

    python evaluation/seo.py FILE [--all]

A case is a page (``url``, ``status``, ``headers``, ``html``), what else its site answers
(``resources``, by path) and what is to be found (``audit``, ``expected``). It is served on loopback
under its own address, HTTPS included, which takes the right to listen on ports 80 and 443. The
service finds fault where a rule that ``covers`` the audit has an issue; a case with a ``quirk`` is
judged by its ``spec_expected``. Markers among the header fields are done and not sent: ``@delay``
(milliseconds, or seconds with ``s``), ``@encode`` (a content coding, or the encoding that the text is
sent in) and ``@redirect-from`` (the address that is scanned in place of the page, to which it
redirects; a status may stand before it). Each case that went wrong is one line (with ``--all`` every
case); one JSON line comes last:

``caught``, ``missed``, ``right``, ``false_alarms``
    faults that were found and that were not; sound pages that were let pass and that were not;
``balanced_accuracy``
    the mean of the share of faults that were found and of sound pages that were let pass;
``audits``
    the same for each audit; an audit that no rule covers is named in ``uncovered``.
"""

import argparse
import gzip
import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

import brotli
from stage import NETWORK, Reply, Stage, picture, staging

from sitescan.rules.catalogue import catalogue
from tests.running import Running, running

_CODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
}


def replies(case: Mapping[str, Any]) -> dict[str, Reply]:
    """What the site of a case answers, by path and query."""
    headers = [(name, value) for name, value in case["headers"]]
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("Content-Type", "text/html"))
    found = {at: _resource(at, said) for at, said in case.get("resources", {}).items()}
    found[_path(case["url"])] = marked(case["status"], headers, case["html"])
    for status, url in _redirects(case):
        found[_path(url)] = Reply(status, (("Location", case["url"]),))
    return found


def marked(status: int, headers: Sequence[tuple[str, str]], text: str) -> Reply:
    """An answer, its markers done."""
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


def scanned(case: Mapping[str, Any]) -> str:
    """The address that is given to the service."""
    return next((url for _, url in _redirects(case)), str(case["url"]))


def _redirects(case: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Status and address of what redirects to the page, the first of them being what is scanned."""
    for name, value in case["headers"]:
        if name.lower() == "@redirect-from":
            status, _, reference = value.strip().rpartition(" ")
            yield int(status or 301), urljoin(case["url"], reference)


def _seconds(written: str) -> float:
    number = re.match(r"[0-9.]+", written)
    value = float(number[0]) if number is not None else 0.0
    return value if written.endswith("s") and not written.endswith("ms") else value / 1000


def _path(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _resource(path: str, said: Mapping[str, Any]) -> Reply:
    body = said.get("body", "")
    if body.startswith("@png:"):
        width, height = map(int, body.removeprefix("@png:").split("x"))
        kept = [(name, value) for name, value in said.get("headers", ()) if not name.startswith("@")]
        delay = marked(200, said.get("headers", ()), "").delay
        return Reply(said["status"], [("Content-Type", "image/png"), *kept], picture(width, height), delay)
    headers = [(name, value) for name, value in said.get("headers", ())]
    if path.endswith(".txt") and all(name.startswith("@") for name, _ in headers):
        headers.append(("Content-Type", "text/plain; charset=utf-8"))
    return marked(said["status"], headers, body)


def expected(case: Mapping[str, Any]) -> bool:
    """Whether the case has the fault that its audit looks for."""
    verdict = case.get("spec_expected") if case.get("quirk") else None
    return (verdict or case["expected"]) == "fail"


def reported(service: Running, stage: Stage, case: Mapping[str, Any], rules: set[str]) -> list[str] | None:
    """Which of these rules find fault with a case; ``None`` where it could not be scanned."""
    stage.replies = replies(case)
    answer = service.scan(scanned(case), path="/api/v1/scan?include=evidence")
    if answer.status != 200:
        print(json.dumps({"case": case["name"], "error": answer.body.decode("utf-8", "replace")}))
        return None
    issues = (issue["rule"] for category in answer.json["categories"] for issue in category["issues"])
    return sorted(rule for rule in issues if rule in rules)


def tally(counts: Counter[str]) -> dict[str, Any]:
    """The counts, and the balanced accuracy where there are both kinds of cases."""
    shares = [
        counts[good] / (counts[good] + counts[bad])
        for good, bad in (("caught", "missed"), ("right", "false_alarms"))
        if counts[good] + counts[bad]
    ]
    names = ("caught", "missed", "right", "false_alarms")
    accuracy = round(sum(shares) / len(shares), 4) if shares else None
    return {**{name: counts[name] for name in names}, "balanced_accuracy": accuracy}


def main() -> None:
    """Scan, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--all", action="store_true", help="print a line for every case")
    arguments = parser.parse_args()
    if not arguments.file.exists():
        print(json.dumps({"skipped": f"there is no {arguments.file}"}))
        return
    cases = json.loads(arguments.file.read_text(encoding="utf-8"))
    covering = {audit: _covering(audit) for audit in sorted({case["audit"] for case in cases})}
    counts: dict[str, Counter[str]] = {audit: Counter() for audit in covering}
    options = ("--rate-limit", "0", "--host-requests", "0", "--allow-private", NETWORK)
    with (
        staging([url for case in cases for url in {case["url"], scanned(case)}]) as stage,
        running(*options, "--ca-file", str(stage.authority), known=stage.hosts) as service,
    ):
        for case in cases:
            audit = case["audit"]
            found = reported(service, stage, case, covering[audit]) if covering[audit] else None
            if found is None:
                counts[audit]["not_scanned"] += 1
                continue
            outcome = _outcome(expected(case), bool(found))
            counts[audit][outcome] += 1
            if arguments.all or outcome in ("missed", "false_alarms"):
                print(json.dumps({"case": case["name"], "outcome": outcome, "rules": found, "title": case["title"]}))
        errors = sum("#error" in line or "#critical" in line for line in service.lines)
    total = sum(counts.values(), Counter())
    last = {
        **tally(total),
        "cases": len(cases),
        "not_scanned": total["not_scanned"],
        "uncovered": [audit for audit, rules in covering.items() if not rules],
        "errors_logged": errors,
        "audits": {audit: tally(one) for audit, one in counts.items()},
    }
    print(json.dumps(last))


def _covering(audit: str) -> set[str]:
    return {name for name, rule in catalogue().items() if f"lighthouse:{audit}" in rule.covers}


def _outcome(faulty: bool, found: bool) -> str:
    if faulty:
        return "caught" if found else "missed"
    return "false_alarms" if found else "right"


if __name__ == "__main__":
    main()
