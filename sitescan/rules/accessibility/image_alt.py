"""Images have no text alternative."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import SVG, attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report images, by element or role, that are exposed and have no name."""
    accessible = document.accessible
    for image in accessible.having("img"):
        if image.namespace != SVG and accessible.nameless(image):
            name = "alt" if image.name == "img" else "aria-label"
            dot = name == "alt" and {attr(image, "width", ""), attr(image, "height", "")} <= {"0", "1"}
            yield Finding(image, fixed_markup=fixed_markup(image, **{name: "" if dot else "(what it shows)"}))


RULE = Rule(
    id="accessibility/image-alt",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Images without alternative text",
    description=(
        "{count:# image has|# images have} no text alternative. Screen readers announce such an image "
        "by its file name or skip it, so people who cannot see it miss what it says (WCAG 2.2, 1.1.1 "
        "Non-text Content, level A)."
    ),
    recommendation=(
        "Give each image an alt text that says what the image says, or an empty alt where it is decoration."
    ),
    how_to_fix=(
        'Describe what the image tells: <img src="team.jpg" alt="The team in front of the new shop">. '
        'Where it is mere decoration, say so: <img src="swirl.png" alt="">. For a drawing made '
        'otherwise: <div role="img" aria-label="Four of five stars">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://html.spec.whatwg.org/multipage/images.html#alt",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/",
    ),
    covers=(
        "act:23a2a8",
        "axe:image-alt",
        "axe:role-img-alt",
        "lighthouse:image-alt",
    ),
    examples=(
        Bad('<img src="pears.jpg">'),
        Bad('<img src="pears.jpg" alt=" ">'),
        Bad('<div role="img" style="background: url(pears.jpg)"></div>'),
        Bad('<img src="pears.jpg" alt="" tabindex="0">'),
        Good('<img src="pears.jpg" alt="Three pears">'),
        Good('<img src="line.png" alt="">'),
        Good('<img src="line.png" role="presentation">'),
        Good('<img src="pears.jpg" title="Three pears">'),
        Good('<div hidden><img src="pears.jpg"></div>'),
        Good('<style>.off { display: none }</style><img class="off" src="pears.jpg">'),
        Good('<p><noscript><img src="/count?1" height="1" width="1"></noscript>'),
        Good('<span aria-hidden="true"><img src="pears.jpg"></span>'),
    ),
)
