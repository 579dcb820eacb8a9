"""
Compare roles and accessible names with Chromium's accessibility tree on real pages.

    python evaluation/names.py [DIR [--alone]] [--differences N]

The pages are those of DIR and, but for ``--alone``, of packages that are installed in a cache folder. Compared are the
elements that Chromium has in its tree with a role that ARIA knows and does not leave open (generic, none). Chromium
calls every form a form, HTML-AAM only those with a name: the others are left out. Prints the first differences, and
last one JSON line.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.real_pages import add_page_options, asked_pages, document
from sitescan.document.document import Document
from tests.chromium import Browser, browsing
from tests.site import Site, serving

#: Chromium's own names of roles that ARIA has, and roles that it gives to what ARIA leaves without one.
_SAME = {
    "image": "img",
    "graphics-document": "img",
    "gridcell": "cell",
    "sectionheader": "generic",
    "sectionfooter": "generic",
}
_ICONS = re.compile("[\ue000-\uf8ff]")
_OPEN = frozenset(
    "generic none presentation RootWebArea StaticText InlineTextBox ListMarker LineBreak LabelText Legend Iframe Abbr "
    "DescriptionList DescriptionListDetail DescriptionListTerm Canvas Video Audio Details DisclosureTriangle "
    "SvgRoot Figcaption Pre MenuListPopup EmbeddedObject PluginObject LayoutTable LayoutTableRow LayoutTableCell "
    "Date DateTime InputTime ColorWell IframePresentational Ruby RubyAnnotation sectionheader sectionfooter "
    "time code strong emphasis paragraph blockquote term definition mark superscript subscript insertion deletion "
    "rowgroup row caption".split()
)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    add_page_options(parser)
    parser.add_argument("--differences", type=int, default=40, help="how many differences are printed")
    arguments = parser.parse_args()
    pages = asked_pages(parser, arguments)
    counts: Counter[str] = Counter()
    with serving(pages.answers) as site, browsing() as browser:
        for path in pages.paths:
            _compare(site, browser, path, counts, arguments.differences)
    total = max(1, counts["elements"])
    figures = {"pages": counts["pages"], "left_out": counts["left out"], "elements": counts["elements"]}
    shares = {name: round(counts[name] / total, 4) for name in ("role", "name", "both")}
    print(json.dumps({**figures, **shares}))


def _compare(site: Site, browser: Browser, path: str, counts: Counter[str], shown: int) -> None:
    page = document(site, path)
    browser.open(site.origin + path)
    order = document_order(browser)
    if [name for name, _ in order] != [element.name.lower() for element in page.elements]:
        counts["left out"] += 1
        return
    counts["pages"] += 1
    index = {identifier: number for number, (_, identifier) in enumerate(order)}
    browser.ask("Accessibility.enable")
    for node in browser.ask("Accessibility.getFullAXTree")["nodes"]:
        if not node.get("ignored") and node.get("backendDOMNodeId") in index:
            _count(page, index[node["backendDOMNodeId"]], node, path, counts, shown)


def document_order(browser: Browser) -> list[tuple[str, int]]:
    """The names of the page's elements and the browser's numbers for them, in document order."""
    found: list[tuple[str, int]] = []
    waiting: list[Any] = [browser.ask("DOM.getDocument", depth=-1)["root"]]
    while waiting:
        node = waiting.pop()
        if node["nodeType"] == 1:
            found.append((node["localName"].lower(), node["backendNodeId"]))
        waiting.extend(reversed(node.get("children", ())))
    return found


def _plain(name: str) -> str:
    """A name without what browsers disagree on: upper case by CSS, and signs of icon fonts."""
    return " ".join(_ICONS.sub(" ", name).lower().split())


def _count(page: Document, number: int, node: Any, path: str, counts: Counter[str], shown: int) -> None:
    role = _SAME.get(node["role"]["value"], node["role"]["value"])
    element = page.elements[number]
    if role in _OPEN or not role.islower() or (role == "form" and not page.accessible.name(element)):
        return
    name = " ".join(node.get("name", {}).get("value", "").split())
    name = _plain(name)
    found = page.accessible.role(element), page.accessible.name(element)
    ours = (_SAME.get(found[0], found[0]), _plain(found[1]))
    counts["elements"] += 1
    counts["role"] += ours[0] == role
    counts["name"] += ours[1] == name
    counts["both"] += ours == (role, name)
    if ours != (role, name):
        key = f"differs {path} {element.name} {ours[0]} {role}"
        counts[key] += 1
        if counts["shown"] < shown and counts[key] <= 2:
            counts["shown"] += 1
            place: Any = page.place(element)
            print(f"{path}:{place.line} {place.snippet[:70]} ours {ours[0]} {ours[1][:60]!r} / {role} {name[:60]!r}")


if __name__ == "__main__":
    main()
