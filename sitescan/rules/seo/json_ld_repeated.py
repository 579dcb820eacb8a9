"""JSON-LD repeats property names."""

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
    title="JSON-LD repeats property names",
    description=(
        "{count:# JSON-LD block has|# JSON-LD blocks have} an object with the same property name twice. Parsers keep "
        "the last value and drop the others, so part of your data is lost."
    ),
    recommendation="Put several values of one property into a list.",
    how_to_fix=(
        'Instead of writing "image" twice, write one list: '
        '"image": ["https://example.com/1.jpg", "https://example.com/2.jpg"]'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc8259#section-4",),
    examples=(
        Bad('<script type="application/ld+json">{"image": "1.jpg", "image": "2.jpg"}</script>'),
        Bad('<script type="application/ld+json">[{"offers": {"price": 1, "price": 2}}]</script>'),
        Good('<script type="application/ld+json">{"image": ["1.jpg", "2.jpg"], "offers": {"image": "3.jpg"}}</script>'),
        Good('<script type="application/ld+json">{"a": 1, "a": 2,}</script>'),
    ),
)
