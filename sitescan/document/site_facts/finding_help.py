"""How visitors search a site, and how they get help."""

import re
from collections.abc import Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.site_facts.landmarks import outer_links
from sitescan.document.source_location import shorten
from sitescan.document.tree import ancestors, attr, elements
from sitescan.model.site_facts import Help, url_digest
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.page_urls import normal_url

#: “Search” in the names of controls, in the languages of most of the Web.
_SEARCH = lazy_pattern(
    r"search|such(?:e|en|feld)\b|recherch|\bbus(?:car|ca|queda)|búsqueda|\bcerca\b|ricerca|\bzoek|\bsök|\bsøg|\bsøk"
    r"|\bhaku\b|\bhae\b|szuka|hled[ae]|keres|\barama?\b|pesquis|procurar|поиск|пошук|αναζήτηση|搜索|搜尋|検索|검색|بحث|חיפוש",
    re.I,
)
#: The names of the fields of search forms.
_FIELD_NAMES = frozenset({"k", "keyword", "keywords", "q", "query", "s", "search", "suche", "term"})

#: The names of links to contact pages and to help.
_HELP = lazy_pattern(
    r"contact(?: us)?|get in touch|help(?: cent(?:er|re))?|support|customer (?:service|support)|faqs?|questions"
    r"|kontakt|hilfe|(?:nous )?contacter|aide|contacto|ayuda|contatti|aiuto|assistenza|hulp|hjälp|hjelp|contato|ajuda"
    r"|kontakty|pomoc|nápověda",
    re.I,
)
_MOST_HELPS, _LONGEST, _LONGEST_TARGET = 8, 40, 100


def search_field(document: Document) -> Tag | None:
    """Return the first field in which visitors type what they search for, or ``None``."""
    accessible = document.accessible
    for field in document.all("input", "textarea"):
        kind = attr(field, "type", "text").strip().lower()
        named = attr(field, "name", "").strip().lower() in _FIELD_NAMES
        if (kind == "search" or (kind in ("text", "") and named)) and not accessible.hidden(field):
            return field
    return next(iter(accessible.having("searchbox")), None)


def is_searchable(document: Document) -> bool:
    """Return whether a page seems to have a search: a field, a region, or a control with such a name."""
    accessible = document.accessible
    if search_field(document) is not None or accessible.of_role("search") or document.all("search"):
        return True
    controls = (*accessible.of_role("link"), *accessible.of_role("button"), *document.all("input"))
    return any(_mentions_search(document, control) for control in controls)


def _mentions_search(document: Document, control: Tag) -> bool:
    written = " ".join(
        attr(control, name, "") for name in ("id", "class", "aria-label", "placeholder", "title", "href")
    )
    return _SEARCH.search(written) is not None or _SEARCH.search(document.accessible.name(control)) is not None


def helps(document: Document) -> Sequence[Help]:
    """Return the ways to get help around the main content, in document order."""
    main = next(iter(document.accessible.having("main")), None)
    if main is None:
        return ()
    found: dict[Help, None] = {}
    for _, link, url in outer_links(document):
        is_help = url.startswith(("mailto:", "tel:")) or _HELP.fullmatch(document.accessible.name(link)) is not None
        if is_help and len(found) < _MOST_HELPS:
            target = shorten(url.partition("#")[0], _LONGEST_TARGET)
            after = document.order[id(link)] > document.order[id(main)]
            found.setdefault(Help(target=target, after=after))
    return tuple(found)


def search_names(document: Document) -> tuple[str, str, str]:
    """Return a digest of the URL that the search form is sent to, and the names of its field and button, shortened."""
    field = search_field(document)
    form = next((ancestor for ancestor in ancestors(field) if ancestor.name == "form"), None) if field else None
    if field is None or form is None:
        return "", "", ""
    name = document.accessible.name
    button = next((tag for tag in elements(form) if document.accessible.role(tag) == "button"), None)
    action = normal_url(document.resolve(attr(form, "action", "").strip()) or "")
    named = name(button) if button is not None else ""
    return url_digest(action), shorten(name(field), _LONGEST), shorten(named, _LONGEST)
