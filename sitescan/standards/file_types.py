"""The types of files that browsers load for each kind of request, and those that they don't."""

import re

from sitescan.standards.lazy_pattern import lazy_pattern

JAVASCRIPT_TYPES = frozenset(
    {
        *("application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript"),
        *("text/ecmascript", "text/javascript", "text/jscript", "text/livescript", "text/x-ecmascript"),
        *("text/x-javascript", *(f"text/javascript1.{number}" for number in range(6))),
    }
)
"""https://mimesniff.spec.whatwg.org/#javascript-mime-type"""

HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
"""The media types that are read as a page."""

MARKUP, COMMENT, IMAGE, SVG, OTHER = "markup", "comment", "image", "svg", "other"
"""What a file begins with: a tag of HTML, a comment of HTML (or of an old script), an image, or anything else."""

#: https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
_TAG = lazy_pattern(
    rb"[\t\n\f\r ]*<(?:!doctype html|html|head|body|title|script|iframe|style|div|p|h1|table|font|a|b|br)[\s>/]",
    re.IGNORECASE,
)
_COMMENT = lazy_pattern(rb"[\t\n\f\r ]*<!--")
_BOM = b"\xef\xbb\xbf"
#: https://mimesniff.spec.whatwg.org/#reading-the-resource-header
_RESOURCE_HEADER = 1445

#: Types of text that no image, font, audio or video has.
_TEXTS = lazy_pattern(r"text/.*|application/(?:json|javascript|xml|.*\+xml|.*\+json)")
#: https://mimesniff.spec.whatwg.org/#json-mime-type
_JSON = lazy_pattern(r"(?:application|text)/json|[^/]+/.*\+json")
SVG_TYPE = "image/svg+xml"
_NEVER_SCRIPT = lazy_pattern(r"(?:audio|image|video)/.*|text/csv")
#: The statuses without a body (https://fetch.spec.whatwg.org/#null-body-status).
_EMPTY = frozenset({204, 205})

#: The kinds of files in words. Each has the name of its destination in Fetch, except for module scripts of JavaScript
#: and WebAssembly, whose destination is that of all scripts, and for audio and video, which are treated alike.
_NOUNS = {
    "script": "a script",
    "module": "a JavaScript module",
    "json": "a JSON file",
    "wasm": "a WebAssembly module",
    "style": "a stylesheet",
    "image": "an image",
    "font": "a font",
    "media": "audio or video",
    "track": "a WebVTT file",
    "manifest": "a manifest",
    "speculationrules": "speculation rules",
}


def essence(content_type: str) -> str:
    """Return the media type of a ``Content-Type`` without parameters, in lower case."""
    return content_type.partition(";")[0].strip().lower()


def is_markup(data: bytes) -> bool:
    """Return whether browsers take a file without a media type for HTML."""
    return beginning(data) in (MARKUP, COMMENT)


def beginning(data: bytes) -> str:
    """Return what a file begins with, as far as text is concerned."""
    data = data[:_RESOURCE_HEADER].removeprefix(_BOM)
    if _TAG.match(data):
        return MARKUP
    return COMMENT if _COMMENT.match(data) else OTHER


def unusable(destination: str, status: int, content_type: str, begins: str, *, nosniff: bool) -> str:
    """
    Return why browsers don't use a response for a kind of request, or an empty string if they do or may.

    For images, fonts, audio, video, tracks and manifests, browsers ignore the media type, so that only the first bytes
    decide. They also decide about a classic script: one that is sent as HTML runs, but HTML does not.

    :param destination: the kind; empty if every response is used.
    :param begins: what the body begins with, as :func:`beginning` says, or that it is an image; empty if it is unknown.

    https://fetch.spec.whatwg.org/#ref-for-concept-response-nosniff
    https://html.spec.whatwg.org/multipage/webappapis.html#fetching-scripts
    https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
    https://html.spec.whatwg.org/multipage/images.html#img-decoding-process
    """
    noun = _NOUNS.get(destination)
    if noun is None:
        return ""
    if status in _EMPTY:
        # An empty stylesheet or manifest makes no difference.
        return "" if destination in ("style", "manifest") else f"no content instead of {noun}"
    kind = essence(content_type)
    if _is_wrong(destination, kind, begins, nosniff=nosniff):
        page = kind in HTML_TYPES or (begins == MARKUP and destination != "style")
        return f"{'an HTML page' if page else kind or 'no media type'} instead of {noun}"
    return ""


def _is_wrong(destination: str, kind: str, begins: str, *, nosniff: bool) -> bool:
    if destination == "module":
        return kind not in JAVASCRIPT_TYPES
    if destination == "speculationrules":
        return kind != "application/speculationrules+json"
    if destination == "json":
        return _JSON.fullmatch(kind) is None
    if destination == "wasm":
        return kind != "application/wasm"
    if destination == "script":
        refused = kind not in JAVASCRIPT_TYPES if nosniff else bool(_NEVER_SCRIPT.fullmatch(kind))
        return refused or begins == MARKUP
    if destination == "style":
        # Browsers also accept a stylesheet without a type, unless sniffing is off.
        return kind != "text/css" and (bool(kind) or nosniff)
    if destination == "image" and begins == SVG:
        return kind not in ("", SVG_TYPE)
    if begins in (MARKUP, COMMENT):
        return True
    return destination == "image" and begins == OTHER and bool(_TEXTS.fullmatch(kind))
