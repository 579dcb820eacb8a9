"""A site in a WARC file: its responses are indexed in the database of the site, and answer for their URLs."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from attrs import frozen

from sitescan.egress.recorded_answers import recorded_answers
from sitescan.fetch.image_dimensions import LONGEST, picture
from sitescan.fetch.page import page_type
from sitescan.fetch.site_files import ROBOTS_BYTES
from sitescan.model.answers import Answer, Problem
from sitescan.model.crawling import Robots
from sitescan.model.file_facts import Picture
from sitescan.site.frontier import Frontier, PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.page_source import Keep, completed
from sitescan.site.scope import Scope
from sitescan.site.site_reader import Crawled
from sitescan.site.sitemap_urls import SitemapReader, sitemaps_of
from sitescan.site.store import Store
from sitescan.site.warc import ArchivedResponse, ArchiveProblem, archived_body, archived_responses
from sitescan.standards.file_types import HTML_TYPES
from sitescan.standards.page_urls import normal_url
from sitescan.standards.sitemaps import LARGEST, MOST_OF_FILE, SitemapContent, parse_sitemap
from sitescan.standards.urls import Target, origin_of

#: The key of the contents among the responses. If it is there, all responses are.
_CONTENTS = "contents"

_OK, _NOT_FOUND = 200, 404
_NOT_ARCHIVED = "not in the archive"


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """
    What an archive says of its site.

    :ivar start: the start page: the first page that was archived.
    :ivar robots: its robots.txt.
    :ivar dates: the number of listed URLs by the date of their last change.
    :ivar left_out: the number of listed URLs that were not read, by the reason.
    """

    start: str
    robots: Robots
    dates: dict[str, int]
    left_out: dict[str, int]

    @property
    def scope(self) -> Scope:
        """The site: the pages are read whatever robots.txt says, because they were already asked for."""
        scope = Scope(origin=origin_of(self.start), obeys=False)
        scope.robots[scope.origin] = self.robots
        return scope


@frozen
class ArchiveServer:
    """
    Answers for URLs from an archive.

    :ivar store: the database with the index of the archive.
    :ivar path: the archive.
    :ivar most: the maximum size in bytes of a text that is read.
    """

    store: Store
    path: Path
    most: int

    def answers(self, urls: Iterable[str]) -> Mapping[str, Answer]:
        """Return the answers for URLs; those of a URL that is not in the archive say so."""
        wanted = tuple(urls)
        known = archived_answers(self.store, wanted)
        return {url: known.get(url) or Answer(url=url, problem=Problem.NOT_IN_FILES) for url in wanted}

    def text(self, url: str) -> bytes | None:
        """Return a text that is sent for a URL; ``None`` if there is none, or it is too large."""
        body = self.beginning(url, self.most + 1)
        return body if body is not None and len(body) <= self.most else None

    def picture(self, url: str) -> Picture | None:
        """Return the format and size of an image; ``None`` if there is no such image."""
        body = self.beginning(url, LONGEST)
        return None if body is None else picture(body)

    def beginning(self, url: str, most: int) -> bytes | None:
        """Return the beginning of what is sent for a URL, after redirects; ``None`` if there is nothing."""
        answer = archived_answers(self.store, [url]).get(url)
        response = None if answer is None else archived_response(self.store, answer.final_url)
        if response is None or response.status != _OK:
            return None
        found = archived_body(self.path, response, most)
        return None if found is None else found.data


def archived_response(store: Store, url: str) -> ArchivedResponse | None:
    """Return the response from a URL; ``None`` if there is none in the archive."""
    return store.decoded_response(f"GET {normal_url(url)}", ArchivedResponse)


def archived_answers(store: Store, urls: Iterable[str]) -> Mapping[str, Answer]:
    """Return the answers to URLs, as far as the archive has them."""
    return recorded_answers(urls, lambda key: store.response(normal_url(key)))


def index_archive(server: ArchiveServer) -> Contents:
    """
    Return what an archive says of its site. First, add its responses to the database, if they are not there.

    :raises ArchiveProblem: if it can't be read, is damaged, or has no page.
    :raises StoreProblem: if the database can't be written.
    """
    if (known := contents_of(server.store)) is not None:
        return known
    start = ""

    def indexed() -> Iterator[tuple[str, bytes]]:
        nonlocal start
        for url, response in archived_responses(server.path):
            if not start and response.status == _OK and page_type(response.headers.content_type) in HTML_TYPES:
                start = url
            yield f"GET {url}", msgspec.msgpack.encode(response)

    server.store.save_responses(indexed())
    if not start:
        raise ArchiveProblem("it has no web page")
    found = _contents(server, start)
    server.store.save_responses([(_CONTENTS, msgspec.msgpack.encode(found))])
    return found


def contents_of(store: Store) -> Contents | None:
    """Return what an archive says of its site; ``None`` if it is not completely in the database."""
    return store.decoded_response(_CONTENTS, Contents)


def archived_urls(store: Store, contents: Contents) -> Iterator[str]:
    """Yield the addresses of the site from which there are responses, sorted."""
    return filter(contents.scope.has, (key.partition(" ")[2] for key in store.response_keys()))


def _contents(server: ArchiveServer, start: str) -> Contents:
    """Return what an archive says of its site, and add what its sitemaps list to the database."""
    origin = origin_of(start)
    address = f"{origin}/robots.txt"
    answer = archived_answers(server.store, [address]).get(address, Answer(url=address, status=_NOT_FOUND))
    text = (server.beginning(address, ROBOTS_BYTES) or b"").decode("utf-8", "replace")
    robots = Robots(url=start, robots_url=address, status=answer.status, text=text, redirects=len(answer.steps))

    async def fetch(target: Target) -> SitemapContent | None:
        body = server.beginning(target.url, LARGEST)
        if body is None:
            return SitemapContent(kind="other")
        return parse_sitemap(body, whole=len(body) < LARGEST, most=MOST_OF_FILE, unpacked=LARGEST)

    async def keep(urls: Iterable[str]) -> None:
        server.store.save_listed(urls)

    reader, declared = SitemapReader(fetch, keep), sitemaps_of(robots)
    reading = reader.read(declared or (f"{origin}/sitemap.xml",), declared=bool(declared))
    completed(reading)
    return Contents(start=start, robots=robots, dates=dict(reader.dates), left_out=dict(reader.left_out))


@frozen
class ArchivePages:
    """
    The pages of an archive.

    :ivar store: the database with the index of the archive.
    :ivar examine: yields the records of pages.
    """

    store: Store
    contents: Contents
    examine: Callable[[Sequence[PageToRead]], Iterator[PageRecord]]
    lost: Collection[str] = ()

    def refuses(self, url: str) -> str:
        """Return why a URL is not read; empty if it is."""
        return self.contents.scope.refuses(url) or ("" if archived_response(self.store, url) else _NOT_ARCHIVED)

    async def begin(self, frontier: Frontier) -> None:
        """Add the start page, and the pages that sitemaps list."""
        frontier.start(self.contents.start)
        for reason, count in self.contents.left_out.items():
            frontier.leave_out(reason, count)
        frontier.list(self.store.listed())

    async def read(self, candidates: Sequence[PageToRead], keep: Keep) -> Sequence[PageToRead]:
        """Examine pages in their order."""
        for record in self.examine(candidates):
            if not await keep(record):
                break
        return ()

    async def linked(
        self, found: Mapping[PageToRead, Sequence[str]], _: Frontier
    ) -> Mapping[PageToRead, Sequence[str]]:
        """Return the URLs of the site."""
        has = self.contents.scope.has
        return {page: [url for url in urls if has(url)] for page, urls in found.items()}

    async def crawled(self, frontier: Frontier) -> Crawled:
        """Return what is known at the end."""
        scope = self.contents.scope
        return Crawled(
            start=self.contents.start,
            frontier=frontier,
            answers=lambda urls: archived_answers(self.store, urls),
            listed=self.store.listed(),
            listed_dates=self.contents.dates,
            disallowed=lambda url: scope.has(url) and bool(scope.disallowed(url)),
            undone=_NOT_ARCHIVED in frontier.left_out,
        )
