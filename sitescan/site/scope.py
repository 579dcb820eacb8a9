"""The URLs that belong to a site, and those of them that may be read."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from attrs import define, field

from sitescan.model.crawling import Robots
from sitescan.standards.urls import origin_of, serialized_target

#: The product token of our crawler in robots.txt.
_AGENT = "sitescan"

MOST_ORIGINS = 100
"""The maximum number of subdomains that are read: where any name leads to a server, one page may name all of them."""


@define(eq=False, kw_only=True)
class Scope:
    """
    One origin, or one with its subdomains and others that were named.

    :ivar origin: the origin of the start page, which changes as redirects lead there.
    :ivar subdomains: whether its subdomains belong to the site.
    :ivar also: other origins that belong to the site.
    :ivar obeys: whether what robots.txt disallows is left out.
    :ivar robots: the robots.txt of each origin.
    """

    origin: str
    subdomains: bool = False
    also: AbstractSet[str] = frozenset()
    obeys: bool = True
    robots: dict[str, Robots] = field(factory=dict, init=False)

    def has(self, url: str) -> bool:
        """Return whether a URL belongs to the site."""
        if url.startswith(f"{self.origin}/"):
            return True
        return (self.subdomains or bool(self.also)) and self.has_origin(origin_of(url))

    def has_origin(self, origin: str) -> bool:
        """Return whether an origin belongs to the site."""
        if origin == self.origin or origin in self.also:
            return True
        scheme, _, host = self.origin.partition("://")
        return self.subdomains and origin.startswith(f"{scheme}://") and _is_below(origin, host)

    def refuses(self, url: str) -> str:
        """Return why a URL is not read; empty if it may be."""
        if not self.has(url):
            return "of another site"
        if len(self.robots) >= MOST_ORIGINS and origin_of(url) not in self.robots:
            return f"of more than {MOST_ORIGINS} subdomains"
        return self.disallowed(url) if self.obeys else ""

    def unread_origins(self, urls: Iterable[str]) -> Sequence[str]:
        """Return the origins of URLs of the site whose robots.txt is to be read, as far as their number allows."""
        own = f"{self.origin}/"
        new = {self.origin if url.startswith(own) else origin_of(url) for url in urls} - self.robots.keys()
        return sorted(new)[: MOST_ORIGINS - len(self.robots)]

    def delay(self, origin: str) -> float:
        """Return the seconds between two requests that an origin asks for."""
        robots = self.robots[origin]
        return robots.file.delay(_AGENT) if self.obeys and robots.found else 0.0

    def disallowed(self, url: str) -> str:
        """Return why robots.txt forbids a URL (RFC 9309, section 2.3.1); empty if it doesn't."""
        target = serialized_target(url)
        robots = self.robots.get(target.origin)
        if robots is None or robots.status is None or robots.status >= 500:
            return "robots.txt can't be read, so nothing may be crawled"
        if not robots.found:
            return ""
        pattern = robots.file.deciding(_AGENT, target.path)
        return "disallowed by robots.txt" if pattern is not None and not pattern.allow else ""


def _is_below(origin: str, host: str) -> bool:
    """Return whether an origin is a subdomain of a host, or of the domain whose ``www`` the host is."""
    name = origin.partition("://")[2]
    domain = host.removeprefix("www.")
    return name == domain or name.endswith(f".{domain}")
