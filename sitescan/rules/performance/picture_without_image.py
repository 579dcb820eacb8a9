"""Picture elements have no img."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report pictures with sources but no img; scripts fill those that have neither."""
    for tag in document.all("picture"):
        names = {inside.name for inside in elements(tag)}
        if "source" in names and "img" not in names and not document.in_noscript(tag):
            yield Finding(tag)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Picture elements have no img",
    passed="Picture elements have an img",
    subjects=("picture",),
    description=(
        "{count:# <picture> element has|# <picture> elements have} sources but no <img>. Browsers then show "
        "nothing: <picture> only chooses the file, and the <img> inside it displays it."
    ),
    recommendation="Put an <img> at the end of each <picture>.",
    how_to_fix=(
        '<picture><source type="image/avif" srcset="pear.avif"><img src="pear.jpg" width="800" height="600" '
        'alt="A pear"></picture>'
    ),
    sources=("https://html.spec.whatwg.org/multipage/embedded-content.html#the-picture-element",),
    examples=(
        Bad('<picture><source srcset="a.avif"></picture>'),
        Good('<picture><source srcset="a.avif"><img src="a.jpg" alt=""></picture>'),
        Good('<picture class="filled-by-script"></picture>'),
        Good('<picture><source srcset="a.avif"><a href="/"><img src="a.jpg" alt=""></a></picture>'),
    ),
)
