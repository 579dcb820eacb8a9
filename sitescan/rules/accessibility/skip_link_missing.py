from bs4.element import Tag

from sitescan.document.element_markup import start_tag
from sitescan.document.links.hyperlinks import own_fragment
from sitescan.rules.authoring import HOME_PAGE, Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_MANY = 15


def check(document: Document) -> Findings:
    """Report many tab stops before the main content, none of which is a link to a part of the page."""
    accessible = document.accessible
    if not document.styled or not list(accessible.having("main")):
        return
    stops: list[Tag] = []
    target = "content"
    for tag in document.elements:
        if accessible.role(tag) == "main" and accessible.exposed(tag):
            target = attr(tag, "id", "") or target
            break
        if not accessible.takes_focus(tag):
            continue
        if own_fragment(document, tag) is not None or "onclick" in tag.attrs:
            return
        if accessible.tabbable(tag):
            stops.append(tag)
    if len(stops) >= _MANY:
        link, main = start_tag("a", href=f"#{target}"), start_tag("main", id=target, tabindex="-1")
        yield Finding(stops[0], stops=len(stops), link=link, main=main)


_LINKS = '<a href="/a">Pears</a> ' * _MANY

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has no skip link",
    passed="Keyboard users reach the main content quickly",
    applies=lambda document: document.accessible.of_role("main"),
    needs=lambda document: document.styled,
    description=(
        "{stops:,} links and controls come before the main content, and none of them skips the others. Keyboard users "
        "have to press Tab {stops:,} times on every page before they reach the content (best practice for WCAG 2.2, "
        "2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Start the page with a link to the main content that becomes visible when it receives focus.",
    how_to_fix="Put the link first in the body: {link}Skip to content</a> ... {main}",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/general/G1",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/ye5d6e/",
    ),
    covers=("act:ye5d6e",),
    examples=(
        Bad(f"<body><nav>{_LINKS}</nav><main>Text</main>"),
        Good(f'<body><a href="#c">Skip to content</a><nav>{_LINKS}</nav><main id="c">Text</main>'),
        Good(f"<body><nav><button onclick=\"location.assign('#c')\">Skip</button>{_LINKS}</nav><main id=c>Text</main>"),
        Good(f'<body><a href="{HOME_PAGE.url}#c">Skip to content</a><nav>{_LINKS}</nav><main id="c">Text</main>'),
        Good('<body><nav><a href="/a">Pears</a></nav><main>Text</main>'),
        Good(f"<body><main>Text</main><nav>{_LINKS}</nav>"),
        Good(f"<body>{_LINKS}<p>Text"),
        Good(f"<body><nav hidden>{_LINKS}</nav><main>Text</main>"),
        Good(f'<link rel="stylesheet" href="/lost.css"><body><nav>{_LINKS}</nav><main>Text</main>'),
    ),
)
