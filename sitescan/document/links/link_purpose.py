"""Links whose text does not describe their target, with or without a describing context."""

from collections.abc import Sequence

from bs4.element import NavigableString, PageElement, Tag

from sitescan.document.document import Document
from sitescan.document.language.headings import element_languages
from sitescan.document.links.generic_link_texts import generic
from sitescan.document.tree import TextNode, ancestors, attr
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
    vague = {id(unclear) for unclear in unclear_links(document)}
    inner: Tag = link
    for _, outer in zip(range(_STEPS), ancestors(link), strict=False):
        if outer.name not in ("body", "main"):
            if _explained(outer) or _has_content(outer.contents, vague):
                return False
            inner = outer
            continue
        before = list(inner.previous_siblings)
        nearby_text = inner.next_sibling
        after = [nearby_text] if isinstance(nearby_text, NavigableString) else []
        if _has_content((*before, *after), vague):
            return False
        if outer.name == "body":
            return True
        inner = outer
    return False


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


def _has_content(nodes: Sequence[PageElement], vague: set[int]) -> bool:
    """Return whether any of these nodes contains text or an image other than vague links."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tag):
            if id(node) in vague or node.name in ("script", "style"):
                continue
            if any(attr(node, name, "").strip() for name in _SAYING):
                return True
            waiting.extend(reversed(node.contents))
        elif type(node) is TextNode and not node.isspace():
            return True
    return False


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
