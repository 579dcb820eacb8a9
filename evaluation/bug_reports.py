"""
Compare the issues with what is right on pages that were rebuilt after bug reports on other tools.

A case of DATA has its whole page (``html``) and what is right: the rules that must and those that must not have an
issue (``must``, ``must_not``), and whether it has no issue that a plain page lacks (``quiet``). A ``~`` begins a
regular expression that is searched for in the id, the places and the facts of each issue. Or else DATA has the frames
of its pages (``page``, ``body``), and a case what is in them (``head``, ``body``), a ``rule``, and whether it is
``reported`` or ``not reported``.

``kinds`` counts the right pages and the cases of each kind.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.results import Results, outcome
from sitescan.local.offline import analyse
from sitescan.model.report import Issue

SAMPLE = "bug_reports.json"

#: Cases of which Chromium shows that something else is right than DATA says.
_DISPUTED = {
    "content alt on the button itself": "a quote in an unquoted URL makes the declaration of content invalid",
    "preload of a weight that no text uses": "the h1 is bold, and the nearest weight for it is that of the font",
}
_EXPECTED = {"reported": "must", "not reported": "must_not"}

#: A page that is like the others and has none of their markup.
_PLAIN = """<!doctype html><html lang=en><head><meta charset=utf-8><title>Pears and apples of the country</title>
<meta name=viewport content="width=device-width"><meta name=description content="Pears, which grow in many gardens.">
</head><body><header><nav aria-label=Main><a href="/">Home page</a></nav></header>
<main><h1>Pears</h1><p>Words</p></main></body></html>"""


def run(options: argparse.Namespace, results: Results) -> None:
    """Examine each page and compare."""
    data = json.loads(options.data.read_text(encoding="utf-8"))
    counts = Counter(dict.fromkeys(("caught", "missed", "right", "false_alarms"), 0))
    right, given = Counter[str](), Counter[str]()
    for case in results.cases(data["cases"]):
        if case.get("id") in _DISPUTED:
            results.leave_out(case["id"], _DISPUTED[case["id"]])
            continue
        page = case if "html" in case else _framed(data, case)
        issues = _issues(page["html"])
        given[case["kind"]] += 1
        wrong = 0
        for found, expected in _outcomes(page, issues):
            counts[found] += 1
            if found in ("missed", "false_alarms"):
                wrong += 1
                results.show(outcome=found, case=case.get("id") or case["name"], kind=case["kind"], rule=expected)
        right[case["kind"]] += not wrong
    kinds = {kind: f"{right[kind]}/{count}" for kind, count in given.items()}
    results.figures |= {**counts, "correct": right.total(), "kinds": kinds}


def _framed(data: Mapping[str, Any], case: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the whole page of a case in frames, and what is right."""
    # The frames are filled one by one, because the styles of a page contain braces.
    body = data["body"].replace("{}", case["body"], 1)
    head, _, rest = data["page"].partition("{}")
    html = f"{head}{case['head']}{rest.replace('{}', body, 1)}"
    return {"html": html, "must": (), "must_not": (), "quiet": False, _EXPECTED[case["expected"]]: (case["rule"],)}


def _outcomes(page: Mapping[str, Any], issues: list[Issue]) -> Iterator[tuple[str, str]]:
    """Yield the outcome of each expectation, and the rule or the pattern that it names."""
    for faulty, name in ((True, "must"), (False, "must_not")):
        for expected in page[name]:
            yield outcome(faulty, any(_matches(expected, issue) for issue in issues)), expected
    if page["quiet"]:
        more = {issue.rule for issue in issues} - {issue.rule for issue in _issues(_PLAIN)}
        yield outcome(False, bool(more)), ", ".join(sorted(more))


def _matches(expected: str, issue: Issue) -> bool:
    if not expected.startswith("~"):
        return issue.rule == expected
    places = " ".join(place.place.snippet for place in issue.occurrences if place.place is not None)
    facts = " ".join(str(value) for place in issue.occurrences for value in place.facts.values())
    return re.search(expected[1:], f"{issue.rule} {places} {facts}") is not None


def _issues(html: str) -> list[Issue]:
    headers = {"Content-Type": "text/html; charset=utf-8"}
    report = analyse("https://pears.example/", headers=headers, body=html.encode())
    return [issue for result in report.categories for issue in result.issues]
