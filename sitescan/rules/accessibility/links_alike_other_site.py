"""Links with the same text go to different sites."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.public_suffixes import same_site

_WEB = ("http://", "https://")


def check(document: Document) -> Iterator[Finding]:
    """Report the second of two links with one name to the sites of different owners, this one's aside."""
    accessible = document.accessible
    found: dict[str, str | None] = {}
    for link in accessible.having("link"):
        name = accessible.name(link).lower()
        address = document.resolve(attr(link, "href", "").strip()) or ""
        # An address that no request can be made of has no site at all.
        known = address.startswith(_WEB) and same_site(address, address)
        if not name or not known or same_site(address, document.url):
            continue
        first = found.setdefault(name, address)
        if first is not None and not same_site(first, address):
            found[name] = None
            yield Finding(link, detail=accessible.name(link))


RULE = Rule(
    id="accessibility/links-alike-other-site",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links with the same text go to different sites",
    description=(
        "{count:# link text is|# link texts are} used for links to different websites. In a screen reader's list of "
        "links, people can't tell which is which (WCAG 2.2, 2.4.9 Link Purpose (Link Only), level AAA). It "
        "costs no points."
    ),
    recommendation="Name the website in each link.",
    how_to_fix=(
        'For example: <a href="https://pears.example/">Pear garden</a> <a href="https://shop.example/">Pear shop</a>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b20e66/",
    ),
    covers=("act:b20e66",),
    examples=(
        Bad('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="https://pears.test/a">Pears</a> <a href="https://www.pears.test/b">Pears</a>'),
        Good('<a href="/a">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Apples</a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="http://pears_shop:x/">Pears</a>'),
        Good('<a href="https://pears.test/"></a> <a href="https://shop.test/"></a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="mailto:shop@shop.test">Pears</a>'),
    ),
)
