from bs4.element import NavigableString, PageElement, Tag

from sitescan.document.links.hyperlinks import Hyperlink, hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, text


def check(document: Document) -> Findings:
    """Report a link directly after another to the same URL, if one contains an image and the other text."""
    urls = {id(link.tag): link.url for link in hyperlinks(document) if _leads_to_page(link)}
    for link in hyperlinks(document):
        before = _previous(link.tag)
        if before is None or link.url is None or urls.get(id(before)) != link.url:
            continue
        if bool(text(link.tag)) != bool(text(before)):
            yield Finding(link.tag)


def _leads_to_page(link: Hyperlink) -> bool:
    return link.scheme in ("http", "https") and not link.href.strip().startswith("#")


def _previous(tag: Tag) -> Tag | None:
    """Return the previous sibling if only white space is between the elements."""
    node: PageElement | None = tag.previous_sibling
    while isinstance(node, NavigableString) and not node.strip():
        node = node.previous_sibling
    return node if isinstance(node, Tag) else None


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Adjacent links go to the same address",
    passed="Images and texts that belong together share links",
    subjects=("a",),
    description=(
        "{count:# link follows|# links follow} directly after another link to the same address, where one of the two "
        "contains an image and the other contains text. People who use a screen reader or a keyboard reach the same "
        "target twice."
    ),
    recommendation="Put the image and the text in one link.",
    how_to_fix='<a href="/pears"><img src="pear.jpg" alt=""> Pears</a>',
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H2",),
    examples=(
        Bad('<a href="/pears"><img src="p.png" alt=""></a> <a href="/pears">Pears</a>'),
        Bad('<a href="/pears">Pears</a><a href="/pears"><svg></svg></a>'),
        Good('<a href="/pears"><img src="p.png" alt=""> Pears</a> <a href="/apples">Apples</a>'),
        Good('<a href="/pears">Pears</a> and <a href="/pears"><svg></svg></a>'),
        Good('<a href="#"><svg></svg></a><a href="#">Pears</a>'),
        Good('<p><a href="/pears">Green</a> <a href="/pears">pears</a></p>'),
        Good('<li><a href="/pears"><svg></svg></a></li><li><a href="/pears">Pears</a></li>'),
    ),
)
