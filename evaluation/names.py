"""
Compare roles and accessible names with Chromium's accessibility tree.

DATA is a folder of pages. The elements that Chromium has in its tree are compared, unless their role is one that ARIA
does not know or leaves open (generic, none). Chromium calls every form a form, HTML-AAM only those with a name: others
are left out.
"""

import argparse
import re
from collections import Counter
from typing import Any

from evaluation.browser_pages import browser_pages, document_order, has_same_elements
from evaluation.results import Results
from sitescan.document.document import Document

SAMPLE = "site"

#: Chromium's own names for roles of ARIA, and its roles for elements that have none by ARIA.
_SAME = {
    "image": "img",
    "graphics-document": "img",
    "gridcell": "cell",
    "sectionheader": "generic",
    "sectionfooter": "generic",
}
_ICONS = re.compile("[\ue000-\uf8ff]")
#: Roles that ARIA does not know or leaves open.
_OPEN = frozenset(
    "generic none presentation RootWebArea StaticText InlineTextBox ListMarker LineBreak LabelText Legend Iframe Abbr "
    "DescriptionList DescriptionListDetail DescriptionListTerm Canvas Video Audio Details DisclosureTriangle "
    "SvgRoot Figcaption Pre MenuListPopup EmbeddedObject PluginObject LayoutTable LayoutTableRow LayoutTableCell "
    "Date DateTime InputTime ColorWell IframePresentational Ruby RubyAnnotation sectionheader sectionfooter "
    "time code strong emphasis paragraph blockquote term definition mark superscript subscript insertion deletion "
    "rowgroup row caption".split()
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(options: argparse.Namespace, results: Results) -> None:
    """Read each page in both ways and compare."""
    counts = Counter(elements=0, role=0, name=0, both=0)
    with browser_pages(options, results) as pages:
        for path, url, page in pages.each():
            pages.browser.open(url)
            order = document_order(pages.browser)
            if not has_same_elements(order, page):
                results.leave_out(path, "the browser's tree differs")
                continue
            index = {identifier: number for number, (_, identifier) in enumerate(order)}
            pages.browser.ask("Accessibility.enable")
            for node in pages.browser.ask("Accessibility.getFullAXTree")["nodes"]:
                if not node.get("ignored") and node.get("backendDOMNodeId") in index:
                    _compare(page, index[node["backendDOMNodeId"]], node, path, counts, results)
    elements = counts.pop("elements")
    results.figures["elements"] = elements
    results.figures |= {name: round(count / max(1, elements), 4) for name, count in counts.items()}


def _compare(page: Document, number: int, node: Any, path: str, counts: Counter[str], results: Results) -> None:
    role = _SAME.get(node["role"]["value"], node["role"]["value"])
    element = page.elements[number]
    if role in _OPEN or not role.islower() or (role == "form" and not page.accessible.name(element)):
        return
    name = _plain(node.get("name", {}).get("value", ""))
    found = page.accessible.role(element)
    ours = (_SAME.get(found, found), _plain(page.accessible.name(element)))
    counts["elements"] += 1
    counts["role"] += ours[0] == role
    counts["name"] += ours[1] == name
    counts["both"] += ours == (role, name)
    if ours != (role, name):
        place: Any = page.place(element)
        shown = {"page": path, "line": place.line, "snippet": place.snippet[:70]}
        results.show(**shown, ours=[ours[0], ours[1][:60]], chromium=[role, name[:60]])


def _plain(name: str) -> str:
    """Return a name without case, which browsers change by CSS, and without characters of icon fonts."""
    return " ".join(_ICONS.sub(" ", name).lower().split())
