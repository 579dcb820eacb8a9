from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.tree import ids_inside
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, elements

_ENOUGH_WORDS = 20


def check(document: Document) -> Findings:
    """Report a page with menus and content of some length, but without a heading outside of the menus."""
    if document.may_have_more_headings:
        return
    accessible = document.accessible
    in_menus = ids_inside(accessible.of_role("navigation"), document.elements)
    moved = document.styles.where(is_off_screen) if document.styled else ()
    skipped = in_menus | ids_inside(moved, document.elements)
    for heading in accessible.of_role("heading"):
        if not (id(heading) in skipped or accessible.hidden(heading) or accessible.nameless(heading)):
            return
    menus = [
        menu
        for menu in accessible.having("navigation")
        if id(menu.parent) not in in_menus and any("href" in tag.attrs for tag in elements(menu))
    ]
    words = sum(len(accessible.content(menu).split()) for menu in menus)
    if menus and document.words - words >= _ENOUGH_WORDS:
        yield Finding(document.body)


_TEXT = "<p>In this garden we grow pears of forty kinds, from the small early ones to those that keep until the spring."

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has no headings",
    passed="Page has headings",
    applies=lambda document: any(map(document.accessible.exposed, document.accessible.of_role("heading"))),
    description=(
        "The page has a navigation and text, but no visible heading outside the navigation. Most people who use a "
        "screen reader move by headings to get past the menus to the content (best practice for WCAG 2.2, 2.4.1 Bypass "
        "Blocks, level A)."
    ),
    recommendation="Start the main content with an h1, and each section with a heading.",
    how_to_fix=(
        "For example: <nav>...</nav> <main><h1>Growing pears</h1> <p>...</p> <h2>In the spring</h2> <p>...</p></main>"
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/html/H69",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/047fe0/",
    ),
    covers=("act:047fe0", "axe:page-has-heading-one"),
    examples=(
        Bad('<nav><a href="/">Start</a></nav>' + _TEXT),
        Bad('<div role="navigation"><a href="/">Start</a></div><p><b>Our garden</b>' + _TEXT),
        Good('<nav><a href="/">Start</a></nav><h1>Our garden</h1>' + _TEXT),
        Good('<nav><a href="/">Start</a></nav><p role="heading" aria-level="2">Our garden</p>' + _TEXT),
        Bad('<nav><h2>Chapters</h2><a href="/">Start</a></nav> <p>Welcome to our garden.</p> ' + _TEXT),
        Bad('<nav><a href="/">Start</a></nav><h1 hidden>Our garden</h1>' + _TEXT),
        Bad('<nav><a href="/">Start</a></nav><h1 style="position: absolute; top: -999px">Our garden</h1>' + _TEXT),
        Good(_TEXT),
        Good('<nav><a href="/">Start</a></nav><p>Pears'),
        Good(
            '<nav><a href="/">Start</a></nav><pear-title>Pears</pear-title><script src="/titles.js"></script>' + _TEXT
        ),
        Bad('<nav><a href="/">Start</a></nav><script src="/i.js"></script>' + _TEXT + "<pear-icon></pear-icon>"),
    ),
)
