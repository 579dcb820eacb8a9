"""Microdata whose type is not a full address."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:(?://)?[^/]", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9]+")


def check(document: Document) -> Iterator[Finding]:
    """Report each itemtype that names no scheme."""
    for tag in document.elements:
        if "itemtype" not in tag.attrs or "itemscope" not in tag.attrs:
            continue
        for written in attr(tag, "itemtype", "").split():
            if not _ABSOLUTE.match(written):
                name = _NAME.fullmatch(written.rpartition("/")[2])
                yield Finding(tag, detail=shorten(written), type=name[0] if name else "Product")


RULE = Rule(
    id="seo/itemtype-invalid",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Microdata type is not a full address",
    description=(
        "{count:One itemtype is|# itemtypes are} not written as a full address with https://, so search engines "
        "don't recognize the type and ignore what {count:the item says|the items say}."
    ),
    recommendation="Write itemtype with scheme and host.",
    how_to_fix='Write, for instance, <div itemscope itemtype="https://schema.org/{type}">.',
    sources=("https://html.spec.whatwg.org/multipage/microdata.html#attr-itemtype",),
    examples=(
        Bad('<div itemscope itemtype="schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Bad('<div itemscope itemtype="Product"><b itemprop="name">Pear tree</b></div>'),
        Bad('<div itemscope itemtype="//schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope itemtype="urn:example:tree"><b itemprop="name">Pear tree</b></div>'),
        Good('<div itemscope><b itemprop="name">Pear tree</b></div><div itemtype="Product"></div>'),
    ),
)
