"""Pages that browsers read as XML, and their text as an HTML parser has to get it."""

from sitescan.document.element_markup import VOID
from sitescan.model.exchange import Page
from sitescan.standards.file_types import essence
from sitescan.standards.lazy_pattern import lazy_pattern

TYPE = "application/xhtml+xml"

#: The beginning of a page, which contains its doctype and the start tag of its root element.
_BEGINNING = 10_000
_NAMESPACED = lazy_pattern(rb"<html\s[^<>]*\bxmlns\s*=")
_EMPTY = lazy_pattern(r"<([A-Za-z][\w:.-]*)(\s[^<>]*)?/>")
_DECLARATIONS = lazy_pattern(r"(<!DOCTYPE[^<>\[]*)\[[^\[\]]*\]\s*>")


def is_xml(page: Page) -> bool:
    """Return whether browsers read a page as XML: by its type, or if that is not known, by its name and namespace."""
    kind = essence(page.exchange.headers.content_type)
    named = page.exchange.url.partition("?")[0].partition("#")[0].lower().endswith((".xhtml", ".xht"))
    return kind == TYPE or (not kind and named and _NAMESPACED.search(page.body[:_BEGINNING]) is not None)


def as_html(text: str) -> str:
    """
    Return an XML text with its lines, where elements without content have an end tag, and no entity is declared.

    HTML parsers ignore the slash of ``<script src="a.js"/>``, and end a doctype at the first entity declaration.

    https://html.spec.whatwg.org/multipage/xhtml.html
    """
    if (declarations := _DECLARATIONS.search(text, 0, _BEGINNING)) is not None:
        doctype = declarations[1] + "\n" * declarations[0].count("\n", len(declarations[1])) + ">"
        text = text[: declarations.start()] + doctype + text[declarations.end() :]
    return _EMPTY.sub(lambda tag: tag[0] if tag[1] in VOID else f"<{tag[1]}{tag[2] or ''}></{tag[1]}>", text)
