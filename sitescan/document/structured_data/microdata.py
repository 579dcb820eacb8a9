"""Extraction of microdata and RDFa Lite: structured data in the attributes of elements."""

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
    An element with microdata or RDFa attributes.

    :ivar tag: the element.
    :ivar owner: the element of the item that has this element as a value, or ``None``.
    :ivar names: the properties of the owner of which this is a value.
    :ivar types: the types if the element is an item itself, otherwise ``None``.
    :ivar identifier: the ``itemid`` or ``resource`` of the item.
    :ivar value: the value if the element is not an item.
    :ivar ours: whether the item's vocabulary is Schema.org.
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
    Iterate over the microdata of a page; ``content`` counts on any element, as for search engines.

    https://html.spec.whatwg.org/multipage/microdata.html
    """
    if not document.having("itemscope"):
        return
    elsewhere = _itemrefs(document)
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


def _itemrefs(document: Document) -> dict[int, Tag]:
    """Return the item element for each element referenced by an ``itemref``, by ``id()`` of the referenced element."""
    found: dict[int, Tag] = {}
    for tag in document.having("itemref"):
        if "itemscope" in tag.attrs:
            for identifier in attr(tag, "itemref", "").split():
                for element in document.by_id.get(identifier, ())[:1]:
                    found.setdefault(id(element), tag)
    return found


def rdfa(document: Document) -> Iterator[Annotation]:
    """
    Iterate over the RDFa Lite in the vocabulary of Schema.org, by ``vocab`` or the prefix ``schema:``.

    https://www.w3.org/TR/rdfa-lite/
    """
    if not document.having("typeof"):
        return
    owners: dict[int, Tag] = {}
    uses_schema: dict[int, bool] = {}
    for tag in document.elements:
        above = id(tag.parent) if tag.parent is not None else 0
        vocab = attr(tag, "vocab")
        uses_schema[id(tag)] = uses_schema.get(above, False) if vocab is None else vocab.strip().startswith(_SCHEMA)
        owner = owners.get(above)
        begins = "typeof" in tag.attrs
        if begins or owner is not None:
            owners[id(tag)] = tag if begins else owner or tag
        names = tuple(_schema_names(attr(tag, "property", "").split(), uses_schema=uses_schema[id(tag)]))
        if begins:
            types = tuple(_schema_names(attr(tag, "typeof", "").split(), uses_schema=uses_schema[id(tag)]))
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


def _schema_names(names: Iterable[str], *, uses_schema: bool) -> Iterator[str]:
    for name in names:
        if name.startswith(("schema:", *_SCHEMA)) or (uses_schema and ":" not in name):
            yield name


def _value(tag: Tag) -> str:
    """Return the value of a property, from the attribute that contains it or the first nodes of its text."""
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
    texts = (str(piece) for piece in pieces if type(piece) is TextNode)
    return " ".join("".join(texts).split())
