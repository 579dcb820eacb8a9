"""What browsers ask for in place of plain HTTP, and what they don't ask for at all."""

from attrs import frozen

from sitescan.model.outline import Outline
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import same_host, serialized_target

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
#: Of those, candidates among which a browser chooses: without a policy they are blocked.
_CHOSEN = ("srcset", "imagesrcset")
#: What a page on HTTPS doesn't get over plain HTTP, since it could take the page over; other kinds are upgraded.
_BLOCKED = frozenset({"script", "stylesheet", "frame", "font"})


@frozen(kw_only=True)
class InsecureFiles:
    """
    How a page's ``http:`` URLs are treated.

    :ivar kept: those that are asked for as they are, as they are followed rather than loaded; ``None`` where all are.
        Those that only stylesheets name are not among them.
    :ivar blocked: those that browsers don't ask for.
    :ivar policy: whether a policy of the page has them upgraded; else browsers upgrade pictures and sound by
        themselves, except where the host is an IP address.
    """

    kept: frozenset[str] | None = None
    blocked: frozenset[str] = frozenset()
    policy: bool = False

    def sent(self, url: str) -> str:
        """The URL that is asked for in place of one."""
        if self.kept is None or not url.startswith(_HTTP) or url in self.kept:
            return url
        if not self.policy and (not is_insecure(url) or serialized_target(url).is_address):
            return url
        host, slash, path = url.removeprefix(_HTTP).partition("/")
        return f"https://{host.removesuffix(':80')}{slash}{path}"

    def blocks(self, url: str, kind: str = "") -> bool:
        """
        Whether browsers don't ask for a URL.

        :param kind: ``stylesheet`` or ``script``, where it is asked for as one.
        """
        if self.kept is None or self.policy or url in self.kept:
            return False
        return url in self.blocked or (bool(kind) and is_insecure(url))


def insecure_files(page_url: str, outline: Outline) -> InsecureFiles:
    """
    How the ``http:`` URLs of a page are treated.

    A policy has everything upgraded that is loaded, and links to the page's own host. On a page on HTTPS browsers
    upgrade pictures and sound, and block what could take the page over.

    https://www.w3.org/TR/upgrade-insecure-requests/#upgrade-request
    https://www.w3.org/TR/mixed-content/#upgrade-algorithm
    """
    if not outline.upgrades and not page_url.startswith("https:"):
        return InsecureFiles()
    named = {one.url for one in outline.references if not one.source.startswith(_LOADED)}
    named |= {outline.canonical.partition("#")[0], outline.preview, *(url for url, _ in outline.alternates)}
    if outline.upgrades:
        loaded = {one.url for one in outline.resources} | set(outline.imports)
        followed = {link.url for link in outline.links if not same_host(link.url, page_url)}
        return InsecureFiles(kept=frozenset((followed | named) - loaded), policy=True)
    followed = {link.url for link in outline.links}
    shown = {one.url for one in outline.resources if one.kind not in _BLOCKED and one.certain}
    chosen = {one.url for one in outline.references if one.source in _CHOSEN}
    blocked = {one.url for one in outline.resources if one.kind in _BLOCKED} | set(outline.imports)
    return InsecureFiles(
        kept=frozenset((followed | named | chosen) - shown),
        blocked=frozenset(url for url in blocked - followed - named - shown if is_insecure(url)),
    )
