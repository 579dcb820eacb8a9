"""Detection of pages sent as XML that HTML parsers, like the one used here, read differently."""

import re

from sitescan.document.document import Document

#: Self-closing tags that XML ends and HTML leaves open, and CDATA sections that HTML reads as comments.
_DIFFERENT = re.compile(
    r"<(?:a|b|button|canvas|div|em|h[1-6]|i|iframe|label|li|object|p|script|select|span|strong|style|td|textarea|th|"
    r"title|ul|video)(?:\s[^<>]*)?/>|<!\[CDATA\["
)


def is_xml(document: Document) -> bool:
    """Return whether browsers read a page as XML: by its type, or if that is not known, by its name and namespace."""
    essence = document.exchange.headers.content_type.partition(";")[0].strip().lower()
    named = document.url.partition("?")[0].partition("#")[0].lower().endswith((".xhtml", ".xht"))
    html = document.html
    namespaced = html is not None and "xmlns" in html.attrs
    return essence == "application/xhtml+xml" or (not essence and named and namespaced)


def differs_as_html(document: Document) -> bool:
    """
    Return whether a page is XML that means something else as HTML, where ``<script src="a.js"/>`` has no end.

    https://html.spec.whatwg.org/multipage/xhtml.html
    """
    return is_xml(document) and _DIFFERENT.search(document.decoded.text) is not None
