"""
Hosts that browsers contact only over HTTPS, because they are on Chromium's HSTS preload list.

``data/hsts_preload.txt.gz`` has one name in each line, with a leading period if the entry includes subdomains;
``tools/update_hsts_preload.py`` generates the file.

https://hstspreload.org/
"""

import gzip
from bisect import bisect_left
from functools import cache, lru_cache

from sitescan.standards.data_files import data_bytes


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
    return _list()[2:12].decode()


@cache
def _list() -> bytes:
    """Return the sorted lines, 2.6 MB. As a list of strings, they would take 12 MB."""
    return gzip.decompress(data_bytes("hsts_preload.txt.gz"))


def _is_listed(name: bytes) -> bool:
    lines = _list()

    def line(position: int) -> bytes:
        """Return the line with the byte at a position."""
        return lines[lines.rfind(b"\n", 0, position) + 1 : lines.index(b"\n", position)]

    position = bisect_left(range(len(lines)), name, key=line)
    return position < len(lines) and line(position) == name
