"""A title for a page that has none, made of what the page says of itself."""

from sitescan.document.document import Document
from sitescan.document.fixed_markup import retagged
from sitescan.document.language.headings import headings
from sitescan.document.source_location import shorten


def suggested_title(document: Document) -> str:
    """A ``title`` element with the first heading and room for the name of the site."""
    about = next((heading.wording for heading in headings(document) if heading.wording), "(what the page is about)")
    return retagged("title", f"{shorten(about)} - (site name)")
