"""The elements of a page as nodes that selectors are matched against."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bs4.element import Tag

from sitescan.document.parsing.flat_tree import NO_SHADOW_TREES, ShadowTrees
from sitescan.document.tree import HTML, TextNode, attr, make_element

_BITS = 251


def bit(key: str) -> int:
    """Return the bit of a name, ``.class`` or ``#id`` in the masks of ancestors. Keys may share a bit."""
    return 1 << (hash(key) % _BITS)


class Node:
    """
    An element.

    :ivar at: the position among the sibling elements, from 0.
    :ivar host: the host, if this is the root of a shadow tree.
    """

    __slots__ = ("__dict__", "_inside", "at", "children", "classes", "host", "id", "name", "parent", "tag")

    def __init__(self, tag: Tag, parent: "Node | None", classes: frozenset[str]) -> None:
        self.tag = tag
        self.name = tag.name if tag.namespace == HTML else tag.name.lower()
        attributes = tag.attrs
        self.id = attr(tag, "id", "") if "id" in attributes else ""
        self.classes = classes
        self.host: Node | None = None
        self._inside = _UNKNOWN
        # Half of all elements have no children, and no list.
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
    def ancestor_bits(self) -> int:
        """The bits of the names, ids and classes of the ancestors. No ancestor has a name whose bit is not set."""
        parent = self.parent
        return 0 if parent is None else parent._inside if parent._inside != _UNKNOWN else parent._find_inside()

    def _find_inside(self) -> int:
        """Return the bits of the ancestors of the children: those of the ancestors and of the element itself."""
        unknown: list[Node] = []
        node: Node | None = self
        while node is not None and node._inside == _UNKNOWN:
            unknown.append(node)
            node = node.parent
        # From the root down, without recursion.
        for ancestor in reversed(unknown):
            bits = ancestor.ancestor_bits | bit(ancestor.name) | (bit(f"#{ancestor.id}") if ancestor.id else 0)
            for name in ancestor.classes:
                bits |= bit(f".{name}")
            ancestor._inside = bits
        return self._inside

    @property
    def previous(self) -> "Node | None":
        """The previous sibling element."""
        return self.parent.children[self.at - 1] if self.parent is not None and self.at else None

    @cached_property
    def by_type(self) -> Mapping[int, tuple[int, int]]:
        """The position and the number of the siblings of the same name, by the ``id()`` of each child."""
        counts: dict[str, int] = {}
        before: list[tuple[Node, int]] = []
        for child in self.children:
            before.append((child, counts.get(child.name, 0)))
            counts[child.name] = counts.get(child.name, 0) + 1
        return {id(child): (number, counts[child.name]) for child, number in before}

    @cached_property
    def empty(self) -> bool:
        """True if the element has neither elements nor text."""
        return not self.children and not any(type(node) is TextNode and node for node in self.tag.contents)


_NONE: frozenset[str] = frozenset()
_UNKNOWN = -1


HOST = ":host"
"""The name of the root of a shadow tree, which stands for the host: no other selector matches it."""


def nodes(elements: Sequence[Tag], trees: ShadowTrees = NO_SHADOW_TREES) -> dict[int, Node]:
    """Return the node of each element by its ``id()``, for elements in document order; each is in its own tree."""
    found: dict[int, Node] = {}
    # Most values of ``class`` occur several times.
    known = {"": _NONE}
    for host, tree in trees.trees or ((None, elements),):
        root = None if host is None else _shadow_root(found[id(host)])
        for element in tree:
            written = attr(element, "class", "")
            classes = known.get(written)
            if classes is None:
                classes = known[written] = frozenset(written.split())
            parent = element.parent if host is None and not trees.trees else trees.parent(element)
            found[id(element)] = Node(element, root if parent is host else found.get(id(parent)), classes)
    # In the flat tree, styles are inherited from what comes before.
    return {id(element): found[id(element)] for element in elements} if trees.trees else found


def _shadow_root(host: Node) -> Node:
    root = Node(make_element(HOST, HTML, {}), None, _NONE)
    root.host = host
    return root


def present_names(page: Iterable[Node]) -> frozenset[str]:
    """Return every class and id of a page, as ``.class`` and ``#id``."""
    found: set[str] = set()
    seen: set[frozenset[str]] = {_NONE}
    for node in page:
        if node.id:
            found.add(f"#{node.id}")
        if node.classes not in seen:
            seen.add(node.classes)
            found.update(f".{name}" for name in node.classes)
    return frozenset(found)
