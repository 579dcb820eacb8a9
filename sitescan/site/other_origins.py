"""The other addresses of a site that its links lead to, such as that with ``www``."""

from collections import Counter
from collections.abc import Iterator

from sitescan.site.scope import Scope
from sitescan.site.store import Store
from sitescan.standards.urls import host_of, origin_of


def other_origins(store: Store, scope: Scope) -> Iterator[tuple[str, int, str]]:
    """
    Yield each origin that is probably the same site, with the number of URLs there that pages link to, and the reason.

    It is if it differs in the scheme or ``www`` only. If no link stays on the site, it is also one that is above or
    below its domain, or that its pages name as their canonical one.
    """
    leaving, stays = Counter[str](), False
    for url in store.targets():
        origin = origin_of(url)
        if scope.has_origin(origin):
            stays = True
        else:
            leaving[origin] += 1
    named = set() if stays else {origin_of(page.facts.canonical) for page in store.pages()}
    here = _domain(scope.origin)
    for origin, count in sorted(leaving.items()):
        there = _domain(origin)
        if stays and there == here:
            yield origin, count, f"of {origin}, where a link on {scope.origin} leads"
        elif not stays and (origin in named or f".{there}".endswith(f".{here}") or f".{here}".endswith(f".{there}")):
            yield origin, count, f"of {origin}: no link stays on {scope.origin}"


def _domain(origin: str) -> str:
    return host_of(f"{origin}/").removeprefix("www.")
