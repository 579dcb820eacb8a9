"""Which URL a browser asks for in place of another: policies have ``http:`` references loaded over HTTPS."""

from sitescan.model.answers import same_host
from sitescan.model.outline import Outline

_HTTP = "http://"
#: Sources of references that a browser loads for the page.
_LOADED = (
    "style",
    "srcset",
    "imagesrcset",
    "video poster",
    "body background",
    "table background",
    "td ",
    "th ",
    "image ",
    "use ",
)


def kept_insecure(page_url: str, outline: Outline) -> frozenset[str] | None:
    """
    The addresses that are not upgraded, as they are followed rather than loaded; ``None`` where none is upgraded.

    Links to the page's own host are upgraded with what it loads, those to others are not.

    https://www.w3.org/TR/upgrade-insecure-requests/#upgrade-request
    """
    if not outline.upgrades:
        return None
    loaded = {one.url for one in outline.resources} | set(outline.imports)
    followed = {link.url for link in outline.links if not same_host(link.url, page_url)}
    named = {one.url for one in outline.references if not one.source.startswith(_LOADED)}
    return frozenset((followed | named) - loaded)


def upgraded(url: str, kept: frozenset[str] | None) -> str:
    """The URL that is asked for in place of one."""
    if kept is None or not url.startswith(_HTTP) or url in kept:
        return url
    host, slash, path = url.removeprefix(_HTTP).partition("/")
    return f"https://{host.removesuffix(':80')}{slash}{path}"
