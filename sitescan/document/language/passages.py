"""The text of a page, divided by the element that determines its language."""

from collections.abc import Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.change import ElementChange, changed, safe
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.language.detection import detect_language
from sitescan.document.tree import HTML, TextNode, attr, text
from sitescan.document.views import view
from sitescan.standards.language_tags import known

#: Elements whose text is not in a human language, or is not rendered.
_NOT_PROSE = frozenset(
    "code kbd math noscript pre samp script style svg template textarea tt var noframes noembed iframe".split()
)

#: Languages whose characters have glyphs of their own.
_OWN_GLYPHS = frozenset({"bg", "ja", "ko", "mk", "sr", "yue", "zh"})
#: Parts of styles whose effect depends on the language.
_BY_LANGUAGE = (":lang(", "hyphens", "quote", "text-transform", "word-break", "line-break", "small-caps")

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

    This is the existing value with ``-`` for ``_``, the certain language of the text, or a placeholder. The first is
    safe, unless browsers display the text in another way once they know the language.
    """
    for name in ("lang", "xml:lang"):
        written = attr(tag, name, "").strip().replace("_", "-")
        if known(written):
            change = changed(tag, lang=written)
            return change if _is_displayed_by_language(document, written) else safe(change)
    shown = document.shown_text if tag is document.html else ""
    found = detect_language(shown or text(tag))
    return changed(tag, lang=(found.code if found is not None else "") or ANY_LANGUAGE)


def _is_displayed_by_language(document: Document, code: str) -> bool:
    """Return whether the language may decide the font of a text, or its hyphens, quotation marks or capital letters."""
    has_own_glyphs = code.lower().partition("-")[0] in _OWN_GLYPHS
    in_styles = any(css.content.mentions(*_BY_LANGUAGE) for css in css_texts(document))
    in_attributes = any(
        word in attr(tag, "style", "").lower() for tag in document.having("style") for word in _BY_LANGUAGE
    )
    return has_own_glyphs or in_styles or in_attributes or bool(document.all("q"))
