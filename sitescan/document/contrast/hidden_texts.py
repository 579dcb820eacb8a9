"""Texts that the styles of a page hide, such as a page that is hidden until scripts show it."""

from attrs import frozen

from sitescan.document.contrast.letters import words_of
from sitescan.document.document import Document
from sitescan.document.views import view

#: The fewest texts of a page of which a share says anything, and the share that is hidden on ordinary pages at most:
#: menus, tabs and dialogs.
_FEWEST, _MOST_HIDDEN = 5, 0.8


#: Elements whose text no browser shows.
_NEVER_SHOWN = frozenset("datalist noscript option script style template title".split())


@frozen
class HiddenTexts:
    """The number of elements with text of their own, and of those that the styles hide."""

    hidden: int
    all: int

    @property
    def are_the_page(self) -> bool:
        """Whether so much is hidden that the page can't be meant to be seen like that."""
        return self.all >= _FEWEST and self.hidden > _MOST_HIDDEN * self.all


@view
def hidden_texts(document: Document) -> HiddenTexts:
    """Count the texts of a page and those that its styles certainly hide."""
    words, state, body = words_of(document), document.accessible.exposure.state, document.body
    if body is None:
        return HiddenTexts(0, 0)
    first = document.order[id(body)]
    texts = [
        tag
        for tag in document.elements[first:]
        if tag.name not in _NEVER_SHOWN and words.are_in(tag) and not document.in_noscript(tag)
    ]
    return HiddenTexts(sum(state(tag).visible is False for tag in texts), len(texts))
