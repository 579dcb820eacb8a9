"""
Hold the texts of too little contrast that are reported on real pages against the pixels that Chromium draws.

    python evaluation/pixel_pages.py [DIR [--alone]] [--most N]

The pages are those of DIR and, but for ``--alone``, of packages that are installed in a cache folder, their scripts
off. At most N texts of a page are looked at, each found by the selector of its report, which must match one element. A
text is true where its pixels show too little contrast as well, and false where they show enough or nobody sees it.
Prints what is false, and last one JSON line.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.pixels import drawn
from evaluation.real_pages import add_page_options, asked_pages, document
from sitescan.document.contrast.text_contrast import texts
from sitescan.document.document import Document
from tests.chromium import Browser, browsing
from tests.site import serving

_LEAST, _LEAST_LARGE = 4.5, 3.0
#: Small letters are smoothed: even their inner pixels are not as dark as their color.
_SMOOTHED = 0.35


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    add_page_options(parser)
    parser.add_argument("--most", type=int, default=6, help="how many texts of a page are looked at")
    arguments = parser.parse_args()
    pages = asked_pages(parser, arguments)
    counts: Counter[str] = Counter()
    with serving(pages.answers) as site, browsing() as browser:
        for path in pages.paths:
            page = document(site, path)
            browser.open(site.origin + path)
            browser.ask("Emulation.setScriptExecutionDisabled", value=False)
            _compare(page, path, browser, counts, arguments.most)
            browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    names = ("texts", "true", "false", "selectors", "unique")
    print(json.dumps({"pages": len(pages.paths), **{name: counts[name] for name in names}}))


def _compare(page: Document, path: str, browser: Browser, counts: Counter[str], most: int) -> None:
    reported = [text for text in texts(page) if text.ratio < (_LEAST_LARGE if text.large else _LEAST)]
    step = max(1, len(reported) // most)
    for text in reported[::step][:most]:
        place: Any = page.place(text.tag)
        counts["selectors"] += 1
        counts["unique"] += browser.run(f"document.querySelectorAll({json.dumps(place.selector)}).length") == 1
        theirs = drawn(browser, place.selector)
        counts["texts"] += 1
        least = _LEAST_LARGE if text.large else _LEAST
        true = theirs is not None and theirs.ratio < least and theirs.ratio > text.ratio * (1 - _SMOOTHED) - 0.1
        counts["true" if true else "false"] += 1
        if not true:
            seen = f"{theirs.ratio:.2f}:1 {theirs.foreground} on {theirs.background}" if theirs else "nothing"
            print(
                f"{path}:{place.line} {place.snippet[:70]} {place.selector[-60:]} "
                f"ours {text.description}, pixels {seen}"
            )


if __name__ == "__main__":
    main()
