"""The addresses of the files of a folder, as a server would serve them."""

from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from attrs import define, field

from sitescan.standards.urls import split_url

#: What servers add to the path of a folder, and to a path without a file.
_INDEXES = (b"index.html", b"index.htm", b"index.xhtml")
_SUFFIXES = (b".html", b".htm", b".xhtml")


@define(eq=False)
class FolderAddresses:
    """
    The files that addresses lead to.

    :ivar pages: the addresses of the pages of the folder.
    """

    pages: Iterable[str]
    _by_path: dict[bytes, str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        # Two escapings of the same path are the same file.
        self._by_path = {_path(page): page for page in self.pages}

    def page(self, url: str) -> str | None:
        """Return the address of the page that a server sends for a URL; ``None`` if there is none."""
        path = _path(url)
        names = (path + index for index in _INDEXES) if path.endswith(b"/") else self._names(path)
        return next((self._by_path[name] for name in names if name in self._by_path), None)

    @staticmethod
    def _names(path: bytes) -> tuple[bytes, ...]:
        return (path, *(path + suffix for suffix in _SUFFIXES), *(path + b"/" + index for index in _INDEXES))


def _path(url: str) -> bytes:
    return unquote_to_bytes(split_url(url).path)
