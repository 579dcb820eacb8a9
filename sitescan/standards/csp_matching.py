"""Matching of content security policies: whether a policy allows a URL, or an inline script or style."""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import SplitResult, unquote

from sitescan.standards.csp import FETCH_DIRECTIVES, Policy, allows_any_inline, is_hash
from sitescan.standards.urls import split_url

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_HOST = re.compile(
    r"(?:([a-z][a-z0-9+.-]*)://)?(\*|(?:\*\.)?[a-z0-9_.-]+)(?::(\*|[0-9]{1,5}))?(/[^?#]*)?",
    re.IGNORECASE,
)
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
            matches(policy.sources(name) or (), url, page_url) for name in policy.directives if name in FETCH_DIRECTIVES
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
    return any(_is_hash_of(source, text) for source in sources if is_hash(source))


def matches(sources: Iterable[str], url: str, page_url: str) -> bool:
    """
    Return whether any of these sources matches a URL.

    https://www.w3.org/TR/CSP3/#match-url-to-source-list
    """
    parts, page = split_url(url), split_url(page_url)
    return any(
        _matches(source, parts, page) for source in _sources_by_host(tuple(sources)).for_host(parts.hostname or "")
    )


class _SourcesByHost:
    """The sources of a list by host: a policy may list thousands, and a page load files from as many hosts."""

    def __init__(self, sources: Iterable[str]) -> None:
        self._of_any: list[str] = []
        self._of_host: dict[str, list[str]] = {}
        for source in sources:
            match = None if source.startswith("'") or _SCHEME.fullmatch(source) else _HOST.fullmatch(source)
            host = match[2].lower() if match is not None else "*"
            named = self._of_any if host == "*" else self._of_host.setdefault(host.removeprefix("*"), [])
            named.append(source)

    def for_host(self, host: str) -> Iterator[str]:
        """Iterate over the sources for any host, for this host, and for its parent domains."""
        yield from self._of_any
        yield from self._of_host.get(host, ())
        for at, character in enumerate(host):
            if character == ".":
                yield from self._of_host.get(host[at:], ())


@lru_cache(maxsize=20)
def _sources_by_host(sources: tuple[str, ...]) -> _SourcesByHost:
    return _SourcesByHost(sources)


def _matches(source: str, url: SplitResult, page: SplitResult) -> bool:
    if source == "*":
        return url.scheme in _PORTS or url.scheme == page.scheme
    if source == "'self'":
        return _is_self(url, page)
    if _SCHEME.fullmatch(source):
        return _scheme_matches(source[:-1].lower(), url.scheme)
    match = None if source.startswith("'") else _HOST.fullmatch(source)
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


def _is_hash_of(source: str, text: str) -> bool:
    name, _, value = source.strip("'").partition("-")
    digest = hashlib.new(name.lower(), text.encode("utf-8", "surrogatepass")).digest()
    return base64.b64encode(digest).decode().rstrip("=") == value.translate(str.maketrans("-_", "+/")).rstrip("=")
