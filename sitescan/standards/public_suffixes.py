"""Registrable domains of hosts, by the public suffix list."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

from sitescan.standards.urls import beginning, http_host


@lru_cache(maxsize=1024)
def site_of(host: str) -> str:
    """
    Return the registrable domain of a host, or the host itself if it has none (addresses, ``localhost``).

    https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site
    """
    if ":" in host or host.replace(".", "").isdigit():
        return host
    return _suffixes().privatesuffix(host.rstrip(".").lower()) or host


@lru_cache(maxsize=1024)
def is_public_suffix(host: str) -> bool:
    """Return whether anybody can register names below a host name: ``com``, ``co.uk``, ``github.io``."""
    return _suffixes().privatesuffix(host.lower()) is None


def same_site(first: str, second: str) -> bool:
    """Return whether two serialized URLs have the same registrable domain."""
    known = _site(beginning(first))
    return known != "" and known == _site(beginning(second))


@lru_cache(maxsize=1024)
def _site(url: str) -> str:
    """Return the registrable domain of a URL, or an empty string if it is not ``http(s)``."""
    return site_of(http_host(url))


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
