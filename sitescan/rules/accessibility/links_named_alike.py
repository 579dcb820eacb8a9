"""Links with the same text go to different pages."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SAME_START = re.compile(r"^https?://(?:www\.)?")
_SAME_END = re.compile(r"/(?:(?:index|default)\.[a-z]{3,5})?$")


def check(document: Document) -> Iterator[Finding]:
    """Report the second of two links with one name and different addresses."""
    accessible = document.accessible
    found: dict[str, str | None] = {}
    for link in accessible.having("link"):
        name = accessible.name(link).lower()
        href = attr(link, "href", "").strip()
        if not name or not href or href.startswith(("#", "javascript:")):
            continue
        address = _place(document.resolve(href) or href)
        first = found.setdefault(name, address)
        if first is not None and first != address:
            found[name] = None
            yield Finding(link, detail=accessible.name(link))


def _place(address: str) -> str:
    """An address without what seldom leads elsewhere: its scheme, ``www``, the name of an index and its fragment."""
    return _SAME_END.sub("", _SAME_START.sub("//", address.partition("#")[0]))


RULE = Rule(
    id="accessibility/links-named-alike",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links with the same text go to different pages",
    description=(
        "{count:# link text is|# link texts are} used for links to different addresses. In a screen reader's list of "
        "links, people can't tell which is which (WCAG 2.2, 2.4.9 Link Purpose (Link Only), level AAA). It "
        "costs no points."
    ),
    recommendation="Describe the destination in the text of each link.",
    how_to_fix='For example: <a href="/pears">More about pears</a> <a href="/apples">More about apples</a>',
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only",),
    covers=("axe:identical-links-same-purpose", "lighthouse:identical-links-same-purpose"),
    examples=(
        Bad('<a href="/a">More</a> <a href="/b">More</a>'),
        Good('<a href="/a">More</a> <a href="/a#b">More</a>'),
        Good('<a href="/a">Pears</a> <a href="/b">Apples</a>'),
        Good('<a href="http://pears.example">More</a> <a href="https://www.pears.example/index.html">More</a>'),
        Bad('<a href="https://pears.example/a">More</a> <a href="https://pears.example/">More</a>'),
        Good('<a href="#a">Top</a> <a href="#b">Top</a>'),
    ),
)
