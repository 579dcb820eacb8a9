"""
The flat tree of a document: what browsers show and assistive technology reads where there are shadow trees.

Each host contains its shadow tree, and each slot the children of the host that are assigned to it.
https://drafts.csswg.org/css-shadow-1/#flattening
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen
from bs4.element import PageElement, Tag

from sitescan.document.tree import HTML, TextNode, attr, children, elements, is_custom

_HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())


@frozen(eq=False)
class ShadowTrees:
    """
    The shadow trees of a document whose tree is flat.

    :ivar hosts: by the ``id()`` of each element in a shadow tree, the host of that tree.
    :ivar light: by the ``id()`` of each host, the child elements that it has in its own tree.
    :ivar slotted: by the ``id()`` of each of these child elements, its host.
    :ivar unassigned: the ``id()`` of elements that the flat tree doesn't contain. Here, they come after the others, so
        that references to them are known.
    :ivar trees: the elements of each tree in the order of the tree, with its host: the document's own with ``None``,
        then those of shadow trees, outer ones first.
    """

    hosts: Mapping[int, Tag] = field(factory=dict)
    light: Mapping[int, Sequence[Tag]] = field(factory=dict)
    slotted: Mapping[int, Tag] = field(factory=dict)
    unassigned: frozenset[int] = frozenset()
    trees: Sequence[tuple[Tag | None, Sequence[Tag]]] = ()

    def host(self, tag: Tag) -> Tag | None:
        """Return the host of the shadow tree that an element belongs to; ``None`` for the document itself."""
        return self.hosts.get(id(tag))

    def parent(self, tag: Tag) -> Tag | None:
        """Return the parent of an element in its own tree: for the topmost elements of a shadow tree, the host."""
        return self.slotted.get(id(tag)) or tag.parent

    def siblings(self, tag: Tag) -> Sequence[Tag]:
        """Return the children that the parent of an element has in the tree of the element."""
        if id(tag) in self.slotted:
            return self.light[id(self.slotted[id(tag)])]
        parent = tag.parent
        if parent is None:
            return [tag]
        return [child for child in parent.contents if isinstance(child, Tag) and id(child) not in self.slotted]

    def is_topmost(self, tag: Tag) -> bool:
        """Return whether an element is a child of the root of its shadow tree."""
        return id(tag) in self.hosts and self.hosts[id(tag)] is tag.parent

    def is_at_border(self, tag: Tag) -> bool:
        """Return whether another tree decides what an element is in: it is in a slot or the topmost of its tree."""
        return self.is_topmost(tag) or (tag.parent is not None and tag.parent.name == "slot")

    def within(self, elements: Iterable[Tag]) -> Sequence[Tag]:
        """Return the hosts and all elements within them, of elements in document order."""
        known = set(self.light)
        found: list[Tag] = []
        for element in elements if known else ():
            if id(element) in known or id(element.parent) in known:
                known.add(id(element))
                found.append(element)
        return found

    def in_flat_tree(self, tag: Tag) -> Sequence[Tag]:
        """Return the child elements of an element in the flat tree."""
        return [child for child in children(tag) if id(child) not in self.unassigned]


NO_SHADOW_TREES = ShadowTrees()


def flatten(root: Tag) -> ShadowTrees:
    """
    Make the tree of a serialized document flat, and return its shadow trees.

    :param root: the document, whose shadow trees are ``template`` elements with ``shadowrootmode``.
    """
    own = list(elements(root))
    found = list(_shadow_trees(own))
    hosts = {id(tag): host for host, _, tree in found for tag in tree}
    light: dict[int, Sequence[Tag]] = {}
    unassigned: set[int] = set()
    for host, template, tree in found:
        nodes = [node for node in host.contents if node is not template]
        light[id(host)] = [node for node in nodes if isinstance(node, Tag)]
        for slot, assigned in _assigned(tree, nodes):
            fallback = list(children(slot))
            unassigned.update(map(id, fallback))
            _set_children(slot, [*assigned, *fallback])
        left = [child for child in light[id(host)] if child.parent is host]
        unassigned.update(map(id, left))
        _set_children(host, [*template.contents, *left])
    if found:
        _link(root)
    slotted = {id(child): host for host, _, _ in found for child in light[id(host)]}
    roots = {id(template) for _, template, _ in found}
    trees = [(None, own), *((host, tree) for host, _, tree in found)]
    trees = [(host, [tag for tag in tree if id(tag) not in roots]) for host, tree in trees]
    return ShadowTrees(hosts, light, slotted, frozenset(unassigned), trees) if found else NO_SHADOW_TREES


def _shadow_trees(own: Sequence[Tag]) -> Iterator[tuple[Tag, Tag, Sequence[Tag]]]:
    """
    Iterate over the hosts, outer ones first, with the template and the elements of the shadow tree of each.

    :param own: the elements of the document's own tree.
    """
    waiting = list(own[::-1])
    while waiting:
        host = waiting.pop()
        template = _shadow_root(host)
        if template is not None:
            tree = list(elements(template))
            waiting += tree[::-1]
            yield host, template, tree


def _shadow_root(host: Tag) -> Tag | None:
    """
    Return the template of the shadow tree of an element: the first one, if the element may have a shadow tree.

    https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead (a start tag whose name is template)
    """
    if not may_be_host(host):
        return None
    templates = (child for child in children(host) if child.name == "template" and child.namespace == HTML)
    roots = (template for template in templates if _mode(template) in ("closed", "open"))
    return next(roots, None)


def may_be_host(tag: Tag) -> bool:
    """Return whether an element can host a shadow tree, https://dom.spec.whatwg.org/#valid-shadow-host-name."""
    return is_custom(tag) or (tag.namespace == HTML and tag.name in _HOSTS)


def _mode(template: Tag) -> str:
    return attr(template, "shadowrootmode", "").lower()


def _assigned(tree: Sequence[Tag], nodes: Sequence[PageElement]) -> Iterator[tuple[Tag, Sequence[PageElement]]]:
    """
    Iterate over the slots of a shadow tree to which nodes are assigned; others show their own children.

    https://dom.spec.whatwg.org/#find-slottables
    """
    by_name: dict[str, list[PageElement]] = {}
    for node in nodes:
        if isinstance(node, Tag):
            by_name.setdefault(attr(node, "slot", ""), []).append(node)
        elif type(node) is TextNode:
            by_name.setdefault("", []).append(node)
    for slot in tree:
        if slot.name == "slot" and (assigned := by_name.pop(attr(slot, "name", ""), None)):
            yield slot, assigned


def _set_children(parent: Tag, nodes: Sequence[PageElement]) -> None:
    parent.contents = list(nodes)
    for node in nodes:
        node.parent = parent


def _link(root: Tag) -> None:
    """Link each node of a tree with its siblings and with the nodes before and after it."""
    previous: PageElement = root
    waiting: list[PageElement] = root.contents[::-1]
    _link_siblings(root)
    while waiting:
        node = waiting.pop()
        node.previous_element, previous.next_element = previous, node
        node.next_element = None
        previous = node
        if isinstance(node, Tag):
            _link_siblings(node)
            waiting += node.contents[::-1]


def _link_siblings(parent: Tag) -> None:
    before: PageElement | None = None
    for node in parent.contents:
        node.previous_sibling, node.next_sibling = before, None
        if before is not None:
            before.next_sibling = node
        before = node
