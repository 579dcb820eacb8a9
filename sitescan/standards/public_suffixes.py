"""Registrable domains of hosts, by the public suffix list."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

from sitescan.standards.punycode import as_written
from sitescan.standards.urls import beginning, http_host


@lru_cache(maxsize=1024)
def site_of(host: str) -> str:
    """
    Return the registrable domain of a host, or the host itself if it has none (addresses, ``localhost``).

    https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site
    """
    if ":" in host or host.replace(".", "").isdigit():
        return host
    return _registrable(host.rstrip(".").lower()) or host


@lru_cache(maxsize=1024)
def is_public_suffix(host: str) -> bool:
    """Return whether anybody can register names below a host name: ``com``, ``co.uk``, ``github.io``."""
    return not _registrable(host.lower())


def same_site(first: str, second: str) -> bool:
    """Return whether two serialized URLs have the same registrable domain."""
    known = _site(beginning(first))
    return known != "" and known == _site(beginning(second))


@lru_cache(maxsize=1024)
def _site(url: str) -> str:
    """Return the registrable domain of a URL, or an empty string if it is not ``http(s)``."""
    return site_of(http_host(url))


def _registrable(host: str) -> str:
    """Return the registrable domain of a host in lower case, or an empty string if it has none."""
    labels = host.split(".")
    found = _suffixes().privatesuffix(".".join(map(as_written, labels)))
    return ".".join(labels[-1 - found.count(".") :]) if found else ""


@cache
def _suffixes() -> PublicSuffixList:
    # Most of the time to load the list would be the encoding of its names, of which a process needs few.
    return PublicSuffixList(accept_encoded_idn=False)
