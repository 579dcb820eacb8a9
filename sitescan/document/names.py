"""Accessible names: what assistive technology calls an element, https://www.w3.org/TR/accname-1.2/."""

from collections.abc import Mapping, Sequence

from attrs import frozen
from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from sitescan.document.aria_roles import ROLES
from sitescan.document.css.content import generated
from sitescan.document.css.styles import Styles
from sitescan.document.exposure import Exposure
from sitescan.document.labels import Labels
from sitescan.document.roles import Roles, input_type
from sitescan.document.tree import HTML, SVG, after, attr, children

#: A name is cut here, and a page's names together read this many nodes: hostile pages multiply both.
_LONGEST = 4000
_MOST_NODES = 400_000
#: Labels whose controls have labels whose controls ...
_DEEPEST = 4

_INLINE = frozenset(
    "a abbr acronym area b bdi bdo big cite code data del dfn em font i iframe img ins kbd label mark meter object "
    "output progress q rp rt ruby s samp select small span strike strong sub sup svg textarea time tspan tt u var wbr "
    "button input text".split()
)
_FROM_TITLE = ("embed", "iframe", "object", "video", "audio")
_CAPTIONS = {"fieldset": "legend", "figure": "figcaption", "table": "caption"}
_WITH_PLACEHOLDER = frozenset({"email", "number", "password", "search", "tel", "text", "url"})
_BUTTONS = {"submit": "Submit", "reset": "Reset"}


@frozen
class Name:
    """
    An accessible name.

    :ivar text: the name, white space collapsed; empty where the element has none.
    :ivar source: where it comes from: ``aria-labelledby``, ``aria-label``, ``label``, ``alt``, ``caption``,
        ``value``, ``content``, ``title``, ``placeholder``; empty where there is none.
    :ivar sure: whether it is the name for certain.
    """

    text: str = ""
    source: str = ""
    sure: bool = True


@frozen
class _Walk:
    """How a text is put together: whether hidden parts count, references are followed, and how deep it is."""

    hidden: bool = False
    references: bool = True
    depth: int = 0


class Names:
    """The accessible names of a page's elements, each worked out once."""

    def __init__(self, exposure: Exposure, by_id: Mapping[str, Sequence[Tag]], labels: Labels, styles: Styles) -> None:
        self._styles = styles
        self._exposure = exposure
        self._by_id = by_id
        self._labels = labels
        self._names: dict[int, Name] = {}
        self._referenced: dict[int, str] = {}
        self._left = _MOST_NODES
        self.roles = Roles(exposure, self.labelled)

    def labelled(self, tag: Tag) -> bool:
        """Whether an author gave an element a name of its own by ARIA or ``title``."""
        if any(attr(tag, name, "").strip() for name in ("aria-label", "title")):
            return True
        return any(identifier in self._by_id for identifier in attr(tag, "aria-labelledby", "").split())

    def name(self, tag: Tag) -> Name:
        """The accessible name of an element, its role's rules applied."""
        key = id(tag)
        if key not in self._names:
            text, source = self._own(tag, _Walk())
            if not text and self._from_content(tag):
                text, source = self._content(tag, _Walk()), "content"
            if not text and attr(tag, "title", "").strip():
                text, source = _collapse(attr(tag, "title", "")), "title"
            if not text:
                text, source = self._placeholder(tag), "placeholder"
            self._names[key] = Name(text, source if text else "", self._left > 0)
        return self._names[key]

    def content(self, tag: Tag) -> str:
        """What an element's content would name it, visible or not on the screen."""
        return self._content(tag, _Walk())

    def _from_content(self, tag: Tag) -> bool:
        role = self.roles.role(tag)
        if role in ROLES:
            return ROLES[role].from_content
        return tag.name in ("summary", "option") and tag.namespace == HTML

    def _own(self, tag: Tag, walk: _Walk) -> tuple[str, str]:
        """The name that an element has by reference, by ARIA or by its language, not by its content."""
        if walk.references and (text := self._from_references(tag, "aria-labelledby")):
            return text, "aria-labelledby"
        if text := _collapse(attr(tag, "aria-label", "")):
            return text, "aria-label"
        if self.roles.role(tag) == "none" and "alt" in tag.attrs:
            return "", ""
        return self._native(tag, walk)

    def _native(self, tag: Tag, walk: _Walk) -> tuple[str, str]:
        """https://www.w3.org/TR/html-aam-1.0/#accessible-name-and-description-computation."""
        name = tag.name
        deeper = _Walk(walk.hidden, walk.references, walk.depth + 1)
        if walk.depth >= _DEEPEST:
            return "", ""
        if tag.namespace == SVG:
            title = next((child for child in children(tag) if child.name == "title"), None)
            text = self._content(title, _Walk(hidden=True, depth=deeper.depth)) if title is not None else ""
            return text or _collapse(attr(tag, "xlink:title", "")), "title"
        labels = self._labels.of(tag)
        if labels:
            parts = (self._label(label, tag, deeper) for label in labels)
            if text := _collapse(" ".join(part for part in parts if part)):
                return text, "label"
        if name in ("img", "area") or (name == "input" and input_type(tag) == "image"):
            return _collapse(attr(tag, "alt", "")), "alt"
        if name == "input" and input_type(tag) in ("button", "submit", "reset"):
            return _collapse(attr(tag, "value", _BUTTONS.get(input_type(tag), ""))), "value"
        if name in _CAPTIONS:
            caption = next((child for child in children(tag) if child.name == _CAPTIONS[name]), None)
            return (self._content(caption, deeper) if caption is not None else ""), "caption"
        if name == "optgroup":
            return _collapse(attr(tag, "label", "")), "label"
        return "", ""

    def _label(self, label: Tag, control: Tag, walk: _Walk) -> str:
        text = _collapse(attr(label, "aria-label", ""))
        if walk.references:
            text = self._from_references(label, "aria-labelledby") or text
        return text or self._content(label, walk, without=control)

    def _placeholder(self, tag: Tag) -> str:
        if tag.name == "textarea" or (tag.name == "input" and input_type(tag) in _WITH_PLACEHOLDER):
            return _collapse(attr(tag, "placeholder", "")) or _collapse(attr(tag, "aria-placeholder", ""))
        return ""

    def _from_references(self, tag: Tag, attribute: str) -> str:
        """The texts of the elements that an attribute refers to; what they refer to is not followed."""
        written = attr(tag, attribute)
        if not written:
            return ""
        found: list[str] = []
        length = 0
        for identifier in dict.fromkeys(written.split()):
            target = next(iter(self._by_id.get(identifier, ())), None)
            if target is None or length > _LONGEST:
                continue
            found.append(self._reference(target))
            length += len(found[-1])
        return _collapse(" ".join(found))

    def _reference(self, target: Tag) -> str:
        key = id(target)
        if key not in self._referenced:
            self._referenced[key] = ""
            walk = _Walk(hidden=self._exposure.hidden(target), references=False)
            text, _ = self._own(target, walk)
            text = text or self._embedded(target) or self._content(target, walk)
            self._referenced[key] = text or _collapse(attr(target, "title", ""))
        return self._referenced[key]

    def _embedded(self, tag: Tag) -> str:
        """The value of a control within a text, https://www.w3.org/TR/accname-1.2/#comp_embedded_control."""
        role = self.roles.role(tag)
        if tag.name == "select":
            options = [option for option in tag.find_all("option", limit=1000) if isinstance(option, Tag)]
            chosen = [option for option in options if "selected" in option.attrs] or options[:1]
            return _collapse(" ".join(self._content(option, _Walk(True)) for option in chosen[:20]))
        if role in ("textbox", "searchbox", "combobox") or (tag.name == "input" and role == ""):
            if tag.name == "input":
                return _collapse(attr(tag, "value", ""))
            return ""
        if role in ("slider", "spinbutton", "scrollbar", "progressbar", "meter"):
            for attribute in ("aria-valuetext", "aria-valuenow", "value"):
                if text := _collapse(attr(tag, attribute, "")):
                    return text
        return ""

    def _content(self, root: Tag, walk: _Walk, without: Tag | None = None) -> str:
        """
        The text of an element's content, in one pass without recursion into the tree.

        A descendant with a name of its own gives that and is not entered; one that gives nothing gives
        its ``title``. Blocks are set apart by spaces.
        """
        pieces: list[str] = [generated(self._styles, root, "before")]
        length = 0
        open_elements: list[tuple[Tag, int]] = []
        end = after(root)
        node: PageElement | None = root.next_element
        while True:
            while open_elements and (node is end or node is None or node.parent is not open_elements[-1][0]):
                pieces.append(generated(self._styles, open_elements[-1][0], "after"))
                length += _close(open_elements.pop(), pieces)
            if node is None or node is end or length > _LONGEST or self._left <= 0:
                break
            self._left -= 1
            if isinstance(node, Tag):
                text = "" if node is without else self._part(node, walk)
                if text is not None:
                    pieces.append(text if node.name in _INLINE else f" {text} ")
                    length += len(text)
                    node = after(node)
                    continue
                if node.name not in _INLINE:
                    pieces.append(" ")
                open_elements.append((node, len(pieces)))
                pieces.append(generated(self._styles, node, "before"))
            elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
                pieces.append(node)
                length += len(node)
            node = node.next_element
        pieces.append(generated(self._styles, root, "after"))
        return _collapse("".join(pieces))

    def _part(self, tag: Tag, walk: _Walk) -> str | None:
        """The text that stands for a descendant and all inside it; ``None`` where it is read through."""
        if not walk.hidden and self._exposure.hidden(tag):
            return ""
        if walk.hidden and tag.name in ("script", "style", "template", "noscript"):
            return ""
        if not tag.attrs and tag.namespace == HTML and tag.name not in _CAPTIONS and tag.name not in _CONTROLS:
            return None
        control = tag.name in _CONTROLS and tag.name != "button"
        text, _ = self._own(tag, walk)
        embedded = self._embedded(tag) if walk.depth or not walk.references else ""
        if embedded or text:
            return embedded or text
        if tag.name in ("img", "area", *_FROM_TITLE) or control:
            return _collapse(attr(tag, "title", "")) if self.roles.role(tag) != "none" else ""
        return None


_CONTROLS = frozenset({"button", "input", "meter", "progress", "select", "textarea"})


def _close(opened: tuple[Tag, int], pieces: list[str]) -> int:
    """Leave an element: its ``title`` stands for it where it gave no text."""
    tag, start = opened
    title = attr(tag, "title", "")
    added = 0
    if title and not any(piece.strip() for piece in pieces[start:]):
        pieces.append(title)
        added = len(title)
    if tag.name not in _INLINE:
        pieces.append(" ")
    return added


def _collapse(text: str) -> str:
    return " ".join(text[: 4 * _LONGEST].split()) if text else ""
