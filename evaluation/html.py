"""
Compare the reported parse errors and obsolete markup with those of the Nu Html Checker.

DATA is a folder of pages. The checker is ``build/dist/vnu.jar`` of the npm package vnu-jar (``--jar``), run by Java.
An error of the checker is found if one of the rules that stand for it reports its line or names it; ``false`` counts
the findings whose line has no error of these kinds. The checker stops at some errors: what it said until then has to be
found. Messages that follow from another one of the page aren't counted.
"""

import argparse
import json
import re
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from evaluation.real_pages import document, served
from evaluation.results import Results, Unavailable
from sitescan.document.document import Document
from sitescan.rules.catalogue import catalogue
from tests.site import Site

SAMPLE = "html"

#: The ``rules`` for the checker's messages that match a ``pattern``, the first of which counts. Messages that follow
#: from a nested form or link, or an overlapping or unclosed element, which have messages of their own, confirm findings
#: but needn't be found.
_MESSAGES = json.loads(Path(__file__).with_name("html_messages.json").read_text(encoding="utf-8"))
_RULES = frozenset(rule for kind in _MESSAGES for rule in kind["rules"])
_LINE = re.compile(r"\bline (\d+)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--jar", type=Path, help="the file vnu.jar of the npm package vnu-jar")


def run(options: argparse.Namespace, results: Results) -> None:
    """Check the pages in both ways and compare."""
    if options.jar is None or shutil.which("java") is None:
        raise Unavailable("the Nu Html Checker is run by Java, and --jar names its file")
    messages = _messages(options.jar, options.data)
    counts = {rule: Counter(errors=0, found=0, findings=0, false=0) for rule in sorted(_RULES)}
    pages = served(options.data, 1)
    site = Site("https://site.test", pages.answers)
    for path in results.cases(pages.paths):
        theirs = messages[(options.data / path[1:]).resolve().as_uri().replace("file:///", "file:/")]
        if any("Malformed byte" in message["message"] for message in theirs):
            results.leave_out(path, "the page isn't UTF-8")
        else:
            _compare(document(site, path), path, theirs, counts, results)
    total: Counter[str] = sum(counts.values(), Counter())
    results.figures |= {"rules": counts, "recall": round(total["found"] / max(1, total["errors"]), 4)}
    results.figures |= {"false": round(total["false"] / max(1, total["findings"]), 4)}


def _messages(jar: Path, folder: Path) -> Mapping[str, list[Any]]:
    """Return the checker's messages by the URLs of the files."""
    command = ["java", "-Xss4m", "-jar", str(jar), "--format", "json", "--stdout", "--exit-zero-always"]
    ended = subprocess.run([*command, str(folder.resolve())], capture_output=True, check=True)
    found: dict[str, list[Any]] = defaultdict(list)
    for message in json.loads(ended.stdout)["messages"]:
        found[message["url"]].append(message)
    return found


def _compare(
    page: Document, path: str, theirs: list[Any], counts: Mapping[str, Counter[str]], results: Results
) -> None:
    ours: dict[str, set[int]] = defaultdict(set)
    findings = list(_findings(page))
    for rule, lines in findings:
        ours[rule] |= lines
    reported: dict[str, set[int]] = defaultdict(set)
    for message in theirs:
        kind = next((kind for kind in _MESSAGES if re.search(kind["pattern"], message["message"])), {"rules": ()})
        rules = kind["rules"]
        span = set(range(message.get("firstLine", message["lastLine"]), message["lastLine"] + 1)) if rules else set()
        for rule in rules:
            reported[rule] |= span
        reporting = [rule for rule in rules if ours[rule] & span]
        if rules and not kind.get("follows"):
            counted = counts[(reporting or rules)[0]]
            counted.update(errors=1, found=bool(reporting))
            if not reporting:
                results.show(page=path, line=message["lastLine"], missed=message["message"])
    complete = all(message.get("subType") != "fatal" for message in theirs)
    for rule, lines in findings if complete else ():
        counts[rule].update(findings=1, false=not lines & reported[rule])
        if not lines & reported[rule]:
            results.show(page=path, lines=sorted(lines), rule=rule, false=True)


def _findings(page: Document) -> Iterator[tuple[str, set[int]]]:
    """Yield the rule and the lines of each finding."""
    for rule in sorted(_RULES):
        for finding in catalogue()[rule].check(page):
            place = page.place(finding.at)
            if place is not None:
                named = _LINE.findall(f"{finding.facts.get('detail', '')} line {finding.facts.get('line', place.line)}")
                yield rule, {place.line, *map(int, named)}
