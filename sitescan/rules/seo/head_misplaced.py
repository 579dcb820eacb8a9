"""Tags for search engines outside of the head."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import in_head
from sitescan.document.tree import attr, tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
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
    id="seo/head-misplaced",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Head tags in the body",
    description=(
        "{count:# tag that belongs|# tags that belong} into the head (canonical, hreflang, description) ended up in "
        "the body, where search engines ignore it: anybody could have put it there."
    ),
    recommendation="Move these tags into the head.",
    how_to_fix=(
        "If they do stand in the head of the source, something in front of them ends it early: the first tag that may "
        "not be in a head, such as <div>, <img>, <p>, <iframe> or stray text, starts the body. Move that element below "
        "<body>; tag managers and consent scripts often insert one."
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
