"""Computation of accessible names, https://www.w3.org/TR/accname-1.2/."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import filterfalse, islice, takewhile

from attrs import frozen
from bs4.element import PageElement, Tag

from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.embedded_controls import value
from sitescan.document.accessibility.exposure import Exposure
from sitescan.document.accessibility.labels import IdsOf, Labels, labelable
from sitescan.document.accessibility.native_names import from_attributes, placeholder
from sitescan.document.accessibility.roles import Roles
from sitescan.document.css.cascade import Styles
from sitescan.document.css.generated_content import generated, replaced
from sitescan.document.data_bindings import CONTENT, DataBindings
from sitescan.document.tree import (
    HTML,
    SVG,
    TextNode,
    after,
    attr,
    children,
    collapsed,
    elements,
    ids_around,
    is_custom,
)

#: The number of characters after which no more text is added to a name.
_LONGEST = 4000
#: The number of steps that computing all names of a page may take: for the page, and for each of its elements. A limit
#: for each name is not enough, because names are read within names. Real pages take at most 3 steps for an element.
_STEPS = 20_000
_STEPS_PER_ELEMENT = 10
#: The number of characters that cost one more step where they are put into a name.
_CHARACTERS_PER_STEP = 250
#: The levels of names within names: a label whose control has a label, an owned element that owns another.
_DEEPEST = 4
#: The number of references in one ``aria-owns``, and of texts in one SVG ``use``, that are read.
_MOST_OWNED = 20

#: Values of ``display`` that do not separate texts, https://www.w3.org/TR/accname-1.2/#comp_name_from_content.
_IN_LINE = frozenset("contents inline inline-block inline-flex inline-grid inline-table none ruby ruby-text".split())
_FROM_TITLE = ("embed", "iframe", "object", "video", "audio")
#: Attributes that name elements of all kinds.
_NAMING = ("aria-label", "aria-labelledby", "title")
_CAPTIONS = {"fieldset": "legend", "figure": "figcaption", "table": "caption"}


@frozen
class Name:
    """
    An accessible name.

    :ivar text: the name, white space collapsed; empty if the element has none.
    :ivar source: the source of the name: ``aria-labelledby``, ``aria-label``, ``label``, ``alt``, ``caption``,
        ``value``, ``content``, ``title``, ``placeholder``; empty if there is no name.
    :ivar sure: whether the name is certain.
    """

    text: str = ""
    source: str = ""
    sure: bool = True


@frozen
class _Walk:
    """Options of a traversal: whether to include hidden elements and to follow references, and the recursion depth."""

    hidden: bool = False
    references: bool = True
    depth: int = 0


_START = _Walk()


class Names:
    """
    The accessible names of a page's elements, each computed once.

    All names of a page share a limit of steps in proportion to the number of its elements. Names computed after the
    limit was reached are not sure (:attr:`Name.sure`). Nor are those that a framework, a custom element or a script
    writes.

    :param number: the number of the page's elements.
    :param ids_of: returns the elements that the ids in the attributes of an element refer to, by id.
    :param scripted: the elements whose content only scripts know.
    :param labelled_by_scripts: whether a script sets which elements label fields.
    """

    def __init__(
        self,
        number: int,
        exposure: Exposure,
        ids_of: IdsOf,
        labels: Labels,
        styles: Styles,
        bindings: DataBindings,
        scripted: Sequence[Tag] = (),
        labelled_by_scripts: bool = False,
    ) -> None:
        self._scripted = scripted
        self._labelled_by_scripts = labelled_by_scripts
        self._styles = styles
        self._bindings = bindings
        self._exposure = exposure
        self._ids_of = ids_of
        self._labels = labels
        self._names: dict[int, Name] = {}
        self._referenced: dict[int, str] = {}
        self._instances: dict[int, str] = {}
        self._left = _STEPS + _STEPS_PER_ELEMENT * number
        self.roles = Roles(exposure, self.labelled, bindings)

    @property
    def cut(self) -> bool:
        """Whether the limit of steps was reached, so that names are incomplete."""
        return self._left < 0

    def _step(self, text: str = "") -> bool:
        """
        Count a step, and return whether the page's limit allows it.

        :param text: the text that the step puts into a name.
        """
        self._left -= 1 + len(text) // _CHARACTERS_PER_STEP
        return self._left >= 0

    def labelled(self, tag: Tag) -> bool:
        """Return whether ARIA attributes or ``title`` name an element, whoever writes them."""
        if self._bindings.writes(tag, *_NAMING) or any(attr(tag, name, "").strip() for name in ("aria-label", "title")):
            return True
        return any(identifier in self._ids_of(tag) for identifier in attr(tag, "aria-labelledby", "").split())

    def name(self, tag: Tag) -> Name:
        """Return the accessible name of an element, by the naming rules of its role."""
        key = id(tag)
        if key not in self._names:
            text, source = self._own(tag, _START)
            if not text and self.from_content(tag):
                text, source = self._content(tag, _START), "content"
            if not text and attr(tag, "title", "").strip():
                text, source = collapsed(attr(tag, "title", "")), "title"
            if not text:
                text, source = placeholder(tag), "placeholder"
            self._names[key] = Name(text, source if text else "", not self.cut and not self._is_written_later(tag))
        return self._names[key]

    def _is_written_later(self, tag: Tag) -> bool:
        """Return whether a framework or a custom element writes the name of an element, or what the name refers to."""
        if labelable(tag) and "slot" in tag.attrs and tag.parent is not None and is_custom(tag.parent):
            # The shadow tree, which is not in the source, may have the label of what is in its slots.
            return True
        if self._labelled_by_scripts and labelable(tag):
            return True
        bindings = self._bindings
        if not bindings and not self._scripted:
            return False
        own = (*_NAMING, "placeholder", from_attributes(tag)[1])
        if bindings.writes(tag, *own) or (id(tag) in self._written and self.from_content(tag)):
            return True
        if labelable(tag) and (bindings.writes(tag, "id") or ("id" in tag.attrs and self._is_label_bound)):
            return True
        known = self._ids_of(tag)
        for identifier in attr(tag, "aria-labelledby", "").split():
            # A framework or a custom element may write the id that is missing, or add the element.
            if identifier not in known or any(id(target) in self._written for target in known[identifier]):
                return True
        captions = (child for child in children(tag) if child.name == _CAPTIONS.get(tag.name))
        return any(id(part) in self._written for part in (*self._labels.of(tag), *captions))

    @cached_property
    def _written(self) -> frozenset[int]:
        """The ``id()`` of each element with content that a framework or a custom element writes."""
        scripted = list(filterfalse(self._exposure.hidden, self._scripted))
        return self._bindings.holders(*_NAMING, "alt", CONTENT) | {*map(id, scripted), *ids_around(scripted)}

    @cached_property
    def _is_label_bound(self) -> bool:
        return any(
            tag.name == "label" and self._bindings.writes(tag, "for") for tag, _ in self._bindings.written.values()
        )

    def content(self, tag: Tag) -> str:
        """Return the name that an element would get from its content, rendered or not."""
        return self._content(tag, _START)

    def from_content(self, tag: Tag) -> bool:
        """Return whether the content of an element may name it."""
        role = self.roles.role(tag)
        if role in ROLES:
            return ROLES[role].from_content
        return tag.name in ("summary", "option") and tag.namespace == HTML

    def _own(self, tag: Tag, walk: _Walk) -> tuple[str, str]:
        """Return the name of an element by reference, ARIA attribute or host language, and its source."""
        if not self._step():
            return "", ""
        if walk.references and (text := self._from_references(tag, "aria-labelledby")):
            return text, "aria-labelledby"
        if text := collapsed(attr(tag, "aria-label", "")):
            return text, "aria-label"
        if self.roles.role(tag) == "none" and "alt" in tag.attrs:
            return "", ""
        return self._native(tag, walk)

    def _native(self, tag: Tag, walk: _Walk) -> tuple[str, str]:
        """Return the native name, https://www.w3.org/TR/html-aam-1.0/#accessible-name-and-description-computation."""
        name = tag.name
        if walk.depth >= _DEEPEST:
            return "", ""
        if tag.namespace == SVG:
            title = next((child for child in children(tag) if child.name == "title"), None)
            text = self._content(title, _Walk(hidden=True, depth=walk.depth + 1)) if title is not None else ""
            if not text and name == "use":
                text = self._instance(tag)
            return text or collapsed(attr(tag, "xlink:title", "")), "title"
        labels = self._labels.of(tag)
        if not labels and name not in _CAPTIONS:
            return from_attributes(tag)
        deeper = _Walk(walk.hidden, walk.references, walk.depth + 1)
        if labels:
            parts = (self._label(label, tag, deeper) for label in labels)
            if text := collapsed(" ".join(part for part in parts if part)):
                return text, "label"
        if name in _CAPTIONS:
            caption = next((child for child in children(tag) if child.name == _CAPTIONS[name]), None)
            return (self._content(caption, deeper) if caption is not None else ""), "caption"
        return from_attributes(tag)

    def _instance(self, use: Tag) -> str:
        """
        Return the name of an SVG ``use`` element by the element of this page that it instantiates.

        https://www.w3.org/TR/svg-aam-1.0/#include_elements
        """
        written = attr(use, "href", attr(use, "xlink:href", ""))
        target = next(iter(self._ids_of(use).get(written[1:], ())), None) if written.startswith("#") else None
        if target is None or target.namespace != SVG:
            return ""
        if id(target) not in self._instances:
            naming = islice(
                (element for element in self._inside(target) if element.name in ("title", "text")), _MOST_OWNED
            )
            texts = [self._content(element, _Walk(hidden=True, references=False)) for element in naming]
            self._instances[id(target)] = attr(target, "aria-label", "") or collapsed(" ".join(texts))
        return self._instances[id(target)]

    def _label(self, label: Tag, control: Tag, walk: _Walk) -> str:
        text = collapsed(attr(label, "aria-label", ""))
        if walk.references:
            text = self._from_references(label, "aria-labelledby") or text
        return text or self._content(label, walk, without=control)

    def _from_references(self, tag: Tag, attribute: str) -> str:
        """Return the texts of the elements that an attribute references, without following their own references."""
        written = attr(tag, attribute)
        if not written:
            return ""
        found: list[str] = []
        length = 0
        for identifier in dict.fromkeys(written.split()):
            target = next(iter(self._ids_of(tag).get(identifier, ())), None)
            if length > _LONGEST or not self._step():
                break
            if target is not None:
                found.append(self._reference(target))
                length += len(found[-1])
                self._step(found[-1])
        return collapsed(" ".join(found))

    def _reference(self, target: Tag) -> str:
        key = id(target)
        if key not in self._referenced:
            self._referenced[key] = ""
            walk = _Walk(hidden=self._exposure.hidden(target), references=False)
            text, _ = self._own(target, walk)
            text = text or self._value(target) or self._content(target, walk)
            self._referenced[key] = text or collapsed(attr(target, "title", ""))
        return self._referenced[key]

    def _value(self, tag: Tag) -> str:
        return value(
            tag, self.roles.role(tag), self._inside(tag), lambda inner: self._content(inner, _Walk(hidden=True))
        )

    def _inside(self, tag: Tag) -> Iterator[Tag]:
        """Iterate over the descendants of an element, counting a step for each."""
        return takewhile(lambda _: self._step(), elements(tag))

    def _content(self, root: Tag, walk: _Walk, without: Tag | None = None) -> str:
        """
        Return the text of an element's content, in one pass without recursion into the tree.

        A descendant with a name of its own contributes that name and is skipped; a descendant without text contributes
        its ``title``. Spaces separate blocks.
        """
        if (image := replaced(self._styles, root)) is not None:
            return collapsed(image)
        pieces: list[str] = [generated(self._styles, root, "before")]
        skipped = not walk.hidden and self._exposure.skips_contents(root)
        length = 0
        open_elements: list[tuple[Tag, int]] = []
        end = after(root)
        node: PageElement | None = root.next_element
        while True:
            while open_elements and (node is end or node is None or node.parent is not open_elements[-1][0]):
                length += self._close(*open_elements.pop(), pieces, walk)
            if node is None or node is end or length > _LONGEST or not self._step():
                break
            if isinstance(node, Tag):
                text = "" if node is without else self._part(node, walk)
                if text is not None:
                    # Hidden elements do not separate texts, and inert elements, as inside a template, have no style.
                    pieces.append(f" {text} " if text and self._is_separate(node) else text)
                    length += len(text)
                    self._step(text)
                    node = after(node)
                    continue
                if self._is_separate(node):
                    pieces.append(" ")
                open_elements.append((node, len(pieces)))
                pieces.append(generated(self._styles, node, "before"))
            elif _is_text(node) and not (self._unseen(node.parent, walk) if node.parent is not root else skipped):
                pieces.append(str(node))
                length += len(pieces[-1])
                self._step(pieces[-1])
            node = node.next_element
        pieces.append(self._owned(root, walk))
        pieces.append(generated(self._styles, root, "after"))
        return collapsed("".join(pieces))

    def _close(self, tag: Tag, start: int, pieces: list[str], walk: _Walk) -> int:
        """Append the owned elements of a closed element, its ``title`` if it has no text; return the added length."""
        added = [self._owned(tag, walk), generated(self._styles, tag, "after")]
        pieces.extend(added)
        title = attr(tag, "title", "")
        if title and not any(piece.strip() for piece in pieces[start:]) and not self._unseen(tag, walk):
            pieces.append(title)
            added.append(title)
        if self._is_separate(tag):
            pieces.append(" ")
        return sum(map(len, added))

    def _owned(self, tag: Tag, walk: _Walk) -> str:
        """Return the texts of the elements that an element owns by ``aria-owns``."""
        if "aria-owns" not in tag.attrs or walk.depth >= _DEEPEST:
            return ""
        found: list[str] = []
        for identifier in attr(tag, "aria-owns", "").split()[:_MOST_OWNED]:
            if not self._step():
                break
            target = next(iter(self._ids_of(tag).get(identifier, ())), None)
            if target is not None and (walk.hidden or not self._exposure.hidden(target)):
                deeper = _Walk(walk.hidden, walk.references, walk.depth + 1)
                found.append(self._own(target, deeper)[0] or self._content(target, deeper))
        return "".join(f" {text} " for text in found)

    def _is_separate(self, tag: Tag) -> bool:
        """Return whether an element is separated from its siblings by a space."""
        return tag.name == "br" or self._styles.of(tag).display not in _IN_LINE

    def _unseen(self, tag: Tag | None, walk: _Walk) -> bool:
        """Return whether the texts of an element are hidden, which may have visible descendants."""
        if walk.hidden or tag is None:
            return False
        return self._exposure.state(tag).visible is False or self._exposure.skips_contents(tag)

    def _part(self, tag: Tag, walk: _Walk) -> str | None:
        """Return the text of a descendant and its subtree, or ``None`` if its children are to be visited instead."""
        if not walk.hidden and self._exposure.hidden(tag):
            state = self._exposure.state(tag)
            return "" if state.removed or state.inert or state.rendered is False else None
        if not walk.hidden and (image := replaced(self._styles, tag)) is not None:
            return image
        if walk.hidden and tag.name in ("script", "style", "template", "noscript"):
            return ""
        if not tag.attrs and tag.namespace == HTML and tag.name not in _CAPTIONS and tag.name not in _CONTROLS:
            return None
        control = tag.name in _CONTROLS and tag.name != "button"
        text, _ = self._own(tag, walk)
        embedded = self._value(tag) if walk.depth or not walk.references else ""
        if embedded or text:
            return embedded or text
        if tag.name in ("img", "area", *_FROM_TITLE) or control:
            return collapsed(attr(tag, "title", "")) if self.roles.role(tag) != "none" else ""
        return None


_CONTROLS = frozenset({"button", "input", "meter", "progress", "select", "textarea"})


def _is_text(node: PageElement) -> bool:
    return type(node) is TextNode
