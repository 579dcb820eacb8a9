from bs4.element import Tag

from sitescan.document.links.hyperlinks import by_script, has_handler
from sitescan.document.tree import ancestors, has_text, next_sibling
from sitescan.rules.authoring import (
    HTML,
    NEEDED,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    elements,
    lazy_pattern,
)

#: Attributes and roles of links that control the page itself and lead to no other page.
_CONTROLS = frozenset(
    {"role", "aria-haspopup", "aria-expanded", "aria-controls", "data-toggle", "data-bs-toggle", "data-target"}
)

#: The number of characters of a URL that are examined.
_READ = 40

#: Words in the classes of links that open, close or change a part of the page.
_CONTROL_WORDS = frozenset(
    "accordion btn button close collapse dropdown expand hamburger menu modal next open popup prev prevbtn slide tab "
    "toggle toggler trigger".split()
)
_WORD = lazy_pattern(r"[-_:]+")
#: Elements that lists of links are in.
_MENUS = frozenset({"dl", "menu", "nav", "ol", "ul"})

#: URLs without an effect, without spaces and a trailing semicolon.
_NOWHERE = frozenset({"javascript:", "javascript:void(0)", "javascript:void0"})


def check(document: Document) -> Findings:
    """Report links that only scripts open, and links to files on the author's computer."""
    for anchor in document.all("a"):
        if anchor.namespace != HTML or not _CONTROLS.isdisjoint(anchor.attrs):
            continue
        if document.bindings.writes(anchor, "href"):
            continue
        fault = _fault(anchor)
        if fault:
            yield Finding(anchor, detail=fault)


def _fault(anchor: Tag) -> str:
    """Return the reason why a crawler can't follow a link; an empty string if it can or if there is no target."""
    href = "".join(attr(anchor, "href", "").strip()[:_READ].split()).lower()
    if href.startswith("file:"):
        return "goes to a file on the author's computer"
    if by_script(anchor):
        return "works only with a script"
    # An event handler or an id that scripts may use makes it a control.
    known = has_handler(anchor) or any(attr(anchor, name, "").strip() for name in ("id", "name"))
    return "has no URL" if href.rstrip(";") in _NOWHERE and not (known or _is_control(anchor)) else ""


def _is_control(anchor: Tag) -> bool:
    """Return whether a link without a URL opens or changes a part of the page: it names or precedes no other page."""
    words = {word for name in attr(anchor, "class", "").lower().split() for word in _WORD.split(name)}
    if not has_text(anchor) or not _CONTROL_WORDS.isdisjoint(words):
        return True
    # A menu follows the link that opens it, or is in the same item of a list.
    following = next_sibling(anchor)
    item = next(ancestors(anchor), None)
    inside = elements(item) if item is not None and item.name == "li" else ()
    return following is not None and (following.name in _MENUS or any(tag.name in _MENUS for tag in inside))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Links are not crawlable",
    passed="Search engines can follow links",
    subjects=("a",),
    description=(
        "{count:# link uses|# links use} a script or a local file instead of a URL. Search engines follow only <a> "
        "elements with an href, so they may not find those pages. Opening the link in a new tab or bookmarking it "
        "doesn't work either."
    ),
    recommendation="Give each link to a page an href with its URL.",
    how_to_fix=(
        'Write <a href="/pears">Pears</a> instead of <a onclick="location.href=\'/pears\'">. If a script should '
        "handle the click, call preventDefault() in it."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    covers=("lighthouse:crawlable-anchors",),
    examples=(
        Bad("<a onclick=\"location.href='/pears'\">Pears</a>"),
        Bad("<a href=\"javascript:window.open('/pears')\">Pears</a>"),
        Bad('<a href="#" onclick="window.location = \'/pears\'">Pears</a>'),
        Bad('<a href="file:///home/ann/pears.html">Pears</a>'),
        Bad('<a href="javascript:void(0);">Pears</a>'),
        Bad('<a class="nav-link" href="javascript:">Pears</a>'),
        Good('<a href="javascript:void(0)" data-toggle="dropdown">Pears</a><a href="javascript:;" id="menu">Menu</a>'),
        Good('<li><a href="javascript:void(0)">Fruit</a><ul><li><a href="/pears">Pears</a></li></ul></li>'),
        Good('<li><a href="javascript:;">Fruit</a><i></i><div><ul><li><a href="/pears">Pears</a></ul></div></li>'),
        Good('<a href="javascript:void(0)"><i class="icon"></i></a>'),
        Good('<a class="nav-toggle" href="javascript:void(0)">Menu</a><a class="btn" href="javascript:">Buy</a>'),
        Bad('<ul><li><a href="javascript:void(0)">Pears</a></li><li><a href="/plums">Plums</a></li></ul>'),
        Good('<a href="javascript:print()">Print</a>'),
        Good('<a href="/pears" onclick="location.href=\'/pears\'; return false">Pears</a>'),
        Good('<a name="pears"></a><a id="part">Part</a><a>Pears</a>'),
        Good('<a href="javascript:void(0)" onclick="openMenu()">Menu</a><a href="javascript:history.back()">Back</a>'),
        Good('<a role="button" onclick="location.href=\'/pears\'">Pears</a>'),
        Good('<a onclick="if (location.href == here) stop()">Pears</a>'),
    ),
)
