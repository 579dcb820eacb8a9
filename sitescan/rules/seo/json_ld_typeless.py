from sitescan.document.structured_data.json_ld import json_ld, nodes
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import ld_script


def check(document: Document) -> Findings:
    """Report JSON-LD blocks in which no top-level object has a type."""
    for block in json_ld(document):
        # Schema.org's context lets authors write "type" for "@type": https://schema.org/docs/jsonldcontext.jsonld
        if block.data is not None and not any("@type" in node or "type" in node for node in nodes(block.data)):
            yield Finding(block.tag)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="JSON-LD has no @type",
    passed="JSON-LD has a type",
    applies=lambda document: any(block.data is not None for block in json_ld(document)),
    description=(
        "{count:# JSON-LD block doesn't|# JSON-LD blocks don't} say what kind of thing {count:it describes|they "
        "describe}, so search engines can't use {count:it|them}."
    ),
    recommendation="Name the type in each block, or remove blocks that are empty.",
    how_to_fix='Name the type that fits: {{"@context": "https://schema.org", "@type": "Product", "name": "Pear tree"}}',
    sources=("https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",),
    examples=(
        Bad(ld_script('"name": "Pear tree"')),
        Bad('<script type="application/ld+json">[]</script>'),
        Good(ld_script('"@type": "Product"')),
        Good(ld_script('"type": "Product"')),
        Good(ld_script('"@graph": [{"@id": "#a"}, {"@type": ["Product", "Car"]}]')),
        Good('<script type="application/ld+json">{,}</script>'),
    ),
)
