"""Hosts that browsers contact only over HTTPS, because they are on the preload list."""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import hstspreload

#: The package opens its file for each host, but processes that parse pages cannot open files.
_DATA = files(hstspreload).joinpath("hstspreload.bin").read_bytes()


def _open_data(path: str) -> BytesIO:
    return BytesIO(_DATA)


hstspreload.open_pkg_binary = _open_data


@lru_cache(maxsize=1024)
def is_preloaded(host: str) -> bool:
    """
    Return whether a host or its domain was on Chromium's HSTS preload list when the installed copy was made.

    https://hstspreload.org/
    """
    try:
        return bool(hstspreload.in_hsts_preload(host))
    except ValueError:  # the package encodes names by IDNA 2003, which rejects some of them
        return False


def list_date() -> str:
    """Return the day of the installed copy, from the version of the package."""
    year, month, day = hstspreload.__version__.split(".")[:3]
    return f"{year}-{int(month):02}-{int(day):02}"
