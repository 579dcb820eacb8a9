"""Detection of pages sent as XML that HTML parsers, like the one used here, read differently."""

import re

from sitescan.document.document import Document

#: Self-closing tags that XML ends and HTML leaves open, and CDATA sections that HTML reads as comments.
_DIFFERENT = re.compile(
    r"<(?:a|b|button|canvas|div|em|h[1-6]|i|iframe|label|li|object|p|script|select|span|strong|style|td|textarea|th|"
    r"title|ul|video)(?:\s[^<>]*)?/>|<!\[CDATA\["
)


def differs_as_html(document: Document) -> bool:
    """
    Return whether a page is XML that means something else as HTML, where ``<script src="a.js"/>`` has no end.

    https://html.spec.whatwg.org/multipage/xhtml.html
    """
    essence = document.exchange.headers.content_type.partition(";")[0].strip().lower()
    return essence == "application/xhtml+xml" and _DIFFERENT.search(document.decoded.text) is not None
