"""Too many preconnect hints."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 4


def check(document: Document) -> Iterator[Finding]:
    """Report preconnect hints to more than four different hosts."""
    found: dict[str, object] = {}
    for tag in document.rel("preconnect"):
        url = document.resolve(attr(tag, "href", ""))
        if url is not None and not document.in_noscript(tag):
            found.setdefault("/".join(url.split("/", 3)[:3]), tag)
    if len(found) > _MANY:
        for first in found.values():
            yield Finding(first)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Too many preconnect hints",
    passed="Page has few preconnect hints",
    applies=lambda document: document.rel("preconnect"),
    description=(
        "The page asks browsers to preconnect to {count} other hosts. Each connection costs time and power, and "
        "together they delay the files that the page needs first."
    ),
    recommendation="Keep preconnect for the two to four hosts that the first screen needs.",
    how_to_fix='For the others, resolve only the name: <link rel="dns-prefetch" href="https://stats.example.net">',
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preconnect",
        "https://developer.chrome.com/docs/lighthouse/performance/uses-rel-preconnect",
    ),
    covers=("lighthouse:uses-rel-preconnect",),
    examples=(
        Bad("".join(f'<link rel="preconnect" href="https://{host}.example.net">' for host in "abcde")),
        Good(
            '<link rel="preconnect" href="https://a.example.net"><link rel="preconnect" href="https://b.example.net">'
        ),
        Good('<link rel="preconnect" href="https://a.example.net"><link rel="preconnect" href="//a.example.net">' * 3),
        Good("".join(f'<link rel="dns-prefetch" href="https://{host}.example.net">' for host in "abcdefg")),
    ),
)
