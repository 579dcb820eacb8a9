"""The command ``sitescan site merge``, which joins parts of a site that several machines have examined."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from attrs import evolve, frozen
from msgspec.structs import replace

from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.site_command import examine, site_output
from sitescan.cli.site_parts import ArchivePart, part_in
from sitescan.site.archive import ArchivePages, Contents, archived_urls, contents_of
from sitescan.site.frontier import Frontier, PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.store import DATABASE, Store, StoreProblem, opened_store, read_store


@frozen
class _Part:
    """
    A part that was named, with its database.

    :ivar contents: what the archive says of the site.
    """

    folder: Path
    part: ArchivePart
    store: Store
    contents: Contents


def merge(arguments: argparse.Namespace) -> ExitCode:
    """Run the command. Nothing is examined: the pages are taken from the parts in the order of the whole site."""
    output = site_output({name: value for name, value in vars(arguments).items() if value not in (None, [])})
    with ExitStack() as opened:
        parts = _by_number([_opened(Path(folder), opened) for folder in arguments.parts])
        first = parts[0]
        with _named(f"output: {output.folder}"):
            if (output.folder / DATABASE).exists():
                with read_store(output.folder) as present:
                    if present.key() != first.part.whole:
                        raise StoreProblem("it has another site, or a part of one; name a folder of its own")
            store = opened.enter_context(opened_store(output.folder, first.part.whole, fresh=False))
            if contents_of(store) is None:
                store.save_listed(first.store.listed())
                store.save_responses(first.store.responses())
            pages = ArchivePages(store, first.contents, partial(_records, parts))
            return examine(pages, Frontier(first.part.limits, pages.refuses), store, output, first.contents.start)


def _opened(folder: Path, opened: ExitStack) -> _Part:
    """
    Return the part in a folder.

    :raises UsageProblem: if it has none, or not all of its pages.
    """
    with _named(str(folder)):
        part = part_in(folder)
        if part is None:
            raise StoreProblem("it has no part of a site; `sitescan site ARCHIVE --shard I/N` writes one")
        store = opened.enter_context(read_store(folder))
        contents = contents_of(store)
        wanted = () if contents is None else archived_urls(store, contents)
        if contents is None or sum(part.has(url) for url in wanted) != store.count():
            raise StoreProblem(f"part {part.name} is not complete; run the command that writes it again")
        return _Part(folder, part, store, contents)


def _by_number(parts: Sequence[_Part]) -> Mapping[int, _Part]:
    """
    Return parts by their numbers.

    :raises UsageProblem: if they are not all parts of one site.
    """
    first, found = parts[0], dict[int, _Part]()
    for named in parts:
        part = named.part
        if replace(part, index=0) != replace(first.part, index=0):
            raise UsageProblem(
                f"{named.folder}: its archive, its options or its version of sitescan are not those of {first.folder}"
            )
        if part.index in found:
            raise UsageProblem(f"{named.folder}: it is part {part.name}, as {found[part.index].folder} is")
        found[part.index] = named
    count = first.part.count
    missing = next((index for index in range(count) if index not in found), None)
    if missing is not None:
        raise UsageProblem(f"part {missing}/{count} of the site is missing")
    return found


def _records(parts: Mapping[int, _Part], candidates: Sequence[PageToRead]) -> Iterator[PageRecord]:
    for candidate in candidates:
        (named,) = (named for named in parts.values() if named.part.has(candidate.url))
        with _named(str(named.folder)):
            yield evolve(named.store.record(candidate.url), depth=candidate.depth)


@contextmanager
def _named(subject: str) -> Iterator[None]:
    """Turn problems of a database into those of a command line, which name it."""
    try:
        yield
    except StoreProblem as problem:
        raise UsageProblem(f"{subject}: {problem}") from None
