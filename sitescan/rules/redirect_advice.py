"""How to redirect a page on the server: its own path and target, where they can be pasted into a configuration."""

import re

from sitescan.model.report import Fact
from sitescan.standards.urls import split_url

#: Paths that mean the same in nginx, Apache and Caddy: all three compare them decoded.
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9._~/-]*")
#: URLs without what one of the servers takes for a variable, a quote or the end of a directive.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9._~:/?@!&=%+,-]+")


def redirect_advice(url: str, target: str) -> dict[str, Fact]:
    """
    The facts ``old`` and ``new``, and ``pattern``: the old path as a regular expression.

    :param url: the page's URL; with a query it is one of many of its path, and only an example is shown.
    """
    parts = split_url(url)
    plain = not parts.query and _PLAIN_PATH.fullmatch(parts.path) and _PLAIN_URL.fullmatch(target)
    old, new = (parts.path, target) if plain else ("/old", "/new")
    return {"old": old, "pattern": old.replace(".", r"\."), "new": new}
