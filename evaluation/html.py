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

from evaluation.results import Results, Unavailable
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.catalogue import catalogue
from sitescan.standards.http_headers import Headers

SAMPLE = "html"

_URL = "https://site.test/"
_TREE = (
    *("seo/end-tag-stray", "seo/start-tag-ignored", "seo/elements-overlap"),
    *("seo/element-unclosed", "seo/content-swallowed", "seo/paragraph-ended-early"),
    *("seo/link-nested", "seo/content-after-body", "seo/head-ended-early"),
)
_ATTRIBUTES = ("seo/attribute-malformed", "seo/attribute-quote-missing")
_CHARACTERS = ("seo/characters-unescaped",)

#: The rules for the checker's messages, by the beginning of a message or a part of it. The first that matches counts.
_MESSAGES = {
    re.compile(pattern): rules
    for pattern, rules in {
        r"^Duplicate attribute": ("seo/attribute-ignored", "seo/attribute-repeated"),
        r"^Self-closing syntax .* non-void": ("seo/self-closing-ignored",),
        r"seen in “table”|^Misplaced non-space characters": ("seo/table-content-moved",),
        r"active “form”": ("seo/form-nested",),
        r"element of the same type was already open|^Unclosed element|^Stray|in scope but|^End tag “br”": _TREE,
        r"after “body” (was|had been) closed|outside|in “head”": _TREE,
        r"an unquoted attribute value|between attributes|attribute name|value missing|slash was not": _ATTRIBUTES,
        r"End tag had attributes|at the end of an end tag": _ATTRIBUTES,
        r"haracter reference|after “<”|^Saw “<>”|^Saw “</|^Forbidden code point": _CHARACTERS,
        r"^(?!The document is not mappable).*\bcomment\b(?!”)": (
            "seo/comment-malformed",
            "seo/content-swallowed",
        ),
        r"“(marquee|blink)” element is obsolete": (),
        r"^The “\w+” element is obsolete": ("seo/element-obsolete",),
        r"^The “\w+” attribute on the “\w+” element is obsolete": ("seo/attribute-obsolete",),
    }.items()
}
#: Messages that follow from a nested form or link, or an overlapping or unclosed element, which have messages of
#: their own: they confirm findings, but needn't be found.
_CONSEQUENCES = re.compile(
    "there were (open|unclosed) elements|violates nesting rules|^No “a” element|^Stray end tag “form”|elements on stack"
)
_RULES = frozenset(rule for rules in _MESSAGES.values() for rule in rules)
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
    for path in results.cases(sorted(options.data.rglob("*.htm*"))):
        theirs = messages[path.resolve().as_uri().replace("file:///", "file:/")]
        if any("Malformed byte" in one["message"] for one in theirs):
            results.leave_out(path.name, "the page isn't UTF-8")
        else:
            _compare(path, theirs, counts, results)
    total: Counter[str] = sum(counts.values(), Counter())
    results.figures |= {"rules": counts, "recall": round(total["found"] / max(1, total["errors"]), 4)}
    results.figures |= {"false": round(total["false"] / max(1, total["findings"]), 4)}


def _messages(jar: Path, folder: Path) -> Mapping[str, list[Any]]:
    """Return the checker's messages by the URLs of the files."""
    command = (
        "java",
        "-Xss4m",
        "-jar",
        str(jar),
        "--format",
        "json",
        "--stdout",
        "--exit-zero-always",
        str(folder.resolve()),
    )
    ended = subprocess.run(command, capture_output=True, check=True)
    found: dict[str, list[Any]] = defaultdict(list)
    for message in json.loads(ended.stdout)["messages"]:
        found[message["url"]].append(message)
    return found


def _compare(path: Path, theirs: list[Any], counts: Mapping[str, Counter[str]], results: Results) -> None:
    ours: dict[str, set[int]] = defaultdict(set)
    findings = list(_findings(path))
    for rule, lines in findings:
        ours[rule] |= lines
    said: dict[str, set[int]] = defaultdict(set)
    for message in theirs:
        rules = next((rules for pattern, rules in _MESSAGES.items() if pattern.search(message["message"])), ())
        follows = _CONSEQUENCES.search(message["message"]) is not None
        rules = _TREE if follows else rules
        span = set(range(message.get("firstLine", message["lastLine"]), message["lastLine"] + 1)) if rules else set()
        for rule in rules:
            said[rule] |= span
        reporting = [rule for rule in rules if ours[rule] & span]
        if rules and not follows:
            counted = counts[(reporting or rules)[0]]
            counted.update(errors=1, found=bool(reporting))
            if not reporting:
                results.show(page=path.name, line=message["lastLine"], missed=message["message"])
    complete = all(message.get("subType") != "fatal" for message in theirs)
    for rule, lines in findings if complete else ():
        counts[rule].update(findings=1, false=not lines & said[rule])
        if not lines & said[rule]:
            results.show(page=path.name, lines=sorted(lines), rule=rule, false=True)


def _findings(path: Path) -> Iterator[tuple[str, set[int]]]:
    """Yield the rule and the lines of each finding."""
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=headers)
    document = Document(Page(exchange=exchange, body=path.read_bytes()))
    for rule in sorted(_RULES):
        for finding in catalogue()[rule].check(document):
            place = document.place(finding.at)
            if place is not None:
                named = _LINE.findall(f"{finding.facts.get('detail', '')} line {finding.facts.get('line', place.line)}")
                yield rule, {place.line, *map(int, named)}
