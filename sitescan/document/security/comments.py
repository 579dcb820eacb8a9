"""The comments of a page, which rules search for disclosed information."""

from collections.abc import Sequence
from itertools import chain

from bs4.element import Comment, Tag

from sitescan.document.document import Document
from sitescan.document.views import view


@view
def comments(document: Document) -> Sequence[tuple[Tag | None, Comment]]:
    """Return the comments, each with its parent element; the root element for comments outside of it."""
    return [
        (tag if tag.parent is not None else document.html, node)
        for tag in chain((document.soup,), document.elements)
        for node in tag.contents
        if type(node) is Comment
    ]
