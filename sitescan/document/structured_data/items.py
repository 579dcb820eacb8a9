"""The items described by a page's structured data, in any syntax."""

import re
from collections.abc import Sequence
from typing import Any

from attrs import define, field
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.structured_data.json_ld import json_ld
from sitescan.document.structured_data.json_ld_context import Context
from sitescan.document.structured_data.microdata import Annotation, microdata, rdfa
from sitescan.document.views import view
from sitescan.model.evidence import UnexaminedPart
from sitescan.standards.lazy_pattern import lazy_pattern

_MOST = 5_000
_DEEPEST = 50
_PREFIX = lazy_pattern(r"(?:https?://(?:www\.)?schema\.org/|schema:)", re.IGNORECASE)

Value = Any
"""A text, a number, a boolean, or an :class:`Item`."""


@define(eq=False)
class Item:
    """
    A structured data item.

    :ivar types: the types, without the prefix of the vocabulary.
    :ivar properties: the values of each property, lists flattened.
    :ivar tag: the element that describes the item.
    :ivar id: the ``@id``, ``itemid`` or ``resource``; empty if there is none.
    :ivar parent: the item of which this is a value, or ``None``.
    :ivar role: the property of the parent of which this is a value.
    :ivar ours: whether the vocabulary is Schema.org.
    """

    types: tuple[str, ...]
    tag: Tag
    properties: dict[str, list[Value]] = field(factory=dict)
    id: str = ""
    parent: "Item | None" = None
    role: str = ""
    ours: bool = True

    @property
    def reference(self) -> bool:
        """Whether the item only references an item described elsewhere, perhaps repeating its type."""
        return not self.properties and (bool(self.id) or not self.types)

    @property
    def name(self) -> str:
        """A description of the item in texts: its first type."""
        return self.types[0] if self.types else "an item without a type"

    @property
    def path(self) -> str:
        """The path of the item from its outermost ancestor, for reports."""
        steps: list[str] = []
        item: Item | None = self
        while item is not None and len(steps) < 5:
            steps.append(f"{item.role}: {item.name}" if item.role else item.name)
            item = item.parent
        return " > ".join(reversed(steps))


def items(document: Document) -> Sequence[Item]:
    """Return the items of a page: JSON-LD, then microdata and RDFa, each in document order."""
    return _read(document)[0]


def unread_items(document: Document) -> Sequence[UnexaminedPart]:
    """Return the structured data that was not read."""
    deep = sum(block.deep for block in json_ld(document))
    blocks = f"{deep} JSON-LD {'block nests' if deep == 1 else 'blocks nest'} too deeply to be checked"
    parts = [UnexaminedPart("structured-data-nested", blocks)] if deep else []
    if not _read(document)[1]:
        first = f"Only the first {_MOST:,} items of the structured data were checked"
        parts.append(UnexaminedPart("structured-data-cut", first))
    return parts


@view
def _read(document: Document) -> tuple[Sequence[Item], bool]:
    """Return the items, and whether they are complete."""
    found: list[Item] = []
    # A block that is not read to its end has filled the list.
    whole = all(_from_json(block.data, block.tag, found) for block in json_ld(document))
    _join_nodes(document, found)
    for annotated in (tuple(microdata(document)), tuple(rdfa(document))):
        whole = _from_annotations(annotated, found) and whole
    return tuple(found), whole


def _join_nodes(document: Document, found: Sequence[Item]) -> None:
    """
    Merge items with the same ``@id``, and give references the properties of the item they reference.

    https://www.w3.org/TR/json-ld11/#node-identifiers
    """
    groups: dict[str, list[Item]] = {}
    for item in found:
        if item.id:
            groups.setdefault(node_id(document, item.id), []).append(item)
    for group in groups.values():
        described = [item for item in group if not item.reference]
        if not described:
            continue
        first = described[0]
        for duplicate in described[1:]:
            for name, values in duplicate.properties.items():
                first.properties.setdefault(name, values)
        for item in group:
            if item.reference:
                item.types = first.types
            item.properties = first.properties


def node_id(document: Document, identifier: str) -> str:
    """Return an ``@id`` as an absolute URL; labels of blank nodes are returned as written."""
    return identifier if identifier.startswith("_:") else document.resolve(identifier) or identifier


def local(name: str) -> str:
    """Return a name without the prefix of the vocabulary: ``Product`` for ``https://schema.org/Product``."""
    return _PREFIX.sub("", name, count=1) if name[:1] in "hHsS" else name


def _from_json(data: Any, tag: Tag, found: list[Item]) -> bool:
    """Read a block, without recursion since blocks nest deeply; return whether it was read to its end."""
    # Stack entries: a value, its item and property, and the context.
    waiting: list[tuple[Any, Item | None, str, Context]] = [(data, None, "", Context())]
    while waiting and len(found) < _MOST:
        value, parent, role, context = waiting.pop()
        if isinstance(value, list):
            waiting.extend((element, parent, role, context) for element in reversed(value))
        elif not isinstance(value, dict):
            if parent is not None and value is not None:
                parent.properties.setdefault(role, []).append(value)
        elif "@value" in value:
            waiting.append((value["@value"], parent, role, context))
        elif "@list" in value or "@set" in value:
            waiting.append((value.get("@list", value.get("@set")), parent, role, context))
        else:
            context = context.extended(value["@context"]) if "@context" in value else context
            members = {local(context.expanded(name)): content for name, content in value.items()}
            if "@graph" in members and "@type" not in members:
                waiting.append((members["@graph"], parent, role, context))
                continue
            item = _item(members, tag, parent, role, context)
            found.append(item)
            inner: list[tuple[Any, Item | None, str, Context]]
            inner = [(members[name], item, name, context) for name in item.properties]
            inner += [(members[name], None, "", context) for name in ("@graph", "@included") if name in members]
            waiting.extend(reversed(inner))
    return not waiting


def _item(members: dict[str, Any], tag: Tag, parent: Item | None, role: str, context: Context) -> Item:
    written = members.get("@type", ())
    named = [written] if isinstance(written, str) else written if isinstance(written, list) else []
    types = tuple(
        local(context.expanded(written_type.strip()))
        for written_type in named
        if isinstance(written_type, str) and written_type.strip()
    )
    identifier = members.get("@id")
    item = Item(types=types, tag=tag, parent=parent, role=role, ours=context.ours)
    item.id = identifier.strip() if isinstance(identifier, str) else ""
    # A property with an empty list is present.
    item.properties = {name: [] for name in members if not name.startswith("@")}
    if parent is not None:
        parent.properties.setdefault(role, []).append(item)
    return item


def _from_annotations(annotated: Sequence[Annotation], found: list[Item]) -> bool:
    """Read annotations in two passes, since an ``itemref`` may precede its item; return whether all items had room."""
    made: dict[int, Item] = {}
    described = [annotation for annotation in annotated if annotation.types is not None]
    whole = len(found) + len(described) <= _MOST
    for annotation in described[: max(0, _MOST - len(found))]:
        if annotation.types is not None:
            types = tuple(local(name) for name in annotation.types)
            made[id(annotation.tag)] = Item(
                types=types, tag=annotation.tag, id=annotation.identifier, ours=annotation.ours
            )
            found.append(made[id(annotation.tag)])
    for annotation in annotated:
        owner = made.get(id(annotation.owner)) if annotation.owner is not None else None
        item = made.get(id(annotation.tag)) if annotation.types is not None else None
        if owner is None or (item is None and annotation.types is not None):
            continue
        for name in annotation.names:
            owner.properties.setdefault(local(name), []).append(annotation.value if item is None else item)
        if item is not None and annotation.names and not _inside(owner, item):
            item.parent, item.role = owner, annotation.names[0]
    return whole


def _inside(item: Item | None, other: Item) -> bool:
    """Return whether an item is another item, is nested inside it, or is too deep to determine."""
    for _ in range(_DEEPEST):
        if item is None or item is other:
            return item is other
        item = item.parent
    return True
