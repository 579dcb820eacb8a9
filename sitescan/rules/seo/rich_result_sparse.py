from sitescan.document.structured_data.items import items, unread_items
from sitescan.document.structured_data.requirements import lacking, unused
from sitescan.document.structured_data.rich_results import features
from sitescan.document.structured_data.special_requirements import advised
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import ld_script


def check(document: Document) -> Findings:
    """Report recommendations that an item doesn't follow, and properties that it lacks if it has all required ones."""
    for item in items(document):
        missing = [*(() if any(lacking(item)) else unused(item)), *(advised(item) if any(features(item)) else ())]
        if missing:
            yield Finding(item.tag, detail=f"{item.path}: {', '.join(missing)}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Structured data lacks recommended properties",
    passed="Structured data has the recommended properties",
    applies=lambda document: items(document) and not any(any(lacking(item)) for item in items(document)),
    needs=lambda document: not unread_items(document),
    description=(
        "{count:# item of the structured data lacks|# items of the structured data lack} properties that Google "
        "recommends. If the page has the information, results can show more of it."
    ),
    recommendation="Add the recommended properties for which the page has the information.",
    how_to_fix=(
        'Add them next to the existing ones, with values that visitors also see on the page: {{"@type": "Article", '
        '"headline": "Pear trees", "datePublished": "2026-03-31", "author": {{"@type": "Person", "name": "Ann"}}}}'
    ),
    sources=("https://developers.google.com/search/docs/appearance/structured-data/search-gallery",),
    examples=(
        Bad(ld_script('"@type": "BlogPosting", "headline": "Pears"')),
        Bad(
            ld_script(
                '"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "Home"}, '
                '{"@type": "ListItem", "position": 2, "name": "Pears"}]'
            )
        ),
        Bad(
            ld_script(
                '"@type": "Article", "headline": "Pears", "image": "/pears.jpg", "datePublished": "2026-03-31", '
                '"author": {"@type": "Person", "name": "by Ann, editor", "url": "/ann"}'
            )
        ),
        Good(ld_script('"@type": "Product"')),
        Good(
            ld_script(
                '"@type": "Article", "headline": "Pears", "image": "/pears.jpg", "datePublished": "2026-03-31", '
                '"author": {"@type": "Person", "name": "Ann", "url": "/ann"}'
            )
        ),
    ),
)
