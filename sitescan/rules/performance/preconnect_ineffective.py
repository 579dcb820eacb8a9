"""Preconnect hints have no effect."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import split_url

#: Hosts that serve only fonts, which browsers always fetch with CORS, on separate connections.
_FONTS = frozenset({"fonts.gstatic.com"})


def check(document: Document) -> Iterator[Finding]:
    """Report preconnects to the page's own origin, and to hosts of fonts without crossorigin."""
    own = split_url(document.url)
    with_cors = {
        document.resolve(attr(tag, "href", "")) for tag in document.rel("preconnect") if "crossorigin" in tag.attrs
    }
    for tag in document.rel("preconnect"):
        url = document.resolve(attr(tag, "href", ""))
        parts = split_url(url or "")
        if not attr(tag, "href", "").strip() or parts.scheme not in ("http", "https"):
            continue
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            yield Finding(tag, detail="the browser is already connected to this site")
        elif parts.hostname in _FONTS and url not in with_cors:
            yield Finding(tag, detail="connections for fonts need crossorigin")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Preconnect hints have no effect",
    passed="Preconnect hints have an effect",
    applies=lambda document: document.rel("preconnect"),
    description=(
        "{count:# preconnect hint opens|# preconnect hints open} a connection that the browser already has, or "
        "that it can't use for the files from that host."
    ),
    recommendation="Preconnect only to other sites, and add crossorigin if fonts come from there.",
    how_to_fix='<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>',
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preconnect",
        "https://web.dev/articles/preconnect-and-dns-prefetch",
    ),
    covers=("lighthouse:uses-rel-preconnect",),
    examples=(
        Bad('<link rel="preconnect" href="https://example.com">'),
        Bad('<link rel="preconnect" href="https://fonts.gstatic.com">'),
        Good('<link rel="preconnect" href="//fonts.gstatic.com" crossorigin>'),
        Good(
            '<link rel="preconnect" href="https://fonts.gstatic.com">'
            '<link rel="preconnect" href="https://fonts.gstatic.com" crossorigin>'
        ),
        Good('<link rel="preconnect" href="https://cdn.example.com"><link rel="preconnect" href="">'),
        Good('<link rel="preconnect" href="https://fonts.googleapis.com">'),
    ),
)
