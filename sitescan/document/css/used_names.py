"""The font families, animations and custom properties that the styles of a page use."""

from collections.abc import Iterator

from sitescan.document.css.applicable_rules import may_apply
from sitescan.document.css.style_block import LazyStyleBlock
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.standards.css.declared_files import CssLoad
from sitescan.standards.css.stylesheet_items import AtRule, FontFace, Item, Keyframes, all_items
from sitescan.standards.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[\w-]+")
_VARIABLE = lazy_pattern(r"var\(\s*(--[\w-]+)")
#: Attributes that style an element: ``face`` is that of the obsolete ``font``, ``font-family`` is that of SVG.
_STYLING = ("style", "font-family", "face")


def may_load(document: Document, item: Item, load: CssLoad) -> bool:
    """
    Return whether browsers may request a file of a rule, on any screen and in any state.

    They request the images of rules that match an element, one source of a font face whose family is used, the images
    of keyframes that an animation names, and those of custom properties where a property uses them.
    """
    if not is_variable_used(document, load.variable):
        return False
    if isinstance(item, FontFace):
        family = item.descriptors.get("font-family", "")
        return load.reference == item.file and _is_named(document, family)
    if isinstance(item, Keyframes):
        return _is_named(document, item.name)
    return not isinstance(item, LazyStyleBlock) or may_apply(document, item)


def is_variable_used(document: Document, name: str) -> bool:
    """Return whether a property may use the value of a custom property; what isn't in one (no name) is used."""
    return not name or "\\" in name or name.lower() in _used_variables(document)


def _is_named(document: Document, name: str) -> bool:
    """Return whether the styles of a page have all words of a name; with an escape, it may be written otherwise."""
    words = _WORD.findall(name.lower())
    return "\\" in name or (bool(words) and _used_words(document).issuperset(words))


@view
def _used_words(document: Document) -> frozenset[str]:
    """Return the words of the styles that may apply, in lower case."""
    return frozenset(word for text in _styles(document) for word in _WORD.findall(text))


@view
def _used_variables(document: Document) -> frozenset[str]:
    """Return the custom properties that values of the styles that may apply refer to, in lower case."""
    return frozenset(name for text in _styles(document) for name in _VARIABLE.findall(text))


def _styles(document: Document) -> Iterator[str]:
    """Iterate over the styles that may apply to the page, in lower case."""
    for css in css_texts(document):
        for item in all_items(css.content.items):
            if isinstance(item, LazyStyleBlock):
                if may_apply(document, item):
                    yield item.body.lower()
            elif isinstance(item, (Keyframes, AtRule)):
                yield item.body.lower()
    for tag in document.having(*_STYLING):
        yield from (attr(tag, name, "").lower() for name in _STYLING)
