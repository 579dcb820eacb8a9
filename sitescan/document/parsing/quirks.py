"""Detection of quirks mode from the document type."""

import re

from bs4.element import Doctype

from sitescan.standards.data_files import data_bytes
from sitescan.standards.lazy_pattern import lazy_pattern

#: Only a public or system identifier may follow the name; other text forces quirks mode, and parsers drop it.
_WRITTEN = lazy_pattern(r"<!doctype\s+[^\s>]+\s+(?!public\s|system\s)[^\s>]", re.I)
#: The number of characters of the source that are searched for the declaration.
_START = 4096

_DOCTYPE = lazy_pattern(r"(\S*)(?:\s+PUBLIC\s+\"([^\"]*)\")?(?:\s+SYSTEM)?(?:\s+\"([^\"]*)\")?", re.I)

#: Prefixes of public identifiers of HTML before 4.01 and of browser vendors' dialects.
_OLD = tuple(data_bytes("quirky_doctypes.txt").decode().splitlines())
_OLD_WHOLE = ("-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html")
_OLD_WITHOUT_SYSTEM = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")
_OLD_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"


def quirky(doctype: Doctype | None, source: str) -> bool:
    """
    Return whether browsers render a page with this document type in quirks mode.

    :param source: the page's source, which contains the parts of the declaration that the parser dropped.

    https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
    """
    match = _DOCTYPE.match(str(doctype)) if doctype is not None else None
    if match is None or _WRITTEN.search(source, 0, _START):
        return True
    name, public, system = match.groups()
    public, has_system, system = (public or "").lower(), system is not None and system != "", (system or "").lower()
    return (
        name.lower() != "html"
        or public in _OLD_WHOLE
        or public.startswith(_OLD)
        or system == _OLD_SYSTEM
        or (public.startswith(_OLD_WITHOUT_SYSTEM) and not has_system)
    )
