"""
Why one of the two reports an element and the other does not, where the reason was looked into.

Each reason is a condition on the page or the element, so that it holds for whatever pages are compared, and says which
of the two is right by which standard.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import frozen
from bs4.element import Tag

from sitescan.document.contrast.letters import draws_icons
from sitescan.document.document import Document
from sitescan.document.layout.display import clips_content
from sitescan.document.tree import ancestors, attr, children, text


@frozen
class _Reason:
    """
    A reason.

    :ivar holds: whether it holds for an element.
    :ivar told: the reason, for people.
    """

    holds: Callable[[Document, Tag], bool]
    told: str


def reason(rule: str, page: Document, at: int, *, ours: bool) -> str:
    """
    Why only one reports an element.

    :param at: its position in the page.
    :param ours: whether it is our rule that reports it.
    :return: the reason; empty where none is known.
    """
    table = _OURS_ONLY if ours else _AXE_ONLY
    found = table.get(rule.removeprefix("accessibility/"), ())
    return next((one.told for one in found if one.holds(page, page.elements[at])), "")


def _repeated_id(page: Document, tag: Tag) -> bool:
    return len(page.by_id.get(attr(tag, "id", ""), ())) > 1


def _covered(page: Document, _tag: Tag) -> bool:
    """Whether there is a dialog, or something is placed over the page as one is."""
    return any(
        page.styles.of(tag).get("position") in ("absolute", "fixed")
        or page.accessible.role(tag) == "dialog"
        or "aria-modal" in tag.attrs
        for tag in page.elements
    )


def _few_words(page: Document, tag: Tag) -> bool:
    """Whether the block around a link has hardly any words of its own."""
    block = next((one for one in ancestors(tag) if page.styles.of(one).display != "inline"), None)
    return block is not None and len("".join(block.find_all(string=True, recursive=False)).split()) < 3


def _mostly_links(page: Document, tag: Tag) -> bool:
    """Whether links take up as much of the text around a link as other words, between two line breaks at most."""
    block = next((one for one in ancestors(tag) if page.styles.of(one).display != "inline"), None)
    if block is None:
        return False
    linked = sum(len(text(link)) for link in block.find_all("a") if isinstance(link, Tag))
    return 2 * linked >= len(text(block)) or any(child.name == "br" for child in children(block))


def _no_size(_page: Document, tag: Tag) -> bool:
    written = {attr(tag, "width", ""), attr(tag, "height", "")} | set(attr(tag, "style", "").split())
    return bool(written & {"0", "1", "0px;", "1px;", "0px", "1px"})


def _unscoped(page: Document, tag: Tag) -> bool:
    return page.accessible.role(tag) == "generic"


def _always(_page: Document, _tag: Tag) -> bool:
    return True


_MODAL = _Reason(_covered, "axe-core takes what lies over the page for an open dialog and asks nothing of the page")

_SKIPPED = _Reason(
    lambda page, tag: any(page.styles.of(one).get("content-visibility") == "auto" for one in ancestors(tag)),
    "axe-core does not see what content-visibility leaves undrawn until it is scrolled to",
)
_UNREACHED = _Reason(
    lambda page, tag: any(page.styles.of(one).get("position") == "fixed" for one in (tag, *ancestors(tag))),
    "axe-core does not scroll within what is fixed: what lies below its edge it does not judge",
)
_BETWEEN = _Reason(
    lambda page, tag: any(page.accessible.role(one) == "generic" for one in (tag, tag.parent, *children(tag)) if one),
    "by HTML-AAM an li has no meaning in a list with another role, so it may stand between the list and its parts",
)
_SIGNS = _Reason(
    lambda _page, tag: not any(map(str.isalnum, "".join(tag.find_all(string=True, recursive=False)))),
    "its own text is a mere sign",
)
_ICONS = _Reason(
    lambda page, tag: draws_icons(page.styles.of(tag)),
    "its letters name a picture of an icon font, which is no text in the sense of WCAG",
)
_DIRECTORY = _Reason(
    lambda page, tag: any(attr(one, "role") == "directory" for one in ancestors(tag)),
    "by ARIA 1.2 a listitem may stand in a directory as in a list, over which that role has no benefit; that it is "
    "deprecated is the list's fault, by role-deprecated, not that of each li",
)
_SYSTEM = _Reason(
    lambda page, tag: tag.name == "select" and page.styles.of(tag).get("background-color") == "buttonface",
    "a list without a background of the page's own is drawn as the system draws it",
)
_PANED = _Reason(
    lambda page, tag: any(
        page.styles.of(one).get("position") == "absolute" and clips_content(page.styles.of(one))
        for one in (tag, *ancestors(tag))
    ),
    "axe-core does not scroll within a pane that is placed freely: what lies below its edge it does not judge",
)
_COVERED = _Reason(
    lambda page, _tag: any(
        page.styles.of(one).get("position") == "fixed"
        and all(page.styles.of(one).get(side) not in ("", "auto") for side in ("top", "bottom"))
        for one in page.elements
    ),
    "something that stays in the window covers it as soon as it is scrolled to; axe-core looks without scrolling",
)
_LAYOUT = _Reason(_always, "what is behind the text depends on where things lie, which takes a layout")

#: Elements that only sitescan reports: each is a fault.
_OURS_ONLY: Mapping[str, tuple[_Reason, ...]] = MappingProxyType(
    {
        "field-label": (
            _Reason(
                _repeated_id,
                "its id is not its own: by HTML the label belongs to the first element of that id, and it has none",
            ),
        ),
        "link-in-text": (
            _SKIPPED,
            _Reason(
                _mostly_links, "axe-core looks at texts alone that are longer than the links in them; F73 does not"
            ),
        ),
        "h1-missing": (_MODAL,),
        "main-missing": (_MODAL,),
        "widget-name": (
            _Reason(
                lambda _page, tag: tag.name in ("meter", "progress"),
                "axe-core asks it of roles that are written alone; an element of HTML has the role as well",
            ),
        ),
        "contrast": (_UNREACHED, _PANED, _SKIPPED),
        "contrast-enhanced": (_UNREACHED, _PANED, _SKIPPED),
        "skip-link-broken": (
            _Reason(_always, "axe-core asks it only of links that are out of sight until they have the focus"),
        ),
    }
)

#: Where a role is not one that ARIA in HTML allows on an element.
_UNSUITABLE = (
    _Reason(
        lambda _page, tag: tag.name == "section" and attr(tag, "role") == "region",
        "ARIA in HTML allows region on section, and only recommends not to write it out; without a name it is "
        "generic either way",
    ),
    _Reason(
        lambda _page, tag: attr(tag, "role") == "complementary",
        "ARIA in HTML allows complementary on every aside; axe-core asks if it is its own there",
    ),
)

#: Elements that only axe-core reports.
_AXE_ONLY: Mapping[str, tuple[_Reason, ...]] = MappingProxyType(
    {
        "aria-children-missing": (_BETWEEN,),
        "aria-parent-missing": (_BETWEEN,),
        "button-name": (
            _Reason(
                lambda page, tag: bool(page.accessible.name(tag)),
                "the content property of its ::before or ::after names it, as in Chromium",
            ),
        ),
        "contrast": (_SYSTEM, _SIGNS, _ICONS, _COVERED, _LAYOUT),
        "contrast-enhanced": (
            _SYSTEM,
            _SIGNS,
            _ICONS,
            _COVERED,
            _LAYOUT,
        ),
        "h1-missing": (
            _Reason(
                lambda page, _tag: bool(page.all("h1")),
                "there is one, hidden until a script shows it",
            ),
            _Reason(
                lambda page, _tag: page.words < 200 and not page.all("h1", "h2", "h3", "h4", "h5", "h6"),
                "the page has no headings at all, as short pages may",
            ),
        ),
        "iframe-title": (_Reason(_no_size, "the frame has no size: it counts visits"),),
        "link-in-text": (
            _Reason(_few_words, "the words beside it are too few to be a text that a link can get lost in"),
        ),
        "label-from-title": (
            _Reason(
                lambda _page, tag: bool(attr(tag, "placeholder", "").strip()),
                "its placeholder shows what to enter, though it is no label",
            ),
        ),
        "landmark-nested": (
            _Reason(_unscoped, "by HTML-AAM it is no landmark inside of sectioning content; axe-core takes it for one"),
        ),
        "landmark-names-alike": (
            _Reason(
                lambda page, tag: page.accessible.role(tag) in ("form", "region") and not page.accessible.name(tag),
                "by Core-AAM a region or form without a name is no landmark, in Chromium neither",
            ),
        ),
        "label-in-name": (
            _Reason(lambda _page, tag: len(text(tag)) < 2, "one letter is a sign, such as the x that closes"),
        ),
        "content-outside-landmarks": (
            _Reason(lambda _page, tag: not text(tag), "it shows nothing to read: images that count visits, objects"),
        ),
        "list-item-orphan": (_DIRECTORY, _BETWEEN),
        "nested-interactive": (
            _Reason(
                lambda _page, tag: tag.name == "summary" and (tag.parent is None or tag.parent.name != "details"),
                "by HTML a summary is a control only as the first of a details element; elsewhere it is a plain box",
            ),
        ),
        "main-missing": (_Reason(lambda page, _tag: page.words < 50, "the page has too few words to have parts"),),
        "paragraph-as-heading": (
            _Reason(lambda _page, tag: text(tag)[-1:] in ".:;,!?", "it ends as a sentence or its beginning does"),
        ),
        "role-unsuitable": _UNSUITABLE,
        "role-deprecated": _UNSUITABLE,
        "table-header-empty": (
            _Reason(
                lambda _page, tag: tag.find_previous_sibling() is None,
                "it is the corner of a table with headers on two sides, which heads nothing",
            ),
        ),
        "table-headers-missing": (
            _Reason(
                lambda _page, tag: any(not text(header) for header in tag.find_all("th") if isinstance(header, Tag)),
                "it has headers, some of them empty, which table-header-empty reports",
            ),
            _Reason(
                lambda _page, tag: tag.find(["caption", "thead"]) is None,
                "nothing in it says that it is a table of data: many of its size set signatures or lists in columns",
            ),
        ),
        "scrollable-unreachable": (_Reason(_always, "whether the content is larger than its box takes a layout"),),
    }
)
