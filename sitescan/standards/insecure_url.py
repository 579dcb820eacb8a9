"""Detection of URLs whose requests are not encrypted."""

from functools import lru_cache
from ipaddress import ip_address

from sitescan.standards.urls import InvalidTarget, serialized_target


@lru_cache(maxsize=4096)
def is_insecure(url: str) -> bool:
    """
    Return whether requests for a URL leave the machine unencrypted.

    https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
    """
    if not url.lower().startswith("http:"):
        return False
    try:
        host = serialized_target(url).host
    except InvalidTarget:
        return True
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True
