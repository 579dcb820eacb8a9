"""Parsing of HTML text into a Beautiful Soup tree, by either of two builders that must agree."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import Any

import turbohtml
from attrs import evolve, field, frozen
from bs4 import BeautifulSoup
from bs4.element import Comment, Doctype, PageElement, ProcessingInstruction, Tag

from sitescan.document.parsing.html5lib_tree import TreeNode, html5lib_document
from sitescan.document.parsing.line_index import LineIndex
from sitescan.document.tree import HTML, MATHML, SVG, Element, TextNode, make_element
from sitescan.standards.lazy_pattern import lazy_pattern

#: The maximum depth of the tree, counted from the document; deeper elements become siblings
#: at this depth, as in Chromium.
#: https://chromium.googlesource.com/chromium/src/+/main/third_party/blink/renderer/core/html/parser/html_construction_site.cc
MAX_DEPTH = 512

#: The maximum number of elements of a tree and of characters in all its attributes; the rest is not
#: read. Of 900 pages of sites and manuals, the largest has 15,635 elements. A page that makes the
#: parser reopen the same elements again and again has millions.
MAX_ELEMENTS = 25_000
MAX_ATTRIBUTES = 16 * 1024 * 1024

#: The maximum number of ``html`` and ``body`` start tags that are read. Each of them may add attributes to the first
#: one, which turbohtml copies every time: 200 KB of such tags take 4 GB of memory.
MAX_ROOT_TAGS = 50
_ROOT_TAG = lazy_pattern("<(?:html|body)", re.IGNORECASE)

#: The tags into which turbohtml copies the selected option of a customizable select. The source of a page doesn't have
#: these copies, and for 50 KB of such tags and options they take 150 MB. So these elements have another name while
#: turbohtml parses. https://html.spec.whatwg.org/multipage/form-elements.html#the-selectedcontent-element
_COPYING_TAG = lazy_pattern(r"(</?selectedconten)(t)", re.IGNORECASE)
_MARKS = {"t": "\ue000", "T": "\ue001"}
_LETTERS = {mark: letter for letter, mark in _MARKS.items()}
_MARKED = lazy_pattern(f"(selectedconten)([{''.join(_LETTERS)}])", re.IGNORECASE)

#: Looked up for each node: most are HTML elements and texts.
_HTML = turbohtml.Namespace.HTML
_ELEMENT, _TEXT = turbohtml.Element, turbohtml.Text
_FOREIGN = {turbohtml.Namespace.SVG: SVG, turbohtml.Namespace.MATHML: MATHML}

#: Selectors of shadow trees and of the elements that fragments can identify, by the attribute with the fragment. The
#: content of templates isn't part of the page.
_SHADOW_TREE = "template[shadowrootmode]"
_OUTSIDE = ":not(template *)"
_NAMED = {"id": f"[id]{_OUTSIDE}", "name": f"a[name]{_OUTSIDE}"}

#: The maximum length of a page whose parse errors are kept, in characters: a hostile page has one in each of them.
MAX_LENGTH_WITH_ERRORS = 1_000_000

#: An error with ``code``, by the standard, ``line`` and ``col``.
TokenizerError = turbohtml.ParseError


@frozen(kw_only=True)
class Needed:
    """
    The elements of a page that are needed.

    :ivar all: the names of elements that are needed.
    :ivar first: the names of elements of which only the first is needed that isn't in a template.
    """

    all: Sequence[str]
    first: Sequence[str]


@frozen(kw_only=True)
class Parsed:
    """
    A tree and the limits that were applied to it.

    :ivar flattened: whether elements were nested more deeply than :data:`MAX_DEPTH`.
    :ivar cut: whether the page has more elements, longer attributes or more root tags than the limits allow.
    :ivar omitted_names: all ids and names of anchors, if the tree omits elements.
    :ivar errors: the parse errors of the tokenizer, or ``None`` if the page is cut or longer than
        :data:`MAX_LENGTH_WITH_ERRORS`, or if the tree omits elements.
    """

    soup: BeautifulSoup
    flattened: bool = False
    cut: bool = False
    omitted_names: AbstractSet[str] = frozenset()
    errors: Sequence[TokenizerError] | None = field(default=None, eq=False)


def parse(text: str, builder: str = "turbohtml", needed: Needed | None = None) -> Parsed:
    """
    Return the tree of a page.

    Attribute values are strings as written (``class`` is not split); the content of a ``template`` is its children.

    :param builder: a key of :data:`BUILDERS`.
    :param needed: the elements that are needed; by default, all. The tree may have only these, their ancestors and the
        text between them, and no errors.
    """
    end = _end(text)
    parsed = BUILDERS[builder](text[:end], needed)
    return parsed if end is None else evolve(parsed, cut=True, errors=None)


def _end(text: str) -> int | None:
    """Return the position of the first root tag that is too many, or ``None`` if there is none."""
    surplus = next(islice(_ROOT_TAG.finditer(text), MAX_ROOT_TAGS, None), None)
    return None if surplus is None else surplus.start()


def tree_of(nodes: Iterable[Any], made: Callable[[Any], PageElement | None], inside: Callable[[Any], Any]) -> Parsed:
    """
    Build a tree, within its limits, from the nodes of a parser.

    :param made: returns the tree node for a parser node, or ``None`` if the node's children take
        its place.
    :param inside: returns the children of a parser node.
    """
    soup = BeautifulSoup("", "html.parser", multi_valued_attributes=None)
    previous: PageElement = soup
    flattened = False
    elements = attributes = 0
    open_nodes: list[tuple[Iterator[Any], Tag]] = [(iter(nodes), soup)]
    while open_nodes:
        children, parent = open_nodes[-1]
        for node in children:
            element = made(node)
            if element is None:
                open_nodes.append((iter(inside(node)), parent))
                break
            # Append the node to the children of its parent and to the document.
            contents = parent.contents
            before = contents[-1] if contents else None
            element.parent, element.previous_element, element.previous_sibling = parent, previous, before
            element.next_element = element.next_sibling = None
            previous.next_element = element
            if before is not None:
                before.next_sibling = element
            contents.append(element)
            previous = element
            if type(element) is Element:
                elements += 1
                if element.attrs:
                    attributes += sum(map(len, element.attrs.values()))
                if elements >= MAX_ELEMENTS or attributes > MAX_ATTRIBUTES:
                    return Parsed(soup=soup, flattened=flattened, cut=True)
                within = inside(node)
                if not within:
                    continue
                if len(open_nodes) < MAX_DEPTH:
                    parent = element
                else:
                    flattened = True
                open_nodes.append((iter(within), parent))
                break
        else:
            open_nodes.pop()
    return Parsed(soup=soup, flattened=flattened)


def _turbohtml(text: str, needed: Needed | None) -> Parsed:
    """Parse with turbohtml: a C core, linear in the size of the page."""
    marked = _COPYING_TAG.sub(_marked, text)
    document = turbohtml.parse(marked, allow_declarative_shadow_roots=False)
    plain = marked == text
    made = _page_element if plain else _restored_element
    sparse = None if needed is None else _sparse(document, needed, made, str if plain else _restored)
    if sparse is not None:
        return sparse
    return _with_errors(tree_of(document.children, made, attrgetter("children")), text, document)


def _sparse(
    document: turbohtml.Document,
    needed: Needed,
    made: Callable[[Any], PageElement | None],
    restored: Callable[[str], str],
) -> Parsed | None:
    """
    Return the tree of the elements that are needed and their ancestors, with the text between them.

    ``None`` if the page has too many elements or too long names, because it is cut at the same element whatever is
    needed, or if it has shadow trees, which are made part of a whole tree.
    """
    if next(islice(document.iter_elements(), MAX_ELEMENTS, None), None) is not None:
        return None
    names = _part_names(document)
    if names is None or document.select_one(_SHADOW_TREE) is not None:
        return None
    firsts = (document.select_one(name + _OUTSIDE) for name in needed.first)
    kept = _with_ancestors(chain(*map(document.select, needed.all), firsts))

    def inside(parent: Any) -> list[Any]:
        nodes: list[Any] = []
        for are_kept, siblings in groupby(parent.children, kept.__contains__):
            if are_kept:
                nodes.extend(siblings)
            else:
                nodes.append(restored("".join(node.text for node in siblings)))
        return nodes

    def made_or_text(node: Any) -> PageElement | None:
        return _text_node(node) if type(node) is str else made(node)

    tree = tree_of(inside(document), made_or_text, inside)
    return evolve(tree, omitted_names=set(map(restored, names)))


def _part_names(document: turbohtml.Document) -> set[str] | None:
    """Return all ids and names of anchors, or ``None`` if they are longer than attributes may be."""
    found: set[str] = set()
    length = 0
    for attribute, selector in _NAMED.items():
        for node in document.select(selector):
            name = node.attr(attribute) or ""
            length += len(name)
            if length > MAX_ATTRIBUTES:
                return None
            found.add(name)
    return found


def _with_ancestors(elements: Iterable[Any]) -> set[Any]:
    """Return elements of turbohtml and all their ancestors."""
    found: set[Any] = set()
    for element in elements:
        node = element
        while node is not None and node not in found:
            found.add(node)
            node = node.parent
    return found


def _marked(tag: re.Match[str]) -> str:
    """Return the beginning of a ``selectedcontent`` tag with another name of the same length."""
    return tag[1] + _MARKS[tag[2]]


def _restored(marked: str) -> str:
    return _MARKED.sub(lambda name: name[1] + _LETTERS[name[2]], marked)


def _restored_element(node: Any) -> PageElement | None:
    """Return the tree node for a parser node, in which names are as they were before they were marked."""
    element = _page_element(node)
    if isinstance(element, Tag):
        element.name = _restored(element.name)
        element.attrs.update((name, _restored(str(value))) for name, value in element.attrs.items())
    elif isinstance(element, TextNode | Comment):
        return str.__new__(type(element), _restored(element))
    return element


def _with_errors(parsed: Parsed, text: str, document: turbohtml.Document) -> Parsed:
    """Add the errors of turbohtml's tokenizer, with either builder: html5lib has codes of its own for them."""
    return parsed if parsed.cut or len(text) > MAX_LENGTH_WITH_ERRORS else evolve(parsed, errors=document.errors)


def _page_element(node: Any) -> PageElement | None:
    kind = type(node)
    if kind is _ELEMENT:
        namespace = node.namespace
        # The values of the mapping are split lists of tokens (class, rel); the tree keeps them as written.
        attributes = {name: node.attr(name) for name in node.attrs}
        return make_element(node.tag, HTML if namespace is _HTML else _FOREIGN[namespace], attributes, node.position)
    if kind is _TEXT or kind is turbohtml.CData:
        return _text_node(node.data)
    if kind is turbohtml.Comment:
        return Comment(node.data)
    if kind is turbohtml.ProcessingInstruction:
        return ProcessingInstruction(f"{node.target} {node.data}")
    if kind is turbohtml.Doctype:
        return Doctype.for_name_and_ids(node.name, node.public_id, node.system_id)
    return None


def _text_node(data: str) -> TextNode:
    # The constructor would set the links that :func:`tree_of` sets.
    return str.__new__(TextNode, data)


def _html5lib(text: str, _: Needed | None) -> Parsed:
    """Return the whole tree that html5lib makes: the reference, slow and quadratic on hostile pages."""
    lines = LineIndex(text)

    def page_element(node: TreeNode) -> PageElement | None:
        if node.kind == "text":
            return _text_node(node.data)
        if node.kind == "comment":
            return Comment(node.data)
        if node.kind == "doctype":
            return Doctype.for_name_and_ids(node.name, *node.data)
        attributes: dict[str, Any] = {_attribute_name(name): value for name, value in node.attributes.items()}
        return make_element(node.name, node.namespace, attributes, _start(node, text, lines))

    tree = tree_of(html5lib_document(text).childNodes, page_element, attrgetter("childNodes"))
    return _with_errors(tree, text, turbohtml.parse(_COPYING_TAG.sub(_marked, text)))


def _attribute_name(name: str | tuple[str | None, str, str]) -> str:
    """Return the qualified name of an attribute; html5lib splits those of foreign elements."""
    if isinstance(name, str):
        return name
    prefix, local, _ = name
    return f"{prefix}:{local}" if prefix else local


def _start(node: TreeNode, text: str, lines: LineIndex) -> tuple[int, int] | None:
    """
    Return the line and the column where a start tag begins.

    html5lib knows where it ends. An element without a start tag has the position of the token that made it, and gets no
    position.
    """
    if node.position is None:
        return None
    line, column = node.position
    start = text.rfind("<", 0, lines.offset(line, column - 1) + 1)
    written = text[start + 1 : start + 1 + len(node.name)].lower() == node.name.lower()
    return lines.position(start) if written else None


#: The tree builders by name, the values of the setting.
BUILDERS: dict[str, Callable[[str, Needed | None], Parsed]] = {"turbohtml": _turbohtml, "html5lib": _html5lib}
