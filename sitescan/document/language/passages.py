"""The text of a page, divided by the element that determines its language."""

from collections.abc import Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.change import ElementChange, changed, safe
from sitescan.document.document import Document
from sitescan.document.language.detection import detect_language
from sitescan.document.tree import HTML, TextNode, attr, text
from sitescan.document.views import view
from sitescan.standards.language_tags import known

#: Elements whose text is not in a human language, or is not rendered.
_NOT_PROSE = frozenset(
    "code kbd math noscript pre samp script style svg template textarea tt var noframes noembed iframe".split()
)

#: The placeholder for an uncertain language in reports.
ANY_LANGUAGE = "(language code)"


@frozen
class Passage:
    """
    A text whose language one element determines.

    :ivar tag: the element with the ``lang``.
    :ivar lang: the stripped ``lang``.
    :ivar text: the text inside the element, without code, hidden text and elements with a ``lang`` of their own.
    """

    tag: Tag
    lang: str
    text: str


@view
def passages(document: Document) -> Sequence[Passage]:
    """
    Return the passages of a page in document order, without those of an empty ``lang``.

    https://www.w3.org/WAI/standards-guidelines/act/rules/off6ek/
    """
    pieces: dict[int, list[str]] = {}
    owners: list[Tag] = []
    inherited: dict[int, list[str] | None] = {}
    hidden = document.accessible.exposure.hidden
    for tag in document.elements:
        current = inherited.get(id(tag.parent))
        if "lang" in tag.attrs and tag.namespace == HTML:
            current = pieces.setdefault(id(tag), [])
            owners.append(tag)
        if tag.name in _NOT_PROSE:
            current = None
        inherited[id(tag)] = current
        if current is not None and (tag.name == "title" or not hidden(tag)):
            current.extend([node for node in tag.contents if type(node) is TextNode and not node.isspace()])
    return tuple(
        Passage(tag, attr(tag, "lang", "").strip(), " ".join(pieces[id(tag)]))
        for tag in owners
        if attr(tag, "lang", "").strip()
    )


def with_language(document: Document, tag: Tag) -> ElementChange:
    """
    Return the markup of an element with the language of its text, for one that has none or a wrong one.

    This is the existing value with ``-`` for ``_``, which is safe, the certain language of the text, or a placeholder.
    """
    for name in ("lang", "xml:lang"):
        written = attr(tag, name, "").strip().replace("_", "-")
        if known(written):
            return safe(changed(tag, lang=written))
    shown = document.shown_text if tag is document.html else ""
    found = detect_language(shown or text(tag))
    return changed(tag, lang=(found.code if found is not None else "") or ANY_LANGUAGE)
