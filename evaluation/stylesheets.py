"""
Compare computed styles with those of an eager reading of the stylesheets by tinycss2.

DATA is a folder of pages. The scanner reads stylesheets only as far as a page needs them; the reference of the tests
reads all of them. Each element is compared in every property that is kept, at rest and with the focus.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Any

from evaluation.real_pages import document, served
from evaluation.results import Results
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.declarations import KEPT
from sitescan.document.css.media import Screen
from sitescan.document.css.page_stylesheets import PageSheets, page_styles
from sitescan.document.css.stylesheets import StyleRules
from sitescan.document.document import Document
from sitescan.document.quirks import quirky
from tests.document.css.eager_stylesheets import EagerStyleRules
from tests.site import Site

SAMPLE = "site"

_MOST_SHOWN = 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(options: argparse.Namespace, results: Results) -> None:
    """Compute the styles of each page in both ways and compare."""
    counts = Counter(elements=0, pairs=0, differences=0, completeness_differs=0)
    pages = served("/pages", options.data, 10_000)
    site = Site("http://site.test", dict(pages.answers))
    for path in results.cases(pages.paths):
        page = document(site, path)
        eager = _eager(page)
        counts["completeness_differs"] += eager.complete is not page.styles.complete
        for element in page.elements:
            counts["elements"] += 1
            for name, mine, theirs in _facts(page.styles, eager, element):
                counts["pairs"] += 1
                counts["differences"] += mine != theirs
                if mine != theirs and counts["differences"] <= _MOST_SHOWN:
                    shown = f"<{element.name} class={element.get('class')}> {name}"
                    results.show(page=path, element=shown, ours=str(mine), eager=str(theirs))
    results.figures |= counts


def _facts(mine: Styles, theirs: Styles, element: Any) -> Iterator[tuple[str, object, object]]:
    pairs: list[tuple[str, Style | None, Style | None]] = [
        ("", mine.of(element), theirs.of(element)),
        (":focus", mine.focused(element), theirs.focused(element)),
        *((f"::{name}", mine.pseudo(element, name), theirs.pseudo(element, name)) for name in ("before", "after")),
    ]
    for state, one, other in pairs:
        if one is None or other is None:
            yield state, one is None, other is None
            continue
        yield from ((f"{state} {name}", one.get(name), other.get(name)) for name in KEPT)
        yield f"{state} color", one.color, other.color


def _eager(page: Document) -> Styles:
    """Return the styles of a page whose stylesheets are read as a whole."""
    sheets = PageSheets(page.all("link", "style"), page.sheets, page.base_url, quirky(page.doctype, page.decoded.text))

    def rules(screen: Screen, fetched: Any, resolve: Any, _present: Any) -> StyleRules:
        found: Any = EagerStyleRules(screen, fetched, resolve)
        return found  # type: ignore[no-any-return]  # it reads alike

    return page_styles(page.elements, sheets, Screen(), rules)
