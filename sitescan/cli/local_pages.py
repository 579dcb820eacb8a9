"""The pages of files and folders that a command line names, and how they are replaced."""

import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from attrs import frozen

from sitescan.cli.targets import HERE

_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
#: The part of a file's name that its replacement is named after; a file name has 255 bytes at most.
_LONGEST_NAME = 50


class NotReplaced(Exception):
    """A file could not be replaced, and is as it was; the message is the reason."""


@frozen
class LocalPage:
    """
    A page of a command line.

    :ivar path: its file.
    :ivar folder: the folder with the other files of its site.
    :ivar listed: whether the folder was named, and not the file.
    """

    path: Path
    folder: Path
    listed: bool = False

    def addresses(self, base: str) -> tuple[str, str]:
        """
        Return an address in the folder, and the address of the page.

        :param base: the address of what was named; empty if it isn't known.
        """
        if not self.listed:
            address = base or HERE + quote(self.path.name)
            return address, address
        root = f"{base.rstrip('/')}/" if base else HERE
        return root, root + quote(self.path.relative_to(self.folder).as_posix())


def pages(targets: Sequence[str]) -> Iterator[LocalPage]:
    """
    Yield the pages of files and folders, each one once; those of a folder are the files whose name ends like HTML.

    A link to a file stands for that file. Links in a folder are followed only to files in the same folder, so that
    nothing outside of it is changed.
    """
    met: set[Path] = set()
    for target in targets:
        path = Path(target)
        found = _in_folder(path) if path.is_dir() else (LocalPage(path, path.parent),)
        for page in found:
            real = page.path.resolve()
            if real not in met:
                met.add(real)
                yield page


def _in_folder(folder: Path) -> Iterator[LocalPage]:
    root = folder.resolve()
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            if path.suffix.lower() in _SUFFIXES and path.is_file() and path.resolve().is_relative_to(root):
                yield LocalPage(path, folder, listed=True)


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """
    Replace the content of a file in one step, so that other programs read the old or the new one. It keeps its mode.

    :param before: its content when it was read.
    :raises NotReplaced: if it can't be written, or has another content by now.
    """
    path = path.resolve()
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & _WRITABLE or not os.access(path, os.W_OK):
            raise NotReplaced("the file is read-only, so it was not changed")
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:_LONGEST_NAME]}.", dir=path.parent)
        with _removed_on_error(Path(name)) as new:
            with os.fdopen(descriptor, "wb") as file:
                os.fchmod(descriptor, mode)
                file.write(after)
            if path.read_bytes() != before:
                raise NotReplaced("the file has changed meanwhile, so it was left as it is; run the command again")
            new.replace(path)
    except OSError as problem:
        raise NotReplaced(f"{problem.strerror}, so it was not changed") from None


@contextmanager
def _removed_on_error(path: Path) -> Iterator[Path]:
    try:
        yield path
    except BaseException:
        path.unlink()
        raise
