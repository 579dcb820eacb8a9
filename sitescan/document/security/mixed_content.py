"""References of an HTTPS page to plain HTTP."""

import re
from collections.abc import Iterator

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.security.page_loads import sheet_references
from sitescan.document.source_location import shorten
from sitescan.document.stated_policies import upgrades_insecure_requests
from sitescan.document.tree import HTML, attr, own_text, tokens
from sitescan.document.views import view
from sitescan.model.outline import Place
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import resolve

#: Attributes that load active content, which can act on the page, and passive content, which is only presented.
_ACTIVE = {"script": "src", "iframe": "src", "frame": "src", "embed": "src", "object": "data", "track": "src"}
_PASSIVE = {"img": "src", "audio": "src", "video": "src", "source": "src"}
_DRAWN = ("image", "feimage", "use")
#: HTML elements that may load content other than by their style.
_LOADING = frozenset({"link", "style", "input", *_ACTIVE, *_PASSIVE, *_DRAWN})
_ACTIVE_RELS = {"stylesheet", "modulepreload", "manifest"}
_PASSIVE_RELS = {"icon", "apple-touch-icon"}
_ACTIVE_PRELOADS = {"script", "style", "font", "fetch", "worker", "track"}
_CSS_IMPORT = re.compile(r"@import\s+(?:url\(\s*)?[\"']?(http://[^\s\"')]{1,2000})", re.IGNORECASE)
_CSS_URL = re.compile(r"url\(\s*[\"']?(http://[^\s\"')]{1,2000})", re.IGNORECASE)


@frozen(kw_only=True)
class Insecure:
    """
    A reference over plain HTTP.

    :ivar at: the element, or a place in an external stylesheet.
    :ivar url: the URL.
    :ivar active: whether the content is active, so that browsers block it.
    """

    at: Tag | Place
    url: str
    active: bool

    @property
    def hidden(self) -> bool:
        """Whether the reference is not in the start tag of the element."""
        return isinstance(self.at, Tag) and self.at.name == "style"


@view
def mixed_content(document: Document) -> tuple[Insecure, ...]:
    """
    Return the plain HTTP content that an HTTPS page loads, unless the page upgrades insecure requests.

    https://www.w3.org/TR/mixed-content/
    """
    return tuple(_mixed_content(document))


def _mixed_content(document: Document) -> Iterator[Insecure]:
    if not document.exchange.secure or upgrades_insecure_requests(document):
        return
    for tag in document.elements:
        if tag.name not in _LOADING and tag.namespace == HTML and "style" not in tag.attrs:
            continue
        for reference, active in _loads(tag):
            if not _maybe_http(reference, document.base_url):
                continue
            url = document.resolve(reference)
            if url is not None and is_insecure(url) and not document.in_noscript(tag):
                yield Insecure(at=tag, url=url, active=active)
    yield from _in_sheets(document)


def _in_sheets(document: Document) -> Iterator[Insecure]:
    """
    Iterate over the references in external stylesheets, without duplicates in one stylesheet.

    Relative references are relative to the stylesheet; a stylesheet over plain HTTP is not loaded at all.
    """
    for css in css_texts(document):
        if css.tag is not None or not css.url.startswith("https:") or not css.content.mentions("http:"):
            continue
        seen: set[str] = set()
        for directive, reference, certain in sheet_references(css.content):
            url = resolve(css.url, reference[:2000])
            imported = directive == "style-src-elem"
            if url is not None and url not in seen and is_insecure(url) and (certain or not imported):
                seen.add(url)
                yield Insecure(
                    at=Place(snippet=f"{shorten(url)} in {shorten(css.url)}"),
                    url=url,
                    active=imported or directive == "font-src",
                )


def _maybe_http(reference: str, base_url: str) -> bool:
    """Return whether a reference may be an ``http:`` URL: most are relative, and resolving takes time."""
    return base_url.startswith("http:") or "http:" in reference[:300].lower()


def _loads(tag: Tag) -> Iterator[tuple[str, bool]]:
    name = tag.name
    style = attr(tag, "style", "")
    if "url(" in style:
        yield from ((match.group(1), False) for match in _CSS_URL.finditer(style))
    if name == "link":
        yield from _linked(tag)
    elif name == "style":
        text = own_text(tag)
        imports = {match.group(1) for match in _CSS_IMPORT.finditer(text)}
        yield from ((url, True) for url in sorted(imports))
        yield from ((match.group(1), False) for match in _CSS_URL.finditer(text) if match.group(1) not in imports)
    elif name in _ACTIVE:
        yield attr(tag, _ACTIVE[name], ""), True
    elif name.lower() in _DRAWN:
        yield from ((attr(tag, attribute, ""), False) for attribute in ("href", "xlink:href"))
    elif name in _PASSIVE or (name == "input" and attr(tag, "type", "").lower() == "image"):
        yield attr(tag, "src", ""), False
        if name == "video":
            yield attr(tag, "poster", ""), False
    if name in ("img", "source"):
        # Image candidates are blocked, not loaded with a warning.
        yield from ((candidate, True) for candidate in _candidates(attr(tag, "srcset", "")))


def _linked(tag: Tag) -> Iterator[tuple[str, bool]]:
    rel = set(tokens(tag, "rel"))
    href = attr(tag, "href", "")
    if rel & _ACTIVE_RELS or ("preload" in rel and attr(tag, "as", "").lower() in _ACTIVE_PRELOADS):
        yield href, True
    elif rel & _PASSIVE_RELS or "preload" in rel:
        yield href, False
    if "preload" in rel and "imagesrcset" in tag.attrs:
        yield from ((candidate, True) for candidate in _candidates(attr(tag, "imagesrcset", "")))


def _candidates(srcset: str) -> Iterator[str]:
    if "http:" in srcset.lower():
        yield from (match.group() for match in re.finditer(r"(?<![^\s,])http://[^\s,]+", srcset, re.IGNORECASE))
