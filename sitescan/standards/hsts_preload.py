"""
Hosts that browsers contact only over HTTPS, because they are on Chromium's HSTS preload list.

``data/hsts_preload.txt`` has one name in each line, with a leading period if the entry includes subdomains;
``tools/update_hsts_preload.py`` generates the file.

https://hstspreload.org/
"""

from bisect import bisect_left
from functools import lru_cache

from sitescan.standards.data_files import data_bytes

#: The sorted lines, 2.6 MB. As a list of strings, they would take 12 MB.
_LIST = data_bytes("hsts_preload.txt")


@lru_cache(maxsize=1024)
def is_preloaded(host: str) -> bool:
    """
    Return whether a host is on the list, or a domain above it with its subdomains.

    :param host: a host name in ASCII and lower case.
    """
    name = host.encode("ascii", "replace")
    labels = name.split(b".")
    return _is_listed(name) or any(_is_listed(b"." + b".".join(labels[first:])) for first in range(len(labels)))


def list_date() -> str:
    """Return the date of the list, from its first line."""
    return _LIST[2:12].decode()


def _is_listed(name: bytes) -> bool:
    position = bisect_left(range(len(_LIST)), name, key=_line)
    return position < len(_LIST) and _line(position) == name


def _line(position: int) -> bytes:
    """Return the line with the byte at a position."""
    return _LIST[_LIST.rfind(b"\n", 0, position) + 1 : _LIST.index(b"\n", position)]
