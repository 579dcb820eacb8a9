"""Skip links go to the wrong place."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from bs4.element import NavigableString, PageElement, PreformattedString, Tag

from sitescan.document.document import Document
from sitescan.document.tree import after, ancestors, attr, within
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_FIRST = 10
_CONTENT = re.compile(
    r"(?:skip|jump|go) to (?:the )?(?:main )?content|skip navigation|zum (?:haupt)?inhalt|aller au contenu"
    r"|au contenu principal|contenido principal|saltar al contenido|vai al contenuto|contenuto principale"
    r"|conteúdo principal|naar (?:de )?inhoud|till innehåll|til indhold|til innhold|do treści|na obsah"
    r"|к содержани|к основному содерж|メインコンテンツ|本文へ|跳(?:到|至|转到)(?:主要)?内容|본문 바로가기",
    re.IGNORECASE,
)
_ASIDE = frozenset({"banner", "complementary", "contentinfo", "navigation"})


def check(document: Document) -> Iterator[Finding]:
    """Report links among the first of the page that promise the content and lead into a landmark beside it."""
    accessible = document.accessible
    for link in document.all("a")[:_FIRST]:
        href = attr(link, "href", "").strip()
        if not href.startswith("#") or not _CONTENT.search(accessible.name(link)):
            continue
        target = next(iter(document.by_id.get(unquote(href[1:]), ())), None)
        astray = _aside(document, target) if target is not None else ""
        if astray:
            yield Finding(link, detail=f"goes to the {astray} landmark")


def _aside(document: Document, target: Tag) -> str:
    """The role of the landmark beside the content that a target is in; empty where the content is in it as well."""
    accessible = document.accessible
    found = ""
    for around in (target, *ancestors(target)):
        role = accessible.role(around)
        if role == "main":
            return ""
        beside = role in _ASIDE and accessible.exposed(around) and not _holds_content(around)
        if beside and _is_followed(around) and _leaves_something(target, around):
            found = role
    return found


def _leaves_something(target: Tag, landmark: Tag) -> bool:
    """Whether there is a text or a link between a target and the end of the landmark that it is in."""
    end = after(landmark)
    node: PageElement | None = target
    while node is not None and node is not end:
        if isinstance(node, Tag) and "href" in node.attrs:
            return True
        words = isinstance(node, NavigableString) and not isinstance(node, PreformattedString) and node.strip()
        if words and not within(node, "script", "style", "template", "noscript"):
            return True
        node = node.next_element
    return False


def _is_followed(landmark: Tag) -> bool:
    """Whether there is text behind a landmark, in the page's own content."""
    node = after(landmark)
    while node is not None:
        words = isinstance(node, NavigableString) and not isinstance(node, PreformattedString) and node.strip()
        if words and not within(node, "script", "style", "template", "noscript", "footer"):
            return True
        node = node.next_element
    return False


def _holds_content(tag: Tag) -> bool:
    return tag.find(["main", "article"]) is not None or tag.find(role="main") is not None


RULE = Rule(
    id="accessibility/skip-link-astray",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Skip links go to the wrong place",
    description=(
        "{count:# skip link promises the main content but goes|# skip links promise the main content but go} to a "
        "navigation, header, footer or aside. Keyboard users follow {count:it|them} and still aren't at the content "
        "(best practice for WCAG 2.2, 2.4.1 Bypass Blocks, level A)."
    ),
    recommendation="Point the skip link to the id of the main content.",
    how_to_fix='For example: <a href="#content">Skip to content</a> ... <main id="content" tabindex="-1">',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/general/G1",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/ye5d6e/",
    ),
    covers=("act:ye5d6e",),
    examples=(
        Bad('<a href="#c">Skip to main content</a><nav><ul id="c"><li>Pears</li></ul></nav><main>Text</main>'),
        Bad('<a href="#c">Zum Inhalt</a><aside id="c">Pears</aside><div>Text</div>'),
        Good('<a href="#c">Skip to main content</a><nav>Pears</nav><main id="c">Text</main>'),
        Good('<a href="#c">Skip to main content</a><nav>Pears</nav><main><aside id="c">Summary</aside>Text</main>'),
        Good('<a href="#c">Skip to main content</a><nav>Pears</nav><div id="c">Text</div>'),
        Good('<a href="#c">Skip to main navigation</a><nav id="c">Pears</nav><main>Text</main>'),
        Good('<a href="#c">Skip to content</a><aside id="c"><article>Text</article></aside>'),
        Good('<a href="#c">Skip to content</a><main>Text</main>'),
        Good('<a href="#c">Skip to content</a><nav>Pears</nav><aside id="c">Text</aside>'),
        Good('<nav><a href="#c">Skip navigation</a><p>Pears</p><a id="c"></a>\xa0</nav><main>Text</main>'),
        Bad('<nav><a href="#c">Skip navigation</a><a id="c"></a><p>Pears</p></nav><main>Text</main>'),
        Good('<a href="#c">Table of contents</a><nav id="c">Pears</nav>'),
    ),
)
