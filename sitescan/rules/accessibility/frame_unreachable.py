from itertools import islice

from sitescan.document.accessibility.exposure import tabindex
from sitescan.model.exchange import Page
from sitescan.rules.authoring import (
    Bad,
    Document,
    Exchange,
    Finding,
    Findings,
    Good,
    Headers,
    Rule,
    Severity,
    attr,
    changed,
)

#: The number of frames whose inline documents are examined: each may take as long as a page.
_MOST_FRAMES = 3
_UTF8 = Headers((("Content-Type", "text/html; charset=utf-8"),))


def check(document: Document) -> Findings:
    """Report frames outside the tab order whose inline document contains tabbable elements."""
    skipped = (frame for frame in document.having("srcdoc") if frame.name == "iframe" and (tabindex(frame) or 0) < 0)
    for frame in islice(filter(document.accessible.exposed, skipped), _MOST_FRAMES):
        source = attr(frame, "srcdoc", "")
        exchange = Exchange(requested=document.url, url=document.url, status=200, headers=_UTF8)
        inside = Document(Page(exchange=exchange, body=source.encode("utf-8", "replace")))
        if any(inside.accessible.tabbable(element) for element in inside.elements):
            yield Finding(frame, change=changed(frame, tabindex=None))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Frames can't be reached with the keyboard",
    passed="Frames with srcdoc can be reached by keyboard",
    subjects=("[srcdoc]",),
    description=(
        '{count:# frame has tabindex="-1" although it contains|# frames have tabindex="-1" although they contain} '
        "links or controls. Keyboard users can't reach these (WCAG 2.2, 2.1.1 Keyboard, level A)."
    ),
    recommendation="Remove the negative tabindex from frames that contain links or controls.",
    how_to_fix=(
        'Write <iframe src="/form" title="Registration"> without tabindex. To hide a frame from everyone, '
        "use <iframe hidden>."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/keyboard",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/akn7bn/",
    ),
    covers=(
        "act:akn7bn",
        "axe:frame-focusable-content",
    ),
    examples=(
        Bad('<iframe tabindex="-1" title="A" srcdoc="<a href=/>Home</a>"></iframe>'),
        Good('<iframe title="A" srcdoc="<a href=/>Home</a>"></iframe>'),
        Good('<iframe tabindex="-1" srcdoc="<p>Hello"></iframe>'),
        Good('<iframe tabindex="-1" hidden srcdoc="<a href=/>Home</a>"></iframe>'),
        Good('<iframe tabindex="-1" srcdoc="<a href=/ tabindex=-1>Home</a>"></iframe>'),
        Good('<iframe tabindex="-1" src="/form"></iframe>'),
    ),
)
