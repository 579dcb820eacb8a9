"""
Seed faults into pages, and see whether the performance rules find each of them and nothing else.

    python evaluation/performance.py [TOOL] [--seeds N] [--issues]

``TOOL`` is a program that writes a page with seeded faults, its resources and ``faults.json`` into a
folder (``gen_page.py``); without one there is nothing to do. The pages are of several sizes and
seeds, each once with its faults and once ``--clean``; a page is served compressed and with caching
headers, so that what is wrong with it is what was seeded.

A fault is caught where the report names its file. A false alarm is a kind of fault that is seeded,
reported of a file where it was not, and on a clean page every warning and error. Suggestions on
clean pages are counted by rule: the generator's photographs are PNG files. The last line sums up.
"""

import argparse
import gzip
import json
import mimetypes
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.running import Running, running
from tests.site import Answered, serving

_TOOL = Path(__file__).parents[2] / "shared/tools/gen_page.py"
#: Kilobytes, images, scripts, styles, and bytes for each element: a page of more than 1,500 elements is at fault.
_SIZES = ((20, 3, 2, 1, 80), (100, 12, 5, 3, 80), (400, 24, 8, 4, 400))

#: The rules that answer to a seeded fault of this category; the other faults are for other categories.
_RULES = {
    "unminified-css": "performance/css-unminified",
    "blocking-script": "performance/blocking-scripts",
    "unsized-image": "performance/unsized-images",
}
_COMPRESSED = (".html", ".css", ".js", ".svg")
_FILE = re.compile(r"[\w-]+\.[a-z]\w*(?=[\"' :)]|$)")


def main() -> None:
    """Make pages, scan them and compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("tool", type=Path, nargs="?", default=_TOOL)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--issues", action="store_true", help="print the issues as text")
    arguments = parser.parse_args()
    if not arguments.tool.is_file():
        print(f"There is no {arguments.tool}: nothing to do.")
        return
    missed: list[str] = []
    false: list[str] = []
    suggested: Counter[str] = Counter()
    caught = pages = 0
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with tempfile.TemporaryDirectory() as made, running(*options) as service:
        for folder in _pages(arguments.tool, Path(made), arguments.seeds):
            seeded = _seeded(folder)
            clean = folder.name.endswith("clean")
            issues = _issues(service, folder)
            reported = _reported(issues)
            wrong = reported - seeded
            if clean:
                wrong |= {(one["rule"], one["description"]) for one in issues if one["severity"] != "info"}
                suggested.update(one["rule"] for one in issues if one["severity"] == "info" and one["share"])
            caught += len(seeded & reported)
            missed += [f"{folder.name}: {rule} {file}" for rule, file in sorted(seeded - reported)]
            false += [f"{folder.name}: {rule} {file}" for rule, file in sorted(wrong)]
            pages += 1
            print(json.dumps({"page": folder.name, "seeded": len(seeded), "caught": len(seeded & reported)}))
            if arguments.issues:
                for issue in issues:
                    print(f"  [{issue['severity']}] {issue['rule']}: {issue['description']}")
    figures = {"pages": pages, "caught": caught, "missed": missed, "false_alarms": false}
    print(json.dumps({**figures, "suggestions_on_clean_pages": suggested}))


def _pages(tool: Path, made: Path, seeds: int) -> Iterator[Path]:
    for seed in range(1, seeds + 1):
        for kilobytes, images, scripts, styles, density in _SIZES:
            for clean in (False, True):
                folder = made / f"{kilobytes}k-{seed}{'-clean' if clean else ''}"
                numbers = {"kb": kilobytes, "images": images, "scripts": scripts, "styles": styles, "seed": seed}
                numbers["density"] = density
                options = [text for name, number in numbers.items() for text in (f"--{name}", str(number))]
                command = [sys.executable, str(tool), str(folder), *options, *(["--clean"] if clean else [])]
                subprocess.run(command, check=True, capture_output=True)
                yield folder


def _seeded(folder: Path) -> set[tuple[str, str]]:
    """Rule and file of each fault of this category; CSS is not minified as a whole."""
    found: set[tuple[str, str]] = set()
    for fault in json.loads((folder / "faults.json").read_text()):
        kind, _, file = fault.partition(" ")
        if kind == "unminified-css":
            found |= {(_RULES[kind], path.name) for path in folder.glob("a/*.css")}
        elif kind in _RULES:
            found.add((_RULES[kind], file))
    return found


def _issues(service: Running, folder: Path) -> list[dict[str, Any]]:
    pages = {f"/{path.relative_to(folder)}": _answer(path) for path in folder.rglob("*") if path.is_file()}
    with serving(pages) as site:
        report = service.scan(f"{site.origin}/index.html", path="/api/v1/scan?include=evidence").json
    found: list[dict[str, Any]] = next(
        one["issues"] for one in report["categories"] if one["category"] == "performance"
    )
    return found


def _answer(path: Path) -> Answered:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    lifetime = "no-cache" if path.suffix == ".html" else "public, max-age=31536000, immutable"
    fields: tuple[tuple[str, str], ...] = (("Content-Type", kind), ("Cache-Control", lifetime))
    body = path.read_bytes()
    if path.suffix in _COMPRESSED:
        body, fields = gzip.compress(body), (*fields, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
    return Answered(body, 200, fields)


def _reported(issues: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Rule and file of each occurrence of the rules that answer to what is seeded."""
    return {
        (issue["rule"], file)
        for issue in issues
        if issue["rule"] in _RULES.values()
        for occurrence in issue["occurrences"]
        for file in _named(occurrence)
    }


def _named(occurrence: Mapping[str, Any]) -> Iterator[str]:
    """The file that an occurrence names: the last one in its tag, or in its detail."""
    files = _FILE.findall(occurrence["snippet"] or str(occurrence["facts"].get("detail", "")))
    yield files[0] if files else "?"


if __name__ == "__main__":
    main()
