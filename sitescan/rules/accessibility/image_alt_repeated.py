"""Alt text repeats the text next to the image."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import ancestors, attr, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_AROUND = frozenset({"button", "cell", "columnheader", "gridcell", "link", "listitem", "paragraph", "rowheader"})


def check(document: Document) -> Iterator[Finding]:
    """Report images whose alternative text is all the text of the link, button, paragraph or cell around them."""
    accessible = document.accessible
    for image in document.all("img"):
        said = " ".join(attr(image, "alt", "").split())
        around = next((one for one in ancestors(image) if accessible.role(one) in _AROUND), None)
        if said and around is not None and accessible.exposed(image) and said.lower() == text(around).lower():
            yield Finding(image, detail=said, fixed_markup=fixed_markup(image, alt=""))


RULE = Rule(
    id="accessibility/image-alt-repeated",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Alt text repeats the text next to the image",
    description=(
        "{count:# image has|# images have} alt text that is identical to the text next to {count:it|them}. Screen "
        "readers announce the same words twice (best practice for WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Empty the alt of an image if the text next to it says the same.",
    how_to_fix='For example: <a href="/pears"><img src="pear.png" alt=""> Pears</a>',
    sources=("https://www.w3.org/WAI/tutorials/images/functional/",),
    covers=("axe:image-redundant-alt", "lighthouse:image-redundant-alt"),
    examples=(
        Bad('<a href="/"><img src="a.png" alt="Pears"> Pears</a>'),
        Bad('<button><img src="a.png" alt="open">Open</button>'),
        Good('<a href="/"><img src="a.png" alt=""> Pears</a>'),
        Good('<a href="/"><img src="a.png" alt="Pears"></a>'),
        Bad('<p><img src="a.png" alt="Pears"> Pears</p>'),
        Good('<p><img src="a.png" alt="Pears"> Pears and apples</p>'),
        Good('<div><img src="a.png" alt="Pears"> Pears</div>'),
    ),
)
