"""
Measure the cost of scans of complete sites: pages with all of their stylesheets and scripts.

    python -m bench.real_sites FOLDER [--pages 40] [--scans 5] [--only PART]

Serves FOLDER and scans a number of its pages, spread over all of them. Each is scanned by warm children, once with
files whose content they know and once with new files. Then its stages are timed in this process. ``bench/README.rst``
explains how to get such a folder. Prints one JSON line per page, and then one for all pages; CPU is in milliseconds,
and the stages are shares of it, in percent.
"""

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from attrs import frozen

from bench.stages import page_of, stages
from bench.workbench import cpu_seconds, family, say, served, site
from sitescan.configuration.settings import Settings
from sitescan.document.document import Document
from sitescan.document.loading.outline_extractor import outline
from sitescan.model.exchange import Page, Source
from sitescan.standards.css.stylesheet_reader import leading_imports
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import resolve
from tests.running import Running, running

_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--workers", "1")
_ORIGIN = "http://127.0.0.1"
_SMALLEST = 1500
_HTML = Headers((("Content-Type", "text/html; charset=utf-8"),))


@frozen
class LoadedPage:
    """A page of the folder with its files, as a scan would fetch them."""

    page: Page
    sheets: tuple[Source, ...]
    scripts: tuple[Source, ...]

    @property
    def kilobytes(self) -> Mapping[str, int]:
        """The sizes of its HTML, stylesheets and scripts."""
        sizes = {
            "html_kb": len(self.page.body),
            "css_kb": sum(len(sheet.body) for sheet in self.sheets),
            "js_kb": sum(len(script.body) for script in self.scripts),
        }
        return {name: round(size / 1000) for name, size in sizes.items()}


def main() -> None:
    """Measure all pages and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=40, help="pages that are scanned")
    parser.add_argument("--scans", type=int, default=5, help="scans of each page")
    parser.add_argument("--only", default="", help="only pages with this in their path")
    arguments = parser.parse_args()
    files = served(arguments.folder)
    paths = sorted(path for path, file in files.items() if file.suffix in (".html", ".htm") and arguments.only in path)
    paths = [path for path in paths if files[path].stat().st_size >= _SMALLEST]
    paths = paths[:: max(1, len(paths) // arguments.pages)][: arguments.pages]
    if not paths:
        parser.error(f"{arguments.folder} has no pages")
    rows: dict[str, dict[str, float]] = {path: {**_load(files, path).kilobytes} for path in paths}
    for name, unseen in (("known", False), ("unseen", True)):
        with site(arguments.folder, unseen=unseen) as origin, running(*_OPTIONS) as service:
            for path in paths:
                rows[path] |= _scans(service, origin + quote(path), arguments.scans, name)
    totals: Counter[str] = Counter()
    for path, row in rows.items():
        loaded = _load(files, path)
        # The first run warms up, so that the files are known.
        stages(loaded.page, loaded.sheets, loaded.scripts)
        spent = stages(loaded.page, loaded.sheets, loaded.scripts)
        say("real site", page=path, **row, stages=_shares(spent))
        totals.update(row)
        totals.update({f" {name}": seconds for name, seconds in spent.items()})
    figures = {name: round(value, 1) for name, value in totals.items() if not name.startswith(" ")}
    spent = {name[1:]: value for name, value in totals.items() if name.startswith(" ")}
    say("real sites", pages=len(rows), **figures, stages=_shares(spent))


def _scans(service: Running, url: str, scans: int, name: str) -> dict[str, float]:
    parent, *children = family(service.process.pid)
    figures: dict[str, list[float]] = {"parent": [], "child": [], "wall": []}
    for _ in range(scans + 1):
        started, before = time.perf_counter(), (cpu_seconds([parent]), cpu_seconds(children))
        answer = service.scan(url)
        assert answer.status == 200, answer.body
        figures["wall"].append(time.perf_counter() - started)
        if family(service.process.pid)[1:] != children:
            # A child was replaced, and its CPU time is unknown.
            parent, *children = family(service.process.pid)
            figures["wall"].pop()
            continue
        figures["parent"].append(cpu_seconds([parent]) - before[0])
        figures["child"].append(cpu_seconds(children) - before[1])
    middle = {part: statistics.median(values[1:]) * 1000 for part, values in figures.items()}
    return {
        f"{name}_cpu": round(middle["parent"] + middle["child"], 1),
        f"{name}_parent": round(middle["parent"], 1),
        f"{name}_child": round(middle["child"], 1),
        f"{name}_wall": round(middle["wall"], 1),
    }


def _shares(spent: Mapping[str, float]) -> dict[str, float]:
    whole = sum(spent.values())
    return {name: round(100 * part / whole, 1) for name, part in sorted(spent.items(), key=lambda item: -item[1])}


def _load(files: Mapping[str, Path], path: str) -> LoadedPage:
    url = _ORIGIN + quote(path)
    settings = Settings()
    page = page_of(url, files[path].read_bytes(), _HTML)
    found = outline(Document(page), links=settings.links, resources=settings.resources)
    sheets: dict[str, Source] = {}
    waiting = list(found.stylesheets[: settings.stylesheets])
    left = settings.stylesheet_bytes
    while waiting and len(sheets) < settings.stylesheets:
        wanted = waiting.pop(0)
        if wanted not in sheets:
            sheet = _file(files, wanted, "text/css")
            left -= len(sheet.body)
            sheets[wanted] = (
                sheet if left >= 0 else Source(url=wanted, problem="the stylesheets are too large together")
            )
            waiting.extend(_imports(sheets[wanted]))
    scripts = (_file(files, wanted, "text/javascript") for wanted in found.scripts[: settings.scripts])
    return LoadedPage(page, tuple(sheets.values()), tuple(scripts))


def _imports(sheet: Source) -> Iterator[str]:
    imports = leading_imports(sheet.body)
    return (url for found in imports if (url := resolve(sheet.url, found.reference)) is not None)


def _file(files: Mapping[str, Path], url: str, content_type: str) -> Source:
    """Return a file of the folder; files of other sites are missing."""
    path: Any = unquote(urlsplit(url).path)
    if not url.startswith(f"{_ORIGIN}/"):
        return Source(url=url, problem="no answer came in time")
    if path not in files:
        return Source(url=url, problem="it answered 404", gone=True)
    body = files[path].read_bytes()
    return Source(url=url, body=body, content_type=content_type, wire_size=len(body))


if __name__ == "__main__":
    main()
