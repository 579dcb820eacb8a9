"""The pages of a folder, crawled and examined as a site."""

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from attrs import define, evolve, field
from msgspec.structs import replace

from sitescan.cli.local_pages import HERE, LocalPage, pages_of
from sitescan.cli.page_processes import in_processes
from sitescan.cli.targets import TargetFailed, analysed, read_page, server_of
from sitescan.configuration.settings import Settings
from sitescan.local.folder_server import FolderServer
from sitescan.report.json_format import report_json
from sitescan.site.frontier import Frontier, PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.page_source import Keep
from sitescan.site.site_reader import Crawled
from sitescan.standards.urls import split_url


def folder_state(folder: Path, without: Path) -> Iterator[str]:
    """
    Yield the name, size and time of each file of a folder, sorted, so that a changed folder is another one.

    :param without: a folder whose files are left out.
    """
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if Path(parent, name).resolve() != without)
        for name in sorted(names):
            path = os.path.join(parent, name)  # noqa: PTH118 - names of files are not always paths of pathlib
            try:
                found = os.stat(path)  # noqa: PTH116
            except OSError:
                continue
            yield f"{os.fsencode(path)!r} {found.st_size} {found.st_mtime_ns}"


@define(eq=False)
class FolderPages:
    """
    The pages of a folder.

    :ivar folder: the folder as it was named.
    :ivar base: the address that it is served from; empty if it isn't known.
    :ivar without: a folder whose files are left out: the one that the results are written to.
    """

    folder: str
    base: str
    without: Path
    settings: Settings
    lost: Collection[str] = ()
    _pages: dict[str, LocalPage] = field(init=False)
    _by_file: dict[Path, str] = field(init=False)
    _server: FolderServer = field(init=False)

    def __attrs_post_init__(self) -> None:
        found = [page for page in pages_of(self.folder) if not page.path.resolve().is_relative_to(self.without)]
        root = f"{self.base.rstrip('/')}/" if self.base else HERE
        self._pages = {page.addresses(self.base)[1]: page for page in found}
        self._by_file = {page.path.resolve(): address for address, page in self._pages.items()}
        self._server = FolderServer(
            folder=Path(self.folder), root=root, most=self.settings.script_bytes, is_placed=bool(self.base)
        )

    @property
    def pages(self) -> Sequence[str]:
        """The addresses of all pages."""
        return tuple(self._pages)

    async def begin(self, frontier: Frontier) -> None:
        """Add the index page of the folder, and all pages as listed ones."""
        start = self.page_of(self._server.home)
        if start is not None:
            frontier.start(start)
        frontier.list(sorted(self._pages))

    async def read(self, candidates: Sequence[PageToRead], keep: Keep) -> Sequence[PageToRead]:
        """Examine pages in their order."""
        pages = [(candidate, self._pages[candidate.url]) for candidate in candidates]
        for record in in_processes(partial(_record, self.base, self._server.home, self.settings), pages):
            if not await keep(record):
                break
        return ()

    async def linked(
        self, found: Mapping[PageToRead, Sequence[str]], _: Frontier
    ) -> Mapping[PageToRead, Sequence[str]]:
        """Return the addresses of the pages that are sent for URLs."""
        return {page: [own for url in urls if (own := self.page_of(url)) is not None] for page, urls in found.items()}

    async def crawled(self, frontier: Frontier) -> Crawled:
        """Return what is known at the end."""
        home = self._server.home
        return Crawled(
            start=self.page_of(home) or home,
            frontier=frontier,
            answers=self._server.answers,
            page_of=self.page_of,
            of_files=True,
        )

    def page_of(self, url: str) -> str | None:
        """Return the address of the page that is sent for a URL; ``None`` if there is none."""
        if url in self._pages:
            return url
        file = self._server.file(url)
        return None if file is None else self._by_file.get(file)


def _record(base: str, root: str, settings: Settings, wanted: tuple[PageToRead, LocalPage]) -> PageRecord:
    """
    Read and examine a page.

    :param base: the address of the folder as it was named; empty if it isn't known.
    :param root: the address of the folder.
    """
    (candidate, page), address = wanted, wanted[0].url
    server = server_of(page, base, settings)
    try:
        body = read_page(page.path, settings.page_bytes)
        report = evolve(analysed(body, address, server, settings, time.time(), facts=True), url=address)
    except TargetFailed as failed:
        return PageRecord(url=address, depth=candidate.depth, problem=str(failed))
    facts = report.page_facts
    if facts is not None and root == HERE and _is_own(facts.canonical, address.removeprefix(root)):
        facts = replace(facts, canonical=address)
    return PageRecord(url=address, depth=candidate.depth).examined(report_json(report, evidence=True), facts)


def _is_own(canonical: str, path: str) -> bool:
    """Return whether a canonical URL is probably a page's own, on the server that its folder is for."""
    stem, _, name = path.rpartition("/")
    folder = f"{stem}/" if stem else ""
    own = {path, path.removesuffix(".html"), *([folder] if name.startswith("index.") else [])}
    return any(split_url(canonical).path.endswith(f"/{one}") for one in own) and bool(canonical)
