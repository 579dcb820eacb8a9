"""
Compare what is reported with axe-core in Chromium, element by element.

    python evaluation/axe.py [DIR [--alone]] [--differences N] [--rule RULE]

The pages are those of DIR and, but for ``--alone``, of packages of npm and Debian that are installed in a cache folder;
so is axe-core (npm). A page whose scan fails, or that leads a browser elsewhere, is named and not compared.
Scripting of the pages is off; both see the same URLs on loopback, and all of axe-core's rules that have a counterpart
are run, those that axe-core leaves off among them. An element counts for a rule where an issue of it names the element.
What only its experimental rules report, which it runs only where they are asked for by name, is compared and printed,
but is no part of the share that is found: it is counted beside.
Where styles cannot be known, the rules that need all of them say nothing: those elements are counted as undecided.
Prints agreement per rule, the differences with the reason where one is known (``evaluation/axe_reasons.py``), and last
one JSON line.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from attrs import field, frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.axe_core import AxeCore, Result, Results
from evaluation.axe_reasons import reason
from evaluation.real_pages import add_page_options, asked_pages, document
from sitescan.document.document import Document
from sitescan.document.tree import ancestors, elements
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import KEPT
from tests.chromium import browsing
from tests.running import running
from tests.site import serving

_PREFIX = "axe:"

#: Rules about the page as a whole: which of its elements is named does not matter.
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
#: Rules that say nothing where styles cannot be known.
_STYLED = frozenset(
    f"accessibility/{name}"
    for name in ("aria-hidden-focus", "contrast", "contrast-enhanced", "link-in-text", "scrollable-unreachable")
)

#: One of our rules, the path of a page and the position of an element in it.
Row = tuple[str, str, int]


@frozen
class Found:
    """
    What both found.

    :ivar covering: the rules of axe-core that each of ours covers.
    :ivar documents: the pages by path.
    :ivar results: what axe-core says of each page.
    :ivar ours: what the service reports.
    :ivar failed: the pages that the service could not judge.
    """

    covering: Mapping[str, set[str]]
    documents: dict[str, Document] = field(factory=dict)
    results: dict[str, Results] = field(factory=dict)
    ours: set[Row] = field(factory=set)
    failed: list[str] = field(factory=list)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    add_page_options(parser)
    parser.add_argument("--differences", type=int, default=5, help="how many differences are printed of each rule")
    parser.add_argument("--rule", help="differences of this rule of ours alone")
    arguments = parser.parse_args()
    pages = asked_pages(parser, arguments)
    found = Found(_covering())
    core = AxeCore({name for names in found.covering.values() for name in names})
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with serving(pages.answers) as site, browsing() as browser, running(*options) as service:
        for path in pages.paths:
            found.documents[path] = document(site, path)
            report = service.scan(site.origin + path, path="/api/v1/scan?include=evidence").json
            if "categories" not in report:
                print(f"{path} could not be scanned: {report}", file=sys.stderr)
                found.failed.append(path)
                continue
            results = core.results(browser, site.origin + path)
            if unquote(browser.run("location.pathname")) != path:
                print(f"{path} leads elsewhere", file=sys.stderr)
                found.failed.append(path)
                continue
            found.results[path] = results
            found.ours.update(_sitescan(report, path, found))
    theirs, undecided = _theirs(found)
    experimental, _ = _theirs(found, experimental=True)
    unexplained = _tell(found, theirs | experimental, arguments.differences, arguments.rule)
    both = len(theirs & found.ours)
    experimental -= theirs
    figures = {
        "pages": len(found.results),
        "failed": len(found.failed),
        "both": both,
        "axe_only": len(theirs - found.ours),
    }
    figures |= {"ours_only": len(found.ours - theirs - experimental), "undecided": undecided}
    figures |= {
        "experimental_both": len(experimental & found.ours),
        "experimental_axe_only": len(experimental - found.ours),
    }
    share = round(both / max(1, len(theirs)), 4)
    print(json.dumps({**figures, "found": share, "unexplained": unexplained}))


def _covering() -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for rule in catalogue().values():
        found[rule.id].update(c.removeprefix(_PREFIX) for c in rule.covers if c.startswith(_PREFIX))
    return {rule: names for rule, names in found.items() if names}


def _sitescan(report: Any, path: str, found: Found) -> Iterator[Row]:
    """
    The elements that the service reports.

    An element is found again by its line and column; what has no place of its own, as where the parser repeats an
    element that is not closed, or is one of more than the service lists, is judged here as the service does.
    """
    page = found.documents[path]
    by_place: dict[tuple[int, int], int] = {}
    repeated: set[tuple[int, int]] = set()
    for number, element in enumerate(page.elements):
        if element.sourceline:
            place = element.sourceline, (element.sourcepos or 0) + 1
            repeated |= {place} & by_place.keys()
            by_place[place] = number
    for category in report["categories"]:
        for issue in category["issues"]:
            if issue["rule"] not in found.covering:
                continue
            places = [(one["line"], one["column"]) for one in issue["occurrences"]]
            if issue["count"] > KEPT or repeated.intersection(places):
                rule = catalogue()[issue["rule"]]
                indexes = [page.order.get(id(finding.at), 0) for finding in rule.check(page)]
            else:
                indexes = [by_place.get(place, 0) for place in places]
            indexes = [0] if issue["rule"] in _PAGE else indexes
            yield from ((issue["rule"], path, index) for index in indexes)


def _theirs(found: Found, *, experimental: bool = False) -> tuple[set[Row], int]:
    """
    The faults that axe-core reports, in terms of our rules, and how many more we say that we cannot decide.

    :param experimental: whether those of its experimental rules are wanted, or those of all others.
    """
    rows: set[Row] = set()
    undecided = 0
    for path, results in found.results.items():
        for result in results.violations:
            if result.experimental is not experimental:
                continue
            mine = [rule for rule, names in found.covering.items() if result.rule in names]
            caught = {_same(rule, path, result, found) for rule in mine} & found.ours
            # Several of ours can share a rule of axe-core: one that finds the element is enough.
            if caught:
                rows |= caught
            elif set(mine) & _STYLED and not found.documents[path].styled:
                undecided += 1
            else:
                rows.add((mine[0], path, result.at))
    return rows, undecided


def _same(rule: str, path: str, result: Result, found: Found) -> Row:
    """
    The element that our rule names for what axe-core reports.

    Of elements that clash with each other the two may name another one, and of a part of a page, one further out or in.
    """
    if rule in _PAGE:
        return rule, path, 0
    page = found.documents[path]
    tag = page.elements[result.at]
    near = [page.order[id(one)] for one in (*ancestors(tag), *elements(tag))] if rule in _NESTED else []
    rows = [(rule, path, at) for at in (result.at, *near, *result.related)]
    return next((row for row in rows if row in found.ours), rows[0])


def _tell(found: Found, theirs: set[Row], shown: int, only: str | None) -> int:
    """Print the agreement per rule; returns how many elements only we report without a known reason."""
    unexplained = 0
    for rule in sorted({row[0] for row in theirs | found.ours}):
        mine = {row for row in found.ours if row[0] == rule}
        other = {row for row in theirs if row[0] == rule}
        reasons = {row: _reason(row, found, ours=row in mine) for row in sorted(mine ^ other)}
        unexplained += sum(not reasons[row] for row in mine - other)
        if only not in (None, rule):
            continue
        print(f"{rule}: both {len(mine & other)}, axe only {len(other - mine)}, ours only {len(mine - other)}")
        for label, rows in (("axe ", other - mine), ("ours", mine - other)):
            for why, count in sorted(Counter(reasons[row] for row in rows).items()):
                print(f"  {label} {count}: {why or '?'}")
            for row in sorted(rows, key=lambda row: (reasons[row], row))[:shown]:
                place: Any = found.documents[row[1]].place(found.documents[row[1]].elements[row[2]])
                print(f"    {label} {row[1]}:{place.line} {place.snippet}")
    return unexplained


def _reason(row: Row, found: Found, *, ours: bool) -> str:
    """Why one of the two alone reports an element; empty where that is not known."""
    rule, path, at = row
    results, names = found.results[path], found.covering[rule]
    # Where axe-core has a person look at a contrast, it has nothing to say of the enhanced one.
    names = names | {"color-contrast"} if rule == "accessibility/contrast-enhanced" else names
    if ours:
        if any(one.rule in names and at in (one.at, *one.related) for one in results.incomplete):
            return "axe-core has a person look at it"
        if any(one.rule in names and at in one.related for one in results.violations):
            return "axe-core names another of the elements that clash"
        page = found.documents[path]
        named = {one.at for one in results.violations if one.rule in names}
        if rule in _NESTED and any(
            page.order[id(outer)] in named for outer in ancestors(page.elements[at]) if outer.parent
        ):
            return "axe-core names the part that it is in"
    return reason(rule, found.documents[path], at, ours=ours)


if __name__ == "__main__":
    main()
