"""
Count the verdicts on real pages, by rule, and compare them with the verdicts of an earlier run.

DATA is a folder of pages with the stylesheets that they load; neither a network nor the service is needed. A module or
a rule earns its lines by the verdicts that it changes. To measure a module, write the verdicts to a file with
``--write``, let the module answer "not known", and run again with ``--against`` that file.

A verdict is a finding of a rule that reads the document or its response, or the contrast of one text: reported, passed,
or not judged where the text is shown and its colors are not known for certain. ``rules`` gives for each rule the pages
and the findings it has, ``silent`` the rules that report nothing on any page.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from evaluation.real_pages import document, served
from evaluation.results import Results
from sitescan.document.contrast.text_contrast import Text, texts
from sitescan.document.document import Document, SourceDocument
from sitescan.document.tree import TextNode
from sitescan.model.exchange import Exchange
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleResults
from tests.site import Site

#: Minimum contrast of small and large text, https://www.w3.org/TR/WCAG22/#contrast-minimum.
_MINIMUM = (4.5, 3.0)
#: Occurrences of one rule that are compared on one page.
_KEPT = 100_000
_NOT_JUDGED = "unjudged"

Verdicts = Mapping[str, Mapping[str, str]]

SAMPLE = "site"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--write", type=Path, help="write the verdicts to this file")
    parser.add_argument("--against", type=Path, help="compare with the verdicts in this file")


def run(options: argparse.Namespace, results: Results) -> None:
    """Judge the pages and count the verdicts."""
    pages = served(options.data)
    site = Site("http://site.test", pages.answers)
    found = {path: _verdicts(document(site, path), path, results) for path in results.cases(pages.paths)}
    if options.write is not None:
        options.write.write_text(json.dumps(found, indent=0, sort_keys=True), encoding="utf-8")
    rules = _by_rule(found.values())
    silent = {rule.id for rule in rules_reading(Document, SourceDocument, Exchange)} - rules.keys()
    results.figures |= {"contrast": _contrast(found), "rules": rules, "silent": sorted(silent)}
    if options.against is not None:
        before = json.loads(options.against.read_text(encoding="utf-8"))
        results.figures["changed"] = _changes(before, found, results)


def _verdicts(page: Document, path: str, results: Results) -> Verdicts:
    """Return every verdict on a page, by rule and by the place of the element in the document."""
    found: dict[str, dict[str, str]] = {"contrast": _contrast_verdicts(page)}
    judged_page = RuleResults(_KEPT)
    for rule in rules_reading(Document, SourceDocument, Exchange):
        judged_page.run(rule, page.exchange if rule.reads is Exchange else page)
    for failure in judged_page.failures:
        results.fail(f"{path}: {failure.rule} failed")
    for judged in judged_page.judgements:
        selectors: Counter[str] = Counter()
        findings: dict[str, str] = {}
        for occurrence in judged.occurrences:
            selector = occurrence.place.selector if occurrence.place is not None else "page"
            selectors[selector] += 1
            findings[f"{selector} {selectors[selector]}"] = str(occurrence.facts.get("detail", ""))
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


def _by_rule(pages: Iterable[Verdicts]) -> dict[str, Counter[str]]:
    """Return the number of pages and of findings of each rule that reports something."""
    figures: dict[str, Counter[str]] = defaultdict(Counter)
    for verdicts in pages:
        for rule, found in verdicts.items():
            if found and rule != "contrast":
                figures[rule].update(pages=1, findings=len(found))
    return dict(sorted(figures.items()))


def _contrast(found: Mapping[str, Verdicts]) -> Counter[str]:
    """Return how many texts have each verdict."""
    return Counter(_kind(verdict) for verdicts in found.values() for verdict in verdicts["contrast"].values())


def _changes(before: Mapping[str, Verdicts], after: Mapping[str, Verdicts], results: Results) -> Counter[str]:
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
                    results.show(page=path, at=at, rule=rule, before=was, after=now)
    return counts


def _kind(verdict: str) -> str:
    return verdict.partition(" ")[0] or "present"
