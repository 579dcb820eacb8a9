from sitescan.document.accessibility.roles import written_role
from sitescan.document.tree import SVG
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: Roles that require a name, as a graphics-object does not: https://www.w3.org/TR/graphics-aria-1.0/#role_definitions
_ROLES = frozenset({"graphics-document", "graphics-symbol", "img"})


def check(document: Document) -> Findings:
    """Report exposed SVG elements with an explicit graphics role but without a name."""
    accessible = document.accessible
    for drawing in accessible.having(*sorted(_ROLES)):
        if drawing.namespace == SVG and written_role(drawing) in _ROLES and accessible.nameless(drawing):
            yield Finding(drawing, change=changed(drawing, "…", aria_label="(what it shows)"))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="SVG images have no accessible name",
    passed="SVG images with a role have a name",
    subjects=("svg",),
    scope="element",
    description=(
        "{count:# SVG element is marked as an image but has|# SVG elements are marked as images but have} no "
        'accessible name. Screen readers announce only "image" (WCAG 2.2, 1.1.1 Non-text Content, level A).'
    ),
    recommendation=(
        "Name each SVG image with a title element or aria-label, or hide it with aria-hidden if it is decorative."
    ),
    how_to_fix=(
        'For example: <svg role="img"><title>Sales rose by a third</title>...</svg> or <svg role="img" '
        'aria-label="Sales rose by a third">. If it is decorative: <svg aria-hidden="true">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/7d6734/",
    ),
    covers=(
        "act:7d6734",
        "axe:svg-img-alt",
    ),
    examples=(
        Bad('<svg role="img"><circle r="4"/></svg>'),
        Bad('<svg role="img"><title> </title><circle r="4"/></svg>'),
        Good('<svg role="img"><title>One circle</title><circle r="4"/></svg>'),
        Good('<svg role="img" aria-label="One circle"></svg>'),
        Good('<svg><circle r="4"/></svg>'),
        Good('<svg role="img" aria-hidden="true"></svg>'),
        Good('<svg><circle role="graphics-symbol" aria-label="One circle" r="4"/></svg>'),
        Good('<svg aria-label="Two circles"><g role="graphics-object"><circle r="4"/><circle r="4"/></g></svg>'),
    ),
)
