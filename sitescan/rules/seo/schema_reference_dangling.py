"""Structured data that refers to something nobody describes."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import dangling_references
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each reference to a part of this page, or to a blank node, that the page does not describe."""
    reported: set[str] = set()
    for item in dangling_references(document):
        if item.id not in reported:
            reported.add(item.id)
            where = f"{item.parent.path} > {item.role}" if item.parent is not None else item.path
            yield Finding(item.tag, detail=f"{where}: {shorten(item.id)}", identifier=shorten(item.id))


def _ld(content: str) -> str:
    return f'<script type="application/ld+json">{{"@context": "https://schema.org", {content}}}</script>'


RULE = Rule(
    id="seo/schema-reference-dangling",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Structured data refers to a missing item",
    description=(
        "{count:# @id in the structured data names an item|# @ids in the structured data name items} that this page "
        "doesn't describe. Search engines find nothing there, so they miss the publisher, author or offer "
        "that was meant."
    ),
    recommendation="Describe the item on this page, or correct the @id.",
    how_to_fix=(
        'Add an item with the same @id ({identifier}) to the structured data, for example {{"@type": "Organization", '
        '"@id": "{identifier}", "name": "Green Nursery"}}. Or write the item itself in place of the reference. Both '
        "must be written the same way, including uppercase and lowercase letters."
    ),
    sources=("https://www.w3.org/TR/json-ld11/#node-identifiers", "https://schema.org/docs/datamodel.html"),
    examples=(
        Bad(_ld('"@type": "WebSite", "publisher": {"@id": "#us"}')),
        Bad(_ld('"@type": "WebSite", "publisher": {"@id": "#Us"}, "about": {"@id": "#us", "name": "Us"}')),
        Bad(_ld('"@type": "Article", "author": {"@id": "_:ann"}')),
        Good(
            _ld(
                '"@graph": [{"@type": "Organization", "@id": "#us"}, '
                '{"@type": "WebSite", "publisher": {"@id": "https://example.com/#us"}}]'
            )
        ),
        Good(_ld('"@type": "WebPage", "mainEntity": {"@id": "#pears"}') + '<h1 id="pears">Pears</h1>'),
        Good(_ld('"@type": "Article", "author": {"@id": "https://example.com/team#ann"}')),
        Good(_ld('"@type": "Article", "mainEntityOfPage": {"@id": "https://example.com/"}')),
        Good(_ld('"@type": "Person", "sameAs": {"@id": "https://www.wikidata.org/entity/Q42"}')),
    ),
)
