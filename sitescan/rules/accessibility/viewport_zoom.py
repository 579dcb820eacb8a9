"""Page limits zooming."""

import re
from collections.abc import Iterator
from operator import itemgetter

from sitescan.document.change import zoomable
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SPLIT = re.compile(r"[,;\s]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
#: The scales that WCAG asks for, and that some people need, in per cent.
_ENOUGH, _WIDE = 200, 500


def check(document: Document) -> Iterator[Finding]:
    """Report viewport settings that prevent zooming or limit it: an error below 200%, which WCAG asks for."""
    limited: list[tuple[int, Finding]] = []
    for meta in document.all("meta"):
        if attr(meta, "name", "").strip().lower() != "viewport":
            continue
        content = re.sub(r"(?<!\s)\s*=\s*", "=", attr(meta, "content", "").lower())
        settings = dict(part.partition("=")[::2] for part in _SPLIT.split(content))
        scalable, largest = settings.get("user-scalable"), settings.get("maximum-scale")
        if scalable is not None and not _scalable(scalable):
            limited.append((_ENOUGH, Finding(meta, detail="user-scalable", percent=_ENOUGH, change=zoomable(meta))))
        elif largest is not None and (most := _unreached(largest)):
            limited.append((most, Finding(meta, detail="maximum-scale", percent=most, change=zoomable(meta))))
    for most, finding in sorted(limited, key=itemgetter(0)):
        yield finding.of_severity(Severity.ERROR if most == _ENOUGH else Severity.INFO)


def _scalable(value: str) -> bool:
    number = _NUMBER.match(value)
    return value in ("yes", "device-width", "device-height") or (number is not None and abs(float(number.group())) >= 1)


def _unreached(value: str) -> int:
    """Return the scale that a page can't be zoomed to, in per cent; 0 if it can be zoomed far enough."""
    if value in ("device-width", "device-height"):
        return 0
    number = _NUMBER.match(value)
    largest = 100 * float(number.group()) if number is not None else 0
    return next((percent for percent in (_ENOUGH, _WIDE) if 0 <= largest < percent), 0)


RULE = Rule(
    check=check,
    former_ids=("accessibility/viewport-zoom-limited",),
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.ERROR),
    title="Page limits zooming",
    passed="Page can be zoomed without a limit",
    description=(
        "The viewport meta tag prevents visitors from zooming to {percent}%. People with low vision may not be able to "
        "read the page on a phone (WCAG 2.2, 1.4.4 Resize Text, level AA, asks for 200%; some need 500%)."
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
        "axe:meta-viewport-large",
        "lighthouse:meta-viewport",
    ),
    examples=(
        Bad('<meta name="viewport" content="width=device-width, user-scalable=no">'),
        Bad('<meta name="viewport" content="initial-scale=1;maximum-scale=1.0">'),
        Bad('<meta name="viewport" content="user-scalable=0">'),
        Bad('<meta name="viewport" content="maximum-scale = 1">'),
        Bad('<meta name="viewport" content="width=device-width, maximum-scale=3">'),
        Good('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Good('<meta name="viewport" content="maximum-scale=5, user-scalable=yes">'),
        Good('<meta name="viewport" content="maximum-scale=-1">'),
        Good('<meta name="viewport" content="user-scalable=1">'),
        Good('<meta name="viewport">'),
    ),
)
