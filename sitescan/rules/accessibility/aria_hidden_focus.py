from bs4.element import Tag

from sitescan.document.accessibility.focus_guards import hands_focus_on
from sitescan.document.accessibility.focus_handlers import listens_to_nothing
from sitescan.document.links.hyperlinks import has_handler, hyperlinks
from sitescan.document.views import view
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_CONTROLS = frozenset("audio button embed iframe input object select summary textarea video".split())


def check(document: Document) -> Findings:
    """
    Report tabbable elements that ``aria-hidden`` hides.

    Elements that hand the focus on at once are left out, and so are pages whose stylesheets were not all read.
    """
    accessible = document.accessible
    if not document.styled:
        return
    for element in document.elements:
        if accessible.state(element).removed and accessible.tabbable(element) and not hands_focus_on(document, element):
            yield Finding(
                element, change=changed(element, tabindex="-1") if _may_lose_focus(document, element) else None
            )


def _may_lose_focus(document: Document, element: Tag) -> bool:
    """Return whether an element, which is not exposed, does nothing for keyboard users that another one doesn't do."""
    if element.name in ("a", "area") and "href" in element.attrs:
        return document.resolve(attr(element, "href", "")) in _reachable(document) and not has_handler(element)
    return element.name not in _CONTROLS and listens_to_nothing(document)


@view
def _reachable(document: Document) -> frozenset[str | None]:
    """Return the URLs of the links that everyone reaches with the keyboard."""
    accessible = document.accessible
    links = (link for link in hyperlinks(document) if accessible.exposed(link.tag) and accessible.tabbable(link.tag))
    return frozenset(link.url for link in links)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Focusable elements are hidden from screen readers",
    passed="Focusable elements are exposed to screen readers",
    subjects=("[aria-hidden]",),
    needs=lambda document: document.styled,
    in_frames=True,
    description=(
        "{count:# element is|# elements are} hidden by aria-hidden, but the Tab key still reaches {count:it|them}. "
        "People who use a screen reader land on something without a name or a role (WCAG 2.2, 4.1.2 Name, Role, Value, "
        "level A)."
    ),
    recommendation="Don't set aria-hidden on focusable content, or take that content out of the tab order as well.",
    how_to_fix=(
        'Replace aria-hidden="true" with hidden or inert, which also take the content out of the tab order: <div '
        'inert>...</div>. For a single control, add tabindex="-1" or disabled.'
    ),
    sources=(
        "https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/",
        "https://www.w3.org/TR/wai-aria-1.2/#aria-hidden",
    ),
    covers=(
        "act:6cfa84",
        "axe:aria-hidden-focus",
        "lighthouse:aria-hidden-focus",
    ),
    examples=(
        Bad('<div aria-hidden="true"><button>Next</button></div>'),
        Bad('<a href="/" aria-hidden="true">Home</a>'),
        Bad('<div aria-hidden="true"><p tabindex="0">Pears</p></div>'),
        Bad('<details aria-hidden="true"><summary>More</summary></details>'),
        Good('<div aria-hidden="true"><button tabindex="-1">Next</button></div>'),
        Good('<div aria-hidden="true"><button disabled>Next</button></div>'),
        Good('<div aria-hidden="true" hidden><button>Next</button></div>'),
        Good('<div aria-hidden="false"><button>Next</button></div>'),
        Good('<a aria-hidden="true">Home</a>'),
        Good('<div aria-hidden="true" inert><button>Next</button></div>'),
        Bad(
            '<div aria-hidden="true"><button id="nav">Next</button></div>'
            '<script>document.querySelector(".nav-search").focus()</script>'
        ),
        Bad('<span tabindex="0" aria-hidden="true" onfocus="this.focus()"></span>'),
        Bad('<span tabindex="0" aria-hidden="true" onfocus="if (open) close.focus()"></span>'),
        Good('<span tabindex="0" aria-hidden="true" onfocus="this.nextElementSibling.focus()"></span>'),
        Good('<span tabindex="0" aria-hidden="true" onfocus="document.querySelector(\'input\').focus()"></span>'),
        Good(
            '<span id="guard" tabindex="0" aria-hidden="true"></span>'
            '<script>document.getElementById("guard").addEventListener("focus", () => start.focus())</script>'
        ),
        Good(
            '<div aria-hidden="true"><button id="end">Next</button></div><script>end.onfocus = () => '
            "start.focus()</script>"
        ),
        Good(
            '<div aria-hidden="true"><button id="end">Next</button></div><script>end.onfocus = () => {\n'
            '    document.getElementById("start").focus()\n}</script>'
        ),
        Bad(
            '<div aria-hidden="true"><button id="end">Next</button></div><script>end.onfocus = () => {\n'
            '    if (open) document.getElementById("start").focus()\n}</script>'
        ),
    ),
)
