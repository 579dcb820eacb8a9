"""References of an HTTPS page to plain HTTP, and requests that its scripts make."""

from collections.abc import Iterator

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.security.page_loads import Load, page_loads
from sitescan.document.source_location import shorten
from sitescan.document.stated_policies import upgrades_insecure_requests
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.model.outline import Place
from sitescan.standards.insecure_url import is_insecure

#: The directives of images, audio and video, which browsers upgrade.
_PASSIVE = ("img-src", "media-src")
#: The directives of what is not loaded with the page.
_NOT_LOADED = ("base-uri", "default-src", "form-action")


@frozen(kw_only=True)
class Insecure:
    """
    A reference over plain HTTP.

    :ivar at: the element, or a place in another file.
    :ivar url: the URL.
    :ivar active: whether the content is active, so that browsers block it.
    """

    at: Tag | Place
    url: str
    active: bool

    @property
    def hidden(self) -> bool:
        """Whether the reference is not in the start tag of the element."""
        return isinstance(self.at, Tag) and (self.at.name == "style" or "srcdoc" in self.at.attrs)


@view
def mixed_content(document: Document) -> tuple[Insecure, ...]:
    """
    Return the plain HTTP content that an HTTPS page loads, except for requests that the page upgrades.

    Of a rendered page, the browser has measured which requests it blocks.

    https://www.w3.org/TR/mixed-content/
    """
    upgrades = upgrades_insecure_requests(document)
    if not document.exchange.secure or (upgrades and document.is_rendered):
        return ()
    # Both directives of an object lead to the same request.
    loads = {(id(load.tag), load.source, load.url): load for load in page_loads(document) if _is_mixed(load)}
    if upgrades:
        loads = {key: load for key, load in loads.items() if not upgrades_insecure_requests(document, load.tag)}
    tags = {id(load.tag): load.tag for load in loads.values() if load.tag is not None}
    named = {load.url for load in loads.values()}
    requested = [request for request in document.page.measured.mixed if request.url not in named]
    candidates = {(key, url) for key, tag in tags.items() for url in _candidates(document, tag)}
    return (
        *(
            Insecure(at=_at(load), url=load.url, active=(id(load.tag), load.url) in candidates or _is_active(load))
            for load in loads.values()
        ),
        *(
            Insecure(at=Place(snippet=shorten(request.url)), url=request.url, active=request.blocked)
            for request in requested
        ),
    )


def _is_mixed(load: Load) -> bool:
    if load.directive in _NOT_LOADED or not (load.by_parser or load.certain) or not is_insecure(load.url):
        return False
    # A stylesheet over plain HTTP is not loaded at all, nor is an @import that follows rules.
    in_css = load.source or (load.tag is not None and load.tag.name == "style")
    ignored = in_css and load.directive == "style-src-elem" and not load.certain
    ping = load.directive == "connect-src" and load.tag is not None and load.tag.name != "link"
    return not ignored and not ping and not load.source.startswith("http:")


def _at(load: Load) -> Tag | Place:
    origin = shorten(load.source) if load.source else "the Link header field"
    return load.tag if load.tag is not None else Place(snippet=f"{shorten(load.url)} in {origin}")


def _is_active(load: Load) -> bool:
    """Return whether browsers block a reference: https://www.w3.org/TR/mixed-content/#category-upgradeable."""
    subtitles = load.tag is not None and "track" in (load.tag.name, attr(load.tag, "as", "").strip().lower())
    return subtitles or load.directive not in _PASSIVE


def _candidates(document: Document, tag: Tag) -> Iterator[str | None]:
    """Iterate over the image candidates of an element, which browsers block instead of upgrading them."""
    for name in ("srcset", "imagesrcset"):
        if "http:" in attr(tag, name, "").lower():
            yield from map(document.resolve, srcset_urls(attr(tag, name, "")))
