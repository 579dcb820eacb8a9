"""Detection of quirks mode from the document type."""

import re

from bs4.element import Doctype

#: Only a public or system identifier may follow the name; other text forces quirks mode, and parsers drop it.
_WRITTEN = re.compile(r"<!doctype\s+[^\s>]+\s+(?!public\s|system\s)[^\s>]", re.I)
#: The number of characters of the source that are searched for the declaration.
_START = 4096

_DOCTYPE = re.compile(r"(\S*)(?:\s+PUBLIC\s+\"([^\"]*)\")?(?:\s+SYSTEM)?(?:\s+\"([^\"]*)\")?", re.I)

#: Prefixes of public identifiers of HTML before 4.01 and of browser vendors' dialects.
_OLD = (
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer",
    "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//softquad software//dtd hotmetal pro",
    "-//softquad//dtd hotmetal pro",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html",
    "-//w3o//dtd w3 html",
    "-//webtechs//dtd mozilla html",
)
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
