from sitescan.document.structured_data.json_ld import json_ld
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report JSON-LD blocks that are not valid JSON, with line and column of the error."""
    for block in json_ld(document):
        if block.problem:
            column = f"column {block.place.column}: " if block.place is not None else ""
            yield Finding(block.place or block.tag, detail=f"{column}{block.problem}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="JSON-LD has syntax errors",
    passed="JSON-LD can be parsed",
    applies=json_ld,
    description=(
        "{count:# JSON-LD block is not|# JSON-LD blocks are not} valid JSON, so search engines ignore all data in "
        "{count:it|them}. Results show no prices, ratings, breadcrumbs or other extras."
    ),
    recommendation="Correct the JSON at the places named here.",
    how_to_fix=(
        "Put straight double quotes around names and texts, and commas between entries but not after the last one. "
        'JSON has no comments, and a line break inside a text is written as \\n. For example: {{"@context": '
        '"https://schema.org", "@type": "Product", "name": "Pear tree"}}. Let a library write the JSON (json_encode, '
        "JSON.stringify), not a text template."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc8259",
        "https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data",
    ),
    covers=("lighthouse:structured-data",),
    examples=(
        Bad('<script type="application/ld+json">{"@type": "Store", "priceRange": "$", "priceRange": "$$"}</script>'),
        Bad('<script type="application/ld+json">{"@type": "Product",}</script>'),
        Bad('<script type="application/ld+json">\n{"@type": \'Product\'}</script>'),
        Bad('<script type="application/ld+json">{"name": "a\nb"}</script>'),
        Bad('<script type="application/ld+json">{"price": NaN}</script>'),
        Bad('<script type="Application/LD+JSON; charset=utf-8">/* ours */ {}</script>'),
        Good('<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product"}</script>'),
        Good('<script type="application/ld+json">//<![CDATA[\n{"@type": "Product"}\n//]]></script>'),
        Good('<script type="application/ld+json"> </script><script type="application/json">{,}</script>'),
        Good(f'<script type="application/ld+json">{{"n": {"9" * 5000}, "s": "</p>"}}</script>'),
    ),
)
