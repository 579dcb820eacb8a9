"""Structured data that does not say what it is about."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.structured_data import json_ld, nodes
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report JSON-LD blocks without a context, or with objects at the top that have no type."""
    for block in json_ld(document):
        if block.data is None:
            continue
        top = block.data if isinstance(block.data, list) else [block.data]
        missing = []
        if not any(isinstance(value, dict) and "@context" in value for value in top):
            missing.append("@context")
        if not any("@type" in node for node in nodes(block.data)):
            missing.append("@type")
        if missing:
            yield Finding(block.tag, detail=f"no {' and no '.join(missing)}")


RULE = Rule(
    id="seo/json-ld-context",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Structured data without context or type",
    description=(
        "{count:# JSON-LD block does|# JSON-LD blocks do} not say which vocabulary it uses or what kind of thing it "
        "describes, so search engines cannot use it."
    ),
    recommendation="Name the vocabulary and the type in each block.",
    how_to_fix=(
        'Start each block with the vocabulary and the type that fits: {{"@context": "https://schema.org", '
        '"@type": "Product", "name": "Pear tree"}}'
    ),
    sources=("https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",),
    examples=(
        Bad('<script type="application/ld+json">{"@type": "Product", "name": "Pear tree"}</script>'),
        Bad('<script type="application/ld+json">{"@context": "https://schema.org", "name": "Pear tree"}</script>'),
        Bad('<script type="application/ld+json">[]</script>'),
        Good('<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product"}</script>'),
        Good(
            '<script type="application/ld+json">{"@context": "https://schema.org",'
            ' "@graph": [{"@id": "#a"}, {"@type": "Product"}]}</script>'
        ),
        Good('<script type="application/ld+json">[{"@context": "https://schema.org", "@type": ["A", "B"]}]</script>'),
        Good('<script type="application/ld+json">{,}</script>'),
    ),
)
