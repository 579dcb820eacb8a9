"""
Hold what the accessibility rules report on real pages against Chromium.

    python evaluation/occurrences.py [DIR [--alone]] [--most N]

The pages are those of DIR and, but for ``--alone``, of packages that are installed in a cache folder; their scripts are
off. A page that leads a browser elsewhere is left out. A selector is right where it matches one element, the one at the
line and column of the report. What a rule says of an element is compared with Chromium's accessibility tree and
computed styles, for N occurrences (default 50) of a rule and page; rules about meaning, such as vague links, have
nothing to compare. Prints what Chromium contradicts, and last one JSON line.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from attrs import frozen

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.names import document_order
from evaluation.real_pages import add_page_options, asked_pages, document
from sitescan.document.document import Document
from tests.chromium import Browser, browsing
from tests.running import running
from tests.site import serving

#: What Chromium calls a field for files of which the page says nothing.
_OWN_NAME = "ChooseFile"
_ICONS = re.compile("[\ue000-\uf8ff\\s]")
#: What is said of the first element that each selector matches; ``null`` where it matches none.
_MEASURED = """(() => {
  const order = new Map([...document.querySelectorAll('*')].map((element, at) => [element, at]));
  return SELECTORS.map(selector => {
    const matches = document.querySelectorAll(selector), element = matches[0];
    if (!element) return null;
    const style = getComputedStyle(element);
    element.focus({preventScroll: true});
    const focused = document.activeElement === element;
    element.blur();
    return {
      matches: matches.length, at: order.get(element), text: element.innerText || '',
      focused, tabindex: element.tabIndex,
      drawn: element.getClientRects().length > 0, size: parseFloat(style.fontSize), line: style.textDecorationLine,
      scrolls: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
      alike: element.id ? document.querySelectorAll('[id="' + CSS.escape(element.id) + '"]').length : 0,
    };
  });
})()"""


@frozen
class Seen:
    """
    An element as Chromium has it.

    :ivar role: its role in the accessibility tree.
    :ivar name: its accessible name, without signs of icon fonts.
    :ivar ignored: whether it is left out of the tree.
    :ivar measured: what the page's own interfaces say of it.
    """

    role: str
    name: str
    ignored: bool
    measured: Mapping[str, Any]


def _nameless(seen: Seen) -> bool:
    return not seen.ignored and seen.name in ("", _OWN_NAME)


def _landmark(seen: Seen) -> bool:
    return seen.role in ("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search")


#: What must hold of an element that a rule reports.
_CLAIMS: Mapping[str, Callable[[Seen], bool]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *(
                    "area-alt",
                    "button-name",
                    "dialog-name",
                    "embed-name",
                    "field-label",
                    "heading-empty",
                    "iframe-title",
                ),
                *("image-alt", "image-button-alt", "link-name", "menu-item-name", "object-alt", "select-name"),
                *("summary-name", "svg-alt", "widget-name"),
            ),
            _nameless,
        ),
        **dict.fromkeys(("landmark-names-alike", "landmark-nested", "landmark-repeated", "main-repeated"), _landmark),
        "aria-hidden-focus": lambda seen: seen.ignored and seen.measured["focused"],
        "decoration-exposed": lambda seen: not seen.ignored,
        "duplicate-id-referenced": lambda seen: seen.measured["alike"] > 1,
        "focus-without-role": lambda seen: seen.role == "generic" and seen.measured["tabindex"] >= 0,
        "heading-order": lambda seen: seen.role == "heading",
        "image-alt-repeated": lambda seen: bool(seen.name),
        "image-alt-unheard": lambda seen: seen.ignored,
        "link-in-text": lambda seen: seen.measured["line"] == "none" and seen.role == "link",
        # Chromium leaves an li out of its tree in a list that another role makes something else of.
        "list-item-orphan": lambda seen: seen.role in ("listitem", "generic", "none", ""),
        "scrollable-unreachable": lambda seen: seen.measured["scrolls"],
        "tabindex-positive": lambda seen: seen.measured["tabindex"] > 0,
        "table-header-empty": lambda seen: not _ICONS.sub("", seen.measured["text"]),
        # An a without href has the tabIndex of a link.
        "widget-unreachable": lambda seen: not seen.measured["focused"],
    }
)
#: Rules about what is not drawn by its nature.
_UNDRAWN = frozenset({"area-alt", "viewport-zoom", "viewport-zoom-limited", "meta-refresh", "meta-refresh-long"})


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    add_page_options(parser)
    parser.add_argument("--most", type=int, default=50, help="occurrences of a rule that are looked at on a page")
    arguments = parser.parse_args()
    pages = asked_pages(parser, arguments)
    counts: Counter[str] = Counter()
    options = ("--rate-limit", "0", "--host-requests", "0", "--allow-private", "127.0.0.0/8")
    with serving(pages.answers) as site, browsing() as browser, running(*options) as service:
        for path in pages.paths:
            report = service.scan(site.origin + path, path="/api/v1/scan?include=evidence").json
            page = document(site, path)
            browser.open(site.origin + path)
            order = document_order(browser)
            if "categories" not in report or [name for name, _ in order] != [one.name.lower() for one in page.elements]:
                counts["left_out"] += 1
                continue
            _compare(report, page, path, order, browser, counts, arguments.most)
    names = ("pages", "left_out", "occurrences", "selectors_right", "claims", "claims_true")
    print(json.dumps({name: counts[name] for name in names}))


def _compare(
    report: Any,
    page: Document,
    path: str,
    order: list[tuple[str, int]],
    browser: Browser,
    counts: Counter[str],
    most: int,
) -> None:
    found = [
        (issue["rule"].partition("/")[2], place)
        for issue in next(one for one in report["categories"] if one["category"] == "accessibility")["issues"]
        for place in issue["occurrences"][:most]
        if place["selector"]
    ]
    selectors = json.dumps([place["selector"] for _, place in found])
    measured = browser.run(_MEASURED.replace("SELECTORS", selectors))
    tree = _tree(order, browser)
    if unquote(browser.run("location.pathname")) != path:
        # A page that leads elsewhere does so while it is looked at.
        counts["left_out"] += 1
        return
    counts["pages"] += 1
    for (rule, place), one in zip(found, measured, strict=True):
        counts["occurrences"] += 1
        if one is None or one["matches"] != 1 or not _is_at(page, one["at"], place):
            print(f"{path}:{place['line']} {rule} {place['selector']}: selects {one and one['matches']}")
            continue
        counts["selectors_right"] += 1
        wrong = list(_contradictions(rule, Seen(*tree.get(one["at"], ("", "", True)), one)))
        counts["claims"] += rule in _CLAIMS
        counts["claims_true"] += rule in _CLAIMS and not wrong
        for why in wrong:
            print(f"{path}:{place['line']} {rule} {place['snippet'][:90]}: {why}")


def _contradictions(rule: str, seen: Seen) -> Iterator[str]:
    if rule in _CLAIMS and not _CLAIMS[rule](seen):
        yield f"{seen.role} {seen.name!r} {seen.measured}"
    elif rule in _CLAIMS and rule not in _UNDRAWN and not seen.measured["drawn"]:
        yield "is not drawn"


def _is_at(page: Document, at: int, place: Any) -> bool:
    element = page.elements[at]
    if element.sourceline is None:
        # What the parser adds stands nowhere.
        return place["line"] is None
    return (element.sourceline, (element.sourcepos or 0) + 1) == (place["line"], place["column"])


def _tree(order: list[tuple[str, int]], browser: Browser) -> dict[int, tuple[str, str, bool]]:
    """Role, name and absence from the accessibility tree, by position in the document."""
    positions = {identifier: at for at, (_, identifier) in enumerate(order)}
    browser.ask("Accessibility.enable")
    return {
        positions[node["backendDOMNodeId"]]: (
            node.get("role", {}).get("value", ""),
            _ICONS.sub("", node.get("name", {}).get("value", "")),
            bool(node.get("ignored")),
        )
        for node in browser.ask("Accessibility.getFullAXTree")["nodes"]
        if node.get("backendDOMNodeId") in positions
    }


if __name__ == "__main__":
    main()
