"""Which address a page prefers for itself (canonical), and its versions in other languages (hreflang)."""

from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.fixed_markup import start_tag
from sitescan.document.tree import attr, tokens
from sitescan.document.views import view
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.urls import MAX_URL_LENGTH


@frozen(kw_only=True)
class Relation:
    """
    One ``canonical`` or ``alternate`` link.

    :ivar href: the reference as written, white space trimmed.
    :ivar url: the absolute URL, or ``None`` where it is no URL.
    :ivar hreflang: its language code as written; empty where there is none.
    :ivar tag: the ``link`` element, or ``None`` for the ``Link`` header.
    """

    href: str
    url: str | None
    hreflang: str = ""
    tag: Tag | None = None

    @property
    def absolute(self) -> bool:
        """Whether the reference names scheme and host."""
        return self.href.lower().startswith(("http://", "https://"))


def canonical_link(url: str) -> str:
    """The element that names a URL as the canonical one; without its fragment, which search engines do not know."""
    return start_tag("link", rel="canonical", href=url.partition("#")[0])


def in_head(document: Document, tag: Tag) -> bool:
    """Whether an element is before the body, where crawlers look for it."""
    body = document.body
    return body is None or document.order[id(tag)] < document.order[id(body)]


@view
def canonicals(document: Document) -> Sequence[Relation]:
    """
    The canonical links that count: those in the head and in the ``Link`` header.

    https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    """
    return tuple(relation for relation in _relations(document, "canonical") if not relation.hreflang)


@view
def alternates(document: Document) -> Sequence[Relation]:
    """
    The links to versions in other languages, in the head and in the ``Link`` header.

    https://developers.google.com/search/docs/specialty/international/localized-versions
    """
    return tuple(relation for relation in _relations(document, "alternate") if relation.hreflang)


def alternate_urls(document: Document, most: int) -> list[str]:
    """The different addresses of the versions in other languages, without fragment, the first so many."""
    urls = (one.url.partition("#")[0] for one in alternates(document) if one.url is not None)
    return list(islice(dict.fromkeys(url for url in urls if len(url) <= MAX_URL_LENGTH), most))


def _relations(document: Document, rel: str) -> Iterator[Relation]:
    for tag in document.all("link"):
        # What is "alternate stylesheet" is a style to choose, not another version of the page.
        named = tokens(tag, "rel")
        if rel in named and "stylesheet" not in named and in_head(document, tag) and not document.in_noscript(tag):
            href = attr(tag, "href", "").strip()
            hreflang = attr(tag, "hreflang", "")
            yield Relation(href=href, url=document.resolve(href) if href else None, hreflang=hreflang, tag=tag)
    for link in parse_link_header(document.exchange.headers.get("link")):
        if rel in link.rel and "stylesheet" not in link.rel:
            hreflang = link.parameters.get("hreflang", "")
            yield Relation(href=link.target, url=document.resolve(link.target), hreflang=hreflang)
