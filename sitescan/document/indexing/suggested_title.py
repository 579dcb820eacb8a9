"""A suggested title for a page without one, from its content."""

from sitescan.document.change import ElementChange
from sitescan.document.document import Document
from sitescan.document.element_markup import escaped, retagged
from sitescan.document.language.headings import headings
from sitescan.document.source_location import shorten


def suggested_title(document: Document) -> str:
    """Return a ``title`` element with the first heading and a placeholder for the name of the site."""
    return retagged("title", _wording(document))


def titled(document: Document) -> ElementChange:
    """Return the change that gives a page this title: in its empty element, or in a new one in the head."""
    if document.titles:
        return ElementChange(tag=document.titles[0], content=escaped(_wording(document)))
    return ElementChange(tag=document.head, first=suggested_title(document))


def _wording(document: Document) -> str:
    about = next((heading.wording for heading in headings(document) if heading.wording), "(what the page is about)")
    return f"{shorten(about)} - (site name)"
