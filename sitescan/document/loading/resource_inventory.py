"""Resources that a page may load: image candidates, backgrounds, fonts."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice

from attrs import evolve
from bs4.element import Tag

from sitescan.document.content_cache import CACHE
from sitescan.document.css.stylesheet_text import CssText, css_texts
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.tree import attr
from sitescan.model.exchange import Source
from sitescan.model.file_facts import TextFile, read_text
from sitescan.model.outline import Place, Resource
from sitescan.standards.css.declared_files import CssLoad, image_loads, leads_to_file
from sitescan.standards.css.import_rule import ImportRule
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css.stylesheet_items import FontFace
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import InvalidTarget, join_target

_PIXELS = lazy_pattern(r"\s*\+?([0-9]{1,6})(?:\.[0-9]+)?\s*(?:px\s*)?", re.IGNORECASE)

_SRCSETS = {"img": "srcset", "source": "srcset", "link": "imagesrcset"}
_IMAGES = {"video": "poster", "image": "href", "body": "background"}

#: The kind of file that browsers request for a kind of resource (:func:`sitescan.standards.file_types.unusable`).
DESTINATIONS = {
    "font": "font",
    "icon": "image",
    "image": "image",
    "preload": "style",
    "script": "script",
    "stylesheet": "style",
}

#: The approximate size of the facts about one file, in bytes.
_COST_OF_FACTS = 1000

#: The maximum number of resources that :func:`sheet_resources` returns.
MOST_SHEET_RESOURCES = 200
_LONGEST = 2048


def candidates(document: Document) -> Iterator[tuple[Tag, str, str]]:
    """Iterate over the resources that elements may load: the element, the kind and the reference."""
    for tag in document.having("style", *_SRCSETS.values(), *_IMAGES.values()):
        if document.in_noscript(tag):
            continue
        if tag.name in _SRCSETS and _SRCSETS[tag.name] in tag.attrs:
            yield from ((tag, "image", url) for url in srcset_urls(attr(tag, _SRCSETS[tag.name], "")))
        if tag.name in _IMAGES and attr(tag, _IMAGES[tag.name], "").strip():
            yield tag, "image", attr(tag, _IMAGES[tag.name], "")
        if "(" in attr(tag, "style", ""):
            found = image_loads(preprocess(attr(tag, "style", "")))
            yield from ((tag, "image", load.reference) for load in found if leads_to_file(load.reference))
    for css in css_texts(document):
        if css.tag is not None:
            yield from ((css.tag, kind, url) for kind, url in css_loads(css))


def sheet_resources(document: Document) -> tuple[Resource, ...]:
    """
    Return the first imports of stylesheets and resources of external stylesheets, without duplicate URLs.

    Resources of elements and attributes are in :func:`candidates` instead.
    """
    found: dict[str, Resource] = {}
    for css in css_texts(document):
        imported = ((load.reference, "stylesheet", load.certain) for load in _imported(css))
        others = ((reference, kind, False) for kind, reference in (css_loads(css) if css.tag is None else ()))
        for reference, kind, certain in chain(imported, others):
            try:
                url = join_target(css.url or document.base_url, reference).url
            except InvalidTarget:
                continue
            if len(url) <= _LONGEST:
                place = Place(snippet=f"{url} in {css.url}" if css.url else url)
                destination = DESTINATIONS[kind]
                loaded = Resource(url=url, kind=kind, destination=destination, certain=certain, place=place)
                found.setdefault(url, loaded)
        if len(found) >= MOST_SHEET_RESOURCES:
            break
    return tuple(islice(found.values(), MOST_SHEET_RESOURCES))


def _imported(css: CssText) -> Iterator[CssLoad]:
    return (load for imported in css.content.imports for load in imported.loads)


def text_files(document: Document) -> Mapping[str, TextFile]:
    """
    Return the facts about unnecessary content of the stylesheets and scripts that were read, by URL.

    Scripts of other sites are left out: the page's owner cannot change them.
    """
    own = (script for script in document.scripts.values() if same_site(script.url, document.url))
    files = (*((source, False) for source in document.sheets.values()), *((source, True) for source in own))
    return {source.url: _read(source, script=script) for source, script in files if not source.problem}


def _read(source: Source, *, script: bool) -> TextFile:
    """Return the facts about a file, which are computed once for all pages that load it."""
    coded = bool(source.coding)
    found = CACHE.get(
        f"read {coded} {script}",
        source.digest,
        lambda: read_text(source.body, 0, coded=coded, script=script),
        lambda _: _COST_OF_FACTS,
    )
    return evolve(found, wire_size=source.wire_size, digest=source.digest.hex())


def css_loads(css: CssText) -> Iterator[tuple[str, str]]:
    """Iterate over kind and reference of the files in a piece of CSS; for a font face, only the file that is loaded."""
    for item, loads in css.content.loading:
        if isinstance(item, FontFace):
            yield from (("font", file) for file in (item.file,) if file)
        elif not isinstance(item, ImportRule):
            yield from ((load.kind, load.reference) for load in loads if leads_to_file(load.reference))


def is_lazy(tag: Tag) -> bool:
    """Return whether an element's file is loaded lazily."""
    return attr(tag, "loading", "").strip().lower() == "lazy"


def shown_size(tag: Tag) -> tuple[int, int]:
    """
    Return the displayed width and height of an image by its attributes, in CSS pixels, or 0 if unknown.

    The size is unknown for an image with other candidates.
    """
    if tag.name != "img" or "srcset" in tag.attrs:
        return 0, 0
    if tag.parent is not None and tag.parent.name == "picture":
        return 0, 0
    return size_attributes(tag)


def size_attributes(tag: Tag) -> tuple[int, int]:
    """Return the width and height attributes of an element in CSS pixels, or 0 if they are missing."""
    return _pixels(tag, "width"), _pixels(tag, "height")


def _pixels(tag: Tag, name: str) -> int:
    match = _PIXELS.fullmatch(attr(tag, name, "")[:50])
    return int(match[1]) if match is not None else 0
