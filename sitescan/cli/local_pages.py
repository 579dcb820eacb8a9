"""The pages of files, folders and patterns that a command line names, and how they are replaced."""

import glob
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

from attrs import frozen

from sitescan.cli.exit_codes import UsageProblem
from sitescan.document.page_edits import UNKNOWN_HOST

#: The address of a page whose own isn't known, which shows in fixes that it must be replaced.
HERE = f"https://{UNKNOWN_HOST}/"

_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_WILDCARD = re.compile(r"[*?[]")
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
    :ivar listed: whether the folder or a pattern was named, and not the file.
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
    Yield the pages of files, folders and patterns, each one once.

    Those of a folder are the files whose name ends like HTML. A link to a file stands for that file. Links in a folder
    are followed only to files in the same folder, so that nothing outside of it is changed.

    :raises UsageProblem: if a folder can't be read.
    """
    met: set[Path] = set()
    for target in targets:
        for page in pages_of(target):
            real = page.path.resolve()
            if real not in met:
                met.add(real)
                yield page


def pages_of(target: str) -> Iterator[LocalPage]:
    """
    Yield the pages of a file, a folder, or a pattern such as ``public/**/*.html``, which a shell has not replaced.

    :raises UsageProblem: if a folder can't be read.
    """
    path = Path(target)
    if is_folder(path):
        yield from _in_folder(path)
    elif _WILDCARD.search(target) and "\0" not in target and not os.access(path, os.F_OK):
        folder = Path(*takewhile(lambda part: not _WILDCARD.search(part), path.parts[:-1]))
        for name in sorted(glob.glob(target, recursive=True)):  # noqa: PTH207 - pathlib refuses absolute patterns
            if Path(name).is_file():
                yield LocalPage(Path(name), folder, listed=True)
    else:
        yield LocalPage(path, path.parent)


def is_folder(path: Path) -> bool:
    """Return whether there is a folder at a path; if that can't be found out, there is none."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _in_folder(folder: Path) -> Iterator[LocalPage]:
    root = folder.resolve()

    def refuse(problem: OSError) -> NoReturn:
        raise UsageProblem(f"{problem.filename}: {problem.strerror}")

    for parent, folders, names in os.walk(folder, onerror=refuse):
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
