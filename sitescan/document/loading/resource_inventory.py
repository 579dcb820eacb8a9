"""Resources that a page may load: image candidates, backgrounds, fonts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import evolve
from bs4.element import Tag

from sitescan.document.content_cache import CACHE
from sitescan.document.css.stylesheet_text import CssText, css_texts, innermost_blocks, without_comments
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.tree import attr
from sitescan.model.exchange import Source
from sitescan.model.file_facts import TextFile, read_text
from sitescan.model.outline import Place, Resource
from sitescan.standards.css_imports import css_imports
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import InvalidTarget, join_target, lower_path

#: https://drafts.csswg.org/css-values-4/#urls, with the format that may follow it in a font face.
_URL = re.compile(
    r"url\(\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"'()]+))\s*\)(?:\s*format\(\s*[\"']?([\w-]+))?", re.IGNORECASE
)
_SRC = re.compile(r"(?:^|[;{}\s])src\s*:", re.IGNORECASE)
_FORMATS = ("woff2", "woff", "truetype", "opentype", "collection")
_FONTS = frozenset({*_FORMATS, *(f"{form}-variations" for form in _FORMATS)})
_PIXELS = re.compile(r"\s*\+?([0-9]{1,6})(?:\.[0-9]+)?\s*(?:px\s*)?", re.IGNORECASE)

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
#: The most references that are read of one block of CSS.
_MOST_IN_BLOCK = 1000
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
        if "url(" in attr(tag, "style", ""):
            yield from ((tag, "image", url) for url, _ in css_urls(without_comments(attr(tag, "style", ""))))
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
        imported = (("stylesheet", reference) for reference in css_imports(css.text))
        for kind, reference in (*imported, *(css_loads(css) if css.tag is None else ())):
            try:
                url = join_target(css.url or document.base_url, reference).url
            except InvalidTarget:
                continue
            if len(url) <= _LONGEST:
                place = Place(snippet=f"{url} in {css.url}" if css.url else url)
                certain, destination = kind == "stylesheet", DESTINATIONS[kind]
                loaded = Resource(url=url, kind=kind, destination=destination, certain=certain, place=place)
                found.setdefault(url, loaded)
        if len(found) >= MOST_SHEET_RESOURCES:
            break
    return tuple(islice(found.values(), MOST_SHEET_RESOURCES))


def texts(document: Document) -> Mapping[str, TextFile]:
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


def css_loads(css: CssText) -> Sequence[tuple[str, str]]:
    """Return kind and reference of the resources in a piece of CSS; for a font face, only the file that is loaded."""
    return css.content.once(_loads) if css.content.mentions("url(") else ()


def _loads(text: str) -> Sequence[tuple[str, str]]:
    return [found for prelude, body in innermost_blocks(text) for found in block_loads(prelude, body)]


def block_loads(prelude: str, body: str) -> Iterator[tuple[str, str]]:
    """Iterate over kind and reference of the resources in one block."""
    if "url(" not in body.lower():
        return
    if prelude.lower().endswith("@font-face"):
        chosen = _font_file(body)
        if chosen:
            yield "font", chosen
    else:
        yield from (("image", url) for url, _ in css_urls(body))


def _font_file(body: str) -> str:
    """
    Return the file that browsers load for a font face, or an empty string if it is in the stylesheet itself.

    The last ``src`` counts, and in it the first file of a supported format. A file of another format, which is meant
    for older browsers, is requested only if there is no supported one.

    https://drafts.csswg.org/css-fonts-4/#src-desc
    """
    files: list[tuple[str, str]] = []
    for part in reversed(_SRC.split(body)[1:]):
        files = [(_reference(match), (match[4] or "").lower()) for match in islice(_URL.finditer(part), 20)]
        known = next((url for url, kind in files if _is_font(url, kind)), None)
        if known is not None:
            return known if _is_file(known) else ""
    return next((url for url, _ in files if _is_file(url)), "")


def _is_font(url: str, kind: str) -> bool:
    """Return whether current browsers support the declared format of a font file, or the format its name implies."""
    name = lower_path(url)
    return kind in _FONTS if kind else bool(name) and not name.endswith((".eot", ".svg"))


def css_urls(css: str) -> Iterator[tuple[str, str]]:
    """Iterate over the references to other files in CSS, with their declared formats."""
    for match in islice(_URL.finditer(css), _MOST_IN_BLOCK):
        url = _reference(match)
        if _is_file(url):
            yield url, (match[4] or "").lower()


def _reference(match: re.Match[str]) -> str:
    return next((group for group in match.groups()[:3] if group), "")


def _is_file(url: str) -> bool:
    """Return whether a reference leads to another file."""
    return bool(url) and not url.lstrip()[:5].lower().startswith(("data:", "#")) and len(url) <= _LONGEST


def is_lazy(tag: Tag) -> bool:
    """Return whether an element's file is loaded lazily."""
    return attr(tag, "loading", "").strip().lower() == "lazy"


def shown_size(tag: Tag) -> tuple[int, int]:
    """
    Return the displayed width and height of an image by its attributes, in CSS pixels, or 0 if unknown.

    The size is unknown for an image with other candidates or with ``object-fit``.
    """
    if tag.name != "img" or "srcset" in tag.attrs or "object-fit" in attr(tag, "style", ""):
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
