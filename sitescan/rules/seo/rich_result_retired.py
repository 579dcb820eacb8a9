from sitescan.document.structured_data.items import items, unread_items
from sitescan.document.structured_data.rich_results import retired
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import ld_script


def check(document: Document) -> Findings:
    """Report the first item of each retired type."""
    seen: set[str] = set()
    for item in items(document):
        for kind, story in retired(item):
            if kind not in seen:
                seen.add(kind)
                detail = f"{item.path}: Google showed {story.what} until {story.until}"
                yield Finding(item.tag, detail=detail, source=story.source)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Structured data is for retired Google features",
    passed="Structured data is for current Google features",
    applies=items,
    needs=lambda document: not unread_items(document),
    description=(
        "{count:# type in the structured data no longer has|# types in the structured data no longer have} an effect "
        "in Google's results. This does no harm, and other programs may read the data."
    ),
    recommendation="Don't spend work on this data for Google.",
    how_to_fix=(
        "You don't need to change anything. You can remove the type from the template to make pages smaller. Google "
        "announced the change at {source}"
    ),
    sources=(
        "https://developers.google.com/search/blog/2023/08/howto-faq-changes",
        "https://developers.google.com/search/blog/2024/10/sitelinks-search-box",
        "https://developers.google.com/search/blog/2025/06/simplifying-search-results",
        "https://developers.google.com/search/updates",
    ),
    examples=(
        Bad(ld_script('"@type": "HowTo", "name": "Planting pears"')),
        Bad(ld_script('"@type": "WebSite", "potentialAction": {"@type": "SearchAction"}')),
        Bad(ld_script('"@type": "FAQPage", "mainEntity": []')),
        Bad(ld_script('"@type": "Car", "name": "Pear wagon"')),
        Good(ld_script('"@type": "Recipe", "name": "Pear cake", "image": "cake.jpg"')),
        Good(ld_script('"@type": ["Recipe", "HowTo"], "name": "Pear cake", "image": "cake.jpg"')),
        Good(ld_script('"@type": ["Product", "Car"], "name": "Pear wagon"')),
        Good(ld_script('"@type": "WebSite", "name": "Green Nursery"')),
        Good(ld_script('"@type": "SearchAction", "target": "https://example.com/?q={q}"')),
    ),
)
