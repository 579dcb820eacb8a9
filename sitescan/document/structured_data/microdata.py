"""Microdata and RDFa Lite: structured data in the attributes of elements."""

from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import TextNode, attr, descendants

_NODES = 500
_URLS = {
    "a": "href",
    "area": "href",
    "link": "href",
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "source": "src",
    "track": "src",
    "video": "src",
    "object": "data",
}
_SCHEMA = ("http://schema.org", "https://schema.org", "http://www.schema.org", "https://www.schema.org")


@frozen(kw_only=True)
class Annotation:
    """
    One element with such attributes.

    :ivar owner: the element of the item that it belongs to, or ``None``.
    :ivar names: the properties of that item whose value it is.
    :ivar types: the types, where it begins an item itself; ``None`` otherwise.
    :ivar value: its value, where it does not.
    :ivar ours: whether the item's vocabulary is that of Schema.org.
    """

    tag: Tag
    owner: Tag | None = None
    names: tuple[str, ...] = ()
    types: tuple[str, ...] | None = None
    identifier: str = ""
    value: str = ""
    ours: bool = True


def microdata(document: Document) -> Iterator[Annotation]:
    """
    Microdata, with ``content`` read on any element as search engines do.

    https://html.spec.whatwg.org/multipage/microdata.html
    """
    if not document.having("itemscope"):
        return
    elsewhere = _referred(document)
    owners: dict[int, Tag] = {}
    for tag in document.elements:
        owner = elsewhere.get(id(tag)) or (owners.get(id(tag.parent)) if tag.parent is not None else None)
        begins = "itemscope" in tag.attrs
        if begins or owner is not None:
            owners[id(tag)] = tag if begins else owner or tag
        names = tuple(attr(tag, "itemprop", "").split())
        if begins:
            types = tuple(attr(tag, "itemtype", "").split())
            yield Annotation(
                tag=tag,
                owner=owner if names else None,
                names=names,
                types=types,
                identifier=attr(tag, "itemid", "").strip(),
                ours=any(name.startswith(_SCHEMA) for name in types),
            )
        elif owner is not None and names:
            yield Annotation(tag=tag, owner=owner, names=names, value=_value(tag))


def _referred(document: Document) -> dict[int, Tag]:
    """By ``id()``, the elements that an ``itemref`` names, and the element of the item that names them."""
    found: dict[int, Tag] = {}
    for tag in document.having("itemref"):
        if "itemscope" in tag.attrs:
            for identifier in attr(tag, "itemref", "").split():
                for element in document.by_id.get(identifier, ())[:1]:
                    found.setdefault(id(element), tag)
    return found


def rdfa(document: Document) -> Iterator[Annotation]:
    """
    RDFa Lite with the vocabulary of Schema.org, by ``vocab`` or the prefix ``schema:``.

    https://www.w3.org/TR/rdfa-lite/
    """
    if not document.having("typeof"):
        return
    owners: dict[int, Tag] = {}
    element_languages: dict[int, bool] = {}
    for tag in document.elements:
        above = id(tag.parent) if tag.parent is not None else 0
        vocab = attr(tag, "vocab")
        element_languages[id(tag)] = (
            element_languages.get(above, False) if vocab is None else vocab.strip().startswith(_SCHEMA)
        )
        owner = owners.get(above)
        begins = "typeof" in tag.attrs
        if begins or owner is not None:
            owners[id(tag)] = tag if begins else owner or tag
        names = tuple(_ours(attr(tag, "property", "").split(), element_languages=element_languages[id(tag)]))
        if begins:
            types = tuple(_ours(attr(tag, "typeof", "").split(), element_languages=element_languages[id(tag)]))
            identifier = attr(tag, "resource", "").strip() or attr(tag, _URLS.get(tag.name, ""), "").strip()
            yield Annotation(
                tag=tag,
                owner=owner if names else None,
                names=names,
                types=types,
                identifier=identifier,
                ours=bool(types),
            )
        elif owner is not None and names:
            value = attr(tag, "resource", "").strip() if "content" not in tag.attrs else ""
            yield Annotation(tag=tag, owner=owner, names=names, value=value or _value(tag))


def _ours(names: Iterable[str], *, element_languages: bool) -> Iterator[str]:
    for name in names:
        if name.startswith(("schema:", *_SCHEMA)) or (element_languages and ":" not in name):
            yield name


def _value(tag: Tag) -> str:
    """The value of a property, from the attribute that holds it or the first pieces of its text."""
    written = attr(tag, "content")
    if written is None and tag.name in _URLS:
        written = attr(tag, _URLS[tag.name])
    if written is None and tag.name in ("data", "meter"):
        written = attr(tag, "value")
    if written is None and tag.name == "time":
        written = attr(tag, "datetime")
    if written is not None:
        return written.strip()
    pieces = islice(descendants(tag), _NODES)
    said = (str(one) for one in pieces if type(one) is TextNode)
    return " ".join("".join(said).split())
