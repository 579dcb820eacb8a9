"""Structured data that names a property twice."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.json_ld import json_ld
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each JSON-LD block in which one object has a name more than once."""
    for block in json_ld(document):
        if block.repeated:
            yield Finding(block.tag, detail=f"repeated: {shorten(', '.join(block.repeated[:5]))}")


RULE = Rule(
    id="seo/json-ld-repeated",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Repeated names in structured data",
    description=(
        "{count:# JSON-LD block has|# JSON-LD blocks have} an object with the same name twice. Readers keep the last "
        "value and drop the others, so a part of what you say is lost."
    ),
    recommendation="Put several values of one name into a list.",
    how_to_fix='Instead of two entries "image", write one: "image": ["https://example.com/1.jpg", "https://example.com/2.jpg"]',
    sources=("https://www.rfc-editor.org/rfc/rfc8259#section-4",),
    examples=(
        Bad('<script type="application/ld+json">{"image": "1.jpg", "image": "2.jpg"}</script>'),
        Bad('<script type="application/ld+json">[{"offers": {"price": 1, "price": 2}}]</script>'),
        Good('<script type="application/ld+json">{"image": ["1.jpg", "2.jpg"], "offers": {"image": "3.jpg"}}</script>'),
        Good('<script type="application/ld+json">{"a": 1, "a": 2,}</script>'),
    ),
)
