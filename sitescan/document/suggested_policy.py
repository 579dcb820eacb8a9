"""A content security policy that a page as it is would satisfy."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from weakref import WeakKeyDictionary

from bs4.element import Tag

from sitescan.document.css_text import css_texts
from sitescan.document.document import Document
from sitescan.document.scripts import inline_scripts, is_script
from sitescan.document.tree import attr, own_text, tokens
from sitescan.model.target import InvalidTarget, join_target

#: Inline scripts that are listed by their hash; with more, a nonce is less work.
_MOST_HASHES = 5

#: Hosts of one kind that are listed; a page of an advertiser's has hundreds.
_MOST_HOSTS = 8

#: Longest policy that is suggested whole.
LONGEST = 900

_URL = re.compile(r"url\(\s*[\"']?([^\"'()\s]{1,2000})", re.IGNORECASE)
_FONT = re.compile(r"\.(?:woff2?|ttf|otf|eot)(?:[?#]|$)|^data:(?:application/)?(?:x-)?font", re.IGNORECASE)
_MADE: "WeakKeyDictionary[Document, str]" = WeakKeyDictionary()

#: The directive that limits what an element loads by an attribute.
_LOADS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "img": (("img-src", "src"), ("img-src", "srcset")),
    "input": (("img-src", "src"),),
    "iframe": (("frame-src", "src"),),
    "frame": (("frame-src", "src"),),
    "video": (("media-src", "src"), ("img-src", "poster")),
    "audio": (("media-src", "src"),),
    "track": (("media-src", "src"),),
    "object": (("object-src", "data"),),
    "embed": (("object-src", "src"),),
    "form": (("form-action", "action"),),
    "button": (("form-action", "formaction"),),
    "base": (("base-uri", "href"),),
}
_LINKS = {"stylesheet": "style-src", "icon": "img-src", "apple-touch-icon": "img-src", "manifest": "manifest-src"}
_PRELOADS = {"script": "script-src", "style": "style-src", "font": "font-src", "image": "img-src"}


def suggested_policy(document: Document) -> str:
    """
    A policy that lets through what the page's source loads; what its scripts load only running it would show.

    https://www.w3.org/TR/CSP3/
    """
    if document not in _MADE:
        found: dict[str, dict[str, None]] = {"default-src": {"'self'": None}}
        for directive, source in _sources(document):
            found.setdefault(directive, {})[source] = None
        _trust_by_nonce(found)
        for directive in ("object-src", "base-uri"):
            found.setdefault(directive, {"'none'": None})
        found.setdefault("form-action", {})["'self'"] = None
        found["frame-ancestors"] = {"'self'": None}
        anywhere = "https:" if _secure(document) else "http:"
        policy = _written(found, _MOST_HOSTS, anywhere)
        _MADE[document] = policy if len(policy) <= LONGEST else _shortest(found, anywhere)
    return _MADE[document]


def script_hashes(document: Document) -> tuple[str, ...]:
    """The sources that let the page's inline scripts run, each once."""
    return tuple(dict.fromkeys(f"'sha256-{_digest(own_text(tag))}'" for tag in inline_scripts(document)))


def _trust_by_nonce(found: dict[str, dict[str, None]]) -> None:
    """Where scripts are too many to be listed, each of them repeats a nonce, and no list is needed."""
    scripts = found.get("script-src", {})
    hashes = sum(source.startswith("'sha256-") for source in scripts)
    if hashes > _MOST_HASHES or sum(map(_is_host, scripts)) > _MOST_HOSTS:
        found["script-src"] = {"'nonce-RANDOM'": None, "'strict-dynamic'": None}


def _written(found: Mapping[str, Iterable[str]], hosts: int, anywhere: str) -> str:
    """The policy; a list of more hosts than these becomes every host."""
    return "; ".join(f"{name} {' '.join(_shortened(sources, hosts, anywhere))}" for name, sources in found.items())


def _shortest(found: dict[str, dict[str, None]], anywhere: str) -> str:
    if "script-src" in found:
        found["script-src"] = {"'nonce-RANDOM'": None, "'strict-dynamic'": None}
    return _written(found, 0, anywhere)


def _shortened(sources: Iterable[str], hosts: int, anywhere: str) -> list[str]:
    # What the page's own origin serves comes first, as people write it.
    listed = sorted(sources, key=lambda source: source != "'self'")
    foreign = [source for source in listed if _is_host(source)]
    if len(foreign) <= hosts:
        return listed
    return [source for source in listed if source not in foreign] + [anywhere]


def _is_host(source: str) -> bool:
    return not source.startswith("'") and not source.endswith(":")


def _secure(document: Document) -> bool:
    return document.url.startswith("https:")


def _sources(document: Document) -> Iterator[tuple[str, str]]:
    yield from _inline(document)
    for tag in document.elements:
        if document.in_noscript(tag):
            continue
        for directive, reference in _references(tag):
            source = _source(document, reference)
            if source and (source != "'self'" or directive in ("script-src", "style-src", "object-src", "base-uri")):
                yield directive, source
            if source and source not in ("'self'", "data:") and directive != "object-src":
                yield directive, "'self'"
    for css in css_texts(document):
        for match in _URL.finditer(css.text):
            source = _source(document, match.group(1), css.url)
            if source and source != "'self'":
                directive = "font-src" if _FONT.search(match.group(1)) else "img-src"
                yield directive, source
                yield directive, "'self'"


def _inline(document: Document) -> Iterator[tuple[str, str]]:
    hashes = script_hashes(document)
    if hashes:
        yield "script-src", "'self'"
        yield from (
            ("script-src", source) for source in (hashes if len(hashes) <= _MOST_HASHES else ["'nonce-RANDOM'"])
        )
    if document.all("style") or any("style" in tag.attrs for tag in document.elements):
        yield "style-src", "'self'"
        yield "style-src", "'unsafe-inline'"


def _references(tag: Tag) -> Iterator[tuple[str, str]]:
    name = tag.name
    if name == "script":
        if is_script(tag):
            yield "script-src", attr(tag, "src", "")
    elif name == "link":
        rel = tokens(tag, "rel")
        directive = next((_LINKS[token] for token in rel if token in _LINKS), "")
        if "preload" in rel:
            directive = _PRELOADS.get(attr(tag, "as", "").lower(), "")
        if "modulepreload" in rel:
            directive = "script-src"
        if directive:
            yield directive, attr(tag, "href", "")
    elif name == "source":
        in_picture = tag.parent is not None and tag.parent.name == "picture"
        yield ("img-src", attr(tag, "srcset", "")) if in_picture else ("media-src", attr(tag, "src", ""))
    for directive, attribute in _LOADS.get(name, ()):
        value = attr(tag, attribute, "")
        # One candidate of a set stands for all: they come from one host but on few pages.
        yield directive, value.strip().split(" ", 1)[0].rstrip(",") if attribute == "srcset" else value


def _source(document: Document, reference: str, base: str = "") -> str:
    """The source expression that lets a reference through; empty where it needs none."""
    reference = reference.strip()
    scheme = reference[:5].lower()
    if not reference or reference.startswith("#"):
        return ""
    if scheme in ("data:", "blob:"):
        return scheme
    if reference[0] == "/" and reference[1:2] not in ("/", "\\") and not base and not document.all("base"):
        return "'self'"
    try:
        target = join_target(base or document.base_url, reference)
        if target.origin == join_target(document.url, "").origin:
            return "'self'"
    except InvalidTarget:
        return ""
    host = target.origin.partition("://")[2]
    # A page over HTTPS loads the rest over HTTPS as well, whatever it says: mixed content has its own
    # rules. A host without scheme lets through what a page over HTTP loads, and HTTPS.
    return f"https://{host}" if _secure(document) else host


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()).decode()
