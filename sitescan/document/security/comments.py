"""The comments of a page, for rules that look at what they give away."""

from collections.abc import Sequence
from itertools import chain

from bs4.element import Comment, Tag

from sitescan.document.document import Document
from sitescan.document.views import view


@view
def comments(document: Document) -> Sequence[tuple[Tag | None, Comment]]:
    """Each comment and the element that it stands in; the root element for one that stands in none."""
    return [
        (tag if tag.parent is not None else document.html, node)
        for tag in chain((document.soup,), document.elements)
        for node in tag.contents
        if type(node) is Comment
    ]
