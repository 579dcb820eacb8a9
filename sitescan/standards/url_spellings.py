"""The other URLs at which servers often answer with the same page."""

from collections.abc import Iterator

from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import Target

_INDEX = "index.html"


def other_spellings(target: Target) -> tuple[str, ...]:
    """
    Return the URLs that differ from a page's URL by ``www``, a slash at the end, a file name or a capital letter.

    The same URL over plain HTTP is not among them.
    """
    path, mark, query = target.path.partition("?")
    paths = (f"{target.origin}{other}{mark}{query}" for other in _other_paths(path))
    return tuple(f"{origin}{target.path}" for origin in _other_origin(target)) + tuple(paths)


def _other_origin(target: Target) -> Iterator[str]:
    host, site = target.host, site_of(target.host)
    if "." in host and not target.is_address:
        if host == site:
            yield f"{target.scheme}://www.{target.authority}"
        elif host == f"www.{site}":
            yield f"{target.scheme}://{target.authority.removeprefix('www.')}"


def _other_paths(path: str) -> Iterator[str]:
    directory, _, name = path.rpartition("/")
    if name == _INDEX:
        yield f"{directory}/"
        return
    if not name:
        yield path + _INDEX
    if path != "/" and "." not in name:
        yield f"{path}/" if name else directory
    start = path.rstrip("/").rfind("/") + 1
    first = path[start : start + 1]
    if first.isascii() and first.isalpha():
        yield path[:start] + first.swapcase() + path[start + 1 :]
