"""The ``object`` elements of a page that have no accessible name."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.accessibility.roles import written_role
from sitescan.document.change import changed
from sitescan.document.document import Document
from sitescan.document.stated_policies import enforced_on
from sitescan.document.tree import attr, elements
from sitescan.document.views import view
from sitescan.model.outline import EmbeddedObject
from sitescan.standards.csp_matching import allows_url
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, lower_path

#: The maximum number of elements in the result; each file is requested.
MOST_OBJECTS = 50
_MEDIA = ("audio/", "image/", "video/")
_ENDINGS = tuple(".avif .gif .jpeg .jpg .m4a .mov .mp3 .mp4 .oga .ogg .ogv .png .svg .wav .webm .webp".split())


@view
def embedded_objects(document: Document) -> tuple[EmbeddedObject, ...]:
    """Return the first exposed nameless ``object`` elements, except those whose role makes them decoration."""
    return tuple(islice(_found(document), MOST_OBJECTS))


def _found(document: Document) -> Iterator[EmbeddedObject]:
    for item in document.all("object"):
        accessible = document.accessible
        if not accessible.exposed(item) or written_role(item) == "none" or not accessible.nameless(item):
            continue
        place = document.place(item)
        assert place is not None  # noqa: S101 - an element has a place
        yield EmbeddedObject(
            url=_url(document, item),
            media=_media(item),
            alternative=any(attr(inner, "alt", "").strip() for inner in elements(item)),
            fixed_markup=changed(item, "…", aria_label="(what it holds)").markup,
            place=place,
        )


def _media(item: Tag) -> bool:
    kind = attr(item, "type", "").strip().lower()
    return kind.startswith(_MEDIA) if kind else lower_path(attr(item, "data", "")).endswith(_ENDINGS)


def _url(document: Document, item: Tag) -> str:
    """
    Return the URL that browsers load for an ``object``, or an empty string if they load none.

    https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-object-element
    """
    kind, reference = attr(item, "type", "").strip().lower(), attr(item, "data", "").strip()
    if not reference or (kind and not kind.startswith(_MEDIA)):
        return ""
    try:
        url = document.target(reference).url
    except InvalidTarget:
        return ""
    allowed = all(
        allows_url(policy, directive, url, document.url)
        for policy in enforced_on(document, item)
        for directive in ("object-src", "frame-src")
    )
    return url if allowed and len(url) <= MAX_URL_LENGTH else ""
