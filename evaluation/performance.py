"""
Compare the performance issues of generated pages with the faults that were seeded in them.

DATA is a folder with a folder for each page: ``index.html``, its files, and ``faults.json``, the list of its faults;
the name of a page without faults ends with ``clean``. DATA may also be the program that generates these pages
(``gen_page.py``). Pages are served compressed and with caching headers, so that nothing else is wrong with them.

A fault is ``caught`` if the report names its file. A false alarm is a fault of these kinds that is reported for another
file, and every warning and error on a clean page.
"""

import argparse
import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.real_pages import file_answer
from evaluation.results import Results
from evaluation.service import report, service
from tests.site import Answered, serving

SAMPLE = "seeded"

#: Kilobytes, images, scripts, styles, and bytes for each element of the pages that are generated.
_SIZES = ((20, 3, 2, 1, 80), (100, 12, 5, 3, 80), (400, 24, 8, 4, 400))

#: The rules for the seeded faults of this category.
_RULES = {
    "unminified-css": "performance/css-unminified",
    "blocking-script": "performance/blocking-scripts",
    "unsized-image": "performance/unsized-images",
}
_COMPRESSED = (".html", ".css", ".js", ".svg")
_FILE = re.compile(r"[\w-]+\.[a-z]\w*(?=[\"' :)]|$)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--seeds", type=int, default=1, help="the number of pages of each size to generate")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan the pages and compare."""
    counts = Counter(caught=0, missed=0, false_alarms=0)
    suggestions: Counter[str] = Counter()
    with TemporaryDirectory() as made, service(results) as started:
        if options.data.suffix == ".py":
            _generate(options.data, Path(made), options.seeds)
        folder = Path(made) if options.data.suffix == ".py" else options.data
        for page in results.cases(sorted(path.parent for path in folder.glob("*/faults.json"))):
            with serving({f"/{path.relative_to(page)}": _answer(path) for path in _files(page)}) as site:
                found = report(started, f"{site.origin}/index.html")
            if found is None:
                results.fail(f"{page.name} could not be scanned")
                continue
            (issues,) = (one["issues"] for one in found["categories"] if one["category"] == "performance")
            seeded, reported = _seeded(page), _reported(issues)
            wrong = reported - seeded
            if page.name.endswith("clean"):
                wrong |= {(one["rule"], one["description"]) for one in issues if one["severity"] != "info"}
                suggestions.update(one["rule"] for one in issues if one["severity"] == "info" and one["share"])
            counts.update(caught=len(seeded & reported), missed=len(seeded - reported), false_alarms=len(wrong))
            if wrong or seeded - reported:
                results.show(page=page.name, missed=sorted(seeded - reported), false_alarms=sorted(wrong))
    results.figures |= {**counts, "suggestions_on_clean_pages": suggestions}


def _generate(program: Path, folder: Path, seeds: int) -> None:
    for seed in range(1, seeds + 1):
        for kilobytes, images, scripts, styles, density in _SIZES:
            numbers = {"kb": kilobytes, "images": images, "scripts": scripts, "styles": styles, "seed": seed}
            given = [part for name, number in numbers.items() for part in (f"--{name}", str(number))]
            for name, clean in ((f"{kilobytes}k-{seed}", ()), (f"{kilobytes}k-{seed}-clean", ("--clean",))):
                command = [sys.executable, str(program), str(folder / name), *given, "--density", str(density), *clean]
                subprocess.run(command, check=True, capture_output=True)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _answer(path: Path) -> Answered:
    lifetime = "no-cache" if path.suffix == ".html" else "public, max-age=31536000, immutable"
    answer = file_answer(path, ("Cache-Control", lifetime))
    if path.suffix not in _COMPRESSED:
        return answer
    fields = (*answer.headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
    return Answered(gzip.compress(answer.body), 200, fields)


def _seeded(folder: Path) -> set[tuple[str, str]]:
    """Return rule and file of each fault of this category; the CSS of a page is minified as a whole."""
    found: set[tuple[str, str]] = set()
    for fault in json.loads((folder / "faults.json").read_text()):
        kind, _, file = fault.partition(" ")
        if kind == "unminified-css":
            found |= {(_RULES[kind], path.name) for path in folder.glob("a/*.css")}
        elif kind in _RULES:
            found.add((_RULES[kind], file))
    return found


def _reported(issues: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Return rule and file of each occurrence of the rules for seeded faults."""
    return {
        (issue["rule"], _named(occurrence))
        for issue in issues
        if issue["rule"] in _RULES.values()
        for occurrence in issue["occurrences"]
    }


def _named(occurrence: Mapping[str, Any]) -> str:
    """Return the file name in the tag of an occurrence, or else in its detail."""
    files = _FILE.findall(occurrence["snippet"] or str(occurrence["facts"].get("detail", "")))
    return files[0] if files else "?"
