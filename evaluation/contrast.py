"""
Compare verdicts on contrast with those of axe-core in Chromium.

    python evaluation/contrast.py [DIR [--alone]] [--differences N]

The pages are those of DIR and, but for ``--alone``, of packages that are installed in a cache folder. Compared are the
elements whose own text both measure, at the levels AA and AAA: the verdicts, and the ratios. What only one of the two
measures (the other cannot tell what is behind the text, or holds that nobody sees it) is counted beside. Prints the
first differences, and last one JSON line.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.axe_core import AxeCore, Results
from evaluation.real_pages import add_page_options, asked_pages, document
from sitescan.document.contrast.text_contrast import Text, texts
from sitescan.document.document import Document
from tests.chromium import browsing
from tests.site import serving

#: Minimal ratios of small and large text by axe-core's rule, https://www.w3.org/TR/WCAG22/#contrast-minimum.
_RULES = {"color-contrast": (4.5, 3.0), "color-contrast-enhanced": (7.0, 4.5)}
#: axe-core rounds colors to whole numbers of 255 and ratios down to hundredths.
_CLOSE = 0.06


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    add_page_options(parser)
    parser.add_argument("--differences", type=int, default=40, help="how many differences are printed")
    arguments = parser.parse_args()
    pages = asked_pages(parser, arguments)
    core = AxeCore(_RULES, ("violations", "incomplete", "passes"))
    counts: Counter[str] = Counter()
    with serving(pages.answers) as site, browsing() as browser:
        for path in pages.paths:
            page = document(site, path)
            _compare(page, path, core.results(browser, site.origin + path), counts, arguments.differences)
    both = max(1, counts["both"])
    figures = {
        "pages": len(pages.paths),
        **{name: counts[name] for name in ("both", "axe_only", "ours_only", "neither")},
    }
    shares = {f"same_{name}": round(counts[name] / both, 4) for name in ("verdict", "ratio")}
    print(json.dumps({**figures, **shares, "falsely_failed": counts["falsely failed"], "missed": counts["missed"]}))


def _compare(page: Document, path: str, results: Results, counts: Counter[str], shown: int) -> None:
    ours = {page.order[id(text.tag)]: text for text in texts(page)}
    for rule in _RULES:
        verdicts = {one.at: (True, _ratio(one.data)) for one in results.passes if one.rule == rule}
        verdicts |= {one.at: (False, _ratio(one.data)) for one in results.violations if one.rule == rule}
        theirs = {at: (passes, ratio) for at, (passes, ratio) in verdicts.items() if ratio is not None}
        review = {one.at for one in results.incomplete if one.rule == rule}
        counts["axe_only"] += len(theirs.keys() - ours.keys())
        counts["ours_only"] += len(ours.keys() - theirs.keys())
        counts["neither"] += len(review - ours.keys())
        for at in sorted(theirs.keys() & ours.keys()):
            passes, ratio = theirs[at]
            mine = _passes(ours[at], rule)
            counts["both"] += 1
            counts["verdict"] += mine is passes
            counts["ratio"] += abs(ours[at].ratio - (ratio or 0)) < _CLOSE
            counts["falsely failed"] += passes and not mine
            counts["missed"] += mine and not passes
            if mine is not passes or abs(ours[at].ratio - (ratio or 0)) >= _CLOSE:
                _tell(page, path, ours[at], ratio, counts, shown)


def _passes(text: Text, rule: str) -> bool:
    """The verdict in axe-core's terms: what is below AA already, it does not report at AAA again."""
    least = _RULES["color-contrast"][text.large]
    return text.ratio >= _RULES[rule][text.large] or (rule == "color-contrast-enhanced" and text.ratio < least)


def _ratio(data: tuple[Any, ...]) -> float | None:
    """The ratio that axe-core measured; ``None`` where it did not need to."""
    return next((float(one["contrastRatio"]) for one in data if one and one.get("contrastRatio")), None)


def _tell(page: Document, path: str, text: Text, ratio: float | None, counts: Counter[str], shown: int) -> None:
    counts["shown"] += 1
    if counts["shown"] <= shown:
        place: Any = page.place(text.tag)
        print(f"{path}:{place.line} {place.snippet[:80]} ours {text.description} / {ratio}")


if __name__ == "__main__":
    main()
