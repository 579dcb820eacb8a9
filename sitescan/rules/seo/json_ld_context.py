"""JSON-LD has no @context."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.structured_data.json_ld import json_ld, nodes
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report JSON-LD blocks that have types, but no context."""
    for block in json_ld(document):
        if block.data is None:
            continue
        top = block.data if isinstance(block.data, list) else [block.data]
        typed = any("@type" in node for node in nodes(block.data))
        if typed and not any(isinstance(value, dict) and "@context" in value for value in top):
            yield Finding(block.tag)


RULE = Rule(
    id="seo/json-ld-context",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="JSON-LD has no @context",
    description=(
        "{count:# JSON-LD block doesn't|# JSON-LD blocks don't} say which vocabulary {count:it uses|they use}, so "
        "search engines may skip {count:it|them}."
    ),
    recommendation="Name the vocabulary in each block.",
    how_to_fix=(
        'Start each block with the vocabulary: {{"@context": "https://schema.org", '
        '"@type": "Product", "name": "Pear tree"}}'
    ),
    sources=("https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",),
    examples=(
        Bad('<script type="application/ld+json">{"@type": "Product", "name": "Pear tree"}</script>'),
        Good('<script type="application/ld+json">{"name": "Pear tree"}</script>'),
        Good('<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product"}</script>'),
        Good(
            '<script type="application/ld+json">{"@context": "https://schema.org",'
            ' "@graph": [{"@id": "#a"}, {"@type": "Product"}]}</script>'
        ),
        Good('<script type="application/ld+json">[{"@context": "https://schema.org", "@type": ["A", "B"]}]</script>'),
        Good('<script type="application/ld+json">{,}</script>'),
    ),
)
