"""Scripts write structured data of the page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.structured_data.items import items
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_OFFER = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Offer","price":"2"}</script>'


def check(document: Document) -> Iterator[Finding]:
    """Report each element with an item whose type no item has that was sent."""
    if not document.is_rendered:
        return
    sent = {kind for item in items(document.source) for kind in item.types}
    reported: set[int] = set()
    for item in items(document):
        added = [kind for kind in item.types if kind not in sent]
        if added and id(item.tag) not in reported:
            reported.add(id(item.tag))
            yield Finding(item.tag, detail=", ".join(added))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts write structured data",
    passed="Structured data is in the HTML that is sent",
    subjects=("script",),
    applies=items,
    needs=lambda document: document.is_rendered,
    description=(
        "{count:1 element has|# elements have} structured data that the HTML doesn't have as it was sent. Google reads "
        "them after it has run the scripts. For products, it recommends to send them in the HTML, since prices change "
        "faster than pages are rendered. Other services may not see them."
    ),
    recommendation="Send structured data in the HTML.",
    how_to_fix="Write the JSON-LD where the HTML is made, on the server or when you build the site.",
    sources=(
        "https://developers.google.com/search/docs/appearance/structured-data/generate-structured-data-with-javascript",
    ),
    examples=(
        Bad("<p>Pears", rendered=f"<p>Pears{_OFFER}"),
        Good(f"<p>Pears{_OFFER}", rendered=f"<p>Pears{_OFFER}"),
        Good(f"<p>Pears{_OFFER}", rendered="<p>Pears"),
        Good(f"<p>Pears{_OFFER}"),
    ),
)
