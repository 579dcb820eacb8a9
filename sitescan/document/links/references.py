"""The addresses in a page other than those of hyperlinks and loaded resources."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from bs4.element import Tag

from sitescan.document.css.applicable_rules import may_apply
from sitescan.document.css.style_block import LazyStyleBlock
from sitescan.document.css.stylesheet_content import CssContent
from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.indexing.refreshes import declared_refresh
from sitescan.document.links.linked_page_reader import not_in_source
from sitescan.document.links.script_effects import parts_may_come
from sitescan.document.scripts.import_map import is_import_map, mapped_references
from sitescan.document.scripts.script_elements import script_type
from sitescan.document.structured_data.json_ld import json_ld
from sitescan.document.tree import attr, own_text, tokens
from sitescan.model.outline import Place, Reference
from sitescan.standards.css.declared_files import image_references
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css.stylesheet_items import FontFace
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.structured_fields import Malformed, parse_list
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, Target, join_target

#: A URL as written, a description of its source, and its location.
_Written = tuple[str, str, Tag | Place]

#: Attributes that contain one URL, by element.
_ATTRIBUTES = {
    "img": ("longdesc",),
    "video": ("poster",),
    "blockquote": ("cite",),
    "q": ("cite",),
    "ins": ("cite",),
    "del": ("cite",),
    "body": ("background",),
    "table": ("background",),
    "td": ("background",),
    "th": ("background",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
_SRCSETS = {"img": "srcset", "source": "srcset", "link": "imagesrcset"}

#: Link relations that lead to pages, and to files that browsers load later or on few devices. Preconnect and
#: dns-prefetch name no file, pingback and similar relations expect POST requests, and loaded files are resources.
_RELS = frozenset(
    "alternate amphtml apple-touch-icon apple-touch-icon-precomposed author canonical first glossary help index last "
    "license manifest mask-icon next prefetch prerender prev privacy-policy search shortlink terms-of-service".split()
)
_LINK_DESTINATIONS = {
    "apple-touch-icon": "image",
    "apple-touch-icon-precomposed": "image",
    "manifest": "manifest",
    "mask-icon": "image",
}
#: The descriptions of the places of images.
_IMAGES = frozenset(
    {
        *("srcset", "imagesrcset", "video poster", "image href", "image xlink:href"),
        *("body background", "table background", "td background", "th background"),
    }
)
#: The description of the place of modules in an import map.
_MAPPED = "import map"
#: The header field that names files with speculation rules.
_SPECULATION_RULES = "Speculation-Rules"
#: The places of images of which a part is drawn.
_DRAWINGS = frozenset({"use href", "use xlink:href"})
_METAS = (
    "og:url",
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "og:video",
    "og:video:url",
    "og:audio",
    "twitter:image",
    "twitter:image:src",
)
_JSON_LD = frozenset("url image logo sameAs contentUrl embedUrl thumbnailUrl downloadUrl installUrl".split())

#: https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
_CANDIDATE = lazy_pattern(r"[\s,]*([^\s,]\S*)")
_COMMA_OR_BRACKETS = lazy_pattern(r",|\([^)]*\)?")

#: The maximum number of values in a JSON-LD block, and of addresses in a piece of CSS or a srcset.
_MOST = 1000
_LONGEST = 2048
MOST_IN_SHEETS = 200


class Named(NamedTuple):
    """
    An address found in a page.

    :ivar url: the absolute URL without fragment.
    :ivar source: a description of where the address was found.
    :ivar at: the element, or a place if the address is not in an element of the page.
    :ivar fragment: the part of the file that the page draws; empty if it is the whole file.
    """

    url: str
    source: str
    at: Tag | Place
    fragment: str = ""

    def reference(self, document: Document) -> Reference:
        """Return the address as a reference with its place."""
        place = document.place(self.at) or Place()
        return Reference(
            url=self.url,
            source=self.source,
            fragment=self.fragment,
            destination=_destination(self.source, self.url),
            place=place,
        )


def named(document: Document) -> Iterator[Named]:
    """Iterate over the addresses in the page's source, by the kind of place: elements, head, CSS, JSON-LD."""
    written = chain(_in_elements(document), _in_head(document), _in_css(document), _in_import_maps(document))
    yield from _absolute(written, document.target)
    yield from _absolute(chain(_in_headers(document), _in_json_ld(document)), partial(join_target, document.url))
    yield from _lost_drawings(document)


def sheet_references(document: Document) -> tuple[Reference, ...]:
    """Return the first addresses in the page's external stylesheets, without duplicates."""
    found: dict[str, Named] = {}
    for css in css_texts(document):
        if css.tag is None:
            place = Place(snippet=css.url)
            written = ((url, source, place) for url, source in _urls_of(document, css.content))
            for address in _absolute(written, partial(join_target, css.url)):
                found.setdefault(address.url, address)
    return tuple(address.reference(document) for address in islice(found.values(), MOST_IN_SHEETS))


def _destination(source: str, url: str) -> str:
    """Return the kind of file that browsers request for an address; empty if it may be any."""
    if source == _SPECULATION_RULES:
        return "speculationrules"
    if source == _MAPPED:
        # A module of another type has the same name in the map.
        return "module" if url.partition("?")[0].endswith((".js", ".mjs")) else ""
    if source.startswith("link "):
        words = source.split()
        return next((_LINK_DESTINATIONS[word] for word in words if word in _LINK_DESTINATIONS), "")
    return "image" if source in _IMAGES else ""


def srcset_urls(text: str) -> Iterator[str]:
    """Iterate over the URLs of a ``srcset``."""
    return (url for url, _ in srcset_candidates(text))


def srcset_candidates(text: str) -> Iterator[tuple[str, str]]:
    """Iterate over the candidates of a ``srcset``: the URL, and its descriptors as written."""
    at = 0
    for _ in range(_MOST):
        match = _CANDIDATE.match(text, at)
        if match is None:
            return
        url, begin = match[1], match.end()
        at = begin if url.endswith(",") else _end_of_descriptors(text, begin)
        yield url.rstrip(","), text[begin:at].strip()


def _end_of_descriptors(text: str, at: int) -> int:
    """Return the offset of the first comma that is not in brackets, or the end of the text."""
    comma = text.find(",", at)
    end = len(text) if comma < 0 else comma
    if "(" not in text[at:end]:
        return end
    return next((found.start() for found in _COMMA_OR_BRACKETS.finditer(text, at) if found[0] == ","), len(text))


def _in_elements(document: Document) -> Iterator[_Written]:
    for tag in document.elements:
        for name in _ATTRIBUTES.get(tag.name, ()):
            yield attr(tag, name, ""), f"{tag.name} {name}", tag
        if tag.name in _SRCSETS and _SRCSETS[tag.name] in tag.attrs:
            name = _SRCSETS[tag.name]
            yield from ((url, name, tag) for url in srcset_urls(attr(tag, name, "")))
        if "style" in tag.attrs:
            found = image_references(preprocess(attr(tag, "style", "")))
            yield from ((url, "style url()", tag) for url in found[:_MOST])
        if tag.name == "form" and attr(tag, "method", "get").strip().lower() in ("", "get"):
            yield attr(tag, "action", ""), "form action", tag


def _in_head(document: Document) -> Iterator[_Written]:
    for link in document.all("link"):
        rel = tokens(link, "rel")
        if _RELS.intersection(rel) and "stylesheet" not in rel:
            yield attr(link, "href", ""), f"link {' '.join(rel)}", link
    for name in _METAS:
        yield from ((attr(meta, "content", ""), name, meta) for meta in document.metas(name))
    for meta in document.metas("refresh"):
        declared = declared_refresh(attr(meta, "content", ""))
        if declared is not None:
            yield declared[1], "meta refresh", meta


def _in_css(document: Document) -> Iterator[_Written]:
    for css in css_texts(document):
        tag = css.tag
        if tag is not None:
            yield from ((url, f"style {source}", tag) for url, source in _urls_of(document, css.content))


def _in_import_maps(document: Document) -> Iterator[_Written]:
    """Iterate over the modules that import maps name, if the page has a module that may import them."""
    scripts = document.all("script")
    if any(script_type(tag) == "module" and not document.in_noscript(tag) for tag in scripts):
        for tag in scripts:
            if is_import_map(tag):
                # An address that ends with a slash stands for the files in a folder.
                modules = (address for address in mapped_references(own_text(tag)) if not address.endswith("/"))
                yield from ((address, _MAPPED, tag) for address in modules)


def _urls_of(document: Document, css: CssContent) -> Iterator[tuple[str, str]]:
    """Iterate over the files that a stylesheet loads: those of rules that may apply, and one source of a font face."""
    loads = (
        load
        for item, files in css.loading
        if not isinstance(item, LazyStyleBlock) or may_apply(document, item)
        for load in files
        if not isinstance(item, FontFace) or load.reference == item.file
    )
    return ((load.reference, "@import" if load.kind == "stylesheet" else "url()") for load in islice(loads, _MOST))


def _lost_drawings(document: Document) -> Iterator[Named]:
    """Iterate over the parts of the page that ``use`` elements draw and the page certainly lacks."""
    drawn: dict[str, tuple[str, Tag]] = {}
    for tag in document.all("use"):
        name = "href" if "href" in tag.attrs else "xlink:href"
        written = attr(tag, name, "").strip()
        if written.startswith("#") and len(written) <= MAX_URL_LENGTH and not document.in_noscript(tag):
            drawn.setdefault(written[1:], (name, tag))
    if drawn and not parts_may_come(document):
        for fragment in not_in_source(document, drawn):
            name, tag = drawn[fragment]
            yield Named(document.url, f"{tag.name} {name}", tag, fragment)


def _in_headers(document: Document) -> Iterator[_Written]:
    """Iterate over the files with speculation rules that a header field names."""
    try:
        files = parse_list(document.exchange.headers.get(_SPECULATION_RULES))
    except Malformed:
        return
    place = Place(snippet=_SPECULATION_RULES)
    yield from ((file, _SPECULATION_RULES, place) for file in files[:_MOST] if isinstance(file, str))


def _in_json_ld(document: Document) -> Iterator[_Written]:
    for block in json_ld(document):
        waiting = [block.data]
        looked = 0
        while waiting and looked < _MOST:
            value = waiting.pop()
            looked += 1
            if isinstance(value, list):
                waiting.extend(value[:_MOST])
            elif isinstance(value, dict):
                waiting.extend(islice(value.values(), _MOST))
                for name in filter(_JSON_LD.__contains__, value):
                    yield from ((url, f"JSON-LD {name}", block.tag) for url in _strings(value[name]))


def _strings(value: object) -> list[str]:
    values = value[:_MOST] if isinstance(value, list) else [value]
    return [value for value in values if isinstance(value, str)]


def _absolute(written: Iterable[_Written], target: Callable[[str], Target]) -> Iterator[Named]:
    for text, source, at in written:
        if not text.strip() or text.lstrip().startswith("#") or len(text) > _LONGEST:
            continue
        try:
            found = target(text)
            yield Named(found.url, source, at, found.fragment if source in _DRAWINGS else "")
        except InvalidTarget:
            continue
