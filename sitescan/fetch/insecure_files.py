"""Upgrading and blocking of plain HTTP URLs, as in browsers."""

from attrs import frozen

from sitescan.model.outline import Outline
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import same_host, serialized_target

_HTTP = "http://"
#: The sources of references that browsers load with the page.
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
#: The sources whose candidates are blocked, not upgraded, unless a policy upgrades them.
_CHOSEN = ("srcset", "imagesrcset")
#: The kinds of files that browsers block on a page on HTTPS, because they could control it. Other kinds are upgraded.
_BLOCKED = frozenset({"script", "stylesheet", "frame", "font"})


@frozen(kw_only=True)
class InsecureFiles:
    """
    How browsers treat the ``http:`` URLs of a page.

    :ivar kept: the URLs that are requested unchanged, because they are followed, not loaded; ``None`` if all are. URLs
        that only stylesheets contain are not included.
    :ivar blocked: the URLs that browsers don't request.
    :ivar policy: whether a policy of the page upgrades all URLs. Without one, browsers upgrade only images, audio and
        video, and not if the host is an IP address.
    """

    kept: frozenset[str] | None = None
    blocked: frozenset[str] = frozenset()
    policy: bool = False

    def sent(self, url: str) -> str:
        """Return the URL that browsers request for a URL of the page."""
        if self.kept is None or not url.startswith(_HTTP) or url in self.kept:
            return url
        if not self.policy and (not is_insecure(url) or serialized_target(url).is_address):
            return url
        host, slash, path = url.removeprefix(_HTTP).partition("/")
        return f"https://{host.removesuffix(':80')}{slash}{path}"

    def blocks(self, url: str, kind: str = "") -> bool:
        """
        Return whether browsers don't request a URL.

        :param kind: ``stylesheet`` or ``script`` if the URL is requested as one, else empty.
        """
        if self.kept is None or self.policy or url in self.kept:
            return False
        return url in self.blocked or (bool(kind) and is_insecure(url))


def insecure_files(page_url: str, outline: Outline) -> InsecureFiles:
    """
    Return how browsers treat the ``http:`` URLs of a page.

    A policy upgrades all files, and the links to the page's own host. Without one, browsers upgrade images, audio and
    video on a page on HTTPS, and block scripts, stylesheets, frames and fonts.

    https://www.w3.org/TR/upgrade-insecure-requests/#upgrade-request
    https://www.w3.org/TR/mixed-content/#upgrade-algorithm
    """
    if not outline.upgrades and not page_url.startswith("https:"):
        return InsecureFiles()
    named = {reference.url for reference in outline.references if not reference.source.startswith(_LOADED)}
    named |= {outline.canonical.partition("#")[0], outline.preview, *(url for url, _ in outline.alternates)}
    if outline.upgrades:
        loaded = {resource.url for resource in outline.resources} | set(outline.imports)
        followed = {link.url for link in outline.links if not same_host(link.url, page_url)}
        return InsecureFiles(kept=frozenset((followed | named) - loaded), policy=True)
    followed = {link.url for link in outline.links}
    shown = {resource.url for resource in outline.resources if resource.kind not in _BLOCKED and resource.certain}
    chosen = {reference.url for reference in outline.references if reference.source in _CHOSEN}
    blocked = {resource.url for resource in outline.resources if resource.kind in _BLOCKED} | set(outline.imports)
    return InsecureFiles(
        kept=frozenset((followed | named | chosen) - shown),
        blocked=frozenset(url for url in blocked - followed - named - shown if is_insecure(url)),
    )
