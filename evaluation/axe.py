"""
Compare the accessibility issues with the violations that axe-core finds in Chromium, element by element.

DATA is a folder of pages. Scripts of the pages are off; with ``--rendered``, it is a folder of apps, each in a folder
with an ``index.html``, whose scripts have run. Every rule of axe-core that a rule ``covers`` is run, also
those that are off by default. An element counts for a rule if an issue of the rule reports the element. ``found`` is
the share of the elements of axe-core that are reported too; elements that only its experimental rules report are not
part of it. ``disputed`` counts those that are not reported because a standard contradicts axe-core, which
``evaluation/axe_disputes.json`` names; ``found_undisputed`` is the share without them. ``undecided`` counts the
elements for which the rules that need styles report nothing because the page's styles are unknown. ``to_check`` counts
those of ``ours_only`` that axe-core asks a person to check, or reports by another element.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import soupsieve
from attrs import field, frozen

from evaluation.axe_core import AxeCore, PageResults, Result, add_engine_option
from evaluation.browser_pages import browser_pages
from evaluation.rendered_pages import FLAT_TREE, flat_positions, rendered_pages
from evaluation.results import Results
from evaluation.service import issues, report, service
from sitescan.document.document import Document
from sitescan.document.tree import ancestors, elements
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import KEPT

SAMPLE = "site"

_DISPUTES = Path(__file__).with_name("axe_disputes.json")
_PREFIX = "axe:"
#: Rules about the page as a whole, for which it does not matter which element is reported.
_PAGE = frozenset(
    f"accessibility/{name}"
    for name in (
        "bypass-missing",
        "h1-missing",
        "headings-missing",
        "html-lang-missing",
        "main-missing",
        "main-repeated",
        "document-title",
    )
)
#: Rules about a whole part of the page.
_NESTED = frozenset({"accessibility/content-outside-landmarks"})
#: Rules that report nothing if the styles of the page are unknown.
_STYLED = frozenset(
    f"accessibility/{name}"
    for name in ("aria-hidden-focus", "contrast", "contrast-enhanced", "link-in-text", "scrollable-unreachable")
)


Row = tuple[str, str, int]
"""The id of a rule of this scanner, the path of a page, and the position of an element in it."""


@frozen
class _Found:
    """
    The elements that either tool reports.

    :ivar covering: the rules of axe-core that each rule covers.
    :ivar documents: the pages by path.
    :ivar results: the results of axe-core by path.
    :ivar ours: the elements that this scanner reports.
    """

    covering: Mapping[str, set[str]]
    documents: dict[str, Document] = field(factory=dict)
    results: dict[str, PageResults] = field(factory=dict)
    ours: set[Row] = field(factory=set)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    add_engine_option(parser)
    parser.add_argument("--differences", type=int, default=5, help="print at most so many differences of each rule")
    parser.add_argument("--rendered", action="store_true", help="judge the apps in DATA after their scripts have run")
    parser.add_argument("--rule", help="print only the differences of this rule")


def run(options: argparse.Namespace, results: Results) -> None:
    """Judge each page with both tools and compare."""
    found = _Found(covered_rules(without_answers=options.rendered))
    core = AxeCore(options.engine, {name for names in found.covering.values() for name in names})
    if options.rendered:
        _judge_rendered(found, core, options, results)
    else:
        _judge_sent(found, core, options, results)
    theirs, undecided = _theirs(found)
    experimental, _ = _theirs(found, experimental=True)
    to_check = _show(found, theirs | experimental, options, results)
    experimental -= theirs
    both = len(theirs & found.ours)
    disputed = len(_disputed(found) & (theirs - found.ours))
    results.figures |= {
        "found": round(both / max(1, len(theirs)), 4),
        "found_undisputed": round(both / max(1, len(theirs) - disputed), 4),
        "disputed": disputed,
        "both": both,
        "axe_only": len(theirs - found.ours),
        "ours_only": len(found.ours - theirs - experimental),
        "undecided": undecided,
        "experimental_both": len(experimental & found.ours),
        "experimental_axe_only": len(experimental - found.ours),
        "to_check": to_check,
    }


def _judge_sent(found: _Found, core: AxeCore, options: argparse.Namespace, results: Results) -> None:
    """Judge the pages of a folder as they are sent."""
    with browser_pages(options, results) as pages, service(results) as started:
        for path, url, page in pages.each():
            ours = report(started, url)
            theirs = core.results(pages.browser, url)
            if not pages.is_on(path):
                results.leave_out(path, "the page redirects by itself")
            elif ours is None:
                results.fail(f"{path} could not be scanned")
            else:
                found.documents[path], found.results[path] = page, theirs
                found.ours.update(_reported(ours, path, found))


def _judge_rendered(found: _Found, core: AxeCore, options: argparse.Namespace, results: Results) -> None:
    """Judge the apps of a folder after their scripts have run, shadow trees included."""
    with rendered_pages(options, results) as pages:
        for url, page in pages.each():
            theirs = core.results_of_open_page(pages.browser, FLAT_TREE)
            found.documents[url], found.results[url] = page, theirs.renumbered(flat_positions(page))
            for rule in found.covering:
                for finding in catalogue()[rule].check(page):
                    at = 0 if rule in _PAGE else page.order.get(id(finding.at), 0)
                    found.ours.add((rule, url, at))


def covered_rules(*, without_answers: bool = False) -> Mapping[str, set[str]]:
    """
    Return the rules of axe-core that each rule of this scanner covers.

    :param without_answers: whether to leave out the rules that read answers of the network.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for rule in catalogue().values():
        if without_answers and rule.reads is not Document:
            continue
        found[rule.id].update(c.removeprefix(_PREFIX) for c in rule.covers if c.startswith(_PREFIX))
    return {rule: names for rule, names in found.items() if names}


def _reported(ours: Any, path: str, found: _Found) -> Iterator[Row]:
    """
    Return the elements that the service reports.

    Elements are identified by line and column. If the parser repeats an element, or the report does not list every
    occurrence, the rule is run here instead.
    """
    page = found.documents[path]
    by_place: dict[tuple[int, int], int] = {}
    repeated: set[tuple[int, int]] = set()
    for number, element in enumerate(page.elements):
        if element.sourceline:
            place = element.sourceline, (element.sourcepos or 0) + 1
            repeated |= {place} & by_place.keys()
            by_place[place] = number
    for issue in issues(ours):
        if issue["rule"] not in found.covering:
            continue
        places = [(one["line"], one["column"]) for one in issue["occurrences"]]
        if issue["count"] > KEPT or repeated.intersection(places):
            findings = catalogue()[issue["rule"]].check(page)
            indexes = [page.order.get(id(finding.at), 0) for finding in findings]
        else:
            indexes = [by_place.get(place, 0) for place in places]
        indexes = [0] if issue["rule"] in _PAGE else indexes
        yield from ((issue["rule"], path, index) for index in indexes)


def _theirs(found: _Found, *, experimental: bool = False) -> tuple[set[Row], int]:
    """
    Return the violations of axe-core in terms of the rules of this scanner, and the number of undecided elements.

    :param experimental: whether to return the violations of experimental rules, or those of all other rules.
    """
    rows: set[Row] = set()
    undecided = 0
    for path, results in found.results.items():
        for result in results.violations:
            if result.experimental is not experimental:
                continue
            mine = [rule for rule, names in found.covering.items() if result.rule in names]
            caught = {_same(rule, path, result, found) for rule in mine} & found.ours
            # Several rules can share a rule of axe-core: one that reports the element is enough.
            if caught:
                rows |= caught
            elif set(mine) & _STYLED and not found.documents[path].styled:
                undecided += 1
            else:
                rows.add((mine[0], path, result.at))
    return rows, undecided


def _disputed(found: _Found) -> set[Row]:
    """Return the elements that axe-core reports against a standard."""
    disputes = json.loads(_DISPUTES.read_text(encoding="utf-8"))
    return {
        (rule, path, result.at)
        for path, results in found.results.items()
        for result in results.violations
        for rule, names in found.covering.items()
        if result.rule in names
        for dispute in disputes
        if result.rule in dispute["rules"]
        and soupsieve.match(dispute["selector"], found.documents[path].elements[result.at])
    }


def _same(rule: str, path: str, result: Result, found: _Found) -> Row:
    """
    Return the element that a rule reports for a violation of axe-core.

    Of elements that clash with each other the tools may report different ones, and of a part of a page an outer or an
    inner element.
    """
    if rule in _PAGE:
        return rule, path, 0
    page = found.documents[path]
    tag = page.elements[result.at]
    near = [page.order[id(one)] for one in (*ancestors(tag), *elements(tag))] if rule in _NESTED else []
    rows = [(rule, path, at) for at in (result.at, *near, *result.related)]
    return next((row for row in rows if row in found.ours), rows[0])


def _show(found: _Found, theirs: set[Row], options: argparse.Namespace, results: Results) -> int:
    """Print the differences of each rule, and return how many of them axe-core does not decide."""
    to_check = 0
    for rule in sorted({row[0] for row in theirs | found.ours}):
        mine = {row for row in found.ours if row[0] == rule}
        other = {row for row in theirs if row[0] == rule}
        checked = {row for row in mine - other if _is_to_check(row, found)}
        to_check += len(checked)
        if options.rule not in (None, rule):
            continue
        counts = {"axe_only": len(other - mine), "ours_only": len(mine - other), "to_check": len(checked)}
        results.show(rule=rule, both=len(mine & other), **counts)
        for tool, rows in (("axe-core", other - mine), ("sitescan", mine - other - checked)):
            for _, path, at in sorted(rows)[: options.differences]:
                place: Any = found.documents[path].place(found.documents[path].elements[at])
                results.show(rule=rule, only=tool, page=path, line=place.line, snippet=place.snippet)
    return to_check


def _is_to_check(row: Row, found: _Found) -> bool:
    """Return whether axe-core asks a person to check an element, or reports another one for the same fault."""
    rule, path, at = row
    results, names, page = found.results[path], found.covering[rule], found.documents[path]
    # What axe-core cannot judge for color-contrast it does not report for the enhanced rule.
    names = names | {"color-contrast"} if rule == "accessibility/contrast-enhanced" else names
    if any(one.rule in names and at in (one.at, *one.related) for one in results.incomplete):
        return True
    violations = [one for one in results.violations if one.rule in names]
    outer = {page.order[id(one)] for one in ancestors(page.elements[at]) if one.parent} if rule in _NESTED else set()
    return any(at in one.related or one.at in outer for one in violations)
