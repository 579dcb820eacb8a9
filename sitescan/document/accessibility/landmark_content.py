"""The content of a page that is outside of its landmarks, and the landmarks that would hold it."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from urllib.parse import unquote

from bs4.element import Tag

from sitescan.document.accessibility.iframes import is_pixel
from sitescan.document.accessibility.roles import level
from sitescan.document.change import ElementChange, changed, safe
from sitescan.document.document import Document
from sitescan.document.element_markup import UNCHANGED
from sitescan.document.links.hyperlinks import own_fragment
from sitescan.document.tree import (
    TextNode,
    ancestors,
    attr,
    children,
    elements,
    has_own_words,
    ids_around,
    ids_inside,
    text,
)
from sitescan.document.views import view

#: Landmarks, roles that are announced anywhere, and buttons, which people do not skip.
_LANDMARKS = frozenset(
    "alert alertdialog banner button complementary contentinfo dialog form log main navigation region search "
    "status".split()
)

#: Values of ``aria-live`` by which an element is announced anywhere.
_LIVE = frozenset({"assertive", "polite"})

#: https://www.w3.org/TR/core-aam-1.2/#role-map-form
_NAMED = frozenset({"form", "region"})
_NOTICES = ("alert", "alertdialog", "complementary", "dialog", "region", "status")
_LONG_SKIP, _MOST_SKIPS = 60, 6
_CONTROLS = frozenset({"input", "meter", "progress", "select", "textarea", "video"})
#: Roles of elements that are announced without words.
_WORDLESS = frozenset({"checkbox", "meter", "progressbar", "radio", "slider", "spinbutton", "textbox"})
#: Roles of elements that aren't content because of a label: it isn't announced, or names a drawing, which is none
#: without it either.
_NOT_BY_LABEL = frozenset({"generic", "image", "img", "none"})
#: Elements that may get the role of a landmark: https://www.w3.org/TR/html-aria/#docconformance
_HOLDERS = frozenset({"article", "div", "section"})
#: The landmarks that are not part of the main content.
_AROUND_MAIN = ("banner", "contentinfo", "navigation")


@view
def content_outside_landmarks(document: Document) -> Sequence[Tag]:
    """Return the outermost elements with content that are neither inside nor around a landmark, in document order."""
    return tuple(_outside(document))


@view
def undefined_around_content(document: Document) -> Sequence[Tag]:
    """Return the elements outside landmarks around content that scripts may put into a landmark, or make one."""
    undefined = list(filter(document.accessible.role_is_unknown, document.undefined))
    around = ids_around(element for element in document.elements if has_own_words(element)) if undefined else ()
    landmarks = (element for role in _LANDMARKS for element in document.accessible.of_role(role))
    inside = ids_inside(landmarks, document.elements) if undefined else ()
    return [element for element in undefined if id(element) in around and id(element) not in inside]


@view
def missing_landmarks(document: Document) -> Mapping[int, ElementChange]:
    """
    Return the changes that put content into a landmark, by the ``id()`` of the first element of that content.

    On a page without a main landmark, that is its main content: what is outside from the first heading on. On other
    pages, what is before the main content gets the role of a banner, and what is after it that of content information.
    """
    outside, accessible = content_outside_landmarks(document), document.accessible
    mains = accessible.of_role("main")
    if not mains:
        groups = {"main": _from_first_heading(document, outside)}
    else:
        order, first, last = document.order, document.order[id(mains[0])], document.order[id(mains[-1])]
        groups = {
            "banner": [part for part in outside if order[id(part)] < first],
            "contentinfo": [part for part in outside if order[id(part)] > last],
        }
    found = {}
    for role, parts in groups.items():
        if parts and not accessible.of_role(role):
            change = _with_role(document, parts, role) or (_inside_main(document, parts) if role == "main" else None)
            if change is not None:
                found[id(parts[0])] = change
    return found


def _from_first_heading(document: Document, parts: Sequence[Tag]) -> Sequence[Tag]:
    """Return the parts of the page from the first one with a heading on; all parts if none has one."""
    headings = list(document.accessible.having("heading"))
    holding = ids_around(headings).union(map(id, headings))
    first = next((number for number, part in enumerate(parts) if id(part) in holding), 0)
    return parts[first:]


def _with_role(document: Document, parts: Sequence[Tag], role: str) -> ElementChange | None:
    """
    Return the role for the one element that holds parts of the page and no other landmark, if there is one.

    It is safe for the main content if that is all that is outside of banner, navigation and the like, with the only
    first-level heading: then nothing else on the page can be its main content.
    """
    holder = parts[0] if len(parts) == 1 else _common_ancestor(parts)
    if holder is None or holder.name not in _HOLDERS or "role" in holder.attrs or id(holder) in _apart(document, role):
        return None
    change = changed(holder, UNCHANGED, role=role)
    titles = [heading for heading in document.accessible.having("heading") if level(heading) == 1]
    is_all = role == "main" and parts == content_outside_landmarks(document) and len(titles) == 1
    others = any(True for _ in document.accessible.having(*_NAMED, "article", "search"))
    return safe(change) if is_all and not others and holder in ancestors(titles[0]) else change


def _inside_main(document: Document, parts: Sequence[Tag]) -> ElementChange | None:
    """Return the change that puts parts of the page, and what is between them, into a ``main`` element."""
    around = parts[0].parent if len(parts) == 1 else _common_ancestor(parts)
    if around is None or around.name not in _HOLDERS | {"body"}:
        return None
    holding, inner, apart = ids_around(parts).union(map(id, parts)), list(children(around)), _apart(document, "main")
    numbers = [number for number, child in enumerate(inner) if id(child) in holding]
    first, last = inner[numbers[0]], inner[numbers[-1]]
    if any(id(child) in apart for child in inner[numbers[0] : numbers[-1] + 1]):
        return None
    if first is last:
        return ElementChange(tag=first, before="<main>", after="</main>")
    return ElementChange(tag=first, before="<main>", also=ElementChange(tag=last, after="</main>"))


def _apart(document: Document, role: str) -> AbstractSet[int]:
    """Return the ids of the landmarks that can't be inside of a new one, and of the elements around them."""
    roles = ("main", *_AROUND_MAIN) if role == "main" else ("main", "banner", "contentinfo")
    found = [landmark for one in roles for landmark in document.accessible.of_role(one)]
    return ids_around(found).union(map(id, found))


def _common_ancestor(parts: Sequence[Tag]) -> Tag | None:
    """Return the innermost element around all of several elements."""
    around_last = {id(ancestor) for ancestor in ancestors(parts[-1])}
    # Elements between the first and the last one in document order are inside of what holds both.
    return next((ancestor for ancestor in ancestors(parts[0]) if id(ancestor) in around_last), None)


def _outside(document: Document) -> Iterator[Tag]:
    accessible = document.accessible
    found = (element for role in _LANDMARKS for element in accessible.of_role(role))
    live = (element for element in document.having("aria-live") if attr(element, "aria-live", "").lower() in _LIVE)
    landmarks = {id(element): element for element in (*found, *live) if not _is_nameless_part(document, element)}
    shown = [element for element in landmarks.values() if not accessible.hidden(element)]
    undefined = undefined_around_content(document)
    unknown = {*map(id, undefined)}
    containing = {id(document.html), id(document.body), *map(id, shown), *ids_around(shown)}
    containing |= unknown | ids_around(undefined)
    links = (link for link in document.having("href") if link.name == "a" and own_fragment(document, link) is None)
    first_page_link = next((link for link in links if id(link) not in _in_notices(document)), None)
    waiting = [document.html] if document.html is not None and document.body is not None else []
    while waiting:
        element = waiting.pop()
        if id(element) not in containing:
            if _has_content(document, element) and not _is_skip_links(document, element, first_page_link):
                yield element
        elif id(element) not in landmarks:
            inner = (child for child in children(element) if id(element) not in unknown or id(child) in containing)
            waiting += [child for child in inner if child.name != "head"][::-1]


@view
def _in_notices(document: Document) -> AbstractSet[int]:
    """Return the ``id()`` of the elements in notices, such as about cookies, which may precede skip links."""
    notices = (notice for role in _NOTICES for notice in document.accessible.of_role(role))
    return ids_inside(notices, document.elements)


def _is_nameless_part(document: Document, element: Tag) -> bool:
    """Return whether an element has a role that is a landmark only with a name, and has none."""
    accessible = document.accessible
    return accessible.role(element) in _NAMED and not accessible.name(element)


def _has_content(document: Document, element: Tag) -> bool:
    """Return whether an element certainly has content."""
    accessible = document.accessible
    for part in (element, *elements(element)):
        if accessible.exposed(part) and part.name not in ("script", "style", "iframe"):
            has_words = any(type(node) is TextNode and node.strip() for node in part.contents)
            is_control = part.name in _CONTROLS or accessible.role(part) in _WORDLESS
            is_picture = part.name == "img" and _is_picture(document, part)
            if has_words or is_control or is_picture or _is_labelled(document, part):
                return True
    return False


def _is_labelled(document: Document, element: Tag) -> bool:
    """Return whether an element is announced by its label, whatever is in it."""
    return bool(attr(element, "aria-label", "").strip()) and document.accessible.role(element) not in _NOT_BY_LABEL


def _is_picture(document: Document, image: Tag) -> bool:
    """Return whether an image is announced and is not a tracking pixel."""
    return bool(attr(image, "alt", "-").strip()) and not is_pixel(document, image)


def _is_skip_links(document: Document, element: Tag, first_page_link: Tag | None) -> bool:
    """
    Return whether an element contains only skip links, which precede all links to other pages outside of notices.

    :param first_page_link: the first link to another page.
    """
    inside = (inner for inner in elements(element) if inner.name == "a")
    links = [element] if element.name == "a" else list(islice(inside, _MOST_SKIPS + 1))
    if not links or len(links) > _MOST_SKIPS:
        return False
    characters = len(text(element))
    if characters >= _LONG_SKIP * len(links):
        return False
    if sum(len(text(link)) for link in links) + len(links) < characters:
        # There is text outside the links.
        return False
    return all(
        (first_page_link is None or document.order[id(link)] < document.order[id(first_page_link)])
        and unquote(own_fragment(document, link) or "") in document.by_id
        for link in links
    )
