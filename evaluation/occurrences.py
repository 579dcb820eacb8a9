"""
Check the elements of accessibility issues in Chromium.

DATA is a folder of pages. The selector of each occurrence must match one element, at the line and column of the report.
For the rules of ``_CLAIMS``, Chromium must confirm what the rule reports: that the element has no accessible name, is
hidden from assistive technology, takes the focus, is drawn.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import frozen

from evaluation.browser_pages import BrowserPages, browser_pages, document_order, has_same_elements
from evaluation.results import Results
from evaluation.service import issues, report, service
from sitescan.document.document import Document
from tests.chromium import Browser

SAMPLE = "site"

#: Chromium's own name for a file field without a name.
_DEFAULT_NAME = "ChooseFile"
_ICONS = re.compile("[\ue000-\uf8ff\\s]")
#: Measures the first element that each selector matches; ``null`` if it matches none.
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
class _Seen:
    """
    An element in Chromium.

    :ivar role: its role in the accessibility tree.
    :ivar name: its accessible name, without characters of icon fonts.
    :ivar ignored: whether the accessibility tree leaves it out.
    :ivar measured: the measurements of ``_MEASURED``.
    """

    role: str
    name: str
    ignored: bool
    measured: Mapping[str, Any]


def _nameless(seen: _Seen) -> bool:
    return not seen.ignored and seen.name in ("", _DEFAULT_NAME)


def _landmark(seen: _Seen) -> bool:
    return seen.role in ("banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search")


#: The condition that the element of an issue must meet, by rule.
_CLAIMS: Mapping[str, Callable[[_Seen], bool]] = MappingProxyType(
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
        # Chromium ignores an li in a list with another role.
        "list-item-orphan": lambda seen: seen.role in ("listitem", "generic", "none", ""),
        "scrollable-unreachable": lambda seen: seen.measured["scrolls"],
        "tabindex-positive": lambda seen: seen.measured["tabindex"] > 0,
        "table-header-empty": lambda seen: not _ICONS.sub("", seen.measured["text"]),
        # An a without href has the tabIndex of a link.
        "widget-unreachable": lambda seen: not seen.measured["focused"],
    }
)
#: Rules about elements that are never drawn.
_UNDRAWN = frozenset({"area-alt", "viewport-zoom", "viewport-zoom-limited", "meta-refresh", "meta-refresh-long"})


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--most", type=int, default=50, help="check so many occurrences of a rule on a page at most")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan each page and check its occurrences."""
    counts = Counter(occurrences=0, selectors_right=0, claims=0, claims_true=0)
    with browser_pages(options, results) as pages, service(results) as started:
        for path, url, page in pages.each():
            found = report(started, url)
            if found is None:
                results.fail(f"{path} could not be scanned")
                continue
            places = [
                (issue["rule"].partition("/")[2], place)
                for issue in issues(found)
                if issue["rule"].startswith("accessibility/")
                for place in issue["occurrences"][: options.most]
                if place["selector"]
            ]
            _check(path, page, places, pages, counts)
    results.figures |= counts


def _check(path: str, page: Document, places: list[tuple[str, Any]], pages: BrowserPages, counts: Counter[str]) -> None:
    browser, results = pages.browser, pages.results
    browser.open(pages.site.origin + path)
    order = document_order(browser)
    selectors = json.dumps([place["selector"] for _, place in places])
    measured = browser.run(_MEASURED.replace("SELECTORS", selectors))
    tree = _tree(order, browser)
    if not has_same_elements(order, page) or not pages.is_on(path):
        results.leave_out(path, "the browser's tree differs, or the page redirects by itself")
        return
    for (rule, place), one in zip(places, measured, strict=True):
        counts["occurrences"] += 1
        shown = {"page": path, "line": place["line"], "rule": rule, "selector": place["selector"]}
        if one is None or one["matches"] != 1 or not _is_at(page, one["at"], place):
            results.show(**shown, matches=one and one["matches"])
            continue
        counts["selectors_right"] += 1
        if rule in _CLAIMS:
            seen = _Seen(*tree.get(one["at"], ("", "", True)), one)
            true = _CLAIMS[rule](seen) and (rule in _UNDRAWN or one["drawn"])
            counts["claims"] += 1
            counts["claims_true"] += true
            if not true:
                results.show(**shown, role=seen.role, name=seen.name, measured=one)


def _is_at(page: Document, at: int, place: Any) -> bool:
    """Return whether an element is at a place; an element that the parser added has none."""
    element = page.elements[at]
    if element.sourceline is None:
        return place["line"] is None
    return (element.sourceline, (element.sourcepos or 0) + 1) == (place["line"], place["column"])


def _tree(order: list[tuple[str, int]], browser: Browser) -> dict[int, tuple[str, str, bool]]:
    """Return role, name and absence from the accessibility tree, by position in the document."""
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
