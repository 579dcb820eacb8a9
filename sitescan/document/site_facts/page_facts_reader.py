"""The facts of a page, read beside its report."""

from collections.abc import Sequence
from hashlib import blake2b

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates, canonicals
from sitescan.document.indexing.error_pages import says_not_found
from sitescan.document.indexing.refreshes import Refresh, refreshes, written_refreshes
from sitescan.document.indexing.robots_meta import exclusions, for_all
from sitescan.document.links.linked_page_reader import asks_password, part_names
from sitescan.document.links.script_effects import scripts_may_act
from sitescan.document.links.source_pages import is_source
from sitescan.document.loading.app_shell import is_scripted
from sitescan.document.security.script_libraries import libraries
from sitescan.document.site_facts.components import components
from sitescan.document.site_facts.finding_help import helps, is_searchable, search_names
from sitescan.document.site_facts.landmarks import landmarks
from sitescan.document.site_facts.main_text import main_text, prose
from sitescan.document.site_facts.page_links import page_links
from sitescan.document.site_facts.skeleton import skeleton
from sitescan.document.site_facts.stylesheet_uses import stylesheet_uses
from sitescan.document.source_location import shorten
from sitescan.document.tree import text, tokens
from sitescan.model.page_parts import joined_parts
from sitescan.model.site_facts import PageFacts
from sitescan.standards.page_urls import normal_url
from sitescan.standards.shingles import shingles
from sitescan.standards.simhash import simhash
from sitescan.standards.urls import MAX_URL_LENGTH, http_host

#: The maximum length of a text that is kept, and of the URLs of all language versions.
_LONGEST, _LONGEST_ALTERNATES = 120, 4_000

#: The maximum numbers of libraries and parts.
_MOST_LIBRARIES, _MOST_PARTS = 10, 20_000

#: The policies that a site sets on all of its pages.
_POLICIES = (
    *("content-security-policy", "permissions-policy", "referrer-policy", "strict-transport-security"),
    *("x-content-type-options", "x-frame-options"),
)

#: The seconds within which a refresh is a redirect: visitors don't read the page before.
_AT_ONCE = 5

_SEQUENCE = frozenset({"next", "prev", "previous"})


def page_facts(document: Document) -> PageFacts:
    """Return the facts of a page."""
    description = document.meta("description") or ""
    heading = document.first("h1")
    h1 = text(heading) if heading is not None else ""
    words = main_text(document).casefold().split()
    prose_words = prose(document).casefold().split()
    return PageFacts(
        title=shorten(document.title, _LONGEST),
        description=shorten(description, _LONGEST),
        h1=shorten(h1, _LONGEST),
        title_digest=_digest(document.title),
        description_digest=_digest(description),
        text_digest=_digest(" ".join(words)),
        words=len(words),
        prose_digest=_digest(" ".join(prose_words)),
        prose_words=len(prose_words),
        simhash=simhash(prose_words),
        shingles=shingles(prose_words),
        noindex=for_all(exclusions(document)),
        not_found=says_not_found(document),
        refreshes=any(refresh.target is not None for refresh in _refreshes(document)),
        refresh=_refresh(document),
        canonical=next((normal_url(relation.url) for relation in canonicals(document) if relation.url), "")[
            :MAX_URL_LENGTH
        ],
        alternates=_alternates(document),
        language=shorten(document.lang, _LONGEST),
        paginated=any(not _SEQUENCE.isdisjoint(tokens(tag, "rel")) for tag in document.all("a", "link")),
        landmarks=landmarks(document),
        components=components(document),
        search=search_names(document),
        searchable=is_searchable(document),
        asks_password=asks_password(document),
        helps=tuple(helps(document)),
        policies=_policies(document),
        libraries=_libraries(document),
        is_source=is_source(document),
        changes=scripts_may_act(document),
        written=not is_scripted(document),
        skeleton=skeleton(document),
        links=page_links(document),
        stylesheets=stylesheet_uses(document),
        parts=_parts(document),
    )


def _digest(written: str) -> str:
    return blake2b(" ".join(written.split()).encode("utf-8", "replace"), digest_size=8).hexdigest() if written else ""


def _alternates(document: Document) -> tuple[tuple[str, str], ...] | None:
    found = tuple(
        (relation.hreflang.strip().lower(), normal_url(relation.url))
        for relation in alternates(document)
        if relation.url is not None
    )
    return found if sum(len(code) + len(url) for code, url in found) <= _LONGEST_ALTERNATES else None


def _refreshes(document: Document) -> Sequence[Refresh]:
    # A file has no status, and its header is not known.
    return refreshes(document) if document.exchange.status else written_refreshes(document)


def _refresh(document: Document) -> str:
    first = next(iter(_refreshes(document)), None)
    if first is None or first.target is None or first.seconds > _AT_ONCE:
        return ""
    return normal_url(first.target) if http_host(first.target) else ""


def _policies(document: Document) -> tuple[str, ...]:
    # A file has no status, and its header is not known.
    if not document.exchange.status:
        return ()
    return tuple(name for name in _POLICIES if document.exchange.headers.get(name))


def _libraries(document: Document) -> tuple[str, ...]:
    found = {f"{library.name} {library.version}" for _, library in libraries(document) if library.version}
    return tuple(sorted(found)[:_MOST_LIBRARIES])


def _parts(document: Document) -> bytes | None:
    names = part_names(document)
    if document.cut or len(names) > _MOST_PARTS:
        return None
    return joined_parts(names)
