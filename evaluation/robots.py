"""
Compare decisions about robots.txt files with those of Google's parser.

DATA is a list of cases: a robots.txt (``robots``), a crawler (``user_agent``), a ``url``, and whether the crawler may
fetch it (``allowed``). The service asks for two crawlers only, so its parser is called directly. ``wrong`` does not
count the cases that are ``google_only``: what Google does beyond RFC 9309 and its own documentation.
"""

import argparse
import json

from evaluation.origins import path_and_query
from evaluation.results import Results
from sitescan.standards.robots_txt import parse_robots

SAMPLE = "robots.json"


def run(options: argparse.Namespace, results: Results) -> None:
    """Decide about each URL and compare."""
    figures = {"right": 0, "wrong": 0, "wrong_google_only": 0}
    for case in results.cases(json.loads(options.data.read_text(encoding="utf-8"))):
        decision = parse_robots(case["robots"]).allows(case["user_agent"], path_and_query(case["url"]))
        if decision is case["allowed"]:
            figures["right"] += 1
        else:
            figures["wrong_google_only" if case["google_only"] else "wrong"] += 1
            results.show(case=case["name"], allowed=case["allowed"], google_only=case["google_only"])
    results.figures |= figures
