"""The changes of a page that answers of the network have shown: new addresses, and the sizes of images."""

from collections.abc import Iterable, Iterator

from bs4.element import Tag

from sitescan.document.change import ElementChange
from sitescan.document.document import Document
from sitescan.document.stated_policies import policies
from sitescan.document.tree import attr, source_position, tokens
from sitescan.model.fix import Moved, Sized
from sitescan.standards.urls import split_url

_ADDRESSES = ("href", "src")
_NOT_LOADED = frozenset({"alternate", "canonical"})


def answered_changes(document: Document, found: Iterable[Moved | Sized]) -> Iterator[ElementChange]:
    """Yield the change of each element that names a URL that has moved, or that is an image of known size."""
    listed = tuple(found)
    moved = {
        (name, change.url): change.to for change in listed if isinstance(change, Moved) for name in change.elements
    }
    sized = {(change.line, change.column, change.url): change for change in listed if isinstance(change, Sized)}
    for tag in document.having(*_ADDRESSES):
        attributes: dict[str, str | None] = {}
        for name in _ADDRESSES:
            written = attr(tag, name)
            url = (document.resolve(written) or "").partition("#")[0] if written is not None else ""
            if written is not None and (tag.name, url) in moved and _may_move(document, tag):
                attributes[name] = _readdressed(document, written, moved[tag.name, url])
            line, column = source_position(tag) or (0, 0)
            size = sized.get((line, column + 1, url))
            if size is not None and tag.name == "img" and {"width", "height"}.isdisjoint(tag.attrs):
                attributes |= {"width": str(size.width), "height": str(size.height)}
        if attributes:
            yield ElementChange(tag=tag, attributes=attributes, safe=True)


def _may_move(document: Document, tag: Tag) -> bool:
    """
    Return whether an element may name another address.

    A policy that names a path may allow a file only through the redirect:
    https://www.w3.org/TR/CSP3/#match-url-to-source-list
    """
    loads = tag.name not in ("a", "area") and _NOT_LOADED.isdisjoint(tokens(tag, "rel"))
    return not loads or not policies(document)


def _readdressed(document: Document, written: str, to: str) -> str:
    """Return a reference to a new URL, written as much like the old one as possible, with its fragment."""
    old, mark, fragment = written.strip().partition("#")
    target, new_mark, new_fragment = to.partition("#")
    path, question, query = old.partition("?")
    parts = split_url(target)
    shorter = (
        f"https{old[len('http') :]}" if old[:5].lower() == "http:" else "",
        f"{path}/{question}{query}",
        f"{path.rstrip('/')}{question}{query}",
        f"{parts.path}{'?' if parts.query else ''}{parts.query}" if not split_url(old).netloc else "",
    )
    kept = next((reference for reference in shorter if reference and document.resolve(reference) == target), target)
    return f"{kept}{new_mark}{new_fragment}" if new_mark else f"{kept}{mark}{fragment}"
