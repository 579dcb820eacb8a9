"""Reading of a linked page: its existence, its fragments, its canonical URL."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from hashlib import blake2b

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternate_urls, canonicals
from sitescan.document.indexing.error_pages import says_not_found
from sitescan.document.indexing.robots_meta import exclusions, for_all
from sitescan.document.links.script_effects import scripts_may_act
from sitescan.document.parsing.parse import Needed
from sitescan.document.scripts.script_elements import is_script
from sitescan.document.tree import attr, has_text, text
from sitescan.model.linked_page import LinkedPage, is_element_fragment, names_of_part
from sitescan.model.page_parts import PageParts, joined_parts
from sitescan.standards.urls import MAX_URL_LENGTH

_ALTERNATES = 200


#: The elements that are read.
READ = Needed(all="title base meta link body input noscript script style template".split(), first=("h1", "h2"))


def read(document: Document, fragments: Iterable[str]) -> LinkedPage:
    """Return the properties of a linked page, including which of the fragments it lacks."""
    absent = tuple(not_in_source(document, fragments))
    # Scripts may add a part, or interpret the fragment.
    changes = bool(absent) and scripts_may_act(document)
    return LinkedPage(
        missing=() if changes else absent,
        unverified=absent if changes else (),
        not_found=says_not_found(document),
        content=fixed_content(document),
        heading=heading_digest(document),
        noindex=for_all(exclusions(document)),
        # A longer URL is only compared with others, none of which is as long.
        canonical=next((relation.url for relation in canonicals(document) if relation.url), "")[: MAX_URL_LENGTH + 1],
        alternates=tuple(alternate_urls(document, _ALTERNATES)),
    )


def fixed_content(document: Document) -> str:
    """
    Return a digest of a page's source that identifies the page, or an empty string if its source does not.

    Pages with equal sources may differ by their scripts: many sites send one source for every address, and a script
    selects the content. Likewise, the same password form may be sent for many pages.
    """
    if asks_password(document) or document.cut or any(map(is_script, document.all("script"))):
        return ""
    shows_text = document.body is not None and has_text(document.body)
    return _digest(document.decoded.text) if shows_text else ""


def asks_password(document: Document) -> bool:
    """Return whether a page has a field for a password."""
    return any(attr(field, "type", "").strip().lower() == "password" for field in document.all("input"))


def heading_digest(document: Document) -> str:
    """
    Return a digest of what a page says it is about, or an empty string if it doesn't say it.

    Two pages with the same digest are the same page, although its source may differ between requests.
    """
    heading = document.first("h1") or document.first("h2")
    named = text(heading) if heading is not None else ""
    if not document.title or not named:
        return ""
    return _digest("\n".join((document.title, named, document.meta("description") or "")))


def _digest(written: str) -> str:
    return blake2b(written.encode("utf-8", "replace"), digest_size=16).hexdigest()


def not_in_source(document: Document, fragments: Iterable[str]) -> list[str]:
    """
    Return the fragments that identify no part of a page's source, or none if only its beginning was read.

    https://html.spec.whatwg.org/multipage/browsing-the-web.html#find-a-potential-indicated-element

    :param fragments: percent-encoded fragments without ``#``.
    """
    wanted = [fragment for fragment in fragments if is_element_fragment(fragment)]
    if not wanted or document.cut:
        return []
    names = part_names(document)
    return [fragment for fragment in wanted if names.isdisjoint(names_of_part(fragment))]


def page_parts(document: Document) -> PageParts | None:
    """Return the parts of a page, or ``None`` if only its beginning was read."""
    return None if document.cut else PageParts(joined_parts(part_names(document)), scripts_may_act(document))


def part_names(document: Document) -> AbstractSet[str]:
    """Return the names by which fragments identify the parts of a page's source."""
    anchors = {attr(anchor, "name", "") for anchor in document.all("a")}
    return (document.by_id.keys() | anchors | document.omitted_names) - {""}
