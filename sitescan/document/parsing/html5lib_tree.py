"""A tree for html5lib whose nodes know where they begin (:mod:`html5lib.treebuilders.base`)."""

from collections.abc import Mapping
from typing import Any, Optional

import html5lib
from html5lib.treebuilders import base


class TreeNode(base.Node):
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
        self.childNodes: list[TreeNode] = []

    @property
    def nameTuple(self) -> tuple[str | None, str]:  # noqa: N802 - html5lib's name
        """Namespace and name."""
        return self.namespace, self.name

    def appendChild(self, node: "TreeNode") -> None:  # noqa: N802 - html5lib's name
        """Add a node, which has no parent, to the end of the children."""
        self.childNodes.append(node)
        node.parent = self

    def insertBefore(self, node: "TreeNode", refNode: "TreeNode") -> None:  # noqa: N802, N803 - html5lib's names
        """Add a node, which has no parent, before one of the children."""
        self.childNodes.insert(self.childNodes.index(refNode), node)
        node.parent = self

    def insertText(self, data: str, insertBefore: Optional["TreeNode"] = None) -> None:  # noqa: N802, N803
        """Insert text before one of the children, or at the end, into the text that is there already."""
        at = len(self.childNodes) if insertBefore is None else self.childNodes.index(insertBefore)
        if at and self.childNodes[at - 1].kind == "text":
            self.childNodes[at - 1].data += data
        elif insertBefore is None:
            self.appendChild(TreeNode("text", data=data))
        else:
            self.insertBefore(TreeNode("text", data=data), insertBefore)

    def removeChild(self, node: "TreeNode") -> None:  # noqa: N802 - html5lib's name
        """Remove one of the children."""
        self.childNodes.remove(node)
        node.parent = None

    def reparentChildren(self, newParent: "TreeNode") -> None:  # noqa: N802, N803 - html5lib's names
        """Move all children to the end of another node's."""
        children, self.childNodes = self.childNodes, []
        for child in children:
            child.parent = None
            newParent.appendChild(child)

    def cloneNode(self) -> "TreeNode":  # type: ignore[override]  # noqa: N802 - the stubs have None
        """Return a copy of an element without its children and its position: the copy has no start tag."""
        clone = TreeNode(self.kind, self.name, self.namespace)
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

    def documentClass(self) -> TreeNode:  # noqa: N802 - html5lib's name
        """Return a new document."""
        return TreeNode("document")

    def doctypeClass(self, name: str, publicId: str | None, systemId: str | None) -> TreeNode:  # noqa: N802, N803
        """Return a new doctype."""
        return TreeNode("doctype", name, data=(publicId, systemId))

    def elementClass(self, name: str, namespace: str | None = None) -> TreeNode:  # noqa: N802 - html5lib's name
        """Return a new element."""
        return TreeNode("element", name, namespace, position=self.parser.tokenizer.stream.position())

    def commentClass(self, data: str) -> TreeNode:  # noqa: N802 - html5lib's name
        """Return a new comment."""
        return TreeNode("comment", data=data)


def html5lib_document(text: str) -> TreeNode:
    """Return the document that html5lib makes of a text."""
    parser = html5lib.HTMLParser(tree=TreeBuilder)
    parser.tree.parser = parser
    document: TreeNode = parser.parse(text)
    return document
