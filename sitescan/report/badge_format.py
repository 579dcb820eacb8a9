"""The format ``badge``: an image with the overall score, for a README or a page."""

from collections.abc import Sequence

from sitescan.model.report import Report
from sitescan.report.wording import grade

#: White text on each of them has a contrast of at least 4.5:1.
_COLORS = {"good": "#17763a", "fair": "#9a5b00", "poor": "#b8232f"}

#: Both texts have the same width in each font.
_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="92" height="20" role="img" aria-label="{label}">
<title>{label}</title>
<rect width="58" height="20" fill="#444"/>
<rect x="58" width="34" height="20" fill="{color}"/>
<g fill="#fff" text-anchor="middle" font-family="sans-serif" font-size="11">
<text x="29" y="14" textLength="46">sitescan</text>
<text x="75" y="14" textLength="{width}">{score}</text>
</g>
</svg>
"""


def badge(reports: Sequence[Report]) -> str:
    """Return an SVG with the lowest overall score of the reports; it needs no other server and no font."""
    if not reports:
        return _SVG.format(label="sitescan: not scanned", color="#444", width=7, score="–")
    score = min(report.overall_score for report in reports)
    label = f"sitescan: {score} of 100"
    return _SVG.format(label=label, color=_COLORS[grade(score)], width=7 * len(str(score)), score=score)
