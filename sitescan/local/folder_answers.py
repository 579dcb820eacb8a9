"""The evidence on a page that the other files of its folder give: its links, resources and the sitemap."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve, frozen

from sitescan.configuration.regular_file import answer_within, read_regular
from sitescan.document.content_cache import ContentCache
from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import READ, page_parts
from sitescan.document.links.references import sheet_references
from sitescan.document.links.source_pages import is_source
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.local.folder_server import FileServer, FolderServer
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange, Page
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.linked_page import LinkedPage, is_element_fragment
from sitescan.model.outline import Outline
from sitescan.model.page_parts import PageParts
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import Preview, SiteAnswers
from sitescan.standards.sitemaps import parse_sitemap
from sitescan.standards.urls import split_url

#: The number of linked pages that are read for one page, and the size up to which they are.
_LINKED_PAGES, _LONGEST_PAGE = 200, 2 * 1024**2
#: The parts of pages, which are kept for the next pages, and the memory of a page beside its digests, in bytes.
_KEPT, _COST = ContentCache(16 * 1024**2), 500
_MARKUP = frozenset({".html", ".htm", ".xhtml", ".svg"})

#: The number of missing files that a page may name although the folder has none of those that it names.
_FEW = 10


@frozen(kw_only=True)
class FolderAnswers:
    """What the files of a folder answer for the URLs of one of its pages."""

    links: LinkAnswers
    resources: ResourceAnswers
    site: SiteAnswers

    @property
    def unknown(self) -> int:
        """The number of different links that the files say nothing about."""
        return len(self.links.answered(Verdict.UNCHECKED))


def folder_answers(server: FileServer, exchange: Exchange, outline: Outline, document: Document) -> FolderAnswers:
    """
    Return the answers for a page. Only in a folder, the pages that it links to are read, and the sitemap.

    :param exchange: the exchange of the page, whose URL is its address in the folder.
    """
    folder = server if isinstance(server, FolderServer) else None
    links = tuple(link for link in outline.links if not link.skipped)
    references = (*outline.references, *sheet_references(document))
    named = [*((link.url, link.fragment) for link in links), *((part.url, part.fragment) for part in references)]
    loaded = (resource.url for resource in outline.resources)
    urls = dict.fromkeys((*(url for url, _ in named), *loaded, *outline.reported_elsewhere, outline.icon))
    answers = server.answers(url for url in urls if url and url != exchange.url)
    if is_source(document):
        answers = _unknown(answers, "a build or a template writes the addresses of this page")
    elif folder is not None and _is_saved(folder, answers, exchange.url):
        answers = _unknown(answers, "the folder has nothing of what this page names")
    answers = {**answers, exchange.url: Answer(url=exchange.url, method="GET", status=200)}
    linked = LinkAnswers(
        page_url=exchange.url,
        links=links,
        references=references,
        reported_elsewhere=frozenset(outline.reported_elsewhere),
        answers=answers if folder is None else _with_parts(folder, answers, named, exchange.url),
        left_out=outline.links_left_out,
        references_left_out=outline.references_left_out,
    )
    missing = {url: answer for url, answer in answers.items() if answer.verdict is Verdict.BROKEN}
    preview = missing.get(outline.preview)
    site = SiteAnswers(
        exchange=exchange,
        canonical=missing.get(outline.canonical.partition("#")[0]),
        alternates=tuple((code, missing[url]) for url, code in outline.alternates if url in missing),
        favicon=missing.get(outline.icon),
        favicon_named=bool(outline.icon),
        preview=None if preview is None else Preview(answer=preview),
        listed=_listed(folder) if folder is not None and folder.is_home(exchange.url) else (),
    )
    resources = ResourceAnswers(exchange=exchange, resources=outline.resources, answers=missing)
    return FolderAnswers(links=linked, resources=resources, site=site)


def _is_saved(server: FolderServer, answers: Mapping[str, Answer], page_url: str) -> bool:
    """
    Return whether a page was probably saved from another site, of which the folder has nothing else.

    A folder with an index page, at its root or beside the page, is a site, in which a page may name a few files that
    are all missing.
    """
    missing = sum(answer.problem is Problem.NO_FILE for answer in answers.values())
    is_alone = missing > 0 and not any(answer.verdict is Verdict.OK for answer in answers.values())
    indexes = (server.home, f"{page_url.rpartition('/')[0]}/")
    return is_alone and (missing > _FEW or not any(map(server.file, indexes)))


def _unknown(answers: Mapping[str, Answer], reason: str) -> Mapping[str, Answer]:
    """Return answers in which no file is certainly missing."""
    return {
        url: evolve(answer, problem=Problem.NOT_IN_FILES, cause=reason) if answer.problem is Problem.NO_FILE else answer
        for url, answer in answers.items()
    }


def _with_parts(
    server: FolderServer, answers: Mapping[str, Answer], named: Iterable[tuple[str, str]], page_url: str
) -> Mapping[str, Answer]:
    """
    Return answers with the parts that pages of the folder lack.

    :param named: the URLs and fragments that the page names.
    """
    parts: dict[str, list[str]] = {}
    for url, fragment in named:
        is_read = url != page_url and url in answers and answers[url].verdict is Verdict.OK
        if is_read and is_element_fragment(fragment):
            parts.setdefault(url, []).append(fragment)
    found = dict(answers)
    for url in list(parts)[:_LINKED_PAGES]:
        page = _linked_page(server, url, list(dict.fromkeys(parts[url])))
        if page is not None:
            found[url] = evolve(answers[url], linked_page=page)
    return found


def _linked_page(server: FolderServer, url: str, fragments: Sequence[str]) -> LinkedPage | None:
    """Return which fragments a page lacks. What else it says, such as that it is an error page, its server decides."""
    file = server.file(url)
    if file is None or file.suffix.lower() not in _MARKUP:
        return None
    try:
        parts = _parts(file, answer_within(lambda: file.stat().st_mtime_ns))
    except OSError:
        return None
    server.read.add(file)
    return LinkedPage() if parts is None else parts.without(LinkedPage(), fragments)


def _parts(file: Path, modified: int) -> PageParts | None:
    """
    Return the parts of a page, to which other pages of its folder link as well; ``None`` if it isn't read to its end.

    :raises OSError: if it can't be read.
    """

    def cost(parts: PageParts | None) -> int:
        return _COST + (len(parts.digests) if parts is not None else 0)

    # The name and the time of a file stand for its content.
    return _KEPT.get("parts", os.fsencode(f"{file}\n{modified}"), partial(_read_parts, file), cost)


def _read_parts(file: Path) -> PageParts | None:
    body = read_regular(file, _LONGEST_PAGE + 1)
    exchange = Exchange(requested=file.name, url=file.name, status=200)
    document = Document(parse_page(Page(exchange=exchange, body=body), needed=READ))
    return None if len(body) > _LONGEST_PAGE else page_parts(document)


def _listed(server: FolderServer) -> tuple[Answer, ...]:
    """
    Return the answers for the pages that the sitemap of the folder lists.

    If it lists no page of the folder, it is one of another site.
    """
    answers = tuple(server.answers(dict.fromkeys(_locations(server, f"{server.home}sitemap.xml"))).values())
    return answers if any(answer.verdict is Verdict.OK for answer in answers) else ()


def _locations(server: FolderServer, url: str, *, indexed: bool = False) -> Iterator[str]:
    """
    Yield the URLs of the pages that a sitemap lists.

    A sitemap lists pages of its own site. So while the address of the site isn't known, these are pages of the folder.

    :param indexed: whether an index lists the sitemap.
    """
    content = parse_sitemap(server.text(url) or b"", whole=True)
    for location in content.locations:
        path = split_url(location).path
        listed = location if server.is_placed else server.home + path.lstrip("/")
        if content.kind != "index":
            yield listed
        elif not indexed:
            yield from _locations(server, listed, indexed=True)
