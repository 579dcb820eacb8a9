"""The text of a page by the element that says which language it is in."""

from collections.abc import Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.language.detection import detect_language
from sitescan.document.tree import HTML, TextNode, attr, text
from sitescan.document.views import view
from sitescan.standards.language_tags import known

#: Elements whose text is in no human language, or is not shown.
_NOT_PROSE = frozenset(
    "code kbd math noscript pre samp script style svg template textarea tt var noframes noembed iframe".split()
)

#: What stands for a language in a report where nobody can be sure of it.
ANY_LANGUAGE = "(language code)"


@frozen
class Passage:
    """
    The text that takes its language from one element.

    :ivar tag: the element that has the ``lang``.
    :ivar lang: the ``lang``, trimmed.
    :ivar text: the text inside it, but for what is in an element with a ``lang`` of its own, what is hidden and code.
    """

    tag: Tag
    lang: str
    text: str


@view
def passages(document: Document) -> Sequence[Passage]:
    """
    The passages of a page in document order, those without a language left out.

    https://www.w3.org/WAI/standards-guidelines/act/rules/off6ek/
    """
    pieces: dict[int, list[str]] = {}
    owners: list[Tag] = []
    inherited: dict[int, list[str] | None] = {}
    hidden = document.accessible.exposure.hidden
    for tag in document.elements:
        said = inherited.get(id(tag.parent))
        if "lang" in tag.attrs and tag.namespace == HTML:
            said = pieces.setdefault(id(tag), [])
            owners.append(tag)
        if tag.name in _NOT_PROSE:
            said = None
        inherited[id(tag)] = said
        if said is not None and (tag.name == "title" or not hidden(tag)):
            said.extend([node for node in tag.contents if type(node) is TextNode and not node.isspace()])
    return tuple(
        Passage(tag, attr(tag, "lang", "").strip(), " ".join(pieces[id(tag)]))
        for tag in owners
        if attr(tag, "lang", "").strip()
    )


def language_for(tag: Tag) -> str:
    """
    What to write in the ``lang`` of an element that has none or a wrong one.

    What is written, with ``-`` for ``_``; the language that its text is certainly in; or words that stand for it.
    """
    for name in ("lang", "xml:lang"):
        written = attr(tag, name, "").strip().replace("_", "-")
        if known(written):
            return written
    found = detect_language(text(tag))
    return (found.code if found is not None else "") or ANY_LANGUAGE
