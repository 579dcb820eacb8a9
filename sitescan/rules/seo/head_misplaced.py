from sitescan.document.indexing.canonical import in_head
from sitescan.document.tree import tokens
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, attr


def check(document: SourceDocument) -> Findings:
    """Report canonical links, language versions and descriptions in the body, where crawlers ignore them."""
    for link in document.all("link"):
        rel = tokens(link, "rel")
        counts = "canonical" in rel or ("alternate" in rel and attr(link, "hreflang") is not None)
        if counts and not in_head(document, link) and not document.in_noscript(link):
            yield Finding(link)
    for meta in document.metas("description"):
        named = attr(meta, "name") is not None and attr(meta, "itemprop") is None
        if named and not in_head(document, meta) and not document.in_noscript(meta):
            yield Finding(meta)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="SEO tags are in the body instead of the head",
    passed="SEO tags are in the head",
    description=(
        "{count:# canonical link, hreflang link or meta description is|# canonical links, hreflang links or meta "
        "descriptions are} in the body instead of the head. Search engines ignore {count:it|them} there, because "
        "anyone could have added {count:it|them} to the content."
    ),
    recommendation="Move these tags into the head.",
    how_to_fix=(
        "If the tags are in the head of your source, something before them ends the head early. The first tag that "
        "isn't allowed in a head, such as <div>, <img>, <p> or <iframe>, or stray text, starts the body. Move it below "
        "<body>. Tag managers and consent scripts often insert one."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead",
        "https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata",
    ),
    examples=(
        Bad('<head><div></div><link rel="canonical" href="https://example.com/pears"></head>'),
        Bad('<body><meta name="description" content="About pears.">'),
        Bad('<body><link rel="alternate" hreflang="de" href="https://example.com/de/">'),
        Good('<link rel="canonical" href="https://example.com/pears"><div></div>'),
        Good('<body><link rel="stylesheet" href="a.css"><meta itemprop="description" content="Pears">'),
    ),
)
