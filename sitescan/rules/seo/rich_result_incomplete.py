from sitescan.document.structured_data.items import items, unread_items
from sitescan.document.structured_data.requirements import lacking
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import ld_script


def check(document: Document) -> Findings:
    """Report the properties that Google requires for the type of an item and that the item lacks."""
    reported: set[tuple[int, str]] = set()
    for item in items(document):
        for reason, source in lacking(item):
            # A reference to an item has the properties of the item.
            if (id(item.properties), reason) not in reported:
                reported.add((id(item.properties), reason))
                yield Finding(item.tag, detail=f"{item.path}: {reason}", source=source)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Structured data lacks required properties",
    passed="Structured data has the required properties",
    applies=items,
    needs=lambda document: not unread_items(document),
    description=(
        "{count:# property that Google requires is|# properties that Google requires are} missing or invalid. Google "
        "then shows nothing from this structured data: no stars, prices, breadcrumbs or other extras in results."
    ),
    recommendation="Complete the structured data, or remove what the page doesn't offer.",
    how_to_fix=(
        "Add the properties named here; {source} lists what this type needs (as of September 2026). For example, a "
        'product needs a name and an offer, review or rating: {{"@context": "https://schema.org", "@type": "Product", '
        '"name": "Pear tree", "offers": {{"@type": "Offer", "price": "19.90", "priceCurrency": "EUR"}}}}'
    ),
    sources=(
        "https://developers.google.com/search/docs/appearance/structured-data/search-gallery",
        "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
    ),
    covers=("lighthouse:structured-data",),
    examples=(
        Bad(ld_script('"@type": "Product", "name": "Pear tree"')),
        Bad(ld_script('"@type": "Product", "name": "Pear tree", "offers": {"@type": "Offer", "priceCurrency": "EUR"}')),
        Bad(ld_script('"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1}]')),
        Bad(ld_script('"@type": "BreadcrumbList", "itemListElement": "Home"')),
        Bad(
            ld_script(
                '"@type": "BreadcrumbList", "itemListElement": '
                '[{"@type": "ListItem", "position": 1, "item": {"@id": "https://example.com/"}}]'
            )
        ),
        Good(
            ld_script(
                '"@graph": [{"@type": "WebPage", "@id": "https://example.com/", "name": "Home"}, {"@type": '
                '"BreadcrumbList", "itemListElement": '
                '[{"@type": "ListItem", "position": 1, "item": {"@id": "https://example.com/"}}]}]'
            )
        ),
        Bad(
            ld_script('"@type": "Review", "author": "Ann", "reviewRating": {"ratingValue": 9}, "itemReviewed": "Pears"')
        ),
        Bad(ld_script('"@graph": [{"@type": "VideoObject", "name": "Pruning", "uploadDate": "2026-03-31"}]')),
        Bad('<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Pear cake</b></div>'),
        Bad('<ol vocab="https://schema.org/" typeof="BreadcrumbList"></ol>'),
        Bad(
            ld_script(
                '"@type": "Product", "name": "Pear tree", "aggregateRating": {"@type": "AggregateRating", '
                '"ratingValue": "0", "reviewCount": "0"}'
            )
        ),
        Good(
            ld_script(
                '"@type": "Product", "name": "Pear tree", "aggregateRating": {"@type": "AggregateRating", '
                '"ratingValue": "4.5", "reviewCount": 0, "ratingCount": 3}'
            )
        ),
        Good(ld_script('"@type": "Product", "name": "Pear tree", "offers": {"@type": "Offer", "price": 19.9}')),
        Good(ld_script('"@type": "NewsArticle", "name": "Pears"')),
        Good(
            ld_script(
                '"@graph": [{"@type": "Organization", "@id": "#us"}, {"@type": "WebSite", "publisher": {"@id": "#us"}}]'
            )
        ),
        Good(ld_script('"@type": "Person", "name": "Ann"')),
        Good('<script type="application/ld+json">{"@context": "https://example.com/", "@type": "Product"}</script>'),
        Good(
            '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Pear tree</b><p itemprop="offers" '
            'itemscope itemtype="https://schema.org/Offer"><b itemprop="price" content="19.90">€ 19,90</b></p></div>'
        ),
        Good(
            '<p id="name" itemprop="name">Pear cake</p>'
            '<div itemscope itemtype="https://schema.org/Recipe" itemref="name">'
            '<img itemprop="image" src="/cake.jpg" alt=""></div>'
        ),
    ),
)
