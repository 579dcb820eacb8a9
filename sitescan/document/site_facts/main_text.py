"""The main text of a page, without its menus and footers, and the prose in it."""

from sitescan.document.document import Document
from sitescan.document.tree import NOT_TEXT, text

#: Elements of the main content that are not part of its text, and those around it.
_MENUS = NOT_TEXT | {"nav"}
_AROUND = NOT_TEXT | {"aside", "footer", "header", "nav"}

#: Elements that name the page or others.
_NAMES = frozenset({"a", "h1"})


def main_text(document: Document) -> str:
    """Return the text of the main landmarks, or, without one, of the body without menus, headers and footers."""
    return _text(document, frozenset())


def prose(document: Document) -> str:
    """Return the main text without the main heading and the names of links."""
    return _text(document, _NAMES)


def _text(document: Document, without: frozenset[str]) -> str:
    accessible = document.accessible
    mains = [main for main in accessible.of_role("main") if not accessible.hidden(main)]
    if mains:
        return " ".join(text(main, skip=_MENUS | without) for main in mains)
    return text(document.body, skip=_AROUND | without) if document.body is not None else ""
