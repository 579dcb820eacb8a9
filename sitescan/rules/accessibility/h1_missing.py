from bs4.element import Tag

from sitescan.document.accessibility.controls import has_many_controls
from sitescan.document.accessibility.first_heading import first_heading
from sitescan.document.accessibility.roles import level
from sitescan.document.tree import ids_inside
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

#: The number of words from which a page needs a heading even if it has none at all.
_LONG = 20
_HIDES_ON_PHONES = (
    '<meta name="viewport" content="width=device-width">'
    "<style>@media (max-width: 700px) { .hidden { display: none } }</style>"
)


def check(document: Document) -> Findings:
    """
    Report a page without a level-1 heading that has other headings, enough text or many controls.

    Hidden headings count, because scripts may show them, but not those that are hidden for the sake of another screen.
    A custom element that scripts may define may have one in its shadow tree.
    """
    if document.may_have_more_headings:
        return
    accessible = document.accessible
    every = accessible.of_role("heading")
    headings = [tag for tag in every if not _is_for_other_screen(document, tag)]
    if headings and all(level(tag) != 1 for tag in headings) and any(map(accessible.exposed, headings)):
        # A page with one for another screen would have two there.
        change = None if any(level(tag) == 1 for tag in every) else first_heading(document)
        yield Finding(headings[0], change=change)
    elif not headings and (document.words >= _LONG or has_many_controls(document)) and not _has_menu(document):
        # On a page with a menu, headings-missing applies.
        yield Finding(document.body, change=first_heading(document))


def _is_for_other_screen(document: Document, tag: Tag) -> bool:
    return document.accessible.hidden(tag) and any(seen.accessible.exposed(tag) for seen in document.screens)


def _has_menu(document: Document) -> bool:
    """Return whether a navigation contains links."""
    in_menus = ids_inside(document.accessible.having("navigation"), document.elements)
    return any(id(link) in in_menus for link in document.having("href"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has no level-1 heading",
    passed="Page has a level-1 heading",
    applies=lambda document: any(level(tag) == 1 for tag in document.accessible.of_role("heading")),
    needs=lambda document: not document.may_have_more_headings,
    description=(
        "The page has no heading of level 1. People who use a screen reader often jump to the h1 first, "
        "because it says what the page is about (best practice for WCAG 2.2, 2.4.6 Headings and Labels, level AA)."
    ),
    recommendation="Make the title of the main content an h1.",
    how_to_fix="For example: <main><h1>Growing pears</h1>...</main>",
    shows_change=False,
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    covers=("axe:page-has-heading-one",),
    examples=(
        Bad("<h2>Pears</h2>"),
        Bad(10 * "<button>Pears</button>"),
        Good(9 * "<button>Pears</button>"),
        Bad("<pear-title>Pears</pear-title><h2>Ripe pears</h2>"),
        Good('<pear-title>Pears</pear-title><h2>Ripe pears</h2><script src="/titles.js"></script>'),
        Bad('<pear-title hidden></pear-title><h2>Ripe pears</h2><script src="/titles.js"></script>'),
        Bad('<pear-title role="img" aria-label="Pears"></pear-title><h2>Ripe</h2><script src="/t.js"></script>'),
        Good("<h1>Pears</h1>"),
        Good('<div role="heading" aria-level="1">Pears</div>'),
        Good("<p>Pears</p>"),
        Bad(f"<p>{'pear ' * 200}</p>"),
        Good(f'<nav><a href="/">Start</a></nav><p>{"pear " * 200}</p>'),
        Bad(f"<nav>Start</nav><p>{'pear ' * 200}</p>"),
        Good(f"<h1 hidden>Pears</h1><p>{'pear ' * 200}</p>"),
        Bad(f"{_HIDES_ON_PHONES}<h1 class=hidden>Pears</h1><h2>Ripe pears</h2>"),
        Good(f"{_HIDES_ON_PHONES}<h1>Pears</h1><h2 class=hidden>Ripe pears</h2>"),
    ),
)
