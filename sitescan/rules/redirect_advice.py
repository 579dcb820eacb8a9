"""Advice for redirects in server configurations, with the page's own path and target where they are safe to paste."""

from sitescan.model.report import Fact
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: Paths with the same meaning in nginx, Apache and Caddy, which compare decoded paths.
_PLAIN_PATH = lazy_pattern(r"/[A-Za-z0-9._~/-]*")
#: URLs without characters that a server interprets as a variable, a quote or the end of a directive.
_PLAIN_URL = lazy_pattern(r"https?://[A-Za-z0-9._~:/?@!&=%+,-]+")


def redirect_advice(url: str, target: str) -> dict[str, Fact]:
    """
    Return the facts ``old``, ``new`` and ``pattern``, which is the old path as a regular expression.

    :param url: the URL of the page. If it has a query, the path is that of many pages, and the facts are an example.
    """
    parts = split_url(url)
    plain = not parts.query and _PLAIN_PATH.fullmatch(parts.path) and _PLAIN_URL.fullmatch(target)
    old, new = (parts.path, target) if plain else ("/old", "/new")
    return {"old": old, "pattern": old.replace(".", r"\."), "new": new}
