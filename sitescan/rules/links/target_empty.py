"""Links that lead nowhere."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.hyperlinks import hyperlinks, scripted
from sitescan.document.tree import text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_TOP = (
    "top",
    "up",
    "oben",
    "anfang",
    "haut",
    "arriba",
    "inicio",
    "cima",
    "alto",
    "boven",
    "góry",
    "наверх",
    "↑",
    "▲",
    "⇧",
    "^",
)


def check(document: Document) -> Iterator[Finding]:
    """Report ``href=""`` and ``href="#"`` on a link that no script seems to use and that is no way to the top."""
    for link in hyperlinks(document):
        if link.href.strip() not in ("", "#") or scripted(link.tag):
            continue
        shown = text(link.tag).lower()
        if link.href.strip() == "#" and (not shown or any(word in shown for word in _TOP)):
            continue
        yield Finding(link.tag)


RULE = Rule(
    id="links/target-empty",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Links without a target",
    description=(
        '{count:# link has|# links have} an empty href or only "#". It looks like a link, but unless a script acts on '
        "it, following it only reloads the page or jumps to its top."
    ),
    recommendation="Give each link its target, or make it a button.",
    how_to_fix=(
        'A page: <a href="/pears">Pears</a>. An action on this page: <button type="button">Show pears</button>. A '
        "placeholder for a page to come: leave out the href until there is one."
    ),
    sources=("https://html.spec.whatwg.org/multipage/links.html#attr-hyperlink-href",),
    examples=(
        Bad('<a href="">Pears</a>'),
        Bad('<a href="#">Pears</a>'),
        Bad('<a href=" # " target="_blank">Pears</a>'),
        Good('<a href="#">Back to top</a><a href="#">Nach oben</a><a href="#top">Pears</a>'),
        Good('<a href="#" onclick="show()">Pears</a><a href="#" class="tab">Pears</a><a href="#" data-x>1</a>'),
        Good("<a>Pears</a>"),
    ),
)
