"""Social preview tags contradict each other."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Properties of which a page has one; images, videos, audio files and alternate locales may be several.
_SINGLE = (
    "og:title",
    "og:type",
    "og:url",
    "og:description",
    "og:site_name",
    "og:locale",
    "og:determiner",
    "twitter:card",
    "twitter:title",
    "twitter:description",
)


def check(document: Document) -> Iterator[Finding]:
    """Report each tag that says something else than the first one of its property."""
    for name in _SINGLE:
        metas = [meta for meta in document.metas(name) if attr(meta, "content", "").strip()]
        first = attr(metas[0], "content", "").split() if metas else []
        for meta in metas[1:]:
            written = attr(meta, "content", "")
            if written.split() != first:
                yield Finding(meta, detail=f"{name} is already {shorten(' '.join(first))}", property=name)


RULE = Rule(
    id="seo/open-graph-repeated",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Social preview tags contradict each other",
    description=(
        "{count:# tag repeats a preview property with a different value|# tags repeat preview properties with "
        "different values}. Some apps show the first value and others the last, so the same link looks different from "
        "place to place."
    ),
    recommendation="Keep one tag for each preview property.",
    how_to_fix=(
        "Remove all {property} tags except the right one. Often the theme and a plugin each add a set; turn one of "
        "them off. Only images, videos, audio files and og:locale:alternate may be repeated."
    ),
    sources=("https://ogp.me/#array", "https://developers.facebook.com/docs/sharing/webmasters"),
    examples=(
        Bad('<meta property="og:title" content="Pears"><meta property="og:title" content="Pears - Green Nursery">'),
        Bad('<meta name="twitter:card" content="summary"><meta name="twitter:card" content="summary_large_image">'),
        Good('<meta property="og:title" content="Pears"><meta property="og:title" content=" Pears ">'),
        Good('<meta property="og:image" content="/a.jpg"><meta property="og:image" content="/b.jpg">'),
        Good('<meta property="og:title" content="Pears"><meta property="og:title" content="">'),
    ),
)
