"""The controls of a page: how many it has, which an app has instead of text, and the popups that they open."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr
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


def popups_of(document: Document, control: Tag) -> Iterator[Tag]:
    """Yield the popups that a combobox or a menu button says that it opens."""
    named = f"{attr(control, 'aria-controls', '')} {attr(control, 'aria-owns', '')}".split()
    yield from (popup for identifier in named for popup in document.ids_of(control).get(identifier, ())[:1])


@view
def combobox_popups(document: Document) -> frozenset[int]:
    """Return the ``id()`` of the popups of comboboxes: a list in one is heard by the name of its combobox."""
    accessible = document.accessible
    comboboxes = (field for field in accessible.fields if accessible.role(field) == "combobox")
    return frozenset(id(popup) for combobox in comboboxes for popup in popups_of(document, combobox))
