"""
Compare measured contrast with the pixels that Chromium draws, on small pages that are easily misjudged.

DATA is a list of pages, one line of JSON each: ``name``, ``html``, and ``no_text`` if WCAG asks nothing of the text.
The text is that of the element ``t``. A text agrees if the scanner measures the contrast that the pixels show, is
silent if the scanner does not judge it, and missed if the scanner judges too little contrast as enough. It is false if
the scanner reports too little contrast and the pixels show enough, a ratio that differs by more than a twentieth, or
no text.
"""

import argparse
import json
from collections import Counter

from evaluation.browser_pages import chromium
from evaluation.drawn_text import Drawn, drawn, shown
from evaluation.real_pages import document
from evaluation.results import Results
from sitescan.document.contrast.text_contrast import Text, texts
from tests.site import Answered, page, serving

SAMPLE = "contrast.jsonl"

#: The beginning of each page: bold letters, so that their inner pixels have the color of the text.
_START = (
    "<!doctype html><html lang=en><title>Memo</title>"
    "<style>body{margin:8px;font:700 40px/1.2 sans-serif}p{margin:0}</style>"
)
#: The stylesheets that the pages load.
_SHEETS = {
    "/dark.css": "body{background:#111}",
    "/white.css": "#t{color:#fff}",
    "/pale.css": "#t{color:#ccc}",
    "/black.css": "#t{color:#000}",
}
_LEAST, _LEAST_LARGE = 4.5, 3.0
_TOLERANCE = 0.05


def run(options: argparse.Namespace, results: Results) -> None:
    """Measure each text and compare."""
    cases = [json.loads(line) for line in options.data.read_text(encoding="utf-8").splitlines()]
    answers = {f"/{at}": page(_START + case["html"]) for at, case in enumerate(cases)}
    answers |= {path: Answered(css.encode(), 200, (("Content-Type", "text/css"),)) for path, css in _SHEETS.items()}
    counts = Counter(agree=0, silent=0, unseen=0, missed=0, false=0)
    with serving(answers) as site, chromium() as browser:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        for at, case in results.cases(enumerate(cases)):
            ours = next((text for text in texts(document(site, f"/{at}")) if text.tag.get("id") == "t"), None)
            browser.open(f"{site.origin}/{at}")
            theirs = None if case.get("no_text") else drawn(browser)
            outcome = _outcome(ours, theirs)
            counts[outcome] += 1
            if outcome != "agree":
                description = ours.description if ours else None
                results.show(case=case["name"], outcome=outcome, ours=description, pixels=shown(theirs))
    results.figures |= counts


def _outcome(ours: Text | None, theirs: Drawn | None) -> str:
    """Return the outcome of a case; ``unseen`` if no text is visible and none is judged."""
    if ours is None:
        return "silent" if theirs is not None else "unseen"
    least = _LEAST_LARGE if ours.large else _LEAST
    if theirs is None:
        return "false" if ours.ratio < least else "agree"
    if ours.ratio >= least:
        return "agree" if theirs.ratio >= least else "missed"
    close = abs(ours.ratio - theirs.ratio) <= _TOLERANCE * theirs.ratio + 0.02
    return "agree" if theirs.ratio < least and close else "false"
