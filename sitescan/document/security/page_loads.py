"""
Everything that a page's source loads or runs, with the policy directive that restricts it.

Declarative shadow roots, ``srcdoc`` frames and ``data:`` frames are included: a page's policy is
enforced in them too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import filterfalse, islice
from urllib.parse import unquote_to_bytes

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.parsing.parse import parse
from sitescan.document.scripts.import_map import import_map, is_import_map, mapped_references, merged_import_map
from sitescan.document.scripts.script_elements import is_script, script_file, script_reference, script_type
from sitescan.document.scripts.script_references import imported_modules, module_imports
from sitescan.document.security.element_references import MODULES, PRELOADS, may_load, references, references_in_css
from sitescan.document.security.event_handlers import HANDLERS, handlers
from sitescan.document.tree import attr, own_text, within
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.urls import resolve

#: URL schemes that are loaded without a request.
LOCAL_SCHEMES = ("data:", "blob:", "filesystem:")

JAVASCRIPT_URL = "javascript:"
"""The pseudo-directive of a frame whose address is a script: ``script-src-elem`` with a hash of the whole address."""

#: The maximum number of embedded frame documents that are read, and their maximum length.
_MOST_FRAMES, _LONGEST_FRAME = 10, 100_000

_DATA_PAGE = lazy_pattern(r"data:(?:text/html|application/xhtml\+xml|image/svg\+xml)[^,]{0,200},", re.IGNORECASE)


@frozen
class Load:
    """
    A reference of the page.

    :ivar directive: the fetch directive (``script-src-elem``, ...) that restricts it; ``default-src`` for a prefetch.
    :ivar url: the absolute URL; truncated for ``data:`` and similar schemes.
    :ivar tag: the element, the frame of an embedded frame document, or ``None`` for a reference in an external file or
        a header field.
    :ivar certain: whether every browser loads it, independent of candidates, styles and scripts.
    :ivar nonce: the ``nonce`` of the element.
    :ivar by_parser: whether it is a script element in the source.
    :ivar source: the URL of the file that contains the reference; empty for the page.
    """

    directive: str
    url: str
    # Beautiful Soup compares elements by their whole markup.
    tag: Tag | None = field(default=None, eq=id)
    certain: bool = True
    nonce: str = ""
    by_parser: bool = True
    source: str = ""


@frozen
class Inline:
    """
    An inline script or style.

    :ivar directive: ``script-src-elem``, ``script-src-attr``, ``style-src-elem``, ``style-src-attr`` or
        :data:`JAVASCRIPT_URL`.
    :ivar text: the text that browsers hash.
    """

    directive: str
    text: str
    tag: Tag
    nonce: str = ""


@frozen
class _Part:
    """Elements of the page itself, or of an embedded frame document, which has the same base URL."""

    elements: tuple[Tag, ...]
    frame: Tag | None = None


@view
def page_loads(document: Document) -> tuple[Load, ...]:
    """Return the references in the page's source; references of its scripts are found only by running them."""
    return tuple(dict.fromkeys(_loads(document)))


@view
def loading_elements(document: Document) -> Mapping[str, AbstractSet[int]]:
    """Return the ``id()`` of the elements that load each file, by its URL without fragment."""
    found: dict[str, set[int]] = {}
    for load in page_loads(document):
        found.setdefault(load.url.partition("#")[0], set()).add(id(load.tag))
    return found


@view
def inline_code(document: Document) -> tuple[Inline, ...]:
    """Return the inline scripts and styles of the page, without those for visitors without scripts."""
    return tuple(_inline(document))


def _loads(document: Document) -> Iterator[Load]:
    for part in _parts(document):
        for tag in part.elements:
            if may_load(tag):
                yield from _of_element(document, part, tag)
        yield from _imported(document, part)
    for css in css_texts(document):
        if css.tag is None:
            for directive, reference, certain in references_in_css(css.content):
                if url := _absolute(partial(resolve, css.url), reference):
                    yield Load(directive, url, None, certain, source=css.url)
    yield from _modules_of_files(document)
    yield from _from_header(document)


def _of_element(document: Document, part: _Part, tag: Tag) -> Iterator[Load]:
    for directive, reference, certain in references(tag):
        if url := _absolute(document.resolve, reference):
            yield Load(directive, url, part.frame or tag, certain, attr(tag, "nonce", ""))
    if tag.name == "base" and attr(tag, "href", "").strip():
        yield Load("base-uri", _absolute(partial(resolve, document.url), attr(tag, "href", "")), tag)


def _inline(document: Document) -> Iterator[Inline]:
    for part in _parts(document):
        for tag in part.elements:
            if tag.name in _WITH_CODE or not _CODE_ATTRIBUTES.isdisjoint(tag.attrs):
                yield from _inline_of(tag)


def _inline_of(tag: Tag) -> Iterator[Inline]:
    """Iterate over the inline script or style of an element and of its attributes."""
    if tag.name == "script":
        if _runs(tag) and not script_reference(tag):
            yield Inline("script-src-elem", own_text(tag), tag, attr(tag, "nonce", ""))
    elif tag.name == "style":
        yield Inline("style-src-elem", own_text(tag), tag, attr(tag, "nonce", ""))
    if "style" in tag.attrs:
        yield Inline("style-src-attr", attr(tag, "style", ""), tag)
    for _, text in handlers(tag):
        yield Inline("script-src-attr", text, tag)
    if tag.name in ("iframe", "frame") and "srcdoc" not in tag.attrs:
        address = attr(tag, "src", "").strip()
        if address[:11].lower() == "javascript:":
            yield Inline(JAVASCRIPT_URL, address, tag)


@view
def _parts(document: Document) -> tuple[_Part, ...]:
    """Return the page and the frame documents embedded in it, without frames in frames."""
    own = [*document.elements]
    if document.all("noscript"):
        own = list(filterfalse(document.in_noscript, own))
    found = [_Part(tuple(own))]
    frames = ((tag, text) for tag in own if tag.name == "iframe" and (text := _frame_source(tag)))
    for frame, text in islice(frames, _MOST_FRAMES):
        elements = tuple(tag for tag in parse(text).soup.find_all(True) if not within(tag, "noscript", "template"))
        found.append(_Part(elements, frame))
    return tuple(found)


def _frame_source(tag: Tag) -> str:
    """Return the source of a frame document embedded in an attribute, or an empty string."""
    source = attr(tag, "srcdoc")
    if source is None:
        address = attr(tag, "src", "").strip()
        match = _DATA_PAGE.match(address) if len(address) <= _LONGEST_FRAME else None
        # Base64 content is seldom written by hand, and needs only the scheme in a policy.
        source = unquote_to_bytes(address[match.end() :]).decode("utf-8", "replace") if match is not None else ""
        if match is not None and "base64" in match[0].lower():
            source = ""
    return source if len(source) <= _LONGEST_FRAME else ""


#: Elements that contain or load code, and attributes that contain code.
_WITH_CODE = frozenset({"script", "style", "iframe", "frame"})
_CODE_ATTRIBUTES = frozenset({"style", *HANDLERS})


def _runs(tag: Tag) -> bool:
    """Return whether a policy restricts the content of a script element."""
    return is_script(tag) or attr(tag, "type", "").strip().lower() in ("importmap", "speculationrules")


def _imported(document: Document, part: _Part) -> Iterator[Load]:
    """Iterate over the references in import maps and inline modules."""
    static = {(id(module.tag), module.url): module for module in imported_modules(document)}
    for module in static.values():
        if part.frame is None:
            nonce = attr(module.tag, "nonce", "")
            directive = MODULES.get(module.destination, "script-src-elem")
            yield Load(directive, module.url, module.tag, certain=True, nonce=nonce, by_parser=False)
    scripts = [tag for tag in part.elements if tag.name == "script" and not script_reference(tag)]
    names = import_map(document) if part.frame is None else merged_import_map(scripts, document.base_url)
    for tag in scripts:
        nonce = attr(tag, "nonce", "")
        if is_import_map(tag):
            found: Iterable[tuple[str | None, str]] = (
                (document.resolve(reference), "") for reference in mapped_references(own_text(tag))
            )
        elif is_script(tag):
            imports = module_imports(own_text(tag), script_type(tag))
            found = ((names.url(one.specifier, document.base_url), one.destination) for one in imports)
        else:
            continue
        for reference, destination in found:
            url = _absolute(str, reference or "")
            if url and (id(tag), url) not in static:
                directive = MODULES.get(destination, "script-src-elem")
                yield Load(directive, url, part.frame or tag, False, nonce, by_parser=False)


def _modules_of_files(document: Document) -> Iterator[Load]:
    """Iterate over the imports of the external modules that were read."""
    for tag in document.all("script"):
        if script_reference(tag) and script_type(tag) == "module":
            file = script_file(document, tag)
            if file is not None and not file.problem:
                for imported in module_imports(file.body.decode("utf-8", "replace"), "module"):
                    if url := _absolute(str, import_map(document).url(imported.specifier, file.url)):
                        directive = MODULES.get(imported.destination, "script-src-elem")
                        yield Load(directive, url, None, False, by_parser=False, source=file.url)


def _from_header(document: Document) -> Iterator[Load]:
    """Iterate over the references preloaded by the ``Link`` header field."""
    for link in parse_link_header(document.exchange.headers.get("link")):
        directive = ""
        if "preload" in link.rel:
            directive = PRELOADS.get(link.parameters.get("as", "").lower(), "")
        elif "modulepreload" in link.rel:
            directive = MODULES.get(link.parameters.get("as", "").lower(), "script-src-elem")
        elif "stylesheet" in link.rel:
            directive = "style-src-elem"
        if directive and (url := _absolute(partial(resolve, document.url), link.target)):
            yield Load(directive, url, None, False)


def _absolute(resolved: Callable[[str], str | None], reference: str) -> str:
    """Return the absolute URL of a reference, or an empty string if it loads nothing."""
    reference = reference.strip()
    if not reference or reference.startswith("#"):
        return ""
    if reference[:11].lower().startswith(LOCAL_SCHEMES):
        return reference[:200]
    url = resolved(reference[:4000])
    return "" if url is None or url.startswith(("javascript:", "about:")) else url
