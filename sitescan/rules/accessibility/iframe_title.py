"""Frames have no title."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.exposure import tabindex
from sitescan.document.mended import mended
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_UNSEEN = frozenset({"0", "0px", "1", "1px"})
_NO_SIZE = re.compile(r"(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$)")


def check(document: Document) -> Iterator[Finding]:
    """Report exposed frames that people can enter and that have no name; counting pixels are left out."""
    accessible = document.accessible
    for frame in document.all("frame", "iframe"):
        if not accessible.exposed(frame) or "role" in frame.attrs or (tabindex(frame) or 0) < 0:
            continue
        unseen = {attr(frame, "width", ""), attr(frame, "height", "")} <= _UNSEEN or _NO_SIZE.search(
            attr(frame, "style", "")
        )
        if not unseen and accessible.nameless(frame):
            yield Finding(frame, mended=mended(frame, title="(what it shows)"))


RULE = Rule(
    id="accessibility/iframe-title",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Frames without a title",
    description=(
        "{count:# frame has|# frames have} no title. People who use a screen reader hear that there is "
        "a frame, but must enter it to learn what it holds (WCAG 2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each iframe a title that names its content.",
    how_to_fix=(
        '<iframe src="/map" title="Map of our shops"></iframe>. A frame that nobody should enter: '
        '<iframe hidden> or style="display: none".'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/name-role-value",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/",
    ),
    covers=(
        "act:cae760",
        "axe:frame-title",
        "lighthouse:frame-title",
    ),
    examples=(
        Bad('<iframe src="/map"></iframe>'),
        Bad('<iframe src="/map" title=" "></iframe>'),
        Good('<iframe src="/map" title="Map of our shops"></iframe>'),
        Good('<iframe src="/map" aria-label="Map"></iframe>'),
        Good('<iframe src="/count" style="display:none"></iframe>'),
        Good('<iframe src="/map" tabindex="-1"></iframe>'),
        Good('<iframe src="/count" width="1" height="1"></iframe>'),
        Good('<p><noscript><iframe src="/count"></iframe></noscript>'),
    ),
)
