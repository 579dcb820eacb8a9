"""Page content is outside landmarks."""

from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

from bs4.element import Tag

from sitescan.document.accessibility.iframes import is_pixel
from sitescan.document.document import Document
from sitescan.document.tree import TextNode, attr, children, elements, ids_around, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Landmarks, roles that are announced anywhere, and buttons, which people do not skip.
_LANDMARKS = frozenset(
    "alert alertdialog banner button complementary contentinfo dialog form log main navigation region search "
    "status".split()
)

#: https://www.w3.org/TR/core-aam-1.2/#role-map-form
_NAMED = frozenset({"form", "region"})
_LONG_SKIP, _MOST_SKIPS = 60, 6
_CONTROLS = frozenset({"input", "meter", "progress", "select", "textarea", "video"})
#: Roles of elements that are announced without words.
_WORDLESS = frozenset({"checkbox", "meter", "progressbar", "radio", "slider", "spinbutton", "textbox"})


def check(document: Document) -> Iterator[Finding]:
    """Report the outermost elements with content that are neither inside nor around a landmark."""
    accessible = document.accessible
    found = (element for role in _LANDMARKS for element in accessible.of_role(role))
    landmarks = {id(element): element for element in found if not _is_nameless_part(document, element)}
    shown = [element for element in landmarks.values() if not accessible.hidden(element)]
    containing = {id(document.html), id(document.body), *map(id, shown), *ids_around(shown)}
    links = (link for link in document.all("a") if not attr(link, "href", "#").startswith("#"))
    first_page_link = next(links, None)
    waiting = [document.html] if document.html is not None and document.body is not None else []
    while waiting:
        element = waiting.pop()
        if id(element) not in containing:
            if _has_content(document, element) and not _is_skip_links(document, element, first_page_link):
                yield Finding(element)
        elif id(element) not in landmarks:
            waiting += [child for child in children(element) if child.name != "head"][::-1]


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
            if has_words or is_control or (part.name == "img" and _is_picture(document, part)):
                return True
    return False


def _is_picture(document: Document, image: Tag) -> bool:
    """Return whether an image is announced and is not a tracking pixel."""
    return bool(attr(image, "alt", "-").strip()) and not is_pixel(document, image)


def _is_skip_links(document: Document, element: Tag, first_page_link: Tag | None) -> bool:
    """
    Return whether an element contains only skip links, which precede all links to other pages.

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
        attr(link, "href", "").startswith("#")
        and (first_page_link is None or document.order[id(link)] < document.order[id(first_page_link)])
        and unquote(attr(link, "href", "")[1:]) in document.by_id
        for link in links
    )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page content is outside landmarks",
    passed="All page content is inside landmarks",
    description=(
        "{count:# part of the page is|# parts of the page are} outside landmarks such as header, nav, main or footer. "
        "People who move from landmark to landmark with a screen reader miss {count:it|them} (best practice for WCAG "
        "2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put all content of the page inside header, nav, main, aside or footer elements.",
    how_to_fix=(
        "For example: <body><header>...</header><main><p>Everything "
        "that isn't navigation</p></main><footer>...</footer></body>"
    ),
    sources=("https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/",),
    covers=("axe:region",),
    examples=(
        Good(
            '<ul>\n        <li>\n            <a href="#m">Skip to the menu</a>\n        </li>\n        <li>\n'
            '            <a href="#c">Skip to the content</a>\n        </li>\n    </ul><nav id="m"><a href="/">A</a>'
            '</nav><main id="c">Pears</main>'
        ),
        Bad("<p>Pears</p><main><p>Apples</p></main>"),
        Bad("<div><div>Pears</div><main>Apples</main></div>"),
        Bad('<input aria-label="Search"><main>Apples</main>'),
        Bad('<img src="pears.jpg"><main>Apples</main>'),
        Bad('<div role="progressbar" aria-label="Order"></div><main>Apples</main>'),
        Good('<img src="pears.jpg" alt=""><main>Apples</main>'),
        Good('<img src="count.gif" width="1" height="1"><main>Apples</main>'),
        Bad('<a href="#">Pears</a><main>Apples</main>'),
        Bad('<a href="/">Pears</a><a href="#main">Apples</a><main id="main">Apples</main>'),
        Bad('<form role="form"><label>Pears <input></label></form><main>Apples</main>'),
        Good('<form role="form" aria-label="Order"><label>Pears <input></label></form><main>Apples</main>'),
        Good("<button>Chat</button><main>Apples</main>"),
        Good("<header>Shop</header><main><p>Pears</p></main>"),
        Good('<a href="#main">Skip to content</a><main id="main">Pears</main>'),
        Good('<div role="dialog" aria-label="Hint">Pears</div><main>Apples</main>'),
        Good("<div hidden>Pears</div><main>Apples</main>"),
    ),
)
