"""The files that an element loads, with the policy directive that restricts each."""

from collections.abc import Iterator, Mapping

from bs4.element import Tag

from sitescan.document.css.stylesheet_content import CssContent, inline_content
from sitescan.document.links.references import srcset_urls
from sitescan.document.scripts.script_elements import is_script, script_reference
from sitescan.document.tree import HTML, SVG, attr, own_text, tokens
from sitescan.standards.css.declared_files import image_loads, value_references
from sitescan.standards.css.preprocessing import preprocess

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
#: The directive for each destination of a preload.
PRELOADS = {
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
#: The directive for each destination of a module that is no script.
#: https://www.w3.org/TR/CSP3/#effective-directive-for-a-request
MODULES = {"json": "connect-src", "style": "style-src-elem", "text": "connect-src", "worker": "worker-src"}
#: The directive for each kind of file that stylesheets load.
_CSS = {"stylesheet": "style-src-elem", "font": "font-src", "image": "img-src"}
_ALSO_FRAMES = {("frame-src", "object"), ("frame-src", "embed")}
#: SVG attributes that may refer to another file.
_PAINTS = ("fill", "stroke", "filter", "mask", "clip-path", "marker-start", "marker-mid", "marker-end", "cursor")


def references(tag: Tag) -> Iterator[tuple[str, str, bool]]:
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
        yield from (("img-src", load.reference, False) for load in image_loads(preprocess(attr(tag, "style", ""))))
    if tag.namespace == SVG:
        yield from (
            ("img-src", url, False)
            for paint in _PAINTS
            if paint in tag.attrs
            for url in value_references(preprocess(attr(tag, paint, "")))
        )


def references_in_css(css: CssContent) -> Iterator[tuple[str, str, bool]]:
    """Iterate over the references of a stylesheet, like :func:`references`."""
    return ((_CSS[load.kind], load.reference, load.certain) for load in css.loads)


def _of_script(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    if is_script(tag):
        yield "script-src-elem", script_reference(tag) or "", "nomodule" not in tag.attrs


def _of_style(tag: Tag) -> Iterator[tuple[str, str, bool]]:
    yield from references_in_css(inline_content(own_text(tag)))


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
        yield MODULES.get(wanted, "script-src-elem"), href, True
    if "preload" in rel:
        directive = PRELOADS.get(attr(tag, "as", "").strip().lower(), "")
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


def may_load(tag: Tag) -> bool:
    """Return whether an element may load something: a quick check before :func:`references`."""
    return tag.name in _LOADING or tag.namespace != HTML or not _LOADING_ATTRIBUTES.isdisjoint(tag.attrs)
