"""The skeleton of a page: the paths of its elements, by which pages of one template are recognized."""

from hashlib import blake2b

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.model.site_facts import PATH_BYTES, PLAIN_BODY
from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of paths that are kept: 1 KB for a page.
_MOST_PATHS = 250

_DIGITS = lazy_pattern(r"[0-9]+")

#: Elements whose content is written page by page, and so says nothing of the template.
_CONTENT = frozenset({
    "a", "b", "blockquote", "button", "code", "dd", "dl", "dt", "em", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "i",
    "li", "math", "ol", "p", "pre", "select", "span", "strong", "svg", "table", "ul", "video",
})  # fmt: skip

#: A step of a path: the name of an element, its role, and its first class without digits.
_Step = tuple[str, str, str]


def skeleton(document: Document) -> bytes:
    """
    Return the hash of the body of a page, and those of the distinct paths from it down to lists and texts, sorted.

    A body without a class, a role and an id has no hash of its own, as it tells no templates apart.

    Elements that a loop of a template repeats have one path, as have sections in sections. Of more than 250 paths,
    those with the lowest hashes are kept: two pages then keep the same ones of the paths that they share.
    """
    body = document.body
    if body is None:
        return b""
    hashes: dict[tuple[bytes, _Step], bytes] = {}
    of_element: dict[int, tuple[bytes, _Step | None]] = {id(body): (b"", None)}
    for element in document.elements:
        above = of_element.get(id(element.parent))
        if above is None:
            continue
        path, last = above
        step = _step(element)
        if step != last:
            key = (path, step)
            if key not in hashes:
                hashes[key] = _hash(path, step)
            path = hashes[key]
        if element.name not in _CONTENT:
            of_element[id(element)] = (path, step)
    identifier, step = _DIGITS.sub("", attr(body, "id", "")), _step(body)
    own = _hash(identifier.encode("utf-8", "replace"), step) if identifier or any(step[1:]) else PLAIN_BODY
    return b"".join((own, *sorted(set(hashes.values()))[:_MOST_PATHS]))


def _hash(path: bytes, step: _Step) -> bytes:
    return blake2b(path + "\0".join(step).encode("utf-8", "replace"), digest_size=PATH_BYTES).digest()


def _step(element: Tag) -> _Step:
    first, *_ = attr(element, "class", "").split(maxsplit=1) or ("",)
    return element.name, attr(element, "role", ""), _DIGITS.sub("", first)
