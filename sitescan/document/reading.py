"""Reading a page that another names: whether it is there, has the part that is meant, and prefers itself."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

from sitescan.document.document import Document
from sitescan.document.hyperlinks import runs_scripts
from sitescan.document.preferred import canonicals
from sitescan.document.robots_meta import exclusions, for_all
from sitescan.document.tree import attr, text
from sitescan.model.reading import Reading, names_a_part

#: What a page calls itself that is not there, in the languages of most of the Web, without the words
#: that stand around it. The whole title and the whole heading must be that: "has been removed" or
#: "not found" inside a text proves nothing.
_NOT_FOUND = frozenset(
    {
        "not found",
        "page not found",
        "page was not found",
        "page could not be found",
        "page cannot be found",
        "page can t be found",
        "page doesn t exist",
        "page does not exist",
        "seite nicht gefunden",
        "seite wurde nicht gefunden",
        "page introuvable",
        "page non trouvée",
        "página no encontrada",
        "página não encontrada",
        "pagina non trovata",
        "pagina niet gevonden",
        "nie znaleziono strony",
        "страница не найдена",
    }
)
_AROUND = frozenset("404 error http sorry oops whoops ooops the this that die requested leider".split())
_WORD = re.compile(r"\w+")
_SITE_NAME = re.compile(r" [|–—·»-] ")
_LONGEST = 120


def read(document: Document, fragments: Iterable[str]) -> Reading:
    """What a linked page is, and which of the fragments it surely does not have."""
    return Reading(
        missing=tuple(missing(document, fragments)),
        not_found=_says_not_found(document),
        noindex=for_all(exclusions(document)),
        canonical=next((one.url for one in canonicals(document) if one.url), ""),
    )


def missing(document: Document, fragments: Iterable[str]) -> list[str]:
    """
    The fragments that lead to no part of a page.

    Where the page has scripts they may make the part, or take the fragment for a state: none is named.
    Nor is any where only the page's beginning was read.

    :param fragments: percent-encoded, without ``#``.

    https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element
    """
    if document.cut or runs_scripts(document):
        return []
    names = {attr(anchor, "name", "") for anchor in document.all("a")}
    return [one for one in fragments if names_a_part(one) and not _has(document, names, one)]


def _has(document: Document, names: set[str], fragment: str) -> bool:
    part = fragment.partition(":~:")[0]
    # GitHub and what imitates it put a prefix before the ids of what users write.
    ids = (part, unquote(part), f"user-content-{unquote(part)}".lower())
    return any(one in document.by_id or one in names for one in ids)


def _says_not_found(document: Document) -> bool:
    """Whether both the title and the first heading say so, and nothing else."""
    heading = document.first("h1")
    return heading is not None and _not_found(document.title) and _not_found(text(heading))


def _not_found(said: str) -> bool:
    # The site's name often stands behind the page's, or before it.
    pieces = (said, *_SITE_NAME.split(said)) if len(said) <= _LONGEST else ()
    return any(
        " ".join(word for word in _WORD.findall(piece.lower()) if word not in _AROUND) in _NOT_FOUND for piece in pieces
    )
