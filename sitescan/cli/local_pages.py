"""The pages of files, folders and patterns that a command line names, and how they are replaced."""

import errno
import glob
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import BinaryIO, NoReturn
from urllib.parse import quote

from attrs import frozen

from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.interruption import uninterrupted
from sitescan.configuration.regular_file import answer_within, read_regular
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import UNKNOWN_HOST

#: The address of a page whose own isn't known, which shows in fixes that it must be replaced.
HERE = f"https://{UNKNOWN_HOST}/"

_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
_WILDCARD = lazy_pattern(r"[*?[]")
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
            address = base or HERE + _quoted(self.path.name)
            return address, address
        root = f"{base.rstrip('/')}/" if base else HERE
        return root, root + _quoted(self.path.relative_to(self.folder).as_posix())


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

    :raises UsageProblem: if a folder can't be read, or nothing is named.
    """
    if not target:
        # To pathlib, an empty path is the current folder.
        raise UsageProblem("a page is named by an empty text; is a variable unset?")
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
    """
    Return whether there is a folder at a path; if access is denied, there is none.

    :raises UsageProblem: if the file system doesn't answer.
    """
    try:
        return answer_within(path.is_dir)
    except TimeoutError as problem:
        raise UsageProblem(f"{path}: {problem.strerror}") from None
    except OSError:
        return False


def _quoted(path: str) -> str:
    """Return a relative path in a URL; names of files are bytes, which aren't always text."""
    return quote(os.fsencode(path))


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
    Replace the content of a file in one step, so that other programs read the old or the new one.

    It keeps its owner, group, mode and extended attributes, among them access control lists.

    :param before: its content when it was read.
    :raises NotReplaced: if it can't be written, can't keep these, or has another content by now.
    """
    path = path.resolve()
    try:
        old = path.stat()
        if not old.st_mode & _WRITABLE or not os.access(path, os.W_OK):
            raise NotReplaced("the file is read-only, so it was not changed")
        with uninterrupted(), _new_file(path) as (file, new):
            file.write(after)
            file.flush()
            _copy_attributes(path, old, file.fileno())
            if read_regular(path) != before:
                raise NotReplaced("the file has changed meanwhile, so it was left as it is; run the command again")
            new.replace(path)
    except OSError as problem:
        raise NotReplaced(f"{problem.strerror}, so it was not changed") from None


@contextmanager
def _new_file(beside: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Create a file beside another one, which is removed if the block fails."""
    descriptor, name = tempfile.mkstemp(prefix=f".{_beginning(beside.name)}.", dir=beside.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file, Path(name)
    except BaseException:
        Path(name).unlink()
        raise


def _beginning(name: str) -> str:
    return os.fsdecode(os.fsencode(name)[:_LONGEST_NAME])


def _copy_attributes(path: Path, old: os.stat_result, new: int) -> None:
    """
    Give the owner, group, mode and extended attributes of a file to a new one.

    :param new: the descriptor of the new file.
    :raises NotReplaced: if that isn't allowed.
    """
    made = os.fstat(new)
    try:
        if (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
            os.fchown(new, old.st_uid, old.st_gid)
        # Changing the owner clears some bits of the mode.
        os.fchmod(new, stat.S_IMODE(old.st_mode))
        kept, names = _attributes(path), _attributes(new)
        for name, value in kept.items():
            if names.get(name) != value:
                os.setxattr(new, name, value)
    except OSError as problem:
        reason = f"its owner, mode or extended attributes can't be kept ({problem.strerror}), so it was not changed"
        raise NotReplaced(reason) from None


def _attributes(file: Path | int) -> dict[str, bytes]:
    """Return the extended attributes of a file (Linux)."""
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(file, name) for name in os.listxattr(file)}
    except OSError as problem:
        if problem.errno == errno.ENOTSUP:
            return {}
        raise
