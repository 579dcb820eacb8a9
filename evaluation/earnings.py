"""
Count the verdicts on real pages, by rule, and compare them with the verdicts of an earlier run.

    python evaluation/earnings.py DIR [DIR ...] [--most N] [--write FILE] [--against FILE]

A module or a rule earns its lines by the verdicts that it changes. To measure a module, write the verdicts to a file,
let the module answer "not known", and run again ``--against`` that file. The pages are those of each folder, at most N
of them evenly spaced, with the stylesheets that are in the folder. No network and no service is needed.

A verdict is a finding of a rule that reads the document, or the contrast of one text: reported, passed, or not judged
where the text is shown and its colors are not known for certain. Prints one line for each rule with the pages and the
findings it has, and last one line of JSON.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.real_pages import RealPages, document, served
from sitescan.document.contrast.text_contrast import Text, texts
from sitescan.document.document import Document
from sitescan.document.tree import TextNode
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleFailed, judge_all
from tests.site import Site

#: Minimum contrast of small and large text, https://www.w3.org/TR/WCAG22/#contrast-minimum.
_MINIMUM = (4.5, 3.0)
#: Occurrences of one rule that are compared on one page.
_KEPT = 100_000
_NOT_JUDGED = "not judged"

Verdicts = Mapping[str, Mapping[str, str]]


def main() -> None:
    """Judge the pages and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    parser.add_argument("--most", type=int, default=25, help="how many pages of each folder are judged")
    parser.add_argument("--write", type=Path, help="write the verdicts to this file")
    parser.add_argument("--against", type=Path, help="compare with the verdicts in this file")
    arguments = parser.parse_args()
    found: dict[str, Verdicts] = {}
    started = time.process_time()
    for folder in arguments.folders:
        pages = served(f"/{folder.name}", folder, arguments.most)
        for path, page in _documents(pages):
            found[path] = _verdicts(page)
    seconds = time.process_time() - started
    if arguments.write is not None:
        arguments.write.write_text(json.dumps(found, indent=0, sort_keys=True), encoding="utf-8")
    _print_rules(found.values())
    figures: dict[str, Any] = {"pages": len(found), "cpu_seconds": round(seconds, 1), "contrast": _contrast(found)}
    if arguments.against is not None:
        before = json.loads(arguments.against.read_text(encoding="utf-8"))
        figures["changed"] = _changes(before, found)
    print(json.dumps(figures))


def _documents(pages: RealPages) -> Iterator[tuple[str, Document]]:
    site = Site("http://site.test", dict(pages.answers))
    for path in pages.paths:
        yield path, document(site, path)


def _verdicts(page: Document) -> Verdicts:
    """Return every verdict on a page, by rule and by the place of the element in the document."""
    found: dict[str, dict[str, str]] = {"contrast": _contrast_verdicts(page)}
    for judged in judge_all(rules_reading(Document), page, _KEPT):
        if isinstance(judged, RuleFailed):
            raise judged
        selectors: Counter[str] = Counter()
        findings: dict[str, str] = {}
        for one in judged.occurrences:
            selector = one.place.selector if one.place is not None else "page"
            selectors[selector] += 1
            findings[f"{selector} {selectors[selector]}"] = str(one.facts.get("detail", ""))
        found[judged.rule] = findings
    return found


def _contrast_verdicts(page: Document) -> dict[str, str]:
    measured = {id(text.tag): text for text in texts(page)}
    return {
        str(page.order[id(tag)]): _contrast_verdict(measured[id(tag)]) if id(tag) in measured else _NOT_JUDGED
        for tag in page.elements
        if id(tag) in measured or _shows_text(page, tag)
    }


def _shows_text(page: Document, tag: Any) -> bool:
    """Return whether an element is visible and has text of its own."""
    own = any(type(node) is TextNode and not node.isspace() for node in tag.contents)
    return own and page.accessible.state(tag).visible is True


def _contrast_verdict(text: Text) -> str:
    verdict = "passed" if text.ratio >= _MINIMUM[text.large] else "reported"
    return f"{verdict} {text.ratio:.3f} {text.foreground.hex} on {text.background.hex}{' large' if text.large else ''}"


def _print_rules(pages: Iterable[Verdicts]) -> None:
    on_pages: Counter[str] = Counter()
    findings: Counter[str] = Counter()
    for verdicts in pages:
        for rule, found in verdicts.items():
            on_pages[rule] += 1
            findings[rule] += len(found)
    for rule in sorted(on_pages):
        print(f"{rule}: {on_pages[rule]} pages, {findings[rule]} findings")


def _contrast(found: Mapping[str, Verdicts]) -> Counter[str]:
    """Return how many texts have each verdict."""
    return Counter(
        _NOT_JUDGED if verdict == _NOT_JUDGED else verdict.partition(" ")[0]
        for verdicts in found.values()
        for verdict in verdicts["contrast"].values()
    )


def _changes(before: Mapping[str, Verdicts], after: Mapping[str, Verdicts]) -> Counter[str]:
    """Print and count every verdict that differs, on the pages that both runs judged."""
    counts: Counter[str] = Counter()
    for path in sorted(before.keys() & after.keys()):
        for rule in sorted(before[path].keys() | after[path].keys()):
            old, new = before[path].get(rule, {}), after[path].get(rule, {})
            absent = _NOT_JUDGED if rule == "contrast" else "absent"
            for at in sorted(old.keys() | new.keys()):
                was, now = old.get(at, absent), new.get(at, absent)
                if was != now:
                    kind = f"{rule}: {_kind(was)} -> {_kind(now)}"
                    counts[kind] += 1
                    print(f"{path} {at} {rule}: {was} -> {now}")
    return counts


def _kind(verdict: str) -> str:
    return verdict if verdict in (_NOT_JUDGED, "absent") else verdict.partition(" ")[0] or "present"


if __name__ == "__main__":
    main()
