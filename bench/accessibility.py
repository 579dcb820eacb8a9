"""
Measure the CPU time of judging accessibility, by the size of a page and of its stylesheet.

    python -m bench.accessibility STYLESHEET [--elements N]

Prints one JSON line for each size. The published figures are those of N = 2,000 elements with ``bootstrap.css`` of the
npm package bootstrap.
"""

import argparse
import time
from pathlib import Path

from bench.workbench import say
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
    """Measure each size and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("stylesheet", type=Path)
    parser.add_argument("--elements", type=int, default=2000)
    arguments = parser.parse_args()
    css = arguments.stylesheet.read_bytes()
    rules = [
        rule
        for rule in catalogue().values()
        if Category.ACCESSIBILITY in rule.categories and issubclass(rule.reads, Document)
    ]
    half = css[: css.rindex(b"}\n", 0, len(css) // 2) + 2]
    sizes = [(share * arguments.elements // 4, "all", css) for share in (1, 2, 4, 8, 16)]
    for elements, name, sheet in (*sizes, (arguments.elements, "none", b""), (arguments.elements, "half", half)):
        body = "<!doctype html><html lang=en><title>Pears</title><link rel=stylesheet href=/b.css><body><main>"
        body += "".join(_CARD.format(number) for number in range(elements // 5))
        taken = min(_measure(body.encode(), sheet, rules) for _ in range(_RUNS))
        say("accessibility", elements=elements, stylesheet=name, milliseconds=round(taken * 1000))


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
