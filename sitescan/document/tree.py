"""Queries on a Beautiful Soup tree, without recursion."""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import overload

from bs4.element import NavigableString, PageElement, Tag

HTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
MATHML = "http://www.w3.org/1998/Math/MathML"

NOT_TEXT = frozenset({"script", "style", "template", "noscript", "title", "head"})
"""The elements whose text is not rendered as text."""

source_position: Callable[[Tag], tuple[int, int] | None] = attrgetter("position")
"""Returns the line, from 1, and the column, from 0, of an element's start tag; ``None`` if the source has none."""

#: The maximum number of characters of a text that is used as a name: nobody listens to more.
_MOST_COLLAPSED = 16_000


class TextNode(NavigableString):
    """
    A text node of the tree.

    Half of a page's nodes are texts. Those of Beautiful Soup keep their neighbours in a dictionary, these in slots.
    """

    __slots__ = ("next_element", "next_sibling", "parent", "previous_element", "previous_sibling")


class Element(Tag):
    """
    An element of the tree.

    The attributes that Beautiful Soup's constructor sets to the same value in every element are class attributes here:
    an element is created three times as fast and takes less memory.
    """

    __slots__ = (
        "attrs",
        "contents",
        "name",
        "namespace",
        "next_element",
        "next_sibling",
        "parent",
        "position",
        "previous_element",
        "previous_sibling",
    )
    position: tuple[int, int] | None


#: The types of strings that Beautiful Soup includes in the text of an element.
_TEXTS = {*Tag.MAIN_CONTENT_STRING_TYPES, TextNode}

for _name, _value in vars(Tag(name="p", interesting_string_types=_TEXTS)).items():
    if _name not in Element.__slots__:
        setattr(Element, _name, _value)


def make_element(
    name: str, namespace: str | None, attributes: dict[str, str], position: tuple[int, int] | None = None
) -> Element:
    """Return an element without neighbours; the caller links it into a tree."""
    element = Element.__new__(Element)
    element.name, element.namespace = name, namespace
    # Beautiful Soup's constructor would inspect each attribute. A plain dictionary of strings is not tracked by the
    # garbage collector.
    element.attrs = attributes  # type: ignore[assignment]  # that of Beautiful Soup may hold lists
    element.position = position
    element.contents = []
    return element


def give_up_shortcuts() -> None:
    """
    Remove the ``tag.title`` shortcut for ``tag.find("title")`` from Beautiful Soup, in this process.

    This package does not use it, and Python looks up attributes faster in a class without ``__getattr__``: examining a
    page takes 8% fewer instructions. Only for processes that use Beautiful Soup for nothing else.
    """
    if "__getattr__" in vars(Tag):
        del Tag.__getattr__


@overload
def attr(tag: Tag, name: str) -> str | None: ...
@overload
def attr(tag: Tag, name: str, default: str) -> str: ...
def attr(tag: Tag, name: str, default: str | None = None) -> str | None:
    """Return the value of an attribute as written, or the default if the element does not have it."""
    return tag.attrs.get(name, default)  # type: ignore[return-value]  # the values of a page's tree are texts


def tokens(tag: Tag, name: str) -> tuple[str, ...]:
    """Return the lower-case tokens of a space-separated attribute (``rel``, ``headers``, ``class``)."""
    return tuple(attr(tag, name, "").lower().split()) if name in tag.attrs else ()


def ancestors(tag: PageElement) -> Iterator[Tag]:
    """Iterate over the ancestors of a node, innermost first, without the document itself."""
    parent = tag.parent
    while parent is not None and parent.parent is not None:
        yield parent
        parent = parent.parent


def ids_around(nodes: Iterable[PageElement]) -> set[int]:
    """Return the ids of all ancestors of the nodes; each shared ancestor is visited once."""
    found: set[int] = set()
    for node in nodes:
        around = node.parent
        while around is not None and around.parent is not None and id(around) not in found:
            found.add(id(around))
            around = around.parent
    return found


def ids_inside(tags: Iterable[Tag], everything: Iterable[Tag]) -> set[int]:
    """Return the ids of the elements and of all their descendants; ``everything`` is in document order."""
    found = set(map(id, tags))
    for tag in everything if found else ():
        if id(tag.parent) in found:
            found.add(id(tag))
    return found


class Nearest:
    """
    The nearest ancestors of elements that pass a test. Each element is tested once, however many are inside of it.

    :param test: returns whether an element is one of those searched for.
    """

    def __init__(self, test: Callable[[Tag], bool]) -> None:
        self._test = test
        # By the id of an element, the nearest of the element and its ancestors.
        self._known: dict[int, Tag | None] = {}

    def around(self, tag: Tag) -> Tag | None:
        """Return the nearest ancestor of an element that passes the test, or ``None``."""
        found: Tag | None = None
        passed: list[int] = []
        for ancestor in ancestors(tag):
            if id(ancestor) in self._known:
                found = self._known[id(ancestor)]
                break
            passed.append(id(ancestor))
            if self._test(ancestor):
                found = ancestor
                break
        self._known.update(dict.fromkeys(passed, found))
        return found


def within(tag: PageElement, *names: str) -> bool:
    """Return whether an element has an ancestor with any of these names."""
    return any(parent.name in names for parent in ancestors(tag))


def descendants(tag: Tag) -> Iterator[PageElement]:
    """
    Iterate over the descendants of an element in document order.

    The content of a ``template`` is a tree of its own, so only that of the element itself is included; an element of
    this name in SVG is another one (https://html.spec.whatwg.org/multipage/scripting.html#template-contents).
    """
    end = after(tag)
    node = tag.next_element
    while node is not None and node is not end:
        yield node
        if isinstance(node, Tag) and node.name == "template" and node.namespace == HTML:
            node = after(node)
        else:
            node = node.next_element


def elements(tag: Tag) -> Iterator[Tag]:
    """Iterate over the descendant elements of an element in document order."""
    return (node for node in descendants(tag) if isinstance(node, Tag))


def written_elements(tag: Tag) -> Iterator[Tag]:
    """Iterate over the elements that are written inside of an element, in templates as well, in document order."""
    end = after(tag)
    node = tag.next_element
    while node is not None and node is not end:
        if isinstance(node, Tag):
            yield node
        node = node.next_element


def is_custom(tag: Tag) -> bool:
    """Return whether an element has the name of a custom element, which a script may define."""
    return tag.namespace == HTML and "-" in tag.name


def next_sibling(tag: Tag) -> Tag | None:
    """Return the next sibling element, or ``None``."""
    node = tag.next_sibling
    while node is not None and not isinstance(node, Tag):
        node = node.next_sibling
    return node


def children(tag: Tag) -> Iterator[Tag]:
    """Iterate over the child elements of an element."""
    return (node for node in tag.contents if isinstance(node, Tag))


def text(tag: Tag, *, skip: frozenset[str] = NOT_TEXT) -> str:
    """
    Return the text inside an element with white space collapsed, without comments.

    :param skip: names of descendants whose content is left out.
    """
    return " ".join("".join(_texts(tag, skip)).split())


def has_text(tag: Tag) -> bool:
    """Return whether the text inside an element is not blank."""
    return any(map(str.strip, _texts(tag, NOT_TEXT)))


def _texts(tag: Tag, skip: frozenset[str]) -> list[str]:
    """Return the text nodes inside an element, except in descendants of certain names."""
    pieces: list[str] = []
    end = after(tag)
    node = tag.next_element
    while node is not None and node is not end:
        if type(node) is TextNode:
            pieces.append(node)
            node = node.next_element
        else:
            node = after(node) if isinstance(node, Tag) and node.name in skip else node.next_element
    return pieces


def has_own_words(tag: Tag) -> bool:
    """Return whether an element has a child text that is not blank."""
    return any(type(node) is TextNode and bool(node.strip()) for node in tag.contents)


def collapsed(written: str) -> str:
    """Return the beginning of a text, stripped and with white space collapsed."""
    return " ".join(written[:_MOST_COLLAPSED].split()) if written else ""


def own_text(tag: Tag) -> str:
    """Return the concatenated child texts of an element such as ``script`` or ``style``."""
    return "".join([node for node in tag.contents if type(node) is TextNode])


def after(tag: Tag) -> PageElement | None:
    """Return the first node after an element and its descendants, or ``None``."""
    node: PageElement | None = tag
    while node is not None:
        if node.next_sibling is not None:
            return node.next_sibling
        node = node.parent
    return None
