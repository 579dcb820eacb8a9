import re
from collections.abc import Sequence

from attrs import evolve
from bs4.element import Tag

from sitescan.document.change import inserted, removed
from sitescan.rules.authoring import (
    CONVENTION,
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SourceDocument,
    attr,
    changed,
    lazy_pattern,
    safe,
)

#: A head that begins so early that a declaration at its start is within the first 1,024 bytes.
_EARLY_HEAD = lazy_pattern(rb".{0,900}<head[\t\n\f\r >]", re.DOTALL | re.IGNORECASE)


def check(document: SourceDocument) -> Findings:
    """Report a page whose encoding is a guess."""
    if document.decoded.source not in ("default", "late"):
        return
    declared = [meta for meta in document.all("meta") if attr(meta, "charset") is not None]
    declared += document.metas("content-type")
    if not declared:
        yield Finding(change=_declaration(document))
    elif not any(map(_named, declared)):
        yield Finding(declared[0], detail="it names no encoding")
    elif document.decoded.source == "late":
        detail = "after the first 1,024 bytes, so browsers have to start over"
        yield Finding(declared[0], detail=detail, change=_moved(document, declared))
    else:
        yield Finding(declared[0], detail="not a known encoding")


def _declaration(document: Document) -> ElementChange | None:
    """Return the change that declares UTF-8 first in the head, or ``None`` if the page is in another encoding."""
    change = _first(document, '<meta charset="utf-8">')
    if document.page.body.isascii():
        return change
    # Browsers that guessed another encoding display other characters than before.
    return evolve(change, safe=False) if change is not None and document.decoded.utf8_characters else None


def _moved(document: Document, declared: Sequence[Tag]) -> ElementChange | None:
    """Return the change that moves the only declaration to the start of the head."""
    change = _first(document, changed(declared[0]).markup)
    return evolve(change, also=removed(declared[0])) if change and len(declared) == 1 else None


def _first(document: Document, markup: str) -> ElementChange | None:
    """Return the change that adds a declaration first in the head, or ``None`` if it would be too late there."""
    if not markup or document.head is None or not _EARLY_HEAD.match(document.page.body):
        return None
    return safe(inserted(document.head, markup))


def _named(meta: Tag) -> bool:
    """Return whether a ``meta`` element names an encoding, known or not."""
    return bool(attr(meta, "charset")) or "charset" in attr(meta, "content", "").lower()


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Character encoding is missing or declared too late",
    passed="Character encoding is declared early",
    description=(
        "The page doesn't declare its encoding in the Content-Type header or in its first 1,024 bytes, so browsers and "
        "crawlers have to guess. A wrong guess garbles all non-ASCII characters, also in search results."
    ),
    recommendation="Declare UTF-8 at the start of the head or in the Content-Type header.",
    how_to_fix=(
        'Make <meta charset="utf-8"> the first element in the head, with no long comment before it, or send the header '
        '"Content-Type: text/html; charset=utf-8".\n'
        "nginx: charset utf-8;\n"
        "Apache: AddDefaultCharset utf-8\n"
        "Caddy sends it automatically for HTML files."
    ),
    shows_change=False,
    sources=(
        "https://html.spec.whatwg.org/multipage/semantics.html#charset",
        "https://www.w3.org/International/questions/qa-html-encoding-declarations",
    ),
    covers=("lighthouse:charset", "webhint:meta-charset-utf-8"),
    examples=(
        Bad("<title>Pears</title>", headers=("Content-Type: text/html",)),
        Bad(f'<!-- {"x" * 1024} --><meta charset="utf-8">', headers=("Content-Type: text/html",)),
        Bad(
            f'<head><script>/* {"x" * 1024} */</script><meta charset="utf-8"></head>',
            headers=("Content-Type: text/html",),
        ),
        Bad('<meta charset="utf-ate">', headers=("Content-Type: text/html",)),
        Bad("<meta charset>", headers=("Content-Type: text/html",)),
        Bad('<meta http-equiv="Content-Type" content="text/html">', headers=("Content-Type: text/html",)),
        Good('<meta charset="utf-8">', headers=("Content-Type: text/html",)),
        Good(
            '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
            headers=("Content-Type: text/html",),
        ),
        Good("<title>Pears</title>", headers=("Content-Type: text/html; charset=UTF-8",)),
        Good("\ufeff<title>Pears</title>", headers=("Content-Type: text/html",)),
    ),
)
