"""The letters of a page's texts: which elements show words of their own, and the colors of the letters."""

from collections.abc import Set as AbstractSet
from functools import cached_property
from unicodedata import category

from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.css.colors import Color
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.shadow_texts import shadow_texts
from sitescan.document.tree import HTML, TextNode, ancestors, attr, own_text, text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_STROKES = frozenset({"-webkit-text-stroke", "-webkit-text-stroke-width"})
#: Values of ``background-clip`` that do not paint the background in the shape of the letters.
_BOXES = frozenset({"border-box", "padding-box", "content-box"})
_PARTS = ("first-line", "first-letter")
_CODE = frozenset({"code", "kbd", "pre", "samp"})
_TYPED = frozenset("email number password search tel text url".split())
_WITH_VALUE = _TYPED - {"password"} | {"button", "reset", "submit"}
_LETTER = lazy_pattern(r"[^\W_]")
_TWO_LETTERS = lazy_pattern(r"[^\W_][\W_]*[^\W_]")
#: How many characters of a text are searched for a word.
_LONGEST = 2000


class Words:
    """The elements of a page that show words of their own. A page may hold a hundred thousand single letters."""

    def __init__(self, document: Document) -> None:
        self._in_shadow_trees = shadow_texts(document)
        self._elements = document.elements
        self._with_own_words = {id(tag) for tag in document.elements if self._shown_in(tag)}

    def are_in(self, tag: Tag) -> bool:
        """Return whether an element shows words of its own."""
        return id(tag) in self._with_own_words

    def _shown_in(self, tag: Tag) -> bool:
        if id(tag) in self._in_shadow_trees:
            return _is_worded(self._in_shadow_trees[id(tag)])
        if tag.namespace != HTML or tag.name in ("option", "optgroup", "progress", "meter"):
            return False
        if tag.name == "select":
            # A closed list shows its chosen option in the color of the list, not of the option.
            return "multiple" not in tag.attrs and "size" not in tag.attrs and _is_worded(text(tag))
        if tag.name == "input":
            return input_type(tag) in _WITH_VALUE and _is_worded(attr(tag, "value", ""))
        texts = [node for node in tag.contents if type(node) is TextNode and not node.isspace()]
        return bool(texts) and (any(map(_is_worded, texts)) or any(self._is_read(tag, sign.strip()) for sign in texts))

    def _is_read(self, tag: Tag, sign: str) -> bool:
        """
        Return whether a single letter, figure or sign is read as text: beside words, as a number, or around code.

        Signs alone are no human language: https://www.w3.org/WAI/standards-guidelines/act/rules/afw4f7/
        """
        if not any(character.isalnum() for character in sign):
            is_in_code = any(element.name in _CODE for element in (tag, *ancestors(tag)))
            return is_in_code and self._are_anywhere_in(tag) and not any(map(_is_pictogram, sign))
        return any(map(str.isdigit, sign)) or (tag.parent is not None and self._are_anywhere_in(tag.parent))

    def _are_anywhere_in(self, tag: Tag) -> bool:
        return id(tag) in self._with_words

    @cached_property
    def _with_words(self) -> AbstractSet[int]:
        """The ids of the elements with at least two letters in them."""
        with_one: set[int] = set()
        found: set[int] = set()
        for tag in self._elements:
            for node in tag.contents:
                if type(node) is not TextNode:
                    continue
                is_worded = _is_worded(node)
                if not is_worded and not _LETTER.search(node, 0, _LONGEST):
                    continue
                box: Tag | None = tag
                while box is not None and id(box) not in found:
                    if is_worded or id(box) in with_one:
                        found.add(id(box))
                    with_one.add(id(box))
                    box = box.parent
        return found


def awaits_text(tag: Tag) -> bool:
    """Return whether an element is an empty text field."""
    if tag.name == "input":
        return input_type(tag) in _TYPED and not attr(tag, "value", "")
    return tag.name == "textarea" and not own_text(tag).strip()


@view
def words_of(document: Document) -> Words:
    """Return which elements of a page show words of their own."""
    return Words(document)


def _is_worded(text: str) -> bool:
    """Return whether a text has two letters; a single sign or letter may be a picture."""
    return _TWO_LETTERS.search(text, 0, _LONGEST) is not None


def _is_pictogram(character: str) -> bool:
    """Return whether a character is an emoji, an arrow, a part of a box, or a private character of a font."""
    return category(character) in ("So", "Co", "Cn") or "\u2190" <= character <= "\u2bff"


def recolors_letters(document: Document, tag: Tag) -> bool:
    """Return whether ``::first-line`` or ``::first-letter`` of an element or of one around it is styled."""
    if not document.styles.selects(*_PARTS):
        return False
    return any(document.styles.pseudo(box, name) is not None for box in (tag, *ancestors(tag)) for name in _PARTS)


def letter_color(style: Style) -> Color | None:
    """Return the color of the letters; ``None`` if a clipped background, a stroke or a shadow may change their look."""
    if style.get("background-clip") not in _BOXES or style.get("text-shadow") is None:
        return None
    if style.declares_any(_STROKES) and any(style.get(name) not in ("", "0", "0px", "none") for name in _STROKES):
        return None
    return style.color if style.get("-webkit-text-fill-color") == "" else style.color_of("-webkit-text-fill-color")
