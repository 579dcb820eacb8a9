"""A suggested title for a page without one, from its content."""

from sitescan.document.document import Document
from sitescan.document.fixed_markup import retagged
from sitescan.document.language.headings import headings
from sitescan.document.source_location import shorten


def suggested_title(document: Document) -> str:
    """Return a ``title`` element with the first heading and a placeholder for the name of the site."""
    about = next((heading.wording for heading in headings(document) if heading.wording), "(what the page is about)")
    return retagged("title", f"{shorten(about)} - (site name)")
