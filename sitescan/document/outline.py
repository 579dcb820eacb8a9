"""The outline of a page: what the network stations need to know before the rules have run."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.places import shorten
from sitescan.document.tree import HTML, attr, own_text, text, tokens
from sitescan.model.css_imports import css_imports
from sitescan.model.outline import Link, Outline, Resource
from sitescan.model.target import MAX_URL_LENGTH, InvalidTarget, Target, join_target

_T = TypeVar("_T", Link, Resource)

#: What a ``link`` element loads, by a token of its ``rel``.
_LINK_KINDS = {"stylesheet": "stylesheet", "icon": "icon", "apple-touch-icon": "icon", "modulepreload": "script"}
_PRELOADS = {"script": "script", "style": "preload", "image": "image", "font": "font"}
_SOURCES = {
    "script": "script",
    "img": "image",
    "iframe": "frame",
    "frame": "frame",
    "embed": "media",
    "video": "media",
    "audio": "media",
    "source": "media",
    "track": "media",
}


def outline(document: Document, *, links: int, resources: int) -> Outline:
    """
    What a page refers to.

    :param links: how many different URLs of hyperlinks are listed at most.
    :param resources: how many different URLs of resources are listed at most.
    """
    found_links, links_left_out = _capped(_links(document), links)
    found_resources, resources_left_out = _capped(_resources(document), resources)
    canonical = next((attr(link, "href", "") for link in document.rel("canonical")), "")
    return Outline(
        base_url=document.base_url,
        links=tuple(found_links),
        links_left_out=links_left_out,
        resources=tuple(found_resources),
        resources_left_out=resources_left_out,
        imports=tuple(_imports(document))[:resources],
        canonical=(document.resolve(canonical) or "") if canonical else "",
    )


#: Occurrences of one URL that are listed: a page may name one URL ten thousand times.
_REPEATS = 5

#: What is kept of ``rel``; its longest tokens that mean anything are half as long.
_TOKENS, _LONGEST_TOKEN = 20, 50


def _capped(found: Iterator[tuple[str, Callable[[], _T]]], limit: int) -> tuple[list[_T], int]:
    """Of each URL and what makes its reference: the references that are listed, made; and how many URLs are not."""
    kept: list[_T] = []
    seen: dict[str, int] = {}
    left_out: set[str] = set()
    for url, make in found:
        if url not in seen and len(seen) >= limit:
            left_out.add(url)
            continue
        seen[url] = seen.get(url, 0) + 1
        if seen[url] <= _REPEATS:
            kept.append(make())
    return kept, len(left_out)


def _links(document: Document) -> Iterator[tuple[str, Callable[[], Link]]]:
    host = join_target(document.url, "").host
    for tag in document.all("a", "area"):
        href = attr(tag, "href")
        if href is None or tag.namespace != HTML:
            continue
        target = _target(document, href)
        if target is not None:
            yield target.url, partial(_link, document, tag, target, internal=target.host == host)


def _link(document: Document, tag: Tag, target: Target, *, internal: bool) -> Link:
    place = document.place(tag)
    assert place is not None  # noqa: S101 - an element has a place
    return Link(
        url=target.url,
        fragment=target.fragment,
        href=shorten(attr(tag, "href", "")),
        text=shorten(text(tag)),
        rel=tuple(token for token in tokens(tag, "rel") if len(token) <= _LONGEST_TOKEN)[:_TOKENS],
        internal=internal,
        place=place,
    )


def _resources(document: Document) -> Iterator[tuple[str, Callable[[], Resource]]]:
    for tag in document.elements:
        kind, reference = _loads(tag)
        if not kind or not reference.strip() or document.in_noscript(tag):
            continue
        target = _target(document, reference)
        if target is not None:
            yield target.url, partial(_resource, document, tag, target.url, kind)


def _resource(document: Document, tag: Tag, url: str, kind: str) -> Resource:
    place = document.place(tag)
    assert place is not None  # noqa: S101 - an element has a place
    lazy = attr(tag, "loading", "").strip().lower() == "lazy"
    return Resource(url=url, kind=kind, lazy=lazy, place=place)


def _imports(document: Document) -> Iterator[str]:
    for style in document.all("style"):
        for reference in css_imports(own_text(style)):
            target = _target(document, reference)
            if target is not None:
                yield target.url


def _loads(tag: Tag) -> tuple[str, str]:
    """What kind of resource an element loads, and the reference to it; empty where none."""
    if tag.name in _SOURCES:
        return _SOURCES[tag.name], attr(tag, "src", "")
    if tag.name == "object":
        return "media", attr(tag, "data", "")
    if tag.name == "input" and attr(tag, "type", "").lower() == "image":
        return "image", attr(tag, "src", "")
    if tag.name == "link":
        rel = tokens(tag, "rel")
        if "alternate" in rel and "stylesheet" in rel:
            return "", ""
        if "preload" in rel:
            return _PRELOADS.get(attr(tag, "as", "").lower(), "media"), attr(tag, "href", "")
        return next((_LINK_KINDS[token] for token in rel if token in _LINK_KINDS), ""), attr(tag, "href", "")
    return "", ""


def _target(document: Document, reference: str) -> Target | None:
    try:
        target = join_target(document.base_url, reference)
    except InvalidTarget:
        return None
    return target if len(target.url) + len(target.fragment) <= MAX_URL_LENGTH else None
