"""
Compare the decisions that the installed package takes on robots.txt files with those of a file.

    python evaluation/robots.py FILE

A case is a robots.txt (``robots``), a crawler (``user_agent``) and a ``url``, and whether the crawler
may fetch it (``allowed``). The service asks for two crawlers only, so its reader is asked directly.
Each wrong decision is one line; one JSON line comes last. ``wrong`` leaves out the cases that are
``google_only``: what Google does beyond RFC 9309 and its own documentation.
"""

import argparse
import json
from pathlib import Path
from urllib.parse import urlsplit

from sitescan.standards.robots_txt import parse_robots


def main() -> None:
    """Decide, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("file", type=Path)
    arguments = parser.parse_args()
    if not arguments.file.exists():
        print(json.dumps({"skipped": f"there is no {arguments.file}"}))
        return
    cases = json.loads(arguments.file.read_text(encoding="utf-8"))
    wrong = []
    for case in cases:
        parts = urlsplit(case["url"])
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        if parse_robots(case["robots"]).allows(case["user_agent"], path) is not case["allowed"]:
            wrong.append(case)
            print(json.dumps({"case": case["name"], "allowed": case["allowed"], "google_only": case["google_only"]}))
    last = {
        "cases": len(cases),
        "right": len(cases) - len(wrong),
        "wrong": sum(not case["google_only"] for case in wrong),
        "wrong_google_only": sum(case["google_only"] for case in wrong),
    }
    print(json.dumps(last))


if __name__ == "__main__":
    main()
