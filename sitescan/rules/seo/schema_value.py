"""Structured data with values that cannot be read."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.items import items
from sitescan.document.schema_values import odd_values
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report dates, numbers, currencies, addresses and enumerated values that are none."""
    for item in items(document):
        for said in odd_values(item):
            yield Finding(item.tag, detail=f"{item.path}: {said}")


def _ld(content: str) -> str:
    return f'<script type="application/ld+json">{{"@context": "https://schema.org", {content}}}</script>'


RULE = Rule(
    id="seo/schema-value",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Unreadable values in structured data",
    description=(
        "{count:# value|# values} in the structured data {count:is|are} not of the kind that the property takes. "
        "Search engines skip what they cannot read."
    ),
    recommendation="Write dates, durations, currencies and numbers in the form that Schema.org names.",
    how_to_fix=(
        'Dates: "2026-03-31" or "2026-03-31T09:00:00+02:00"; durations: "PT1H30M"; currencies: "EUR"; numbers: '
        '"19.90"; values of a list by their address: "https://schema.org/InStock".'
    ),
    sources=("https://schema.org/docs/datamodel.html", "https://www.iso.org/iso-8601-date-and-time-format.html"),
    examples=(
        Bad(_ld('"@type": "Article", "datePublished": "31st of March"')),
        Bad(_ld('"@type": "Offer", "price": "19.90", "priceCurrency": "€"')),
        Bad(_ld('"@type": "Offer", "availability": "in stock"')),
        Bad(_ld('"@type": "Recipe", "cookTime": "1 hour"')),
        Good(_ld('"@type": "Article", "datePublished": "2026-03-31T09:00:00.000+0200", "dateModified": "2026"')),
        Good(_ld('"@type": "Offer", "availability": "http://schema.org/InStock", "priceCurrency": "EUR"')),
        Good(_ld('"@type": "Offer", "availability": "InStock", "url": "/pears", "priceValidUntil": ""')),
        Good(_ld('"@type": "Recipe", "cookTime": "PT1H30M", "recipeYield": "2 cakes"')),
    ),
)
