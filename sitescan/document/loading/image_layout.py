"""Images, and whether a browser knows their room on the page before they are there."""

import re
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.stylesheet_text import css_texts, innermost_blocks
from sitescan.document.document import Document
from sitescan.document.tree import HTML, ancestors, attr, children

_NUMBER = re.compile(r"\s*+\+?[0-9]++(?:\.[0-9]++)?\s*+(?:px\s*+)?", re.IGNORECASE)
_OPEN = r"(?!auto|inherit|initial|unset|revert|(?:min|max|fit)-content|none)"
#: What a declaration says of the room of an image: one of its sides, its ratio, or that it takes none.
_SAYS = {
    "width": re.compile(rf"(?:^|[;\s])(?:width|inline-size)\s*+:\s*+{_OPEN}", re.IGNORECASE),
    "height": re.compile(rf"(?:^|[;\s])(?:height|block-size)\s*+:\s*+{_OPEN}", re.IGNORECASE),
    "ratio": re.compile(rf"(?:^|[;\s])aspect-ratio\s*+:\s*+{_OPEN}", re.IGNORECASE),
    "none": re.compile(r"(?:^|[;\s])(?:position\s*+:\s*+(?:absolute|fixed)|display\s*+:\s*+none)", re.IGNORECASE),
}
_ENOUGH = ({"width", "height"}, {"width", "ratio"}, {"height", "ratio"}, {"none"})
_COMPOUND = re.compile(r"[^\s>+~]+")
_NAMES = re.compile(r"([.#])((?:[\w-]|[^\x00-\x7f]|\\.)+)")
_TAG = re.compile(r"[a-zA-Z*][\w-]*")

_SIZED: "WeakKeyDictionary[Document, _Sized]" = WeakKeyDictionary()


@frozen(kw_only=True)
class _Sized:
    """
    What stylesheets say of the room of images.

    :ivar names: by class or id, as selectors write them.
    :ivar everything: by a selector without class and id (``img``, ``figure img``).
    """

    names: Mapping[str, frozenset[str]]
    everything: frozenset[str] = frozenset()


def shown_images(document: Document) -> Iterator[Tag]:
    """The images that a visitor with scripts gets: with a source, not hidden, not in noscript or SVG."""
    for tag in document.all("img"):
        if tag.namespace != HTML or not attr(tag, "src", "").strip() or "hidden" in tag.attrs:
            continue
        if not document.in_noscript(tag):
            yield tag


def has_reserved_space(document: Document, tag: Tag) -> bool:
    """
    Whether an image's room is known early, as far as can be told; where that is not sure it has.

    https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images
    """
    if attr(tag, "src", "").lstrip()[:5].lower() == "data:" or _both(tag) or _sources_have(tag):
        return True
    said = _said(attr(tag, "style", "")) | {name for name in ("width", "height") if _number(tag, name)}
    sized = _sized(document)
    names = [f".{name}" for name in attr(tag, "class", "").split()] + [f"#{attr(tag, 'id', '')}"]
    said = said.union(sized.everything, *(sized.names.get(name, frozenset()) for name in names))
    return any(said >= enough for enough in _ENOUGH)


def _said(declarations: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _SAYS.items() if pattern.search(declarations))


def _number(tag: Tag, name: str) -> bool:
    return _NUMBER.fullmatch(attr(tag, name, "")[:50]) is not None


def _both(tag: Tag) -> bool:
    return _number(tag, "width") and _number(tag, "height")


def _sources_have(tag: Tag) -> bool:
    picture = next(ancestors(tag), None)
    return picture is not None and picture.name == "picture" and any(map(_both, children(picture)))


def _sized(document: Document) -> _Sized:
    if document not in _SIZED:
        names: dict[str, frozenset[str]] = {}
        everything: frozenset[str] = frozenset()
        present: Mapping[str, bool] = _present(document)
        for css in css_texts(document):
            for prelude, said in css.content.once(_saying):
                for selector in prelude.split(","):
                    subject, applies = _subject(selector, present)
                    for name in subject if applies else ():
                        names[name] = names.get(name, frozenset()) | said
                    if applies and not subject and _is_image(selector):
                        everything |= said
        _SIZED[document] = _Sized(names=names, everything=everything)
    return _SIZED[document]


def _saying(css: str) -> Sequence[tuple[str, frozenset[str]]]:
    """The selectors of CSS whose declarations say something of the room of images, and what."""
    found = ((prelude, _said(body)) for prelude, body in innermost_blocks(css) if not prelude.startswith("@"))
    return [(prelude, said) for prelude, said in found if said]


def _present(document: Document) -> Mapping[str, bool]:
    """Every class and id of the page, as selectors write them."""
    found = dict.fromkeys((f"#{identifier}" for identifier in document.by_id), True)
    for element in document.elements:
        if "class" in element.attrs:
            found.update(dict.fromkeys((f".{name}" for name in attr(element, "class", "").split()), True))
    return found


def _subject(selector: str, present: Mapping[str, bool]) -> tuple[set[str], bool]:
    """The classes and ids of a selector's last part, and whether all its others are on the page at all."""
    parts = _COMPOUND.findall(selector)
    if not parts:
        return set(), False
    needed = {mark + name for part in parts for mark, name in _NAMES.findall(part)}
    return {mark + name for mark, name in _NAMES.findall(parts[-1])}, all(name in present for name in needed)


def _is_image(selector: str) -> bool:
    last = _COMPOUND.findall(selector)[-1]
    tag = _TAG.match(last)
    return tag is not None and tag.group().lower() == "img"
