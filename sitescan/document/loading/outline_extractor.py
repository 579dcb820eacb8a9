"""Extraction of the outline of a page, which the network probes need before the rules run."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from bs4.element import Tag
from msgspec.json import Encoder

from sitescan.document.css.external_stylesheets import is_stylesheet
from sitescan.document.css.stylesheet_content import inline_content
from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates, canonicals
from sitescan.document.indexing.robots_meta import exclusions, for_all
from sitescan.document.layout.screen_boxes import screen_boxes
from sitescan.document.links.acting_links import may_act
from sitescan.document.links.linked_page_reader import read
from sitescan.document.links.references import named
from sitescan.document.loading.app_shell import is_scripted
from sitescan.document.loading.resource_inventory import DESTINATIONS, candidates, is_lazy, shown_size
from sitescan.document.loading.social_cards import PREVIEW_IMAGES
from sitescan.document.scripts.script_elements import script_type
from sitescan.document.scripts.script_references import MODULE, ImportedModule, imported_modules
from sitescan.document.source_location import shorten
from sitescan.document.stated_policies import upgrades_insecure_requests
from sitescan.document.tree import HTML, SVG, attr, own_text, text, tokens
from sitescan.model.outline import Link, Outline, Place, Reference, Resource
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, Target, origin_of

_T = TypeVar("_T", Link, Reference, Resource)
_ENCODER = Encoder()

#: The destinations of preloaded modules that aren't JavaScript: https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
_PRELOADED_MODULES = {"json": "json", "style": "style", "text": "text"}
#: The kinds of resources loaded by ``link`` elements, by a token of ``rel``.
_LINK_KINDS = {"stylesheet": "stylesheet", "icon": "icon", "modulepreload": "script"}
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

#: The kinds of files that are requested as media, by the name of the element or the value of ``as``.
_MEDIA = {"audio": "media", "video": "media", "source": "media", "track": "track"}

#: The kinds of requests that are requests for files.
_FILES = frozenset({"font", "frame", "image", "media", "script", "stylesheet"})


def outline(document: Document, *, links: int, resources: int, renders: bool = False) -> Outline:
    """
    Return the outline of a page.

    :param links: the maximum number of distinct URLs of hyperlinks and references.
    :param resources: the maximum number of distinct URLs of resources.
    :param renders: whether there is a renderer, which asks whether scripts seem to write content.
    """
    found_links, links_left_out = _capped(_links(document), links)
    loads = (*_resources(document), *_imported(document))
    named = {load.url for load in loads}
    loads = (*loads, *(load for load in _requested(document) if load.url not in named))
    certain_urls = {load.url for load in loads}
    found_resources, resources_left_out = _capped((*loads, *_candidates(document, certain_urls)), resources)
    room = links - len({link.url for link in found_links})
    found_references, references_left_out = _capped(_references(document, certain_urls), room)
    canonical = next((relation.href for relation in canonicals(document)), "")
    preview = next(filter(None, map(document.meta, PREVIEW_IMAGES)), "")
    return Outline(
        links=found_links,
        links_left_out=links_left_out,
        references=found_references,
        references_left_out=references_left_out,
        resources=found_resources,
        resources_left_out=resources_left_out,
        imports=tuple(_imports(document))[:resources],
        canonical=_url(document, canonical),
        noindex=for_all(exclusions(document)),
        upgrades=upgrades_insecure_requests(document),
        alternates=tuple(_alternates(document)),
        amp=_amp(document),
        preview=_url(document, preview),
        icon=_icon(document),
        scripted=renders and is_scripted(document),
        itself=read(document, ()),
        boxes=tuple(screen_boxes(document)),
    )


def _url(document: Document, reference: str, too_long: str = "") -> str:
    """
    Return the URL of a reference; empty if it is empty or invalid.

    :param too_long: what is returned instead of a URL that is too long to be requested.
    """
    url = (document.resolve(reference) or "") if reference else ""
    return url if len(url) <= MAX_URL_LENGTH else too_long


def _alternates(document: Document) -> Iterator[tuple[str, str]]:
    """Iterate over the URLs of other language versions to be requested, with their language codes."""
    codes: dict[str, str] = {}
    # The default is one of the versions on many sites, whose language says more.
    for relation in sorted(alternates(document), key=lambda relation: relation.hreflang.strip().lower() == "x-default"):
        url = relation.url.partition("#")[0] if relation.url is not None else ""
        if url.startswith(("http://", "https://")) and url != document.url and len(url) <= MAX_URL_LENGTH:
            codes.setdefault(url, relation.hreflang.strip()[:_LONGEST_TOKEN])
    yield from islice(codes.items(), MOST_ALTERNATES)


def _amp(document: Document) -> str:
    references = (attr(link, "href", "").strip() for link in document.rel("amphtml"))
    target = next((_target(document, reference) for reference in references if reference), None)
    return target.url if target is not None else ""


def _icon(document: Document) -> str:
    """Return the URL of the first icon, or ``data:`` for an icon that is part of the page."""
    references = (attr(link, "href", "").strip() for link in document.rel("icon"))
    return _url(document, next(filter(None, references), ""), too_long="data:")


#: The maximum number of listed occurrences of a URL with one fragment, and with all fragments: a page may contain
#: a URL ten thousand times.
_REPEATS = 5
#: The maximum number of language versions that are requested.
MOST_ALTERNATES = 20
MOST_OF_URL = 50

#: The maximum size, in bytes of JSON, of each list of an outline. Its places and texts are long on some pages.
_LONGEST_LIST = 512 * 1024

#: The maximum number and length of kept ``rel`` tokens; the longest defined ones are half as long.
_TOKENS, _LONGEST_TOKEN = 20, 50


class _Found(NamedTuple, Generic[_T]):
    """
    An occurrence of a URL, whose details are created only if it is listed.

    :ivar make: creates the listed object.
    """

    url: str
    make: Callable[[], _T]
    fragment: str = ""


def _capped(found: Iterable[_Found[_T]], limit: int) -> tuple[tuple[_T, ...], int]:
    kept: list[_T] = []
    room = _LONGEST_LIST
    seen: Counter[str] = Counter()
    parts: Counter[tuple[str, str]] = Counter()
    left_out: set[str] = set()
    for item in found:
        if item.url not in seen and (len(seen) >= limit or room <= 0):
            left_out.add(item.url)
            continue
        part = (item.url, item.fragment)
        seen[item.url] += 1
        parts[part] += 1
        if room > 0 and parts[part] <= _REPEATS and seen[item.url] <= MOST_OF_URL:
            kept.append(item.make())
            room -= len(_ENCODER.encode(kept[-1]))
    return tuple(kept), len(left_out)


def _links(document: Document) -> Iterator[_Found[Link]]:
    for tag in document.all("a", "area"):
        href = _href(tag)
        target = _joined(document, href) if href is not None else None
        if href is not None and target is not None:
            make = partial(_link, document, tag, href, target)
            yield _Found(target.url[:MAX_URL_LENGTH], make, target.fragment[:MAX_URL_LENGTH])


def _link(document: Document, tag: Tag, href: str, target: Target) -> Link:
    return Link(
        url=target.url[:MAX_URL_LENGTH],
        fragment=target.fragment[:MAX_URL_LENGTH],
        href=shorten(href),
        text=shorten(text(tag)),
        rel=tuple(token for token in tokens(tag, "rel") if len(token) <= _LONGEST_TOKEN)[:_TOKENS],
        skipped=_skipped(target, tag),
        place=_place(document, tag),
    )


def _place(document: Document, tag: Tag) -> Place:
    place = document.place(tag)
    assert place is not None  # noqa: S101 - an element has a place
    return place


def _href(tag: Tag) -> str | None:
    """Return the ``href`` of an HTML or SVG hyperlink, or ``None``."""
    href = attr(tag, "href")
    if tag.namespace == SVG and href is None:
        return attr(tag, "xlink:href")
    return href if tag.namespace in (HTML, SVG) else None


def _skipped(target: Target, tag: Tag) -> str:
    """Return why a link is not requested, or an empty string."""
    if _length(target) > MAX_URL_LENGTH:
        return f"its address has {_length(target):,} characters"
    if may_act(target.path, tag):
        return "following it may end a session or change something"
    return ""


def _resources(document: Document) -> Iterator[_Found[Resource]]:
    for tag in document.all(*_SOURCES, "object", "input", "link"):
        kind, reference = _loads(tag)
        if not kind or not reference.strip() or document.in_noscript(tag):
            continue
        target = _target(document, reference)
        if target is not None:
            yield _Found(target.url, partial(_resource, document, tag, kind, target.url))


def _imported(document: Document) -> Iterator[_Found[Resource]]:
    """Iterate over the modules that inline modules import."""
    for module in imported_modules(document):
        if len(module.url) <= MAX_URL_LENGTH:
            place = partial(_place, document, module.tag)
            yield _Found(module.url, partial(_module, module, place))


def _module(module: ImportedModule, place: Callable[[], Place]) -> Resource:
    return Resource(url=module.url, kind="script", destination=module.destination, place=place())


def _requested(document: Document) -> Iterator[_Found[Resource]]:
    """Iterate over the files that a rendered page has requested."""
    for request in document.page.measured.requests:
        if request.kind in _FILES and not request.failed:
            place = Place(snippet=shorten(request.url))
            yield _Found(request.url, partial(Resource, url=request.url, kind=request.kind, place=place))


def _resource(document: Document, tag: Tag, kind: str, url: str) -> Resource:
    width, height = shown_size(tag)
    return Resource(
        url=url,
        kind=kind,
        destination=_destination(document, tag, kind, url),
        lazy=is_lazy(tag),
        width=width,
        height=height,
        place=_place(document, tag),
    )


def _candidates(document: Document, certain_urls: set[str]) -> Iterator[_Found[Resource]]:
    """Iterate over the resources that a browser may load, without those that it certainly loads."""
    for tag, kind, reference in candidates(document):
        target = _target(document, reference)
        if target is not None and target.url not in certain_urls:
            yield _Found(target.url, partial(_candidate, document, tag, kind, target.url))


def _candidate(document: Document, tag: Tag, kind: str, url: str) -> Resource:
    destination = DESTINATIONS.get(kind, "")
    place = _place(document, tag)
    return Resource(url=url, kind=kind, destination=destination, lazy=is_lazy(tag), certain=False, place=place)


def _references(document: Document, loaded: set[str]) -> Iterator[_Found[Reference]]:
    for name in named(document):
        if name.url not in loaded:
            yield _Found(name.url, partial(name.reference, document), name.fragment)


def _imports(document: Document) -> Iterator[str]:
    for style in document.all("style"):
        for imported in inline_content(own_text(style)).imports:
            target = _target(document, imported.reference)
            if target is not None:
                yield target.url


def _loads(tag: Tag) -> tuple[str, str]:
    """Return the kind of resource that an element loads, and its reference; empty if it loads none."""
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
        if is_stylesheet(tag):
            return "stylesheet", attr(tag, "href", "")
        if "preload" in rel:
            return _PRELOADS.get(attr(tag, "as", "").lower(), "media"), attr(tag, "href", "")
        return next((_LINK_KINDS[token] for token in rel if token in _LINK_KINDS), ""), attr(tag, "href", "")
    return "", ""


def _destination(document: Document, tag: Tag, kind: str, url: str) -> str:
    """Return the kind of file that browsers request for an element; empty if it may be any, or if nobody sees it."""
    if kind == "media":
        named = attr(tag, "as", "").strip().lower() if tag.name == "link" else tag.name
        return _MEDIA.get(named, "")
    if kind == "script":
        if tag.name == "link" and "modulepreload" in tokens(tag, "rel"):
            return _PRELOADED_MODULES.get(attr(tag, "as", "").strip().lower(), MODULE)
        type_ = "classic" if tag.name == "link" else script_type(tag)
        return {"module": "module", "classic": "script"}.get(type_, "")
    if kind == "stylesheet" and document.quirks and origin_of(url) == origin_of(document.url):
        # https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
        return ""
    is_pixel = {attr(tag, name, "").strip() for name in ("width", "height")} <= {"0", "1"}
    return "" if is_pixel and kind == "image" else DESTINATIONS.get(kind, "")


def _target(document: Document, reference: str) -> Target | None:
    """Return the target of a reference, or ``None`` if it is no HTTP URL or is too long."""
    target = _joined(document, reference)
    return target if target is not None and _length(target) <= MAX_URL_LENGTH else None


def _joined(document: Document, reference: str) -> Target | None:
    try:
        return document.target(reference)
    except InvalidTarget:
        return None


def _length(target: Target) -> int:
    return len(target.url) + len(target.fragment)
