"""A suggested content security policy that the unchanged page would satisfy."""

import re
from collections.abc import Iterable, Mapping

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.security.page_loads import JAVASCRIPT_URL, LOCAL_SCHEMES, Load, inline_code, page_loads
from sitescan.document.security.unread_stylesheets import well_known_loads
from sitescan.document.views import view
from sitescan.standards.csp_bypasses import flash_host, script_host
from sitescan.standards.csp_sources import hash_source
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, join_target, serialized_target, split_target

#: The maximum number of inline scripts and handlers allowed by hash; for more scripts, a nonce is less work.
_MOST_HASHES = 5
_MOST_HANDLERS = 12

#: The maximum number of listed hosts of one directive; a page with advertisements may load from hundreds.
_MOST_HOSTS = 8

#: The maximum length of a suggested policy, in characters.
LONGEST = 900

#: The directives written in place of more specific ones.
_WRITTEN = {"script-src-elem": "script-src", "style-src-elem": "style-src"}
_NOT_FETCHED = ("base-uri", "form-action", "frame-ancestors")

#: A ``javascript:`` link without an effect of its own.
_NOTHING = lazy_pattern(r"javascript:\s*(?:(?:void\s*(?:\(\s*)?0(?:\s*\))?|//)\s*)?(?:;\s*)?", re.I)

_Directives = dict[str, dict[str, None]]


@view
def suggested_policy(document: Document) -> str:
    """
    Return a policy that allows what the page's source loads; references of its scripts are found only by running them.

    https://www.w3.org/TR/CSP3/
    """
    found: _Directives = {"default-src": {"'self'": None}}
    _add_code(document, found)
    prefetched: dict[str, None] = {}
    base_seen = False
    own = join_target(document.url, "").origin
    for load in (*page_loads(document), *well_known_loads(document)):
        directive = _WRITTEN.get(load.directive, load.directive)
        if directive == "base-uri":
            if base_seen:
                continue  # browsers use only the first base element
            base_seen = True
        source = _source(document, load, own)
        if not source:
            continue
        if directive == "default-src":
            prefetched[source] = None
            continue
        if directive in ("script-src", "object-src") and _is_host(source):
            source = _without_bypass(source, load.url, directive)
        if source == "'self'" and directive not in ("script-src", "style-src", "object-src", "base-uri"):
            continue  # default-src already allows it
        if directive not in ("object-src", "base-uri"):
            found.setdefault(directive, {})["'self'"] = None
        found.setdefault(directive, {})[source] = None
    _trust_by_nonce(found)
    _allow_prefetches(found, prefetched)
    for directive in ("object-src", "base-uri"):
        found.setdefault(directive, {"'none'": None})
    found.setdefault("form-action", {})["'self'"] = None
    found["frame-ancestors"] = {"'self'": None}
    anywhere = "https:" if _secure(document) else "http:"
    policy = _written(found, _MOST_HOSTS, anywhere)
    return policy if len(policy) <= LONGEST else _shortest(found, anywhere)


def _allow_prefetches(found: _Directives, sources: Iterable[str]) -> None:
    """
    Allow prefetches: any directive allows them, and without one, frames are the least harmful.

    https://www.w3.org/TR/CSP3/#does-resource-hint-violate-policy
    """
    known = {source for name, listed in found.items() if name not in _NOT_FETCHED for source in listed}
    for source in sources:
        if source not in known:
            found.setdefault("frame-src", {"'self'": None})[source] = None


def script_hashes(document: Document) -> tuple[str, ...]:
    """Return the source expressions that allow the page's inline scripts, without duplicates."""
    return tuple(map(_hash, _texts(document, "script-src-elem")))


def blocked_handlers(document: Document) -> int:
    """Return the number of event handler attributes that the suggested policy blocks."""
    if "script-src-attr" in suggested_policy(document):
        return 0
    return sum(code.directive == "script-src-attr" for code in inline_code(document))


def blocked_addresses(document: Document) -> int:
    """Return the number of ``javascript:`` links and frames with an effect that the suggested policy blocks."""
    policy = suggested_policy(document)
    frames = [code.text for code in inline_code(document) if code.directive == JAVASCRIPT_URL]
    links = [link.href.strip() for link in hyperlinks(document) if link.scheme == "javascript"]
    return sum(_NOTHING.fullmatch(code) is None and _hash(code) not in policy for code in (*frames, *links))


def _texts(document: Document, directive: str) -> list[str]:
    return list(dict.fromkeys(code.text for code in inline_code(document) if code.directive == directive))


def _hash(text: str) -> str:
    return hash_source(text.encode("utf-8", "surrogatepass"))


def _add_code(document: Document, found: _Directives) -> None:
    """Allow the inline scripts and styles of the page."""
    scripts, handlers = _texts(document, "script-src-elem"), _texts(document, "script-src-attr")
    addresses = _texts(document, JAVASCRIPT_URL)[:_MOST_HANDLERS]
    if scripts:
        found["script-src"] = {"'self'": None}
        sources = map(_hash, scripts) if len(scripts) <= _MOST_HASHES else ("'nonce-RANDOM'",)
        found["script-src"] |= dict.fromkeys(sources)
    if addresses:
        found.setdefault("script-src", {"'self'": None})
        found["script-src"] |= dict.fromkeys(("'unsafe-hashes'", *map(_hash, addresses)))
    if handlers and len(handlers) <= _MOST_HANDLERS:
        found["script-src-attr"] = dict.fromkeys(("'unsafe-hashes'", *map(_hash, handlers)))
    # Many scripts add styles to the page, which are not in the source.
    kinds = {part.directive for part in inline_code(document)} | {part.directive for part in page_loads(document)}
    if any(kind.startswith(("script", "style-src-attr")) for kind in kinds) or _has_styles(document):
        found["style-src"] = dict.fromkeys(("'self'", "'unsafe-inline'"))


def _has_styles(document: Document) -> bool:
    return any(code.directive == "style-src-elem" for code in inline_code(document))


def _without_bypass(source: str, url: str, directive: str) -> str:
    """
    Return a source expression that allows one file, if its host also serves files that bypass policies.

    A nonce is returned if the file itself is such a bypass.
    """
    known = (lambda place: script_host(place, with_eval=False)) if directive == "script-src" else flash_host
    if not known(source.partition("://")[2] or source):
        return source
    path = serialized_target(url).path.partition("?")[0].replace(";", "%3B").replace(",", "%2C")
    one_file = source + path
    trusted = directive != "script-src" or not known(one_file.partition("://")[2] or one_file)
    return one_file if trusted else "'nonce-RANDOM'"


def _trust_by_nonce(found: _Directives) -> None:
    """Replace a long list of scripts by a nonce, which each script repeats."""
    scripts = found.get("script-src", {})
    # A policy that allows a whole scheme for scripts allows scripts of any host.
    whole = any(source in (*LOCAL_SCHEMES, "http:", "https:") for source in scripts)
    if "'nonce-RANDOM'" in scripts or whole or sum(map(_is_host, scripts)) > _MOST_HOSTS:
        found["script-src"] = _by_nonce(scripts)


def _by_nonce(scripts: Iterable[str]) -> dict[str, None]:
    """Return a nonce in place of a list of scripts; scripts in URLs cannot have a nonce and keep their hashes."""
    listed = list(scripts)
    hashes = listed[listed.index("'unsafe-hashes'") :] if "'unsafe-hashes'" in listed else []
    kept = (source for source in hashes if source.startswith(("'unsafe-", "'sha256-")))
    return dict.fromkeys(("'nonce-RANDOM'", "'strict-dynamic'", *kept))


def _written(found: Mapping[str, Iterable[str]], hosts: int, anywhere: str) -> str:
    """Return the policy as text, with lists of more than ``hosts`` hosts replaced by ``anywhere``."""
    return "; ".join(f"{name} {' '.join(_shortened(sources, hosts, anywhere))}" for name, sources in found.items())


def _shortest(found: _Directives, anywhere: str) -> str:
    if "script-src" in found:
        found["script-src"] = _by_nonce(found["script-src"])
    policy = _written(found, 0, anywhere)
    if len(policy) > LONGEST:
        found.pop("script-src-attr", None)
    return _written(found, 0, anywhere)


def _shortened(sources: Iterable[str], hosts: int, anywhere: str) -> list[str]:
    # By convention, the page's own origin comes first.
    listed = sorted(sources, key=lambda source: source != "'self'")
    non_hosts = [source for source in listed if not _is_host(source)]
    return listed if len(listed) - len(non_hosts) <= hosts else [*non_hosts, anywhere]


def _is_host(source: str) -> bool:
    return not source.startswith("'") and not source.endswith(":")


def _secure(document: Document) -> bool:
    return document.url.startswith("https:")


def _source(document: Document, load: Load, own: str) -> str:
    """Return the source expression that allows a load, or an empty string if none is needed."""
    scheme, colon, _ = load.url.partition(":")
    if scheme not in ("http", "https"):
        return f"{scheme.lower()}:" if colon else ""
    try:
        target = split_target(load.url)
        if target.origin == own:
            return "'self'"
    except InvalidTarget:
        return ""
    if ":" in target.host:
        return f"{scheme}:"  # source expressions cannot contain IPv6 addresses
    host = target.origin.partition("://")[2]
    # A page over HTTPS loads other files over HTTPS as well: mixed content has its own rules. A host
    # without a scheme also allows HTTP if the page is over HTTP.
    return f"https://{host}" if _secure(document) else host
