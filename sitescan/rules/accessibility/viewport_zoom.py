import re

from sitescan.document.change import zoomable
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern

_SPLIT = lazy_pattern(r"[,;\s]+")
_NUMBER = lazy_pattern(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_ENOUGH = 2.0


def check(document: Document) -> Findings:
    """Report viewport settings that prevent zooming, or limit it to less than 200%."""
    for meta in document.all("meta"):
        if attr(meta, "name", "").strip().lower() != "viewport":
            continue
        content = re.sub(r"(?<!\s)\s*=\s*", "=", attr(meta, "content", "").lower())
        settings = dict(part.partition("=")[::2] for part in _SPLIT.split(content))
        scalable, largest = settings.get("user-scalable"), settings.get("maximum-scale")
        if scalable is not None and not _scalable(scalable):
            yield Finding(meta, detail="user-scalable", change=zoomable(meta))
        elif largest is not None and not _large(largest):
            yield Finding(meta, detail="maximum-scale", change=zoomable(meta))


def _scalable(value: str) -> bool:
    number = _NUMBER.match(value)
    return value in ("yes", "device-width", "device-height") or (number is not None and abs(float(number.group())) >= 1)


def _large(value: str) -> bool:
    if value in ("device-width", "device-height"):
        return True
    number = _NUMBER.match(value)
    return number is not None and not 0 <= float(number.group()) < _ENOUGH


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page prevents zooming to 200%",
    passed="Page can be zoomed to 200%",
    scope="tag",
    in_frames=False,
    description=(
        "The viewport meta tag prevents visitors from zooming to 200%. People with low vision can't read the page on a "
        "phone (WCAG 2.2, 1.4.4 Resize Text, level AA)."
    ),
    recommendation="Remove user-scalable and maximum-scale from the viewport meta tag.",
    how_to_fix=(
        'Without user-scalable and maximum-scale, visitors can zoom as far as they need: <meta name="viewport" '
        'content="width=device-width, initial-scale=1">'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/resize-text",
        "https://drafts.csswg.org/css-viewport/#viewport-meta",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/",
    ),
    covers=(
        "act:b4f0c3",
        "axe:meta-viewport",
        "lighthouse:meta-viewport",
    ),
    examples=(
        Bad('<meta name="viewport" content="width=device-width, user-scalable=no">'),
        Bad('<meta name="viewport" content="initial-scale=1;maximum-scale=1.0">'),
        Bad('<meta name="viewport" content="user-scalable=0">'),
        Bad('<meta name="viewport" content="maximum-scale = 1">'),
        Good('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Good('<meta name="viewport" content="maximum-scale=5, user-scalable=yes">'),
        Good('<meta name="viewport" content="maximum-scale=-1">'),
        Good('<meta name="viewport" content="user-scalable=1">'),
        Good('<meta name="viewport">'),
    ),
)
