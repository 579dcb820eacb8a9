"""Parts of an archive, each of which is examined by one machine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sitescan.cli.batch_output import url_hash
from sitescan.site.archive import ArchivePages, archived_urls
from sitescan.site.frontier import CrawlLimits, PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.store import DATABASE, read_store


class ArchivePart(msgspec.Struct, frozen=True, kw_only=True):
    """
    The pages of an archive whose hashed addresses have one remainder. As JSON, it is the key of their database.

    :ivar whole: the key of the database that has all pages.
    :ivar index: the number of the part, from 0.
    :ivar count: the number of parts.
    :ivar limits: the pages that are wanted of the whole site.
    """

    whole: str
    index: int
    count: int
    limits: CrawlLimits

    @property
    def name(self) -> str:
        """Its name on the command line."""
        return f"{self.index}/{self.count}"

    def has(self, url: str) -> bool:
        """Return whether a page is in the part."""
        return url_hash(url) % self.count == self.index

    @property
    def key(self) -> str:
        """The key of its database."""
        return msgspec.json.encode(self).decode()


def part_in(folder: Path) -> ArchivePart | None:
    """
    Return the part in a folder; ``None`` if it has none.

    :raises StoreProblem: if its database can't be read.
    """
    if not (folder / DATABASE).exists():
        return None
    with read_store(folder) as store:
        try:
            return msgspec.json.decode(store.key(), type=ArchivePart)
        except msgspec.DecodeError:
            return None


def examined_part(part: ArchivePart, pages: ArchivePages, is_over: Callable[[], bool]) -> Iterator[PageRecord]:
    """
    Examine the pages of a part that the database doesn't have, and add them to it.

    All of them are examined, because which ones the site leaves out depends on the links of all parts.

    :param is_over: returns whether no other page may be examined.
    :return: yields each page that was examined.
    """
    own = (url for url in archived_urls(pages.store, pages.contents) if part.has(url))
    for record in pages.examine([PageToRead(url) for url in own if pages.store.followed(url) is None]):
        pages.store.save(record)
        yield record
        if is_over():
            break
