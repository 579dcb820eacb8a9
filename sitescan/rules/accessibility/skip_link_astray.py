import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from bs4.element import PageElement, Tag

from sitescan.document.links.hyperlinks import own_fragment
from sitescan.document.tree import TextNode, ancestors, descendants, ids_around
from sitescan.document.views import view
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern

_FIRST = 10
_CONTENT = lazy_pattern(
    r"(?:skip|jump|go) to (?:the )?(?:main )?content|skip navigation|zum (?:haupt)?inhalt|aller au contenu"
    r"|au contenu principal|contenido principal|saltar al contenido|vai al contenuto|contenuto principale"
    r"|conteúdo principal|naar (?:de )?inhoud|till innehåll|til indhold|til innhold|do treści|na obsah"
    r"|к содержани|к основному содерж|メインコンテンツ|本文へ|跳(?:到|至|转到)(?:主要)?内容|본문 바로가기",
    re.IGNORECASE,
)
_ASIDE = frozenset({"banner", "complementary", "contentinfo", "navigation"})
_SILENT = frozenset({"noscript", "script", "style", "template"})


def check(document: Document) -> Findings:
    """Report skip links to the content, among the first links, whose target is in another landmark than the content."""
    accessible = document.accessible
    for link in document.all("a")[:_FIRST]:
        fragment = own_fragment(document, link)
        if fragment is None or not _CONTENT.search(accessible.name(link)):
            continue
        target = next(iter(document.by_id.get(unquote(fragment), ())), None)
        astray = _landmark_beside_content(document, target) if target is not None else ""
        if astray:
            yield Finding(link, detail=f"goes to the {astray} landmark")


def _landmark_beside_content(document: Document, target: Tag) -> str:
    """Return the role of the landmark around a target that does not contain the content, or an empty string."""
    accessible = document.accessible
    around = (target, *ancestors(target))
    if any(accessible.role(element) == "main" for element in around):
        return ""
    landmarks = [element for element in around if accessible.role(element) in _ASIDE and accessible.exposed(element)]
    astray = list(_reading(document).ended_landmarks(target, landmarks)) if landmarks else []
    return accessible.role(astray[-1]) if astray else ""


@view
def _reading(document: Document) -> "_Reading":
    return _Reading(document.soup)


class _Reading:
    """
    The reading order of a page: its links and texts, and the elements that contain its main content.

    The page is traversed once, however many targets and landmarks are examined.
    """

    def __init__(self, soup: Tag) -> None:
        self._stops: list[PageElement] = []
        self._before: dict[int, int] = {}
        self._last_text = -1
        content: list[Tag] = []
        silent: set[int] = set()
        closing: set[int] = set()
        for node in descendants(soup):
            parent = id(node.parent)
            if isinstance(node, Tag):
                self._before[id(node)] = len(self._stops)
                if parent in silent or node.name in _SILENT:
                    silent.add(id(node))
                if parent in closing or node.name == "footer":
                    closing.add(id(node))
                if "href" in node.attrs:
                    self._stops.append(node)
                if node.name in ("article", "main") or attr(node, "role") == "main":
                    content.append(node)
            elif parent not in silent and _is_text(node):
                if parent not in closing:
                    self._last_text = len(self._stops)
                self._stops.append(node)
        self._around_content = ids_around(content)

    def ended_landmarks(self, target: Tag, landmarks: Sequence[Tag]) -> Iterator[Tag]:
        """
        Iterate over the landmarks around a target that contain no main content and end before the page's last text.

        Text in footers is ignored.

        :param landmarks: the target or its ancestors.
        """
        before = self._before[id(target)]
        if before > self._last_text:
            return
        read_next, read_last = (
            {id(around) for around in (stop, *ancestors(stop))}
            for stop in (self._stops[before], self._stops[self._last_text])
        )
        for landmark in landmarks:
            if id(landmark) in read_next and id(landmark) not in read_last and id(landmark) not in self._around_content:
                yield landmark


def _is_text(node: PageElement) -> bool:
    return type(node) is TextNode and bool(node.strip())


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Skip links go to the wrong place",
    passed="Skip links go to the main content",
    subjects=("a",),
    applies=lambda document: any(attr(link, "href", "").startswith("#") for link in document.all("a")[:_FIRST]),
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
