from bs4.element import Tag

from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_DEEP = 32


def check(document: Document) -> Findings:
    """Report the first of the deepest elements if its depth is more than 32 and within the limit of browsers."""
    if document.flattened:
        return
    depths: dict[int, int] = {}
    deepest: tuple[int, Tag | None] = (0, None)
    for tag in document.elements:
        depth = depths[id(tag)] = depths.get(id(tag.parent), 0) + 1
        if depth > deepest[0]:
            deepest = (depth, tag)
    if deepest[0] > _DEEP:
        yield Finding(deepest[1], depth=deepest[0])


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Elements are nested too deeply",
    passed="Elements are nested at most 32 levels deep",
    applies=lambda document: not document.flattened,
    description=(
        "Elements are nested {depth} levels deep. Deep nesting slows down style and layout, and usually comes "
        "from wrapper elements that do nothing."
    ),
    recommendation="Remove wrapper elements that exist only for layout.",
    how_to_fix=(
        "CSS grid and flexbox need one container, not one for each row and column. Page builders often have a "
        "setting for leaner markup."
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/dom-size",),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<div>" * 40), Good("<div>" * 20), Good("<div></div>" * 100)),
)
