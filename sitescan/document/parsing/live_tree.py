"""
The tree of a rendered page, from the nodes that the browser has.

A tree that scripts have made may not survive being written out and parsed again: a parser ends a head at an element
that it may not contain, or moves what is in a table. So the tree is that of the browser, and its text is made from it.

https://chromedevtools.github.io/devtools-protocol/tot/DOM/#type-Node
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from operator import attrgetter

import msgspec
from attrs import define, field, frozen
from bs4.element import Comment, Doctype, PageElement, ProcessingInstruction, Tag

from sitescan.document.parsing.parse import Parsed, tree_of
from sitescan.document.tree import HTML, MATHML, SVG, TextNode, make_element

_ELEMENT, _TEXT, _CDATA, _INSTRUCTION, _COMMENT, _DOCUMENT, _DOCTYPE, _FRAGMENT = 1, 3, 4, 7, 8, 9, 10, 11

#: The nodes besides texts that a tree has.
_OTHERS = frozenset({_ELEMENT, _INSTRUCTION, _COMMENT, _DOCTYPE, _FRAGMENT})

#: The number of nodes in an element from which a label is made.
_MOST_NAMING = 200

#: The number of characters to which DevTools shortens texts.
_LONGEST = 10_000

#: Elements without an end tag: https://html.spec.whatwg.org/multipage/parsing.html#serializing-html-fragments
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
#: Elements whose text is written without references.
_RAW = frozenset("iframe noembed noframes noscript plaintext script style xmp".split())

_IN_TEXT = str.maketrans({"&": "&amp;", "\xa0": "&nbsp;", "<": "&lt;", ">": "&gt;"})
_IN_ATTRIBUTES = str.maketrans({"&": "&amp;", "\xa0": "&nbsp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class _Node(msgspec.Struct, rename="camel"):
    """A node as DevTools describes it. The shadow trees of form controls are those of the user agent."""

    node_id: int
    node_type: int
    parent_id: int = 0
    backend_node_id: int = 0
    node_name: str = ""
    local_name: str = ""
    node_value: str = ""
    attributes: list[str] = []
    public_id: str = ""
    system_id: str = ""
    shadow_root_type: str = ""
    shadow_roots: list["_Node"] = []
    content_document: "_Node | None" = None
    is_svg: bool = msgspec.field(default=False, name="isSVG")
    document_url: str = msgspec.field(default="", name="documentURL")


class _Nodes(msgspec.Struct):
    """The result of ``DOM.getFlattenedDocument``: siblings in their order."""

    nodes: list[_Node]


class _SnapshotNodes(msgspec.Struct, rename="camel"):
    backend_node_id: list[int]
    node_value: list[int]


class _SnapshotDocument(msgspec.Struct):
    nodes: _SnapshotNodes


class _Snapshot(msgspec.Struct):
    """The part of a layout that has the texts."""

    documents: list[_SnapshotDocument]
    strings: list[str]


class _Unwritten(msgspec.Struct):
    """
    What scripts have done that the tree doesn't say: the result of ``sitescan/rendering/scripts/unwritten.js``.

    :ivar all: the number of the document's elements if some have references.
    :ivar references: elements that refer to others by properties: their place, the attribute that has no id for it, and
        the places of the others.
    :ivar elements: the number of the document's link and style elements, by whose place those below are named.
    :ivar texts: the rules of style elements into which scripts have inserted some.
    :ivar disabled: the elements whose stylesheets scripts have disabled.
    :ivar adopted: the rules of stylesheets that no element has.
    """

    all: int
    references: list[tuple[int, str, list[int]]]
    elements: int
    texts: dict[int, str]
    disabled: list[int]
    adopted: list[str]


@define(eq=False)
class _Item:
    """A node of the tree, in which the texts beside each other are one, as a parser makes them."""

    node: _Node
    text: str = ""
    name: str = ""
    namespace: str = ""
    attributes: dict[str, str] = field(factory=dict)
    position: tuple[int, int] = (1, 0)
    children: list["_Item"] = field(factory=list)


@frozen
class LiveTree:
    """
    The tree of a rendered page.

    :ivar parsed: the tree, with shadow trees in ``template`` elements. Other templates are empty: their content isn't
        part of the document.
    :ivar text: the tree as HTML. The positions of elements are in it.
    :ivar numbered: the elements by the browser's numbers for them.
    :ivar frames: the documents in frames, by the ``id()`` of the frame's element.
    """

    parsed: Parsed
    text: str
    numbered: Mapping[int, Tag]
    frames: Mapping[int, "LiveFrame"]


@frozen
class LiveFrame:
    """
    The document in a frame of a rendered page.

    :ivar url: its URL.
    :ivar number: the browser's number for it.
    :ivar tree: returns its tree, once.
    """

    url: str
    number: int
    tree: Callable[[], LiveTree]


def live_tree(nodes: bytes, layout: bytes, unwritten: bytes = b"") -> LiveTree | None:
    """
    Return the tree of a rendered page; ``None`` if there is none or it isn't valid.

    :param nodes: the JSON of ``DOM.getFlattenedDocument``, which shortens long texts.
    :param layout: the JSON of ``DOMSnapshot.captureSnapshot``, which has them.
    :param unwritten: the JSON of what it doesn't say.
    """
    if not nodes:
        return None
    try:
        found = msgspec.json.decode(nodes, type=_Nodes).nodes
        texts = _texts(layout) if any(map(_is_shortened, found)) else {}
        inside: dict[int, list[_Node]] = {}
        for node in found:
            inside.setdefault(node.parent_id, []).append(node)
        (document,) = (node for node in inside.get(0, ()) if node.node_type == _DOCUMENT)
        items = _items(document, inside, texts)
        if unwritten:
            known = msgspec.json.decode(unwritten, type=_Unwritten)
            _add_styles(items, known)
            _add_references(items, known)
    except (msgspec.MsgspecError, IndexError, RecursionError, StopIteration, ValueError):
        return None
    return _tree(items, inside, texts)


def _frame_tree(document: _Node, inside: dict[int, list[_Node]], texts: Mapping[int, str]) -> LiveTree:
    return _tree(_items(document, inside, texts), inside, texts)


def _tree(items: Sequence[_Item], inside: dict[int, list[_Node]], texts: Mapping[int, str]) -> LiveTree:
    text = _written(items)
    tags: dict[int, Tag] = {}
    frames: dict[int, LiveFrame] = {}

    def page_element(item: _Item) -> PageElement:
        kind = item.node.node_type
        if kind in (_ELEMENT, _FRAGMENT):
            tag = make_element(item.name, item.namespace, item.attributes, item.position)
            if item.node.backend_node_id:
                tags[item.node.backend_node_id] = tag
            if (shown := item.node.content_document) is not None:
                tree = partial(_frame_tree, shown, inside, texts)
                frames[id(tag)] = LiveFrame(shown.document_url, shown.backend_node_id, tree)
            return tag
        if kind == _TEXT:
            return str.__new__(TextNode, item.text)
        if kind == _COMMENT:
            return Comment(item.text)
        if kind == _DOCTYPE:
            node = item.node
            return Doctype.for_name_and_ids(node.node_name, node.public_id or None, node.system_id or None)
        return ProcessingInstruction(f"{item.node.node_name} {item.text}")

    return LiveTree(tree_of(items, page_element, attrgetter("children")), text, tags, frames)


def _is_shortened(node: _Node) -> bool:
    return node.node_type == _TEXT and len(node.node_value) > _LONGEST


def _texts(layout: bytes) -> Mapping[int, str]:
    """Return the long texts in a layout by the browser's numbers for them."""
    snapshot = msgspec.json.decode(layout, type=_Snapshot)
    strings = snapshot.strings
    is_long = [len(string) > _LONGEST for string in strings]
    return {
        number: strings[value]
        for document in snapshot.documents
        for number, value in zip(document.nodes.backend_node_id, document.nodes.node_value, strict=True)
        if value >= 0 and is_long[value]
    }


def _items(shown: _Node, inside: dict[int, list[_Node]], texts: Mapping[int, str]) -> list[_Item]:
    """
    Return the nodes in a document with what they contain.

    :param inside: the children by the number of their parent, from which those of the document are taken.
    """
    document = _Item(shown)
    waiting = [document]
    while waiting:
        item = waiting.pop()
        if item.name == "noscript":
            # It shows nothing where scripts run, and its text would be parsed as elements.
            continue
        roots = [root for root in item.node.shadow_roots if root.shadow_root_type in ("closed", "open")]
        # Each node has one parent, so that what is taken isn't met again.
        for node in (*roots, *inside.pop(item.node.node_id, ())):
            if node.node_type in (_TEXT, _CDATA):
                _add_text(item, node, texts)
            elif node.node_type in _OTHERS:
                item.children.append(_item(node, item.namespace))
        waiting += item.children
    return document.children


def _add_styles(items: Sequence[_Item], styles: _Unwritten) -> None:
    """Write what scripts have done to stylesheets into their elements, and adopted ones into the head."""
    if styles.texts or styles.disabled:
        elements = [item for item in _descendants(items) if item.name in ("link", "style")]
        if len(elements) != styles.elements:
            raise ValueError
        for index, text in styles.texts.items():
            elements[index].children = [_text_item(text)]
        for index in styles.disabled:
            elements[index].attributes["media"] = "not all"
    root = next(item for item in items if item.name)
    # A parser moves what comes after the body.
    head = next((item for item in root.children if item.name == "head"), root)
    head.children += [
        _Item(_Node(0, _ELEMENT), name="style", namespace=HTML, children=[_text_item(text)]) for text in styles.adopted
    ]


def _add_references(items: Sequence[_Item], known: _Unwritten) -> None:
    """
    Write references to other elements as their ids. A name by an element without an id is written as a label.

    https://w3c.github.io/aria/#ARIAMixin
    """
    if not known.references:
        return
    elements = [item for item in _descendants(items) if item.name]
    if len(elements) != known.all:
        raise ValueError

    @cache
    def text_of(place: int) -> str:
        inside = islice(_descendants([elements[place]]), _MOST_NAMING)
        return " ".join("".join(item.text for item in inside if item.node.node_type == _TEXT).split())

    named = Counter(item.attributes.get("id", "") for item in elements)
    for place, attribute, targets in known.references:
        attributes = elements[place].attributes
        ids = [elements[target].attributes.get("id", "") for target in targets]
        if all(identifier and named[identifier] == 1 and not identifier.split()[1:] for identifier in ids):
            attributes[attribute] = " ".join(ids)
        elif attribute == "aria-labelledby":
            del attributes[attribute]
            attributes["aria-label"] = " ".join(text_of(target) for target in targets)


def _descendants(items: Sequence[_Item]) -> Iterator[_Item]:
    """Iterate over all items in the order of the document, without those in shadow trees."""
    waiting = [*reversed(items)]
    while waiting:
        item = waiting.pop()
        if item.node.node_type != _FRAGMENT:
            yield item
            waiting += reversed(item.children)


def _text_item(text: str) -> _Item:
    return _Item(_Node(0, _TEXT), _newlines(text))


def _add_text(around: _Item, node: _Node, texts: Mapping[int, str]) -> None:
    text = _newlines(texts.get(node.backend_node_id, node.node_value))
    last = around.children[-1] if around.children else None
    if last is not None and last.node.node_type == _TEXT:
        last.text += text
    elif text:
        node.node_type = _TEXT
        around.children.append(_Item(node, text))


def _item(node: _Node, namespace_around: str) -> _Item:
    if node.node_type == _FRAGMENT:
        return _Item(node, name="template", namespace=HTML, attributes={"shadowrootmode": node.shadow_root_type})
    if node.node_type != _ELEMENT:
        return _Item(node, _newlines(node.node_value))
    names = iter(node.attributes)
    attributes = {name: _newlines(value) for name, value in zip(names, names, strict=False)}
    return _Item(node, name=node.local_name, namespace=_namespace(node, namespace_around), attributes=attributes)


def _namespace(node: _Node, around: str) -> str:
    """Return the namespace of an element. In documents of HTML, the names of HTML's elements are in upper case."""
    if node.is_svg:
        return SVG
    is_upper = node.node_name != node.local_name
    return MATHML if not is_upper and (node.local_name == "math" or around == MATHML) else HTML


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _written(items: Sequence[_Item]) -> str:
    """Write the items as HTML, and note in each element where its start tag is."""
    pieces: list[str] = []
    line, column = 1, 0
    for piece, item in _pieces(items):
        if item is not None:
            item.position = line, column
        pieces.append(piece)
        newlines = piece.count("\n")
        line += newlines
        column = len(piece) - piece.rfind("\n") - 1 if newlines else column + len(piece)
    return "".join(pieces)


def _pieces(items: Sequence[_Item]) -> Iterator[tuple[str, _Item | None]]:
    """Iterate over the tags and texts, start tags with their elements."""
    open_items: list[tuple[Iterator[_Item], str]] = [(iter(items), "")]
    while open_items:
        children, name = open_items[-1]
        for item in children:
            if not item.name:
                yield _written_text(item, name), None
                continue
            attributes = "".join(
                f' {name}="{value.translate(_IN_ATTRIBUTES)}"' for name, value in item.attributes.items()
            )
            yield f"<{item.name}{attributes}>", item
            if item.children or item.namespace != HTML or item.name not in _VOID:
                open_items.append((iter(item.children), item.name))
                break
        else:
            open_items.pop()
            if name:
                yield f"</{name}>", None


def _written_text(item: _Item, around: str) -> str:
    """Return a text, a comment, a document type or an instruction as HTML."""
    node = item.node
    if node.node_type == _TEXT:
        return item.text if around in _RAW else item.text.translate(_IN_TEXT)
    if node.node_type == _DOCTYPE:
        public = f' PUBLIC "{node.public_id}"' if node.public_id else ""
        system = f'{"" if public else " SYSTEM"} "{node.system_id}"' if node.system_id else ""
        return f"<!DOCTYPE {node.node_name}{public}{system}>"
    return f"<!--{item.text}-->" if node.node_type == _COMMENT else f"<?{node.node_name} {item.text}?>"
