"""Documents for tests, from source text."""

from bs4.element import Tag

from sitescan.document.contrast.text_contrast import texts
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page
from sitescan.standards.http_headers import Headers

_HTML = Headers((("Content-Type", "text/html; charset=utf-8"),))
_URL = "https://example.com/"


def document(html: str) -> Document:
    """Return the document with this source."""
    return Document(Page(exchange=Exchange(requested=_URL, url=_URL, status=200, headers=_HTML), body=html.encode()))


def marked(page: Document, identifier: str = "x") -> Tag:
    """Return the element with an id."""
    return page.by_id[identifier][0]


def has_measured_text(html: str) -> bool:
    """Return whether the contrast of the element with the id ``t`` is measured on a page with this body."""
    return any(text.tag.get("id") == "t" for text in texts(document(f"<!doctype html><body>{html}")))
