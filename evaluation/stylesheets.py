"""
Compare the computed styles of real pages, stylesheets read as far as a page needs, with those of the eager reading.

    python evaluation/stylesheets.py [FOLDER ...]

The pages are those of ``evaluation/styles.py`` and of the folders, with their stylesheets; each element is compared in
every property that is kept, at rest and with the focus. The eager reading is the reference of the tests. Prints the
first differences, and last one JSON line.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.real_pages import document, real_pages
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.declarations import KEPT
from sitescan.document.css.media import Screen
from sitescan.document.css.page_stylesheets import PageSheets, page_styles
from sitescan.document.css.stylesheets import StyleRules
from sitescan.document.document import Document
from sitescan.document.quirks import quirky
from tests.document.css.eager_stylesheets import EagerStyleRules
from tests.site import serving

_SHOWN = 20


def main() -> None:
    """Compare."""
    counts: Counter[str] = Counter()
    for folder in [Path(one) for one in sys.argv[1:]] or [None]:  # type: ignore[list-item]  # the packages alone
        pages = real_pages(folder)
        with serving(pages.answers) as site:
            for path in pages.paths:
                _compare(path, document(site, path), counts)
    print(json.dumps(dict(counts)))


def _compare(path: str, page: Document, counts: Counter[str]) -> None:
    counts["pages"] += 1
    eager = _eager(page)
    counts["complete differs"] += eager.complete is not page.styles.complete
    for element in page.elements:
        counts["elements"] += 1
        for name, mine, theirs in _facts(page.styles, eager, element):
            counts["pairs"] += 1
            if mine != theirs:
                counts["differences"] += 1
                if counts["differences"] <= _SHOWN:
                    print(f"{path} <{element.name} class={element.get('class')}> {name}: {mine} / {theirs}")


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
    """The styles of a page, all of its stylesheets read."""
    sheets = PageSheets(page.all("link", "style"), page.sheets, page.base_url, quirky(page.doctype, page.decoded.text))

    def rules(screen: Screen, fetched: Any, resolve: Any, _present: Any) -> StyleRules:
        found: Any = EagerStyleRules(screen, fetched, resolve)
        return found  # type: ignore[no-any-return]  # it reads alike

    return page_styles(page.elements, sheets, Screen(), rules)


if __name__ == "__main__":
    main()
