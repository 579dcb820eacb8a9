"""A page's elements as selectors see them: names, ids, classes, and who stands next to whom."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bs4.element import Tag

from sitescan.document.tree import HTML, TextNode, attr

_BITS = 251


def bit(key: str) -> int:
    """The bit that stands for a name, ``.class`` or ``#id`` in the mask of what is above an element."""
    return 1 << (hash(key) % _BITS)


class Node:
    """
    One element.

    :ivar at: its position among its sibling elements, from 0.
    """

    __slots__ = ("__dict__", "_inside", "at", "children", "classes", "id", "name", "parent", "tag")

    def __init__(self, tag: Tag, parent: "Node | None", classes: frozenset[str]) -> None:
        self.tag = tag
        self.name = tag.name if tag.namespace == HTML else tag.name.lower()
        attributes = tag.attrs
        self.id = attr(tag, "id", "") if "id" in attributes else ""
        self.classes = classes
        self._inside = _UNKNOWN
        # Half of all elements have none.
        self.children: Sequence[Node] = ()
        self.parent = parent
        self.at = 0
        if parent is not None:
            self.at = len(parent.children)
            if isinstance(parent.children, list):
                parent.children.append(self)
            else:
                parent.children = [self]

    @property
    def above(self) -> int:
        """Bits of the names, ids and classes of its ancestors: what has no bit is not above."""
        parent = self.parent
        return 0 if parent is None else parent._inside if parent._inside != _UNKNOWN else parent._find_inside()

    def _find_inside(self) -> int:
        """What is above the elements in this one: what is above it, and its own name, id and classes."""
        unknown: list[Node] = []
        node: Node | None = self
        while node is not None and node._inside == _UNKNOWN:
            unknown.append(node)
            node = node.parent
        # From the root down, without recursion.
        for one in reversed(unknown):
            bits = one.above | bit(one.name) | (bit(f"#{one.id}") if one.id else 0)
            for name in one.classes:
                bits |= bit(f".{name}")
            one._inside = bits
        return self._inside

    @property
    def previous(self) -> "Node | None":
        """The sibling element before it."""
        return self.parent.children[self.at - 1] if self.parent is not None and self.at else None

    @cached_property
    def by_type(self) -> Mapping[int, tuple[int, int]]:
        """Of each child, by ``id()``: how many of its name stand before it, and how many there are."""
        counts: dict[str, int] = {}
        before: list[tuple[Node, int]] = []
        for child in self.children:
            before.append((child, counts.get(child.name, 0)))
            counts[child.name] = counts.get(child.name, 0) + 1
        return {id(child): (number, counts[child.name]) for child, number in before}

    @cached_property
    def empty(self) -> bool:
        """Whether it has neither elements nor text."""
        return not self.children and not any(type(node) is TextNode and node for node in self.tag.contents)


_NONE: frozenset[str] = frozenset()
_UNKNOWN = -1


def nodes(elements: Iterable[Tag]) -> dict[int, Node]:
    """The node of each element by its ``id()``; the elements come in document order."""
    found: dict[int, Node] = {}
    # Few classes are written but once.
    known = {"": _NONE}
    for element in elements:
        written = attr(element, "class", "")
        classes = known.get(written)
        if classes is None:
            classes = known[written] = frozenset(written.split())
        found[id(element)] = Node(element, found.get(id(element.parent)), classes)
    return found


def present_names(page: Iterable[Node]) -> frozenset[str]:
    """Every class and id of a page, as selectors write them: ``.class``, ``#id``."""
    found: set[str] = set()
    seen: set[frozenset[str]] = {_NONE}
    for node in page:
        if node.id:
            found.add(f"#{node.id}")
        if node.classes not in seen:
            seen.add(node.classes)
            found.update(f".{name}" for name in node.classes)
    return frozenset(found)
