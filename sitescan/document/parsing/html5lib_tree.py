"""A tree for html5lib whose nodes know where they begin (:mod:`html5lib.treebuilders.base`)."""

from collections.abc import Mapping
from typing import Any, Optional

import html5lib
from html5lib.treebuilders import base


class Node(base.Node):
    """
    A node of the tree.

    :ivar kind: ``document``, ``doctype``, ``element``, ``text`` or ``comment``.
    :ivar namespace: the namespace of an element.
    :ivar data: the text of a text or comment; the public and the system identifier of a doctype.
    :ivar attributes: the attributes of an element by their names, or by prefix, name and namespace.
    :ivar position: line and column of the tokenizer when an element was made: at the end of its start tag, if it has
        one. Both count from 1.
    """

    def __init__(
        self,
        kind: str,
        name: str = "",
        namespace: str | None = None,
        data: Any = "",
        position: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(name)
        self.kind, self.namespace, self.data, self.position = kind, namespace, data, position
        self.attributes: Mapping[Any, str] = {}
        self.childNodes: list[Node] = []

    @property
    def nameTuple(self) -> tuple[str | None, str]:  # noqa: N802 - html5lib's name
        """Namespace and name."""
        return self.namespace, self.name

    def appendChild(self, node: "Node") -> None:  # noqa: N802 - html5lib's name
        """Add a node, which has no parent, to the end of the children."""
        self.childNodes.append(node)
        node.parent = self

    def insertBefore(self, node: "Node", refNode: "Node") -> None:  # noqa: N802, N803 - html5lib's names
        """Add a node, which has no parent, before one of the children."""
        self.childNodes.insert(self.childNodes.index(refNode), node)
        node.parent = self

    def insertText(self, data: str, insertBefore: Optional["Node"] = None) -> None:  # noqa: N802, N803
        """Insert text before one of the children, or at the end, into the text that is there already."""
        at = len(self.childNodes) if insertBefore is None else self.childNodes.index(insertBefore)
        if at and self.childNodes[at - 1].kind == "text":
            self.childNodes[at - 1].data += data
        elif insertBefore is None:
            self.appendChild(Node("text", data=data))
        else:
            self.insertBefore(Node("text", data=data), insertBefore)

    def removeChild(self, node: "Node") -> None:  # noqa: N802 - html5lib's name
        """Remove one of the children."""
        self.childNodes.remove(node)
        node.parent = None

    def reparentChildren(self, newParent: "Node") -> None:  # noqa: N802, N803 - html5lib's names
        """Move all children to the end of another node's."""
        children, self.childNodes = self.childNodes, []
        for child in children:
            child.parent = None
            newParent.appendChild(child)

    def cloneNode(self) -> "Node":  # type: ignore[override]  # noqa: N802 - the stubs have None
        """Return a copy of an element without its children and its position: the copy has no start tag."""
        clone = Node(self.kind, self.name, self.namespace)
        clone.attributes = dict(self.attributes)
        return clone

    def hasContent(self) -> bool:  # type: ignore[override]  # noqa: N802 - the stubs have None
        """Return whether there are children."""
        return bool(self.childNodes)


class TreeBuilder(base.TreeBuilder):
    """
    Builds the tree.

    :ivar parser: the parser that builds it, which must be set.
    """

    parser: html5lib.HTMLParser

    def documentClass(self) -> Node:  # noqa: N802 - html5lib's name
        """Return a new document."""
        return Node("document")

    def doctypeClass(self, name: str, publicId: str | None, systemId: str | None) -> Node:  # noqa: N802, N803
        """Return a new doctype."""
        return Node("doctype", name, data=(publicId, systemId))

    def elementClass(self, name: str, namespace: str | None = None) -> Node:  # noqa: N802 - html5lib's name
        """Return a new element."""
        return Node("element", name, namespace, position=self.parser.tokenizer.stream.position())

    def commentClass(self, data: str) -> Node:  # noqa: N802 - html5lib's name
        """Return a new comment."""
        return Node("comment", data=data)


def html5lib_document(text: str) -> Node:
    """Return the document that html5lib makes of a text."""
    parser = html5lib.HTMLParser(tree=TreeBuilder)
    parser.tree.parser = parser
    document: Node = parser.parse(text)
    return document
