from sitescan.document.change import removed
from sitescan.document.indexing.canonical import in_head
from sitescan.rules.authoring import CONVENTION, Bad, Document, Finding, Findings, Good, Rule, Severity, safe, text


def check(document: Document) -> Findings:
    """Report each title but one: the first with words, or the first of all."""
    titles = document.titles
    kept = next((title for title in titles if text(title, skip=frozenset())), titles[0]) if titles else None
    for title in titles:
        if title is not kept:
            # Browsers show the first title, and an element of the body may be styled.
            has_no_effect = title is not titles[0] and in_head(document, title) and not title.attrs
            yield Finding(title, change=safe(removed(title)) if has_no_effect else removed(title))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Page has more than one title",
    passed="Page has at most one title",
    description=(
        "The page has {count:# title element|# title elements} too many. Browsers use the first one. "
        "Search engines may combine them or choose another, so the result can show the wrong headline."
    ),
    recommendation="Keep one title element.",
    how_to_fix=(
        "Remove every <title> except the one in the head that describes this page. Often a template and an SEO plugin "
        "each add one; turn one of them off."
    ),
    shows_change=False,
    sources=(
        "https://html.spec.whatwg.org/multipage/semantics.html#the-title-element",
        "https://developers.google.com/search/docs/appearance/title-link",
    ),
    examples=(
        Bad("<title>Pears</title><title>Green Nursery</title>"),
        Bad("<head><title>Pears</title></head><body><title>Green Nursery</title>"),
        Bad("<title></title><title>Green Nursery</title>"),
        Good("<title>Pears</title><svg><title>Basket</title></svg>"),
        Good("<title>Pears</title><template><title>Apples</title></template>"),
    ),
)
