"""Addresses that exist only on a local machine or network."""

from ipaddress import ip_address

from sitescan.standards.urls import split_url

#: https://www.iana.org/assignments/special-use-domain-names
_LOCAL = (".localhost", ".local", ".test", ".internal", ".lan", ".localdomain", ".home.arpa", ".invalid")


def is_local(url: str) -> bool:
    """Return whether the host of a URL is this machine, a private address or a name that is never in the public DNS."""
    return is_local_host(split_url(url).hostname or "")


def is_local_host(host: str) -> bool:
    """Return whether a host is this machine, a private address or a name that is never in the public DNS."""
    host = host.rstrip(".")
    if host == "localhost" or host.endswith(_LOCAL):
        return True
    if not host[-1:].isdigit() and ":" not in host:
        return False
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local
