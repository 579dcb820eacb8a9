"""The elements of a page that have boxes."""

from collections.abc import Set as AbstractSet

from sitescan.document.document import Document
from sitescan.document.views import view


@view
def shown_elements(document: Document) -> AbstractSet[int]:
    """Return the ids of the elements that are shown, or may be shown."""
    state = document.accessible.exposure.state
    return frozenset(id(tag) for tag in document.elements if state(tag).visible is not False)
