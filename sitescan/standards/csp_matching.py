"""Matching of content security policies: whether a policy allows a URL, or an inline script or style."""

import base64
import hashlib
from urllib.parse import SplitResult, unquote

from sitescan.standards.csp import FETCH_DIRECTIVES, Policy, allows_any_inline
from sitescan.standards.csp_sources import HOST_SOURCE, SCHEME_SOURCE, SourceList
from sitescan.standards.urls import split_url

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
#: The schemes that a scheme allows: itself, and its secure replacements.
#: https://www.w3.org/TR/CSP3/#match-schemes
_UPGRADES = {"http": {"http", "https"}, "ws": {"ws", "wss", "http", "https"}, "wss": {"wss", "https"}}


def allows_url(
    policy: Policy, directive: str, url: str, page_url: str, *, nonce: str = "", by_parser: bool = True
) -> bool:
    """
    Return whether a policy allows a page to load a URL; true if that depends on unknown facts.

    :param directive: ``script-src-elem``, ``img-src``, ..., ``form-action`` or ``base-uri``; ``default-src`` means
        a prefetch, which any directive may allow.
    :param nonce: the nonce of the element that refers to the URL.
    :param by_parser: whether that element is a script in the source.

    https://www.w3.org/TR/CSP3/#match-request-to-source-list
    """
    if directive == "default-src":
        sources = policy.sources(directive)
        return sources is None or any(
            matches(limits, url, page_url)
            for name in policy.directives
            if name in FETCH_DIRECTIVES and (limits := policy.sources(name)) is not None
        )
    sources = policy.sources(directive)
    if sources is None:
        return True
    if directive in ("script-src-elem", "style-src-elem") and nonce and f"'nonce-{nonce}'" in sources:
        return True
    if directive == "script-src-elem" and "'strict-dynamic'" in sources:
        return not by_parser
    return matches(sources, url, page_url)


def allows_inline(policy: Policy, directive: str, text: str, nonce: str = "") -> bool:
    """
    Return whether a policy allows an inline script or style.

    :param directive: ``script-src-elem``, ``script-src-attr``, ``style-src-elem`` or ``style-src-attr``.

    https://www.w3.org/TR/CSP3/#match-element-to-source-list
    """
    sources = policy.sources(directive)
    if sources is None or allows_any_inline(sources, script=directive.startswith("script")):
        return True
    in_attribute = directive.endswith("attr")
    if nonce and not in_attribute and f"'nonce-{nonce}'" in sources:
        return True
    if in_attribute and "'unsafe-hashes'" not in sources:
        return False
    data = text.encode("utf-8", "surrogatepass")
    return any(_base64_hash(name, data) in values for name, values in sources.hashes.items())


def matches(sources: SourceList, url: str, page_url: str) -> bool:
    """
    Return whether any of these sources matches a URL.

    https://www.w3.org/TR/CSP3/#match-url-to-source-list
    """
    parts, page = split_url(url), split_url(page_url)
    return any(_matches(source, parts, page) for source in sources.for_host(parts.hostname or ""))


def _matches(source: str, url: SplitResult, page: SplitResult) -> bool:
    if source == "*":
        return url.scheme in _PORTS or url.scheme == page.scheme
    if source == "'self'":
        return _is_self(url, page)
    if SCHEME_SOURCE.fullmatch(source):
        return _scheme_matches(source[:-1].lower(), url.scheme)
    match = None if source.startswith("'") else HOST_SOURCE.fullmatch(source)
    if match is None or url.hostname is None:
        return False
    scheme, host, port, path = match.groups()
    return (
        _scheme_matches(scheme.lower() if scheme else page.scheme, url.scheme)
        and _host_matches(host.lower(), url.hostname)
        and _port_matches(port, url)
        and _path_matches(path or "", url.path)
    )


def _is_self(url: SplitResult, page: SplitResult) -> bool:
    if url.hostname is None or url.hostname != page.hostname:
        return False
    if (url.scheme, _port(url)) == (page.scheme, _port(page)):
        return True
    usual = _port(url) == _PORTS.get(url.scheme) and _port(page) == _PORTS.get(page.scheme)
    return (usual or _port(url) == _port(page)) and (
        url.scheme in ("https", "wss") or (page.scheme == "http" and url.scheme == "ws")
    )


def _scheme_matches(allowed: str, scheme: str) -> bool:
    return scheme == allowed or scheme in _UPGRADES.get(allowed, ())


def _host_matches(allowed: str, host: str) -> bool:
    if allowed.startswith("*"):
        return host.endswith(allowed[1:]) and len(host) >= len(allowed)
    return allowed == host


def _port_matches(allowed: str | None, url: SplitResult) -> bool:
    port = _port(url)
    if allowed is None:
        return port == _PORTS.get(url.scheme)
    return allowed == "*" or int(allowed) == port or (allowed == "80" and port == 443)


def _path_matches(allowed: str, path: str) -> bool:
    if not allowed or (allowed == "/" and not path):
        return True
    allowed, path = unquote(allowed), unquote(path)
    return path.startswith(allowed) if allowed.endswith("/") else path == allowed


def _port(url: SplitResult) -> int | None:
    return url.port if url.port is not None else _PORTS.get(url.scheme)


def _base64_hash(name: str, data: bytes) -> str:
    return base64.b64encode(hashlib.new(name, data).digest()).decode().rstrip("=")
