"""
CPU time of judging accessibility, against the size of a page and of its stylesheet.

    python bench/accessibility.py

The stylesheet is Bootstrap's, from npm, in a cache folder; pages are made here. Prints one JSON line per size, and last
the figure of the bar: 2,000 elements with all of Bootstrap.
"""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.lighthouse_program import npm
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.report import Category
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/"
_CARD = (
    '<div class="row mb-3"><div class="col-md-6"><h2 class="card-title">Pears</h2><p class="text-muted lead">Sweet and '
    'green <a class="link-secondary" href="/{0}">pears {0}</a></p></div></div>'
)
_RUNS = 3


def main() -> None:
    """Measure."""
    root = npm("bootstrap")
    css = (root / "dist/css/bootstrap.css").read_bytes()
    rules = [
        rule for rule in catalogue().values() if Category.ACCESSIBILITY in rule.categories and rule.reads is Document
    ]
    half = css[: css.rindex(b"}\n", 0, len(css) // 2) + 2]
    figures = {}
    for elements, name, sheet in (
        (500, "all", css),
        (1000, "all", css),
        (2000, "none", b""),
        (2000, "half", half),
        (2000, "all", css),
        (4000, "all", css),
        (8000, "all", css),
    ):
        body = "<!doctype html><html lang=en><title>Pears</title><link rel=stylesheet href=/b.css><body><main>"
        body += "".join(_CARD.format(number) for number in range(elements // 5))
        taken = min(_measure(body.encode(), sheet, rules) for _ in range(_RUNS))
        figures[elements, name] = taken
        print(json.dumps({"elements": elements, "stylesheet": name, "milliseconds": round(taken * 1000)}))
    print(json.dumps({"milliseconds": round(figures[2000, "all"] * 1000), "bar": 400}))


def _measure(body: bytes, css: bytes, rules: list) -> float:  # type: ignore[type-arg]  # rules of any evidence
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200, headers=headers), body=body)
    started = time.process_time()
    document = Document(page, [Source(url=f"{_URL}b.css", body=css, content_type="text/css")])
    for rule in rules:
        judge(rule, document)
    return time.process_time() - started


if __name__ == "__main__":
    main()
