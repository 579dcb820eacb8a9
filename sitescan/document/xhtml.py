"""Pages that are sent as XML: they are read as HTML here, which browsers do not."""

import re

from sitescan.document.document import Document

#: Tags that end their element in XML and begin it in HTML, and text that HTML takes for a comment.
_OTHERWISE = re.compile(
    r"<(?:a|b|button|canvas|div|em|h[1-6]|i|iframe|label|li|object|p|script|select|span|strong|style|td|textarea|th|"
    r"title|ul|video)(?:\s[^<>]*)?/>|<!\[CDATA\["
)


def read_otherwise(document: Document) -> bool:
    """
    Whether a page is XML that reads otherwise as HTML: ``<script src="a.js"/>`` has no end there.

    https://html.spec.whatwg.org/multipage/xhtml.html
    """
    essence = document.exchange.headers.content_type.partition(";")[0].strip().lower()
    return essence == "application/xhtml+xml" and _OTHERWISE.search(document.decoded.text) is not None
