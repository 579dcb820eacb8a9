"""
Compare the contrast of texts with the pixels that Chromium draws, on small pages that are easily misjudged.

    python evaluation/pixel_contrast.py [--case NAME] [--all]

The pages are those of ``evaluation/contrast_cases.py``, scripts are on. A text agrees where the scanner measures its
contrast as the pixels show it, is silent where it says nothing, missed where it takes too little for enough. It is
false where the scanner reports too little and the pixels show enough, a ratio that is more than a twentieth off, or
nothing at all. Prints what is false (with ``--all`` all that does not agree), and last one JSON line.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.contrast_cases import CASES, NO_TEXT, SHEETS, START
from evaluation.pixels import Drawn, drawn
from evaluation.real_pages import document
from sitescan.document.contrast.text_contrast import Text, texts
from tests.chromium import browsing
from tests.site import HTML, Answered, serving

_LEAST, _LEAST_LARGE = 4.5, 3.0
_CLOSE = 0.05


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--case", help="only the pages whose name begins so")
    parser.add_argument("--all", action="store_true", help="print what is silent as well")
    arguments = parser.parse_args()
    names = [name for name in CASES if name.startswith(arguments.case or "")]
    answers = {
        f"/{at}": Answered((START + CASES[name]).encode(), 200, (("Content-Type", HTML),))
        for at, name in enumerate(names)
    }
    answers |= {path: Answered(css.encode(), 200, (("Content-Type", "text/css"),)) for path, css in SHEETS.items()}
    counts: Counter[str] = Counter()
    with serving(answers) as site, browsing() as browser:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        for at, name in enumerate(names):
            page = document(site, f"/{at}")
            ours = next((text for text in texts(page) if text.tag.get("id") == "t"), None)
            browser.open(f"{site.origin}/{at}")
            theirs = None if name in NO_TEXT else drawn(browser)
            outcome = _outcome(ours, theirs)
            counts[outcome] += 1
            if outcome == "false" or (arguments.all and outcome != "agree"):
                print(f"{outcome:8} {name}: ours {ours.description if ours else '-'}, pixels {_told(theirs)}")
    print(
        json.dumps(
            {"cases": len(names), **{name: counts[name] for name in ("agree", "silent", "unseen", "missed", "false")}}
        )
    )


def _outcome(ours: Text | None, theirs: Drawn | None) -> str:
    """``unseen`` where there is nothing to see and nothing is said."""
    if ours is None:
        return "silent" if theirs is not None else "unseen"
    least = _LEAST_LARGE if ours.large else _LEAST
    if theirs is None:
        return "false" if ours.ratio < least else "agree"
    if ours.ratio >= least:
        return "agree" if theirs.ratio >= least else "missed"
    close = abs(ours.ratio - theirs.ratio) <= _CLOSE * theirs.ratio + 0.02
    return "agree" if theirs.ratio < least and close else "false"


def _told(theirs: Drawn | None) -> str:
    if theirs is None:
        return "nothing"
    shown = ("#" + "".join(f"{part:02x}" for part in pixel) for pixel in (theirs.foreground, theirs.background))
    return f"{theirs.ratio:.2f}:1, {' on '.join(shown)}"


if __name__ == "__main__":
    main()
