"""
Compare the accessibility issues with the violations that axe-core finds in Chromium, element by element.

DATA is a folder of pages. Scripts of the pages are off; with ``--rendered``, it is a folder of apps, each in a folder
with an ``index.html``, whose scripts have run on a phone before its window becomes that of a desktop. With ``--phone``,
Chromium is a phone, and what was found on a phone is compared, otherwise what was found on a desktop. Every rule of
axe-core that a rule ``covers`` is run, also those that are off by default. An element counts for a rule if an issue of
the rule reports the element. ``found`` is the share of the elements of axe-core that are reported too; elements that
only its experimental rules report are not part of it. ``disputed`` counts those that are not reported because a
standard contradicts axe-core, which ``evaluation/axe_disputes.json`` names; ``found_undisputed`` is the share without
them. ``undecided`` counts the elements for which the rules that need styles report nothing because the page's styles
are unknown. ``to_check`` counts those of ``ours_only`` that axe-core asks a person to check, or reports by another
element. ``found_by_page`` is the share of the pairs of a rule and a page that axe-core reports.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from itertools import compress
from pathlib import Path
from typing import Any

import soupsieve
from attrs import field, frozen

from evaluation.axe_core import AxeCore, PageResults, Result
from evaluation.browser_pages import browser_pages
from evaluation.rendered_pages import COMPARED, rendered_pages
from evaluation.results import Results
from evaluation.service import issues, rules_covering, service
from sitescan.document.css.media import DESKTOP, PHONE
from sitescan.document.document import Document
from sitescan.document.tree import ancestors, elements
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import KEPT

SAMPLE = "site"

_DISPUTES = Path(__file__).with_name("axe_disputes.json")
#: The milliseconds that a page gets to adapt to another screen.
_RESIZED_MS = 1000
#: Rules about the page as a whole, for which it does not matter which element is reported.
_PAGE = frozenset(
    f"accessibility/{name}"
    for name in (
        *("bypass-missing", "h1-missing", "headings-missing", "html-lang-missing"),
        *("main-missing", "landmark-repeated", "document-title"),
    )
)
#: Rules about a whole part of the page.
_NESTED = frozenset({"accessibility/content-outside-landmarks"})
#: Rules that report nothing if the styles of the page are unknown.
_STYLED = frozenset(
    f"accessibility/{name}"
    for name in (
        *("aria-hidden-focus", "contrast", "contrast-enhanced"),
        *("link-in-text", "scrollable-unreachable", "target-small"),
    )
)


Row = tuple[str, str, int]
"""The id of a rule of this scanner, the path of a page, and the position of an element in it."""


@frozen
class _Found:
    """
    The elements that either tool reports.

    :ivar covering: the rules that cover each rule of axe-core.
    :ivar documents: the pages by path.
    :ivar results: the results of axe-core by path.
    :ivar ours: the elements that this scanner reports.
    :ivar screen: the screen that is compared: ``desktop`` or ``phone``.
    """

    covering: Mapping[str, set[str]]
    documents: dict[str, Document] = field(factory=dict)
    results: dict[str, PageResults] = field(factory=dict)
    ours: set[Row] = field(factory=set)
    screen: str = "desktop"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--engine", type=Path, help="axe.min.js (default: that of axe-playwright-python)")
    parser.add_argument("--differences", type=int, default=5, help="print at most so many differences of each rule")
    parser.add_argument("--rendered", action="store_true", help="judge the apps in DATA after their scripts have run")
    parser.add_argument("--phone", action="store_true", help="compare what is found on a phone")


def run(options: argparse.Namespace, results: Results) -> None:
    """Judge each page with both tools and compare."""
    # No answers of the network are known of rendered pages.
    covering = rules_covering("axe:", (Document,) if options.rendered else None)
    found = _Found(covering, screen="phone" if options.phone else "desktop")
    core = AxeCore(options.engine, found.covering)
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
        "found_by_page": round(len(_by_page(theirs & found.ours)) / max(1, len(_by_page(theirs))), 4),
        "experimental_both": len(experimental & found.ours),
        "experimental_axe_only": len(experimental - found.ours),
        "to_check": to_check,
    }


def _by_page(rows: set[Row]) -> set[tuple[str, str]]:
    return {(rule, path) for rule, path, _ in rows}


def _judge_sent(found: _Found, core: AxeCore, options: argparse.Namespace, results: Results) -> None:
    """Judge the pages of a folder as they are sent."""
    with browser_pages(options, results) as pages, service(results) as started:
        if options.phone:
            pages.browser.become(PHONE)
        for path, url, page in pages.each():
            ours = started.report(url)
            theirs = core.results(pages.browser, url)
            if not pages.is_on(path):
                results.leave_out(path, "the page redirects by itself")
            elif ours is not None:
                found.documents[path] = page.on_phone if options.phone else page
                found.results[path] = theirs
                found.ours.update(_reported(ours, path, found))


def _judge_rendered(found: _Found, core: AxeCore, options: argparse.Namespace, results: Results) -> None:
    """Judge the apps of a folder after their scripts have run, shadow trees included."""
    with rendered_pages(options, results) as pages:
        for url, taken, positions in pages.each():
            page = taken.on_phone if options.phone else taken
            if not options.phone:
                pages.browser.become(DESKTOP)
                pages.browser.wait(_RESIZED_MS)
            theirs = core.results_of_open_page(pages.browser, COMPARED, positions)
            found.documents[url], found.results[url] = page, theirs
            compared = {0, *positions}
            for rule in set().union(*found.covering.values()):
                for finding in catalogue()[rule].check(page):
                    at = 0 if rule in _PAGE else page.order.get(id(finding.at), 0)
                    if at in compared:
                        found.ours.add((rule, url, at))


def _reported(ours: Any, path: str, found: _Found) -> Iterator[Row]:
    """Return the elements that the service reports. If it does not list all of them, the rule is run here instead."""
    page = found.documents[path]
    places = (page.place(element) for element in page.elements)
    by_selector = {place.selector: number for number, place in enumerate(places) if place is not None}
    covering = set().union(*found.covering.values())
    for issue in issues(ours):
        if issue["rule"] not in covering:
            continue
        seen = [found.screen == at["facts"].get("screen", found.screen) for at in issue["occurrences"]]
        if not any(seen):
            continue
        if issue["count"] > KEPT:
            indexes = [page.order.get(id(finding.at), 0) for finding in catalogue()[issue["rule"]].check(page)]
        else:
            shown = compress(issue["occurrences"], seen)
            indexes = [by_selector.get(occurrence["selector"], 0) for occurrence in shown]
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
            mine = sorted(found.covering[result.rule])
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
        for rule in found.covering[result.rule]
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
    near = [page.order[id(element)] for element in (*ancestors(tag), *elements(tag))] if rule in _NESTED else []
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
    results, page = found.results[path], found.documents[path]
    names = {name for name, rules in found.covering.items() if rule in rules}
    if rule == "accessibility/contrast-enhanced":
        # What axe-core cannot judge for color-contrast it does not report for the enhanced rule.
        names.add("color-contrast")
    if any(result.rule in names and at in (result.at, *result.related) for result in results.incomplete):
        return True
    violations = [violation for violation in results.violations if violation.rule in names]
    around = ancestors(page.elements[at]) if rule in _NESTED else ()
    outer = {page.order[id(element)] for element in around if element.parent}
    return any(at in violation.related or violation.at in outer for violation in violations)
