"""
Everything that a page's source loads or runs, with the policy directive that restricts it.

Declarative shadow roots, ``srcdoc`` frames and ``data:`` frames are included: a page's policy is
enforced in them too.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import filterfalse, islice
from typing import Any
from urllib.parse import unquote_to_bytes

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.css.stylesheet_text import CssContent, css_texts, without_comments
from sitescan.document.document import Document
from sitescan.document.links.references import srcset_urls
from sitescan.document.parse import parse
from sitescan.document.script_elements import is_script, script_file, script_reference, script_type
from sitescan.document.security.event_handlers import HANDLERS, handlers
from sitescan.document.tree import HTML, SVG, attr, descendants, own_text, tokens, within
from sitescan.document.views import view
from sitescan.standards.css_imports import css_imports
from sitescan.standards.link_header import parse_link_header
from sitescan.standards.urls import resolve

#: URL schemes that are loaded without a request.
LOCAL_SCHEMES = ("data:", "blob:", "filesystem:")

JAVASCRIPT_URL = "javascript:"
"""The pseudo-directive of a frame whose address is a script: ``script-src-elem`` with a hash of the whole address."""

#: The maximum number of embedded frame documents that are read, and their maximum length.
_MOST_FRAMES, _LONGEST_FRAME = 10, 100_000
#: The maximum number of references of an import map or script, and the maximum length of a script that is read.
_MOST, _LONGEST_SCRIPT = 200, 500_000

_BACKGROUND = (("img-src", "background"),)
#: The directives that restrict the attributes of each element.
_ATTRIBUTES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "img": (("img-src", "src"),),
    "image": (("img-src", "href"), ("img-src", "xlink:href")),
    "feimage": (("img-src", "href"), ("img-src", "xlink:href")),
    "use": (("img-src", "href"), ("img-src", "xlink:href")),
    "body": _BACKGROUND,
    **dict.fromkeys(("table", "thead", "tbody", "tfoot", "tr", "td", "th"), _BACKGROUND),
    "video": (("media-src", "src"), ("img-src", "poster")),
    "audio": (("media-src", "src"),),
    "track": (("media-src", "src"),),
    # Chromium checks both directives: https://www.w3.org/TR/CSP3/#directive-object-src
    "object": (("object-src", "data"), ("frame-src", "data")),
    "embed": (("object-src", "src"), ("frame-src", "src")),
    "frame": (("frame-src", "src"),),
    "form": (("form-action", "action"),),
    "button": (("form-action", "formaction"),),
    "a": (("connect-src", "ping"),),
    "area": (("connect-src", "ping"),),
}
_LINKS = {
    "stylesheet": "style-src-elem",
    "icon": "img-src",
    "apple-touch-icon": "img-src",
    "apple-touch-icon-precomposed": "img-src",
    "mask-icon": "img-src",
    "manifest": "manifest-src",
    "prefetch": "default-src",
    "prerender": "default-src",
}
_PRELOADS = {
    "script": "script-src-elem",
    "style": "style-src-elem",
    "font": "font-src",
    "image": "img-src",
    "audio": "media-src",
    "video": "media-src",
    "track": "media-src",
    "fetch": "connect-src",
    "document": "frame-src",
    "worker": "worker-src",
    "object": "object-src",
    "embed": "object-src",
}
_ALSO_FRAMES = {("frame-src", "object"), ("frame-src", "embed")}
#: SVG attributes that may refer to another file.
_PAINTS = ("fill", "stroke", "filter", "mask", "clip-path", "marker-start", "marker-mid", "marker-end", "cursor")

# https://drafts.csswg.org/css-values-4/#urls and https://drafts.csswg.org/css-images-4/#image-set-notation
_FONT_FACE = re.compile(
    r"@font-face\s*\{"
    r"([^{}\"']*(?:(?:\"(?:[^\"\n]*\"|(?![^\"\n]*\"))|'(?:[^'\n]*'|(?![^'\n]*')))[^{}\"']*)*)\}",
    re.IGNORECASE,
)
_NAMESPACE = re.compile(r"@namespace\b[^;{}]{0,1000};", re.IGNORECASE)
_IMPORT = re.compile(
    r"@import\s*(?:url\(\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\"'()\s]+|(?=\))))\s*\)|\"([^\"\n]*)\"|'([^'\n]*)')",
    re.IGNORECASE,
)
# The pattern begins with a symbol: a search for a letter in either case takes ten times as long.
# A parenthesis after a URL is consumed, so that no other URL begins there.
_URL = re.compile(r"\((?<=url\()\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"'()]+)\(?)", re.IGNORECASE)
#: Parts of CSS that loads something.
_LOADING_CSS = ("url(", "@import", "image-set(")
_IMAGE_SET = re.compile(r"-set\((?<=image-set\()([^\"'{};]*(?:(?:\"[^\"\n]*\"|'[^'\n]*')[^\"'{};]*)*)", re.IGNORECASE)
_STRING = re.compile(r"(type\(\s*)?(?:\"([^\"\n]*)\"|'([^'\n]*)')", re.IGNORECASE)
_MODULE = re.compile(r"(?:\bfrom|\bimport)\s*(?:\(\s*)?(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
# No leading "\bimport": a pattern that begins with a literal is searched far faster.
_DYNAMIC = re.compile(r"import(?<!\wimport)\s*\(\s*(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
_DATA_PAGE = re.compile(r"data:(?:text/html|application/xhtml\+xml|image/svg\+xml)[^,]{0,200},", re.IGNORECASE)
_ADDRESS = re.compile(r"\.{0,2}/|[a-z][a-z0-9+.-]{0,20}:", re.IGNORECASE)


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
    """Elements with the same base URL: those of the page itself, or of an embedded frame document."""

    elements: tuple[Tag, ...]
    base: str
    frame: Tag | None = None


@view
def page_loads(document: Document) -> tuple[Load, ...]:
    """Return the references in the page's source; references of its scripts are found only by running them."""
    return tuple(dict.fromkeys(_loads(document)))


@view
def inline_code(document: Document) -> tuple[Inline, ...]:
    """Return the inline scripts and styles of the page, without those for visitors without scripts."""
    return tuple(_inline(document))


def sheet_references(css: CssContent) -> Sequence[tuple[str, str, bool]]:
    """Return the references of a stylesheet, like :func:`css_references`."""
    return css.once(_references_in) if css.mentions(*_LOADING_CSS) else ()


def css_references(css: str) -> Sequence[tuple[str, str, bool]]:
    """
    Return the references in a piece of CSS without comments: directive, reference, and whether it is certain.

    An ``@import`` is certain only before all rules; a namespace is a name, not a file.
    """
    lower = css.lower()
    return _references_in(css) if any(word in lower for word in _LOADING_CSS) else ()


def _references_in(css: str) -> Sequence[tuple[str, str, bool]]:
    return list(_find_references(css))


def _find_references(css: str) -> Iterator[tuple[str, str, bool]]:
    certain_urls = set(css_imports(css))
    for match in _IMPORT.finditer(css):
        reference = _group(match)
        yield "style-src-elem", reference, reference in certain_urls
    rest = _NAMESPACE.sub(" ", _IMPORT.sub(" ", css))
    for face in _FONT_FACE.finditer(rest):
        yield from (("font-src", _group(match), False) for match in _URL.finditer(face[1]))
    rest = _FONT_FACE.sub(" ", rest)
    yield from (("img-src", _group(match), False) for match in _URL.finditer(rest))
    for chosen in _IMAGE_SET.finditer(rest):
        for match in _STRING.finditer(chosen[1]):
            if match[1] is None:
                yield "img-src", match[2] or match[3] or "", False


def _loads(document: Document) -> Iterator[Load]:
    for part in _parts(document):
        for tag in part.elements:
            if tag.name in _LOADING or tag.namespace != HTML or not _LOADING_ATTRIBUTES.isdisjoint(tag.attrs):
                yield from _of_element(document, part, tag)
        yield from _imported(part)
    for css in css_texts(document):
        if css.tag is None:
            for directive, reference, certain in sheet_references(css.content):
                if url := _absolute(css.url, reference):
                    yield Load(directive, url, None, certain, source=css.url)
    yield from _modules_of_files(document)
    yield from _from_header(document)


def _of_element(document: Document, part: _Part, tag: Tag) -> Iterator[Load]:
    for directive, reference, certain in _references(tag):
        if url := _absolute(part.base, reference):
            yield Load(directive, url, part.frame or tag, certain, attr(tag, "nonce", ""))
    if tag.name == "base" and attr(tag, "href", "").strip():
        yield Load("base-uri", _absolute(document.url, attr(tag, "href", "")), tag)


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
    for template in document.all("template"):
        if "shadowrootmode" in template.attrs and not document.in_noscript(template):
            own += [node for node in descendants(template) if isinstance(node, Tag)]
    found = [_Part(tuple(own), document.base_url)]
    frames = ((tag, text) for tag in own if tag.name == "iframe" and (text := _frame_source(tag)))
    for frame, text in islice(frames, _MOST_FRAMES):
        elements = tuple(tag for tag in parse(text).soup.find_all(True) if not within(tag, "noscript", "template"))
        found.append(_Part(elements, document.base_url, frame))
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


def _references(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    """Iterate over the references of an element: directive, reference, and whether it is certain."""
    name = tag.name.lower()
    if name in _SPECIAL:
        yield from _SPECIAL[name](tag)
    for directive, attribute in _ATTRIBUTES.get(name, ()):
        values = attr(tag, attribute, "")
        certain = directive not in ("form-action", "connect-src") and (directive, name) not in _ALSO_FRAMES
        yield from ((directive, value, certain) for value in (values.split() if attribute == "ping" else (values,)))
    if name in ("img", "source") and "srcset" in tag.attrs:
        yield from (("img-src", url, False) for url in srcset_urls(attr(tag, "srcset", "")))
    if "style" in tag.attrs:
        yield from css_references(without_comments(attr(tag, "style", "")))
    if tag.namespace == SVG:
        yield from (
            reference for paint in _PAINTS if paint in tag.attrs for reference in css_references(attr(tag, paint, ""))
        )


def _of_script(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    if is_script(tag):
        yield "script-src-elem", script_reference(tag) or "", "nomodule" not in tag.attrs


def _of_style(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    yield from css_references(without_comments(own_text(tag)))


def _of_iframe(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    if "srcdoc" not in tag.attrs:
        yield "frame-src", attr(tag, "src", ""), True


def _of_input(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    if attr(tag, "type", "").strip().lower() == "image":
        yield "img-src", attr(tag, "src", ""), True
    yield "form-action", attr(tag, "formaction", ""), False


def _of_source(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    if tag.parent is None or tag.parent.name != "picture":
        yield "media-src", attr(tag, "src", ""), False


def _linked(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    rel = tokens(tag, "rel")
    href = attr(tag, "href", "")
    if "modulepreload" in rel:
        wanted = attr(tag, "as", "").strip().lower()
        yield {"worker": "worker-src", "style": "style-src-elem"}.get(wanted, "script-src-elem"), href, True
    if "preload" in rel:
        directive = _PRELOADS.get(attr(tag, "as", "").strip().lower(), "")
        if directive:
            yield directive, href, "media" not in tag.attrs
        if directive == "img-src":
            yield from ((directive, url, False) for url in srcset_urls(attr(tag, "imagesrcset", "")))
    for kind in rel:
        if kind in _LINKS:
            certain = kind == "stylesheet" and not {"media", "disabled"} & tag.attrs.keys() and "alternate" not in rel
            yield _LINKS[kind], href, certain


_SPECIAL = {
    "script": _of_script,
    "link": _linked,
    "style": _of_style,
    "iframe": _of_iframe,
    "input": _of_input,
    "source": _of_source,
}


_NAMED_LIKE_SVG = frozenset({"image", "feimage", "use"})
#: HTML elements with special reference handling, and attributes by which other elements load files.
_LOADING = frozenset({*_SPECIAL, *_NAMED_LIKE_SVG, "base"})
_LOADING_ATTRIBUTES = frozenset(
    {
        *("style", "srcset"),
        *(attribute for name, listed in _ATTRIBUTES.items() if name not in _NAMED_LIKE_SVG for _, attribute in listed),
    }
)


#: Elements that contain or load code, and attributes that contain code.
_WITH_CODE = frozenset({"script", "style", "iframe", "frame"})
_CODE_ATTRIBUTES = frozenset({"style", *HANDLERS})


def _runs(tag: Tag) -> bool:
    """Return whether a policy restricts the content of a script element."""
    return is_script(tag) or attr(tag, "type", "").strip().lower() in ("importmap", "speculationrules")


def _imported(part: _Part) -> Iterator[Load]:
    """Iterate over the references in import maps and inline modules."""
    for tag in part.elements:
        if tag.name != "script" or script_reference(tag):
            continue
        nonce = attr(tag, "nonce", "")
        if attr(tag, "type", "").strip().lower() == "importmap":
            found: Iterator[str] = _mapped(own_text(tag))
        else:
            found = _module_references(own_text(tag), script_type(tag)) if is_script(tag) else iter(())
        for reference in found:
            if url := _absolute(part.base, reference):
                yield Load("script-src-elem", url, part.frame or tag, False, nonce, by_parser=False)


def _modules_of_files(document: Document) -> Iterator[Load]:
    """Iterate over the imports of the external modules that were read."""
    for tag in document.all("script"):
        if script_reference(tag) and script_type(tag) == "module":
            file = script_file(document, tag)
            if file is not None and not file.problem:
                for imported in _module_references(file.body.decode("utf-8", "replace"), "module"):
                    if url := _absolute(file.url, imported):
                        yield Load("script-src-elem", url, None, False, by_parser=False, source=file.url)


def _module_references(script: str, kind: str) -> Iterator[str]:
    """Iterate over the URLs that a script imports, without bare specifiers, which need an import map."""
    if len(script) > _LONGEST_SCRIPT or ("import" not in script and "from" not in script):
        return
    pattern = _MODULE if kind == "module" else _DYNAMIC
    for match in islice(pattern.finditer(script), _MOST):
        reference = match[1] or match[2]
        if _ADDRESS.match(reference):
            yield reference


def _mapped(text: str) -> Iterator[str]:
    """Iterate over the URLs in an import map: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    tables: list[Any] = [data.get("imports")] if isinstance(data, dict) else []
    scopes = data.get("scopes") if isinstance(data, dict) else None
    tables += list(scopes.values())[:_MOST] if isinstance(scopes, dict) else []
    values = (value for table in tables if isinstance(table, dict) for value in table.values())
    yield from islice((value for value in values if isinstance(value, str) and _ADDRESS.match(value)), _MOST)


def _from_header(document: Document) -> Iterator[Load]:
    """Iterate over the references preloaded by the ``Link`` header field."""
    for link in parse_link_header(document.exchange.headers.get("link")):
        directive = ""
        if "preload" in link.rel:
            directive = _PRELOADS.get(link.parameters.get("as", "").lower(), "")
        elif "modulepreload" in link.rel:
            directive = "script-src-elem"
        elif "stylesheet" in link.rel:
            directive = "style-src-elem"
        if directive and (url := _absolute(document.url, link.target)):
            yield Load(directive, url, None, False)


def _absolute(base: str, reference: str) -> str:
    """Return the absolute URL of a reference, or an empty string if it loads nothing."""
    reference = reference.strip()
    if not reference or reference.startswith("#"):
        return ""
    if reference[:11].lower().startswith(LOCAL_SCHEMES):
        return reference[:200]
    url = resolve(base, reference[:4000])
    return "" if url is None or url.startswith(("javascript:", "about:")) else url


def _group(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "")
