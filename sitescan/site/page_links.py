"""The links of a page to other pages of its site, and one spelling for each URL."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from sitescan.model.outline import Outline
from sitescan.site.page_record import PageLink
from sitescan.standards.urls import origin_of, split_url

#: The parameters that only say where a visitor came from.
_TRACKING = re.compile(r"utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id", re.I)
_ESCAPE = re.compile("%[0-9a-f]{2}", re.I)

#: The relations of ``link`` elements that lead to pages, as :attr:`sitescan.model.outline.Reference.source` names them.
_PAGE_RELATIONS = frozenset({"alternate", "canonical", "next", "prev"})


def normal_url(url: str) -> str:
    """Return the spelling of a URL by which pages are compared: without tracking parameters, escapes in upper case."""
    base, mark, query = _ESCAPE.sub(lambda escape: escape[0].upper(), url.partition("#")[0]).partition("?")
    if not mark:
        return base
    kept = "&".join(pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0]))
    return f"{base}?{kept}" if kept or not query else base


def page_links(outline: Outline, root: str) -> tuple[PageLink, ...]:
    """
    Return the distinct links of a page to pages of its site, sorted.

    Links with ``nofollow`` and links that act, such as a logout, are not among them.

    :param root: the URL of the site; the path of its pages begins with its path.
    """
    origin, path = origin_of(root), split_url(root).path
    found = {
        PageLink(normal_url(url), fragment)
        for url, fragment in chain(_hyperlinks(outline), ((url, "") for url in _references(outline)))
        if origin_of(url) == origin and split_url(url).path.startswith(path)
    }
    return tuple(sorted(found))


def _hyperlinks(outline: Outline) -> Iterator[tuple[str, str]]:
    for link in outline.links:
        if not link.skipped and "nofollow" not in link.rel:
            yield link.url, link.fragment


def _references(outline: Outline) -> Iterable[str]:
    for reference in outline.references:
        kind, _, relations = reference.source.partition(" ")
        if kind == "link" and not _PAGE_RELATIONS.isdisjoint(relations.split()):
            yield reference.url
    yield from (resource.url for resource in outline.resources if resource.kind == "frame")
