"""
Changes of a page: what a rule wants to be changed, of which the markup in texts and the edits of the source are made.

:mod:`sitescan.document.edits.page_edits` turns a change into a :class:`~sitescan.model.fix.Fix`, which holds the edits.
"""

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen
from bs4.element import Tag

from sitescan.document.element_markup import UNCHANGED, element_markup, escaped, shown
from sitescan.document.tree import ancestors, attr, children
from sitescan.model.fix import Moved, Sized
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.viewport import fits_the_screen, parse_viewport

#: The placeholders for what only a person knows, in suggested markup.
PLACEHOLDER = lazy_pattern(r"\((?:what|where) (?:it|is|the|this|to) [a-z ]{2,30}\)|\((?:language code|site name)\)")

#: The settings of a viewport that limit zooming, and a viewport without them.
_ZOOM = frozenset({"user-scalable", "maximum-scale"})
_ANY_SCREEN = "width=device-width, initial-scale=1"


@frozen(kw_only=True, eq=False)
class ElementChange:
    """
    A change of one element.

    :ivar tag: the element; ``None`` if it is in the header of the response.
    :ivar attributes: new values by attribute name; ``None`` removes the attribute.
    :ivar name: the new name of the element; empty for its own.
    :ivar content: markup that replaces the content of the element; with ``None`` and
        :data:`~sitescan.document.element_markup.UNCHANGED` it stays, and texts show the start tag alone or an ellipsis.
    :ivar before: markup to insert before the element.
    :ivar after: markup to insert after it.
    :ivar first: markup to insert as its first content.
    :ivar removed: whether the element is removed with its content.
    :ivar also: the change of another element that belongs to it.
    :ivar safe: whether the change states nothing that the page does not already say, and visitors notice no
        difference: neither in the picture on any screen or in print, nor in requests, errors or the keyboard. Without
        it, a person has to check the change, because it contains a placeholder, a guess, or changes what visitors get.
    """

    tag: Tag | None
    attributes: Mapping[str, str | None] = field(factory=dict)
    name: str = ""
    content: str | None = None
    before: str = ""
    after: str = ""
    first: str = ""
    removed: bool = False
    also: "ElementChange | None" = None
    safe: bool = False

    @property
    def replaces_content(self) -> bool:
        """Whether the element gets another content."""
        return self.content is not None and self.content != UNCHANGED

    @property
    def is_structural(self) -> bool:
        """Whether it changes more than attributes of the element."""
        return bool(self.name or self.before or self.after or self.first or self.removed or self.replaces_content)

    @property
    def unfinished(self) -> bool:
        """Whether it contains a placeholder, which a person has to replace."""
        written = (self.before, self.first, self.content or "", *(value or "" for value in self.attributes.values()))
        return any(map(PLACEHOLDER.search, written))

    @property
    def markup(self) -> str:
        """The markup for texts, ready to paste; empty if the element is removed, or too long for a report."""
        if self.removed or self.tag is None or (self.first and self.content is None):
            return self.first
        content = None if self.content is None else f"{self.first}{self.content}"
        element = element_markup(self.name or self.tag.name, self.tag, content, self.attributes)
        return shown(f"{self.before}{element}{self.after}")


@frozen(kw_only=True)
class TextChange:
    """
    A change of a piece of the source that is no part of an element, such as an end tag without a start tag.

    :ivar at: the offset in the decoded text of the page.
    :ivar written: the text that is there.
    :ivar markup: the markup in its place.
    :ivar safe: whether browsers make the same page of it.
    """

    at: int
    written: str
    markup: str = ""
    safe: bool = False


Change = ElementChange | TextChange | Moved | Sized
"""A change of an element or of a piece of the source, or a change that an answer of the network has shown."""


def changed(tag: Tag | None, content: str | None = None, /, **attributes: str | None) -> ElementChange:
    """
    Return the change of some attributes of an element, or of its content.

    A person has to check it unless the rule says that it is :func:`safe`.

    :param content: the markup inside the element, at whose end an ellipsis stands for the content that is there
        (:data:`~sitescan.document.element_markup.UNCHANGED`); by default, texts show the start tag alone.
    :param attributes: new values by attribute name, with ``_`` for ``-``; ``None`` removes the attribute.
    """
    changes = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    if "lang" in changes and tag is not None and "xml:lang" in tag.attrs:
        # Both must be equal: https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
        changes["xml:lang"] = changes["lang"]
    if content is not None and content.endswith(UNCHANGED):
        return ElementChange(tag=tag, attributes=changes, first=content.removesuffix(UNCHANGED), content=UNCHANGED)
    return ElementChange(tag=tag, attributes=changes, content=content)


def safe(change: ElementChange) -> ElementChange:
    """Return a change that needs no person: visitors notice no difference."""
    return evolve(change, safe=True)


def removed(tag: Tag) -> ElementChange:
    """Return the change that removes an element from the page."""
    return ElementChange(tag=tag, removed=True)


def inserted(tag: Tag, markup: str) -> ElementChange:
    """Return the change that inserts markup as the first content of an element."""
    return ElementChange(tag=tag, first=markup)


def renamed(tag: Tag, name: str, *, without: Iterable[str] = ()) -> ElementChange:
    """
    Return the change of an element's name, with its attributes and content.

    :param name: the new element name.
    :param without: names of attributes that are removed.
    """
    return ElementChange(tag=tag, name=name, attributes=dict.fromkeys(without), content=UNCHANGED)


def labelled(tag: Tag, label: str = "(what to enter)") -> ElementChange:
    """
    Return the change that puts a form field inside a label: its existing ancestor label, or a new one.

    An element that is a field by its role alone, or inside the label of another field, gets an ``aria-label`` instead.

    :param label: the text of the label, not markup.
    """
    around = next((ancestor for ancestor in ancestors(tag) if ancestor.name == "label"), None)
    if tag.name not in ("input", "select", "textarea") or (around is not None and "for" in around.attrs):
        return changed(tag, UNCHANGED, aria_label=label)
    field = changed(tag, UNCHANGED, aria_label=None, aria_labelledby=None)
    if around is not None:
        return evolve(field, before=f"{escaped(label)} ")
    return evolve(field, before=f"<label>{escaped(label)} ", after="</label>")


def without_empty_heading(heading: Tag) -> ElementChange:
    """
    Return the change of an empty heading: it is removed if nothing could fill or style it, or gets a placeholder.

    The first level stays, because a page needs one.
    """
    bare = not heading.attrs and heading.name != "h1" and next(children(heading), None) is None
    return removed(heading) if bare else changed(heading, "(what this section is about)")


def zoomable(meta: Tag) -> ElementChange:
    """
    Return the change of a viewport ``meta`` that removes the settings that limit zooming.

    It is safe only if the smallest scale is the initial one: otherwise, browsers display a page that is wider than the
    screen at a smaller scale once visitors may zoom.
    """
    written = attr(meta, "content", "")
    kept = {name: value for name, value in parse_viewport(written).items() if name not in _ZOOM}
    content = ", ".join(f"{name}={value}" if value else name for name, value in kept.items())
    if ";" in content or not fits_the_screen(kept):
        return changed(meta, content=_ANY_SCREEN)
    change = changed(meta, content=content)
    return safe(change) if kept.get("minimum-scale", "") == kept.get("initial-scale") else change
