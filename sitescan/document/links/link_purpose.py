"""Links whose text does not describe their target, with or without a describing context."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import dropwhile, islice

from attrs import frozen
from bs4.element import PageElement, Tag

from sitescan.document.document import Document
from sitescan.document.language.headings import element_languages
from sitescan.document.links.generic_link_texts import generic
from sitescan.document.tree import TextNode, after, ancestors, attr, ids_around
from sitescan.document.views import view
from sitescan.standards.urls import split_url

#: Generic texts that are also proper names or mean "next" in some places.
_AMBIGUOUS = frozenset({"click", "continua", "další", "go", "start", "suite", "this", "vai", "далі", "далее"})

#: File formats by their names in link texts, with their file extensions, except formats of pages.
_FORMATS = {
    "csv": ("csv",),
    "doc": ("doc",),
    "docx": ("docx",),
    "epub": ("epub",),
    "ics": ("ics",),
    "mp3": ("mp3",),
    "mp4": ("mp4",),
    "odt": ("odt",),
    "pdf": ("pdf",),
    "plain text": ("txt",),
    "rtf": ("rtf",),
    "txt": ("txt",),
    "xls": ("xls",),
    "xlsx": ("xlsx",),
    "zip": ("zip",),
}
_SAYING = ("alt", "aria-label", "title", "label", "value")
_STEPS = 30


@view
def unclear_links(document: Document) -> Sequence[Tag]:
    """
    Return the links named "here", "read more" or only by the file format of their target, without a description.

    Links that act as buttons are left out.

    https://www.w3.org/WAI/standards-guidelines/act/rules/aizyf1/
    """
    accessible = document.accessible
    languages = element_languages(document)
    found = []
    for link in accessible.having("link"):
        name = accessible.name(link)
        if not accessible.named(link).sure or document.bindings.writes(link, "aria-describedby"):
            continue
        if not generic(name, languages.get(id(link), "")) and not _format(name, link):
            continue
        described = "aria-describedby" in link.attrs or attr(link, "title", name).strip() != name
        if not described and name.lower() not in _AMBIGUOUS and not _is_button(link):
            found.append(link)
    return tuple(found)


def unclear_without_context(document: Document, link: Tag) -> bool:
    """
    Return whether nothing before or around a vague link describes its target.

    More counts as context than in WCAG (the sentence, paragraph, list item or table cell of the link): all content
    before the link and the text next to it, in the nearest ancestor that contains other words.

    https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context
    """
    inner: Tag = link
    for _, outer in zip(range(_STEPS), ancestors(link), strict=False):
        if outer.name in ("body", "main"):
            following = inner.next_sibling
            if (following is not None and _is_words(following)) or id(inner) in _described(document).after:
                return False
        # Most links have words beside them, so that the rest of the page need not be searched.
        elif _explained(outer) or any(map(_is_words, outer.contents)) or id(outer) in _described(document).around:
            return False
        if outer.name == "body":
            return True
        inner = outer
    return False


@frozen
class _Described:
    """
    The ids of elements whose content or surroundings may describe the vague links in them.

    :ivar around: the elements that contain texts or images other than vague links.
    :ivar after: the children of ``body`` and ``main`` elements that follow such content in their parent.
    """

    around: AbstractSet[int]
    after: AbstractSet[int]


@view
def _described(document: Document) -> _Described:
    vague = set(map(id, unclear_links(document)))
    labelled = {id(tag) for tag in document.having(*_SAYING) if any(attr(tag, name, "").strip() for name in _SAYING)}
    describing: list[PageElement] = []
    node = document.soup.next_element
    while node is not None:
        if not isinstance(node, Tag):
            if _is_words(node):
                describing.append(node)
        elif id(node) in vague or node.name in ("script", "style"):
            node = after(node)
            continue
        elif id(node) in labelled:
            describing.append(node)
        node = node.next_element
    around = ids_around(describing)
    described = around.union(map(id, describing))
    following = {
        id(child)
        for box in document.all("body", "main")
        for child in islice(dropwhile(lambda child: id(child) not in described, box.contents), 1, None)
    }
    return _Described(around, following)


def _is_words(node: PageElement) -> bool:
    return type(node) is TextNode and not node.isspace()


def _explained(tag: Tag) -> bool:
    return any(name in tag.attrs for name in ("aria-describedby", "aria-label", "aria-labelledby", "title"))


def undecorated(name: str) -> str:
    """Return a vague name without trailing dots, colons and arrows, ready to be continued."""
    end = len(name)
    while end and not (name[end - 1].isalnum() or name[end - 1] in ")]\"'"):
        end -= 1
    return name[:end] or name


def _is_button(link: Tag) -> bool:
    """Return whether a link acts as a button: it has no target but a script, or controls a popup."""
    href = attr(link, "href", "").strip()
    if any(attr(link, name, "").strip() for name in ("aria-expanded", "aria-haspopup")):
        return True
    return "href" in link.attrs and (href in ("", "#", "#!") or href.lower().startswith("javascript:"))


def _format(name: str, link: Tag) -> bool:
    """Return whether a name is only the format of the file that a link leads to."""
    extensions = _FORMATS.get(name.lower())
    if extensions is None:
        return False
    try:
        path = split_url(attr(link, "href", "").strip()).path.lower()
    except ValueError:
        return False
    return path.rpartition(".")[2] in extensions
