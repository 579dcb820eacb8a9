import re

from sitescan.document.change import zoomable
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern

_SCALE = lazy_pattern(r"maximum-scale\s*=\s*([0-9]+(?:\.[0-9]+)?)", re.IGNORECASE)
_ENOUGH = 5.0
_TOO_LITTLE = 2.0


def check(document: Document) -> Findings:
    """Report a viewport that limits zooming to between 200% and 500%."""
    for meta in document.metas("viewport")[-1:]:
        match = _SCALE.search(str(meta.attrs.get("content", "")))
        if match and _TOO_LITTLE <= float(match[1]) < _ENOUGH:
            yield Finding(meta, change=zoomable(meta))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page limits zooming to less than 500%",
    passed="Page can be zoomed to 500%",
    applies=lambda document: "scal" not in (document.meta("viewport") or "").lower().replace("initial-scale", ""),
    description=(
        "The viewport meta tag prevents visitors from zooming to 500%. Some people with low vision need that much "
        "(best practice for WCAG 2.2, 1.4.4 Resize Text, level AA)."
    ),
    recommendation="Remove maximum-scale from the viewport meta tag.",
    how_to_fix=(
        'Without maximum-scale, visitors can zoom as far as they need: <meta name="viewport" '
        'content="width=device-width, initial-scale=1">'
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/resize-text",),
    covers=("axe:meta-viewport-large",),
    examples=(
        Bad('<meta name="viewport" content="width=device-width, maximum-scale=3">'),
        Good('<meta name="viewport" content="width=device-width">'),
        Good('<meta name="viewport" content="maximum-scale=5">'),
        Good('<meta name="viewport" content="maximum-scale=1">'),
    ),
)
