"""Names that scripts give to controls."""

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.script_effects import scripts_may_act
from sitescan.document.tree import attr


def is_named_later(document: Document, tag: Tag) -> bool:
    """
    Return whether scripts probably fill the empty ``title`` of a control.

    Frameworks that render pages before they send them write a title that isn't known yet as an empty one, as VitePress
    does for its switch between light and dark. Hardly anybody writes one by hand.
    """
    return attr(tag, "title") == "" and not document.is_rendered and scripts_may_act(document)
