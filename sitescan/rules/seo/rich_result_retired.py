"""Structured data that Google shows nothing of any more."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.items import items
from sitescan.document.rich_results import LIMITED, RETIRED
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report the first item of each type that was retired or is shown for few sites only."""
    seen: set[str] = set()
    for item in items(document):
        for kind in item.types if item.ours else ():
            if kind in seen:
                continue
            if kind in RETIRED and (kind != "SearchAction" or (item.parent and "WebSite" in item.parent.types)):
                seen.add(kind)
                yield Finding(item.tag, detail=f"{item.path}: Google showed {RETIRED[kind]}")
            elif kind in LIMITED:
                seen.add(kind)
                yield Finding(item.tag, detail=f"{item.path}: Google shows {LIMITED[kind]}")


def _ld(content: str) -> str:
    return f'<script type="application/ld+json">{{"@context": "https://schema.org", {content}}}</script>'


RULE = Rule(
    id="seo/rich-result-retired",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Structured data of retired features",
    description=(
        "{count:One type|# types} in the structured data no longer {count:leads|lead} to anything in Google's results, "
        "or only for few sites. It does no harm, and other programs may read it."
    ),
    recommendation="Spend no work on it for Google's sake.",
    how_to_fix="Nothing needs to be changed. You may remove the type from the template to make pages smaller.",
    sources=(
        "https://developers.google.com/search/blog/2023/08/howto-faq-changes",
        "https://developers.google.com/search/blog/2024/10/sitelinks-search-box",
        "https://developers.google.com/search/blog/2025/06/simplifying-search-results",
    ),
    examples=(
        Bad(_ld('"@type": "HowTo", "name": "Planting pears"')),
        Bad(_ld('"@type": "WebSite", "potentialAction": {"@type": "SearchAction"}')),
        Good(_ld('"@type": "WebSite", "name": "Green Nursery"')),
        Good(_ld('"@type": "SearchAction", "target": "https://example.com/?q={q}"')),
    ),
)
