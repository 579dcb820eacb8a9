"""The pages of a folder, crawled and examined as a site."""

import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import unquote_to_bytes

from attrs import define, evolve, field
from msgspec.structs import replace

from sitescan.cli.local_pages import HERE, LocalPage, pages_of
from sitescan.cli.page_processes import in_processes
from sitescan.cli.targets import LocalFiles, TargetFailed, analysed, read_page
from sitescan.model.answers import Answer
from sitescan.report.json_format import report_json
from sitescan.settings import Settings
from sitescan.site.folder_addresses import FolderAddresses
from sitescan.site.frontier import Candidate, Frontier
from sitescan.site.page_record import PageRecord
from sitescan.site.site_reader import Crawled, read_site
from sitescan.site.site_rules import site_issues
from sitescan.site.store import Store
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
class FolderCrawl:
    """
    Reads the pages of a folder and follows their links.

    :ivar folder: the folder as it was named.
    :ivar base: the address that it is served from; empty if it isn't known.
    :ivar without: a folder whose files are left out: the one that the results are written to.
    """

    folder: str
    base: str
    without: Path
    settings: Settings
    _pages: dict[str, LocalPage] = field(init=False)
    _addresses: FolderAddresses = field(init=False)
    _root: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        found = [page for page in pages_of(self.folder) if not page.path.resolve().is_relative_to(self.without)]
        self._root = f"{self.base.rstrip('/')}/" if self.base else HERE
        self._pages = {page.addresses(self.base)[1]: page for page in found}
        self._addresses = FolderAddresses(self._pages)

    @property
    def pages(self) -> Sequence[str]:
        """The addresses of all pages."""
        return tuple(self._pages)

    def run(self, frontier: Frontier, store: Store) -> Iterator[PageRecord]:
        """
        Read the pages that the frontier wants and the store doesn't have. Add them to it, and the issues of the site.

        :return: yields each page that was read.
        """
        start = self._addresses.page(self._root)
        if start is not None:
            frontier.start(start)
        frontier.list(self._pages)
        while level := frontier.next_level():
            unread = [candidate for candidate in level if store.followed(candidate.url) is None]
            pages = [(candidate, self._pages[candidate.url]) for candidate in unread]
            for record in in_processes(partial(_record, self._root, self.settings), pages):
                store.save(record)
                yield record
            for candidate in level:
                targets = map(self._page_of, store.followed(candidate.url) or ())
                frontier.link(candidate, [target for target in targets if target is not None])
        crawled = Crawled(start=start or self._root, frontier=frontier, answer=self._answer, page_of=self._page_of)
        store.save_site_issues(site_issues(read_site(store, crawled)))

    def _page_of(self, url: str) -> str | None:
        return self._addresses.page(url) if url.startswith(self._root) else None

    def _answer(self, url: str) -> Answer | None:
        """Return the answer for a file that the folder lacks; ``None`` if it has it, or the URL is outside of it."""
        if not url.startswith(self._root):
            return None
        path = os.fsdecode(unquote_to_bytes(split_url(url).path.removeprefix(split_url(self._root).path)))
        try:
            found = "\0" in path or Path(self.folder, path).exists()
        except OSError:
            return None
        return None if found else Answer(url=url, method="GET", status=404)


def _record(root: str, settings: Settings, wanted: tuple[Candidate, LocalPage]) -> PageRecord:
    """
    Read and examine a page.

    :param root: the address of its folder.
    """
    (candidate, page), address = wanted, wanted[0].url
    files = LocalFiles(page.folder, root, settings.script_bytes)
    try:
        body = read_page(page.path, settings.page_bytes)
        report = evolve(analysed(body, address, files, settings, time.time(), facts=True), url=address)
    except TargetFailed as failed:
        return PageRecord(url=address, depth=candidate.depth, problem=str(failed))
    facts = report.page_facts
    if facts is not None and root == HERE and _is_own(facts.canonical, address.removeprefix(root)):
        facts = replace(facts, canonical=address)
    return PageRecord(url=address, depth=candidate.depth, report=report_json(report, evidence=True), facts=facts)


def _is_own(canonical: str, path: str) -> bool:
    """Return whether a canonical URL is probably a page's own, on the server that its folder is for."""
    stem, _, name = path.rpartition("/")
    folder = f"{stem}/" if stem else ""
    own = {path, path.removesuffix(".html"), *([folder] if name.startswith("index.") else [])}
    return any(split_url(canonical).path.endswith(f"/{one}") for one in own) and bool(canonical)
