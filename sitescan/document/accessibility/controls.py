"""How many controls a page has, which an app has instead of text."""

from itertools import islice

from sitescan.document.document import Document
from sitescan.document.views import view

CONTROLS = ("a", "button", "input", "select", "textarea")
"""The elements that people operate."""

#: The number of controls from which a page with little text is an app, and no message with a link or a short form.
_MANY = 10


@view
def has_many_controls(document: Document) -> bool:
    """Return whether a page has so many controls that people look for a heading and for its main part."""
    exposed = filter(document.accessible.exposed, document.all(*CONTROLS))
    return sum(1 for _ in islice(exposed, _MANY)) == _MANY
