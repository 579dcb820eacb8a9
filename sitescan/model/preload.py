"""Hosts that browsers reach over HTTPS only, because the preload list says so."""

import warnings
from functools import lru_cache

import hstspreload


@lru_cache(maxsize=1024)
def is_preloaded(host: str) -> bool:
    """
    Whether a host or its domain was on Chromium's HSTS preload list when the installed copy was made.

    https://hstspreload.org/
    """
    try:
        with warnings.catch_warnings():
            # It opens its data by a function that Python 3.11 and 3.12 call deprecated, and 3.13 no longer.
            warnings.simplefilter("ignore", DeprecationWarning)
            return bool(hstspreload.in_hsts_preload(host))
    except ValueError:  # the package encodes by the older IDNA, which refuses some names
        return False


def list_date() -> str:
    """The day of the installed copy, from the package's version, which is that day."""
    year, month, day = hstspreload.__version__.split(".")[:3]
    return f"{year}-{int(month):02}-{int(day):02}"
