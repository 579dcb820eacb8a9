"""The canonical URL of a page and its versions in other languages (hreflang)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.element_markup import start_tag
from sitescan.document.tree import attr, tokens
from sitescan.document.views import view
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.urls import MAX_URL_LENGTH


@frozen(kw_only=True)
class Relation:
    """
    A ``canonical`` or ``alternate`` link.

    :ivar href: the stripped reference.
    :ivar url: the absolute URL, or ``None`` if it is invalid.
    :ivar hreflang: the language code as written; empty if there is none.
    :ivar qualifier: the first attribute that limits the link to a kind of visitor or format; empty if there is none.
    :ivar tag: the ``link`` element, or ``None`` for the ``Link`` header field.
    """

    href: str
    url: str | None
    hreflang: str = ""
    qualifier: str = ""
    tag: Tag | None = None

    @property
    def absolute(self) -> bool:
        """Whether the reference includes scheme and host."""
        return self.href.lower().startswith(("http://", "https://"))


def canonical_link(url: str) -> str:
    """Return a canonical link element for a URL, without the fragment, which search engines ignore."""
    return start_tag("link", rel="canonical", href=url.partition("#")[0])


def in_head(document: Document, tag: Tag) -> bool:
    """Return whether an element precedes the body, as crawlers require."""
    body = document.body
    return body is None or document.order[id(tag)] < document.order[id(body)]


@view
def canonicals(document: Document) -> Sequence[Relation]:
    """
    Return the canonical links that search engines read, in the head and in the ``Link`` header field.

    https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    """
    return tuple(relation for relation in _relations(document, "canonical") if not relation.qualifier)


@view
def qualified_canonicals(document: Document) -> Sequence[Relation]:
    """Return the canonical links that search engines ignore because of an attribute."""
    return tuple(relation for relation in _relations(document, "canonical") if relation.qualifier)


@view
def alternates(document: Document) -> Sequence[Relation]:
    """
    Return the links to other language versions, in the head and in the ``Link`` header field.

    https://developers.google.com/search/docs/specialty/international/localized-versions
    """
    return tuple(
        relation
        for relation in _relations(document, "alternate")
        if relation.hreflang and (relation.tag is None or not document.bindings.writes(relation.tag, "href"))
    )


def alternate_urls(document: Document, most: int) -> list[str]:
    """Return the first ``most`` distinct URLs of other language versions, without fragments."""
    urls = (relation.url.partition("#")[0] for relation in alternates(document) if relation.url is not None)
    return list(islice(dict.fromkeys(url for url in urls if len(url) <= MAX_URL_LENGTH), most))


def _relations(document: Document, rel: str) -> Iterator[Relation]:
    for tag in document.all("link"):
        # An "alternate stylesheet" is a selectable style, not another version of the page.
        named = tokens(tag, "rel")
        if rel in named and "stylesheet" not in named and in_head(document, tag) and not document.in_noscript(tag):
            href = attr(tag, "href", "").strip()
            hreflang = attr(tag, "hreflang", "")
            url = document.resolve(href) if href else None
            yield Relation(href=href, url=url, hreflang=hreflang, qualifier=_qualifier(tag.attrs), tag=tag)
    for link in parse_link_header(document.exchange.headers.get("link")):
        if rel in link.rel and "stylesheet" not in link.rel:
            hreflang = link.parameters.get("hreflang", "")
            url = document.resolve(link.target)
            yield Relation(href=link.target, url=url, hreflang=hreflang, qualifier=_qualifier(link.parameters))


def _qualifier(attributes: Mapping[str, object]) -> str:
    return next((name for name in ("hreflang", "lang", "media", "type") if attributes.get(name)), "")
