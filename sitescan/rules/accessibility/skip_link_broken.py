from urllib.parse import unquote

from sitescan.document.element_markup import start_tag
from sitescan.document.links.hyperlinks import own_fragment
from sitescan.rules.authoring import (
    HOME_PAGE,
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
    text,
)

_FIRST = 10
_WORDS = lazy_pattern(
    r"skip|jump to|(?:zum|zu|direkt).{0,60}(?:inhalt|navigation)|aller au|contenu|contenido|contenuto|conte[u\u00fa]do"
    r"|ga naar|inhoud|hoppa|hopp til|spring til|siirry|przejd\u017a|\u0441\u043e\u0434\u0435\u0440\u0436"
)


def check(document: Document) -> Findings:
    """Report skip links, among the first links of the page, whose target neither exists nor may be written."""
    if document.scripted:
        return
    names = {attr(anchor, "name", "") for anchor in document.all("a")}
    for link in document.all("a")[:_FIRST]:
        fragment = own_fragment(document, link) or ""
        target = unquote(fragment)
        if not target or target.lower() == "top":
            continue
        missing = target not in document.by_id and fragment not in document.by_id and target not in names
        if missing and _WORDS.search(text(link).lower()):
            main = start_tag("main", id=target, tabindex="-1")
            yield Finding(link, main=main, change=_named(document, target))


def _named(document: Document, target: str) -> ElementChange | None:
    """Return the change that names the main content as the link does, if it has no name yet."""
    mains = document.all("main")
    if len(mains) != 1 or "id" in mains[0].attrs:
        return None
    return changed(mains[0], id=target)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Skip links have no target on the page",
    passed="Skip links have a target on the page",
    subjects=("a",),
    needs=lambda document: not document.scripted,
    applies=lambda document: any(attr(link, "href", "").startswith("#") for link in document.all("a")[:_FIRST]),
    description=(
        "{count:# skip link points to a target that isn't|# skip links point to targets that aren't} on the page. "
        "Keyboard users can't use {count:it|them} to get past the menus (best practice for WCAG 2.2, 2.4.1 Bypass "
        "Blocks, level A)."
    ),
    recommendation="Point the skip link to the id of the main content.",
    how_to_fix="Give the main content the id that the link points to: {main}",
    shows_change=False,
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/bypass-blocks",),
    covers=(
        "axe:skip-link",
        "lighthouse:skip-link",
    ),
    examples=(
        Bad('<a href="#content">Skip to content</a><main>Pears</main>'),
        Bad('<a href="#inhalt">Zum Inhalt springen</a>'),
        Bad(f'<a href="{HOME_PAGE.url}#content">Skip to content</a><main>Pears</main>'),
        Good(f'<a href="{HOME_PAGE.url}pears#content">Skip to content</a><main>Pears</main>'),
        Good('<a href="#content">Skip to content</a><main id="content">Pears</main>'),
        Good('<a href="#content">Skip</a><a name="content"></a>'),
        Good('<a href="#menu">Menu</a>'),
        Good('<a href="#top">Skip to top</a>'),
        Good('<a href="#main">Skip to content</a><pear-app></pear-app><script src="/app.js"></script>'),
        Bad('<a href="#main">Skip to content</a><p>Pears</p><script src="/app.js"></script>'),
    ),
)
