"""The main text of a page: what it says that the other pages of its site don't say in their menus and footers."""

from sitescan.document.document import Document
from sitescan.document.tree import NOT_TEXT, text
from sitescan.document.views import view

#: Elements of the main content that are not part of its text, and those around it.
_MENUS = frozenset({"nav"})
_AROUND = frozenset({"aside", "footer", "header", "nav"})


@view
def main_text(document: Document) -> str:
    """Return the text of the main landmarks, or, without one, of the body without menus, headers and footers."""
    accessible = document.accessible
    mains = [main for main in accessible.of_role("main") if not accessible.hidden(main)]
    if mains:
        return " ".join(text(main, skip=NOT_TEXT | _MENUS) for main in mains)
    return text(document.body, skip=NOT_TEXT | _AROUND) if document.body is not None else ""
