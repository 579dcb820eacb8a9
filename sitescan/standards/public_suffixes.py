"""Who owns a host name: its registrable domain, by the public suffix list."""

from functools import cache, lru_cache

from publicsuffixlist import PublicSuffixList

from sitescan.standards.urls import InvalidTarget, beginning, serialized_target


@lru_cache(maxsize=1024)
def site_of(host: str) -> str:
    """
    The registrable domain of a host; the host itself where it has none (addresses, ``localhost``).

    https://html.spec.whatwg.org/multipage/browsers.html#obtain-a-site
    """
    if ":" in host or host.replace(".", "").isdigit():
        return host
    return _suffixes().privatesuffix(host.rstrip(".").lower()) or host


@lru_cache(maxsize=1024)
def is_public_suffix(host: str) -> bool:
    """Whether anybody can register names below a host name: ``com``, ``co.uk``, ``github.io``."""
    return _suffixes().privatesuffix(host.lower()) is None


def same_site(one: str, other: str) -> bool:
    """Whether two absolute URLs, serialized, belong to the same registrable domain."""
    known = _site(beginning(one))
    return known != "" and known == _site(beginning(other))


@lru_cache(maxsize=1024)
def _site(url: str) -> str:
    """The registrable domain of a URL; empty where it is not ``http(s)``."""
    try:
        return site_of(serialized_target(url).host)
    except InvalidTarget:
        return ""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
