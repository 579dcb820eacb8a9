"""A folder as the server of a site: which of its files answers for a URL, without a network."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Protocol
from urllib.parse import unquote_to_bytes

from attrs import define, field

from sitescan.configuration.regular_file import answer_within, read_regular
from sitescan.fetch.image_dimensions import LONGEST, picture
from sitescan.model.answers import Answer, Problem
from sitescan.model.file_facts import Picture
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import origin_of, split_url

#: What servers add to the path of a folder, and to a path without a file.
_INDEXES = ("index.html", "index.htm", "index.xhtml")
_SUFFIXES = (".html", ".htm", ".xhtml")

#: Files by which servers send something for addresses without a file, and what in them says so.
_SERVER_RULES: Mapping[str, re.Pattern[bytes]] = MappingProxyType(
    {
        ".htaccess": lazy_pattern(rb"redirect|rewrite|fallbackresource", re.I),
        "_redirects": lazy_pattern(rb"^[ \t]*/", re.M),
        "_worker.js": lazy_pattern(b""),
        "200.html": lazy_pattern(b""),
        "staticwebapp.config.json": lazy_pattern(rb'"(?:routes|navigationFallback|responseOverrides)"'),
        "vercel.json": lazy_pattern(rb'"(?:redirects|rewrites|routes)"'),
        "web.config": lazy_pattern(rb"<(?:rewrite|httpRedirect)\b", re.I),
    }
)
_LONGEST_RULES = 512 * 1024

#: A part of an escaped path that leads up.
_UP = lazy_pattern(r"(?:^|/)\.\.?(?:/|$)")

_AWAY = "it leads out of the folder"
_NO_INDEX = "it leads to a folder without an index page, or to a link that leads out of the folder"
_RULES = "the folder has no such file, but it has rules for its server, which may send something"
_BELOW = "the folder has no such file, but its site seems to be below a path; --base tells its address"
_ALONE = "the page was named without the folder of its site, or --base"


class FileServer(Protocol):
    """Answers for URLs from stored files."""

    def answers(self, urls: Iterable[str]) -> Mapping[str, Answer]:
        """Return the answers for URLs. A URL of which the files don't tell what is sent has one that says why."""

    def text(self, url: str) -> bytes | None:
        """Return a text that is sent for a URL; ``None`` if there is none, or it is too large."""

    def picture(self, url: str) -> Picture | None:
        """Return the format and size of an image; ``None`` if there is no such image."""


@define(eq=False)
class FolderServer:
    """
    Answers for the URLs of a folder as most servers of static sites do.

    A folder is answered by its index page, and a path without a file by the page of that name with a suffix. Nothing
    outside of the folder is read, whether by the path of a URL or by a symbolic link.

    :ivar folder: the folder.
    :ivar root: a URL in the folder; the address of the folder is the part up to its last slash.
    :ivar most: the maximum size in bytes of a text that is read.
    :ivar is_whole: whether the folder is the whole part of the site below its address, so that a missing file is
        missing from the site. If only a page was named, without its address, it is not known.
    :ivar is_placed: whether the address is that of the site; if not, it stands for an unknown one.
    :ivar read: the files that were read.
    """

    folder: Path
    root: str
    most: int
    is_whole: bool = True
    is_placed: bool = True
    read: set[Path] = field(factory=set)
    _real: str = field(init=False)
    _origin: str = field(init=False)
    _above: str = field(init=False)
    _files: dict[str, Path | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._real = str(self.folder.resolve())
        self._origin = origin_of(self.root)
        self._above = f"{split_url(self.root).path.rpartition('/')[0]}/"

    @property
    def home(self) -> str:
        """The address of the folder."""
        return self._origin + self._above

    def is_home(self, url: str) -> bool:
        """Return whether a URL is that of the index page of the folder."""
        return self._path(url) in ("", *_INDEXES)

    def file(self, url: str) -> Path | None:
        """Return the file that is sent for a URL; ``None`` if the folder has none."""
        path = self._path(url)
        if path is None or path in self._files:
            return None if path is None else self._files[path]
        try:
            return answer_within(lambda: self._file(path))
        except OSError:
            return None

    def text(self, url: str) -> bytes | None:
        """Return a text that is sent for a URL; ``None`` if there is none, or it is too large."""
        body = self._beginning(url, self.most + 1)
        return body if body is not None and len(body) <= self.most else None

    def picture(self, url: str) -> Picture | None:
        """Return the format and size of an image, by the beginning of its file; ``None`` if there is no such image."""
        beginning = self._beginning(url, LONGEST)
        return None if beginning is None else picture(beginning)

    def answers(self, urls: Iterable[str]) -> Mapping[str, Answer]:
        """Return the answers for URLs. A URL of which the files don't tell what is sent has one that says why."""
        try:
            found = answer_within(lambda: {url: self._answer(url) for url in urls})
        except OSError:
            return {}
        below = {self._parts(url)[0] for url, answer in found.items() if self._is_below(url, answer)}
        for url, answer in found.items():
            if answer.problem is Problem.NO_FILE and self._parts(url)[0] in below:
                found[url] = _unknown(url, _BELOW)
        return found

    def _beginning(self, url: str, most: int) -> bytes | None:
        path = self.file(url)
        try:
            beginning = None if path is None else read_regular(path, most)
        except OSError:
            return None
        if path is not None and beginning is not None:
            self.read.add(path)
        return beginning

    def _answer(self, url: str) -> Answer:
        path = self._path(url)
        if path is None:
            return _unknown(url, _AWAY)
        if not self.is_whole:
            return _unknown(url, _ALONE)
        if self._file(path) is not None:
            return Answer(url=url, method="GET", status=200)
        if self._exists(path):
            return _unknown(url, _NO_INDEX)
        return _unknown(url, _RULES) if self._has_rules else Answer(url=url, problem=Problem.NO_FILE)

    def _is_below(self, url: str, answer: Answer) -> bool:
        """
        Return whether a missing file is in the folder without the beginning of its path, a name that the folder lacks.

        So the site is served below that path, which isn't known. An index page says nothing: there are many.
        """
        first, rest = self._parts(url)
        if self.is_placed or answer.problem is not Problem.NO_FILE or self._exists(first):
            return False
        name = rest.rpartition("/")[2]
        return name not in ("", *_INDEXES) and os.path.isfile(self._join(rest))  # noqa: PTH113

    def _parts(self, url: str) -> tuple[str, str]:
        """Return the first name in the path of a URL within the folder, and the rest of it."""
        first, _, rest = (self._path(url) or "").partition("/")
        return first, rest.lstrip("/")

    def _file(self, path: str) -> Path | None:
        if path not in self._files:
            found = (self._served(name) for name in _names(path))
            self._files[path] = next((file for file in found if file is not None), None)
        return self._files[path]

    def _served(self, name: str) -> Path | None:
        """Return the file of a name, unless it is outside of the folder. Most names are of no file, or of no link."""
        path = self._join(name)
        try:
            if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - pathlib takes several times as long
                return None
            linked = path
            while linked != self._real and not os.path.islink(linked):  # noqa: PTH114
                linked = os.path.dirname(linked)  # noqa: PTH120
            real = Path(path) if linked == self._real else Path(path).resolve()
        except (OSError, ValueError, RuntimeError):
            # There is none, or the name is too long, or symbolic links form a loop.
            return None
        return real if real.is_relative_to(self._real) else None

    def _join(self, path: str) -> str:
        # Unlike pathlib, this keeps a slash at the end, with which a file has no path.
        return os.path.join(self._real, path)  # noqa: PTH118

    def _exists(self, path: str) -> bool:
        return os.path.lexists(self._join(path))

    def _path(self, url: str) -> str | None:
        """Return the path of a URL within the folder; ``None`` if it leads out of the folder."""
        path = split_url(url).path
        if origin_of(url) != self._origin or not path.startswith(self._above):
            return None
        within = re.sub("/+", "/", os.fsdecode(unquote_to_bytes(path[len(self._above) :]))).lstrip("/")
        return None if "\0" in within or _UP.search(within) else within

    @cached_property
    def _has_rules(self) -> bool:
        """Whether a file of the folder tells its server to send something for addresses without a file."""
        for name, says_so in _SERVER_RULES.items():
            try:
                if self._exists(name) and says_so.search(read_regular(Path(self._real, name), _LONGEST_RULES)):
                    return True
            except OSError:
                continue
        return False


def _names(path: str) -> Iterator[str]:
    """Yield the names that the file of a path may have."""
    if path and not path.endswith("/"):
        yield path
        yield from (path + suffix for suffix in _SUFFIXES)
    yield from (f"{path.rstrip('/')}/{index}".lstrip("/") for index in _INDEXES)


def _unknown(url: str, reason: str) -> Answer:
    return Answer(url=url, problem=Problem.NOT_IN_FILES, cause=reason)
