from bs4.element import Tag

from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed, text

_ROLES = ("doc-backlink", "doc-biblioref", "doc-glossref", "doc-noteref", "link")


def check(document: Document) -> Findings:
    """Report exposed links without a name; areas of image maps have their own rule."""
    accessible = document.accessible
    for link in accessible.having(*_ROLES):
        if link.name != "area" and accessible.nameless(link):
            yield Finding(link, change=changed(link, "…", aria_label=_wording(link)))


def _wording(link: Tag) -> str:
    """Return the text of a link, even if it is hidden from assistive technology: the name must contain it."""
    shown = text(link)
    return shown if 0 < len(shown) <= _SHORT else "(where the link goes)"


_SHORT = 100

RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Links have no accessible name",
    passed="Links have an accessible name",
    subjects=("a", "[role]"),
    scope="element",
    description=(
        "{count:# link has|# links have} no text, no image with alt text and no label that assistive technology can "
        'announce. Screen readers say only "link" or the address, so people don\'t know where {count:it goes|they go} '
        "(WCAG 2.2, 2.4.4 Link Purpose (In Context) and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each link text, an image with alt text, or an aria-label that names its destination.",
    how_to_fix=(
        'For an icon link: <a href="/cart" aria-label="Shopping cart"><svg aria-hidden="true">...</svg></a>. For an '
        'image link: <a href="/"><img src="logo.svg" alt="Home"></a>. Remove links that are empty by mistake.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/",
    ),
    covers=(
        "act:c487ae",
        "axe:link-name",
        "lighthouse:link-name",
    ),
    examples=(
        Bad('<a href="/cart"></a>'),
        Bad('<a href="/cart"><i class="icon-cart"></i></a>'),
        Bad('<a href="/"><img src="logo.svg" alt=""></a>'),
        Bad('<a href="/"><svg><circle r="4"/></svg></a>'),
        Bad('<span role="link" tabindex="0"></span>'),
        Bad('<a href="/"><span aria-hidden="true">Home</span></a>'),
        Good('<a href="/cart">Cart</a>'),
        Good('<a href="/"><img src="logo.svg" alt="Home"></a>'),
        Good('<a href="/cart"><i title="Cart"></i></a>'),
        Good('<a href="/" aria-label="Home"></a>'),
        Good('<a href="/"><svg><title>Home</title></svg></a>'),
        Good('<a name="top"></a>'),
        Good('<a href="/cart" hidden></a>'),
        Good('<p id="t">Pears</p><a href="/pears" aria-labelledby="t"></a>'),
        Good('<a href="/" style="display:none"></a>'),
        Good('<a href="/"><pear-icon></pear-icon></a><script src="/icons.js"></script>'),
    ),
)
