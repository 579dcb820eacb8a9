"""Source lists of content security policies, https://www.w3.org/TR/CSP3/#framework-directive-source-list."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from sitescan.standards.lazy_pattern import lazy_pattern

SCHEME_SOURCE = lazy_pattern(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
HOST_SOURCE = lazy_pattern(
    r"(?:([a-z][a-z0-9+.-]*)://)?(\*|(?:\*\.)?[a-z0-9_.-]+)(?::(\*|[0-9]{1,5}))?(/[^?#]*)?",
    re.IGNORECASE,
)
_NONCE = lazy_pattern(r"'nonce-[A-Za-z0-9+/_-]+={0,2}'", re.IGNORECASE)
_HASH = lazy_pattern(r"'(sha(?:256|384|512))-([A-Za-z0-9+/_-]+)={0,2}'", re.IGNORECASE)
_URL_SAFE = str.maketrans("-_", "+/")


def is_nonce(source: str) -> bool:
    """Return whether a source expression is a nonce."""
    return _NONCE.fullmatch(source) is not None


def hash_source(content: bytes) -> str:
    """
    Return the source expression that allows an inline script or style.

    https://www.w3.org/TR/CSP3/#grammardef-hash-source
    """
    return f"'sha256-{b64encode(hashlib.sha256(content).digest()).decode()}'"


def is_hash(source: str) -> bool:
    """Return whether a source expression is a hash."""
    return _HASH.fullmatch(source) is not None


class SourceList(Collection[str]):
    """
    The sources of a directive.

    A policy may list thousands of them, and a page load as many files, so no search looks at each source.
    """

    def __init__(self, sources: Iterable[str]) -> None:
        self._sources = tuple(sources)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    def __contains__(self, source: object) -> bool:
        return source in self._distinct

    @cached_property
    def _distinct(self) -> frozenset[str]:
        return frozenset(self._sources)

    @cached_property
    def restricts_inline(self) -> bool:
        """
        Whether a nonce or a hash makes browsers ignore ``'unsafe-inline'``.

        https://www.w3.org/TR/CSP3/#allow-all-inline
        """
        return any(is_nonce(source) or is_hash(source) for source in self._sources)

    @cached_property
    def hashes(self) -> Mapping[str, frozenset[str]]:
        """The hashes in base64 without padding, by the name of the hash function in lower case."""
        found: dict[str, set[str]] = {}
        for match in filter(None, map(_HASH.fullmatch, self._sources)):
            found.setdefault(match[1].lower(), set()).add(match[2].translate(_URL_SAFE))
        return {name: frozenset(values) for name, values in found.items()}

    def for_host(self, host: str) -> Iterator[str]:
        """Iterate over the sources for any host, for this host, and for its parent domains."""
        yield from self._by_host.get("*", ())
        yield from self._by_host.get(host, ())
        for at, character in enumerate(host):
            if character == ".":
                yield from self._by_host.get(host[at:], ())

    @cached_property
    def _by_host(self) -> Mapping[str, list[str]]:
        """The sources by host, by ``.host`` for the subdomains of a host, and by ``*`` for any host."""
        found: dict[str, list[str]] = {}
        for source in self._sources:
            match = None if source.startswith("'") or SCHEME_SOURCE.fullmatch(source) else HOST_SOURCE.fullmatch(source)
            host = match[2].lower() if match is not None else "*"
            found.setdefault(host if host == "*" else host.removeprefix("*"), []).append(source)
        return found
