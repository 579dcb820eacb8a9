"""
Compare what is reported with axe-core in Chromium, element by element.

    python evaluation/axe.py [DIR] [--differences N] [--rule AXE_RULE]

The pages are those of DIR and of packages that are installed in a cache folder; so is axe-core (npm). Scripting of the
pages is off; both see the same URLs on loopback. An element counts for an axe rule where an issue of a rule that covers
it (``axe:ID``) names the element. Where a stylesheet of another host is missing, the rules that need all of them say
nothing: those elements are counted as undecided. Prints agreement per rule and the first differences, and last one
JSON line.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.browser import Browser, browsing
from evaluation.real_pages import document, folder, npm, packages
from sitescan.document.document import Document
from sitescan.document.tree import ancestors
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import KEPT
from tests.running import Running, running
from tests.site import serving

_PREFIX = "axe:"
_INDEX = """(async () => {
  const all = [...document.querySelectorAll('*')];
  const found = await axe.run(document, {resultTypes: ['violations'], iframes: false, rules: RULES});
  const rows = [];
  for (const rule of found.violations) for (const node of rule.nodes) {
    if (node.target.length !== 1 || typeof node.target[0] !== 'string') continue;
    rows.push([rule.id, all.indexOf(document.querySelector(node.target[0]))]);
  }
  return rows;
})()"""
_EXTRA = {"color-contrast-enhanced": {"enabled": True}, "target-size": {"enabled": False}}

Found = set[tuple[str, str, int]]

#: Rules about the page as a whole: which of its elements is named does not matter.
_PAGE = frozenset(
    f"accessibility/{name}"
    for name in ("bypass-missing", "h1-missing", "html-lang-missing", "main-missing", "main-repeated", "document-title")
)
#: Rules about a whole part of the page.
_NESTED = frozenset({"accessibility/content-outside-landmarks"})
#: Rules that say nothing where a stylesheet is missing, as on saved pages whose stylesheets stand on other hosts.
_STYLED = frozenset(
    f"accessibility/{name}"
    for name in ("aria-hidden-focus", "contrast", "contrast-enhanced", "link-in-text", "scrollable-unreachable")
)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--differences", type=int, default=5, help="how many differences are printed of each rule")
    parser.add_argument("--rule", help="differences of this rule alone")
    arguments = parser.parse_args()
    pages = packages()
    paths, answers = list(pages.paths), dict(pages.answers)
    if arguments.folder is not None:
        more = folder(arguments.folder)
        paths.extend(more.paths)
        answers.update(more.answers)
    root = npm("axe-core")
    if root is None:
        sys.exit("axe-core could not be installed")
    engine = (root / "axe.min.js").read_text()
    covering = _covering()
    covered: dict[str, set[str]] = defaultdict(set)
    for rule, names in covering.items():
        for name in names:
            covered[name].add(rule)
    theirs: Found = set()
    ours: Found = set()
    documents: dict[str, Document] = {}
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with serving(answers) as site, browsing() as browser, running(*options) as service:
        for path in paths:
            documents[path] = document(site, path)
            theirs |= _axe(browser, engine, site.origin + path, path)
            ours |= _sitescan(service, site.origin + path, path, documents[path], covering)
    uncovered = sorted({rule for rule, _, _ in theirs} - set(covered))
    theirs = {(mine, path, 0 if mine in _PAGE else index) for rule, path, index in theirs for mine in covered[rule]}
    undecided = {row for row in theirs - ours if row[0] in _STYLED and not documents[row[1]].styled}
    theirs -= undecided
    # Several of ours can share a rule of axe: one that finds the element is enough.
    caught = {(path, index, name) for rule, path, index in ours for name in covering[rule]}
    spare = {row for row in theirs - ours if any((row[1], row[2], name) in caught for name in covering[row[0]])}
    theirs -= spare
    theirs = {_outermost(row, ours, documents) if row[0] in _NESTED else row for row in theirs}
    _tell(theirs, ours, documents, arguments.differences, arguments.rule)
    both, axe_only = theirs & ours, theirs - ours
    figures = {"pages": len(paths), "both": len(both), "axe_only": len(axe_only), "ours_only": len(ours - theirs)}
    figures["undecided"] = len(undecided)
    found = round(len(both) / max(1, len(both) + len(axe_only)), 4)
    print(json.dumps({**figures, "found": found, "without_counterpart": uncovered}))


def _outermost(row: tuple[str, str, int], ours: Found, documents: Mapping[str, Document]) -> tuple[str, str, int]:
    """The element around an element that we report for it: the two differ in how far in they point."""
    rule, path, index = row
    page = documents[path]
    for around in (page.elements[index], *ancestors(page.elements[index])):
        if (rule, path, page.order[id(around)]) in ours:
            return rule, path, page.order[id(around)]
    return row


def _covering() -> Mapping[str, set[str]]:
    """The axe rules that each of ours covers."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in catalogue().values():
        found[rule.id].update(c.removeprefix(_PREFIX) for c in rule.covers if c.startswith(_PREFIX))
    return found


def _axe(browser: Browser, engine: str, url: str, path: str) -> Found:
    browser.open(url)
    # What the page was to run is past; the engine itself needs timers.
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    browser.run(f"{engine};0")
    rows = browser.run(_INDEX.replace("RULES", json.dumps(_EXTRA)))
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    return {(rule, path, index) for rule, index in rows}


def _sitescan(service: Running, url: str, path: str, page: Document, covering: Mapping[str, set[str]]) -> Found:
    """
    The elements that the service reports.

    An element is found again by its line and column; what has no place, or is one of more than the service lists, is
    judged here as the service does.
    """
    report = service.scan(url, path="/api/v1/scan?include=evidence").json
    by_place = {(e.sourceline, (e.sourcepos or 0) + 1): n for n, e in enumerate(page.elements) if e.sourceline}
    found: Found = set()
    for category in report["categories"]:
        for issue in category["issues"]:
            if not covering.get(issue["rule"]):
                continue
            if issue["count"] > KEPT:
                rule = catalogue()[issue["rule"]]
                indexes = [page.order.get(id(finding.at), 0) for finding in rule.check(page)]
            else:
                places = [(one["line"], one["column"]) for one in issue["occurrences"]]
                indexes = [by_place.get(place, 0) for place in places]
            indexes = [0] if issue["rule"] in _PAGE else indexes
            found |= {(issue["rule"], path, index) for index in indexes}
    return found


def _tell(theirs: Found, ours: Found, documents: Mapping[str, Document], shown: int, only: str | None) -> None:
    for rule in sorted({row[0] for row in theirs | ours} if only is None else {only}):
        mine = {row for row in ours if row[0] == rule}
        other = {row for row in theirs if row[0] == rule}
        print(f"{rule}: both {len(mine & other)}, axe only {len(other - mine)}, ours only {len(mine - other)}")
        for label, rows in (("axe ", sorted(other - mine)), ("ours", sorted(mine - other))):
            for _, path, index in rows[:shown]:
                page = documents[path]
                place: Any = page.place(page.elements[index])
                print(f"    {label} {path}:{place.line} {place.snippet}")


if __name__ == "__main__":
    main()
