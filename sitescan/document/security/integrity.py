"""Subresource integrity: the elements that could have a hash, and the validation of hashes."""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.scripts.import_map import import_map
from sitescan.document.scripts.script_elements import is_script, script_type
from sitescan.document.scripts.script_references import imported_modules
from sitescan.document.tree import attr, tokens
from sitescan.document.views import view
from sitescan.model.exchange import Source
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, split_target

_SIZES = {"sha256": 32, "sha384": 48, "sha512": 64}
_HASH = lazy_pattern(r"(sha256|sha384|sha512)-([A-Za-z0-9+/_-]{1,100}={0,2})(?:\?[!-~]*)?")


#: Hosts that serve published versions of libraries.
_LIBRARIES = frozenset(
    {
        *("ajax.googleapis.com", "cdn.jsdelivr.net", "cdnjs.cloudflare.com", "code.jquery.com", "unpkg.com"),
        *("maxcdn.bootstrapcdn.com", "netdna.bootstrapcdn.com", "stackpath.bootstrapcdn.com", "esm.sh"),
        *("ajax.aspnetcdn.com", "cdn.datatables.net", "use.fontawesome.com", "cdn.bootcdn.net", "lib.baomitu.com"),
    }
)
#: The hosts among them that never change a file of an exact version. jsDelivr does if it has minified the file itself:
#: https://www.jsdelivr.com/using-sri-with-dynamic-files
_PERMANENT = frozenset(
    {"ajax.googleapis.com", "cdn.jsdelivr.net", "cdnjs.cloudflare.com", "code.jquery.com", "unpkg.com"}
)
_MINIFIED = lazy_pattern(r"//cdn\.jsdelivr\.net.{0,2000}(?:\.min\.|/combine/)", re.I)
#: The hosts among them that serve the newest version for a URL with no or only a partial version.
_NEWEST = frozenset({"cdn.jsdelivr.net", "unpkg.com", "esm.sh"})
_FIXED = lazy_pattern(r"[0-9]\.[0-9]+\.[0-9]|[0-9a-f]{12}")
_LATEST = lazy_pattern(r"[/@]latest(?:/|$)", re.I)


@frozen(kw_only=True)
class Subresource:
    """
    A script or stylesheet that a page loads.

    :ivar tag: the element.
    :ivar url: the absolute URL of the file.
    :ivar metadata: the stripped ``integrity`` attribute; for a module without one, the value in the import map.
    :ivar uses_cors: whether it is requested with CORS, without which browsers can't compare a file of another origin.
    """

    tag: Tag
    url: str
    metadata: str
    uses_cors: bool


@view
def integrity_candidates(document: Document) -> Sequence[Subresource]:
    """Return the scripts and stylesheets that elements load, except those for visitors without scripts."""
    return tuple(_candidates(document))


def _candidates(document: Document) -> Iterator[Subresource]:
    mapped = import_map(document).integrity
    for tag in document.all("script", "link"):
        if tag.name == "script":
            reference = attr(tag, "src", "") if is_script(tag) else ""
        else:
            reference = attr(tag, "href", "") if "stylesheet" in tokens(tag, "rel") else ""
        url = document.resolve(reference) if reference.strip() else None
        if url is not None and url.startswith(("http:", "https:")) and not document.in_noscript(tag):
            is_module = tag.name == "script" and script_type(tag) == "module"
            metadata = attr(tag, "integrity", mapped.get(url, "") if is_module else "").strip()
            uses_cors = is_module or attr(tag, "crossorigin") is not None
            yield Subresource(tag=tag, url=url, metadata=metadata, uses_cors=uses_cors)


@view
def files_with_integrity(document: Document) -> Sequence[Subresource]:
    """Return the candidates that have metadata, and the modules that inline modules import with that of a map."""
    mapped = import_map(document).integrity
    modules = (module for module in imported_modules(document) if mapped.get(module.url, "").strip())
    return (
        *(candidate for candidate in integrity_candidates(document) if candidate.metadata),
        *(Subresource(tag=one.tag, url=one.url, metadata=mapped[one.url].strip(), uses_cors=True) for one in modules),
    )


def fetched(document: Document, candidate: Subresource) -> Source | None:
    """Return the fetched file of a candidate, or ``None`` if it was not read completely."""
    files = document.scripts if candidate.tag.name == "script" else document.sheets
    file = files.get(candidate.url.partition("#")[0])
    return file if file is not None and not file.problem else None


def fingerprint(file: Source) -> str:
    """Return the ``integrity`` value of a file, computed from its bytes after content decoding, as browsers do."""
    return "sha384-" + base64.b64encode(hashlib.sha384(file.body).digest()).decode()


def matches_integrity(metadata: str, file: Source) -> bool:
    """
    Return whether a file matches its ``integrity``: one hash of the strongest algorithm is enough.

    https://www.w3.org/TR/sri-2/#does-response-match-metadatalist
    """
    hashes = _hashes(metadata)
    if not hashes:
        return True
    strongest = max(match[1] for match in hashes)
    digest = hashlib.new(strongest, file.body).digest()
    return any(_digest(match) == digest for match in hashes if match[1] == strongest)


def has_hash(metadata: str) -> bool:
    """
    Return whether browsers find a hash in ``integrity``, whose length may be wrong, so that no file matches it.

    https://www.w3.org/TR/sri-2/#parse-metadata
    """
    return bool(_hashes(metadata))


def may_match(metadata: str) -> bool:
    """Return whether a hash in ``integrity`` has the length of its algorithm."""
    return any(len(_digest(match)) == _SIZES[match[1]] for match in _hashes(metadata))


def _hashes(metadata: str) -> Sequence[re.Match[str]]:
    return [match for token in metadata.split() if (match := _HASH.fullmatch(token))]


def is_cross_origin(url: str, document: Document) -> bool:
    """Return whether a file is certainly cross-origin, so that integrity checks require ``crossorigin``."""
    try:
        return split_target(url).origin != split_target(document.url).origin
    except InvalidTarget:
        return False


def is_fixed(url: str) -> bool:
    """
    Return whether a file is versioned and so never changes: by its host, or by a version or hash in its path.

    https://www.jsdelivr.com/documentation#id-npm documents which URLs change with each release.
    """
    try:
        target = split_target(url)
    except InvalidTarget:
        return False
    path = target.path.partition("?")[0]
    if _LATEST.search(path):
        return False
    return target.host in _LIBRARIES - _NEWEST or _FIXED.search(path) is not None


def is_permanent(url: str) -> bool:
    """Return whether a file certainly keeps its content for ever: an exact version, on a host that promises it."""
    return is_fixed(url) and split_target(url).host in _PERMANENT and _MINIFIED.search(url) is None


def _digest(match: re.Match[str]) -> bytes:
    """Return the decoded hash of a token, or an empty value if it is invalid."""
    try:
        return base64.b64decode(match[2].translate(str.maketrans("-_", "+/")), validate=True)
    except ValueError:
        return b""
