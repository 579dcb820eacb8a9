"""Content Security Policy Level 3: policies, fallback directives and source lists."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from sitescan.standards.csp_sources import SCHEME_SOURCE, SourceList, is_hash, is_nonce

#: The directives that apply in place of a fetch directive, in order of precedence.
#: https://www.w3.org/TR/CSP3/#directive-fallback-list
_FALLBACKS = {
    "script-src-elem": ("script-src-elem", "script-src", "default-src"),
    "script-src-attr": ("script-src-attr", "script-src", "default-src"),
    "style-src-elem": ("style-src-elem", "style-src", "default-src"),
    "style-src-attr": ("style-src-attr", "style-src", "default-src"),
    "worker-src": ("worker-src", "child-src", "script-src", "default-src"),
    "frame-src": ("frame-src", "child-src", "default-src"),
}

FETCH_DIRECTIVES = frozenset(
    {
        *_FALLBACKS,
        *("child-src", "connect-src", "default-src", "fenced-frame-src", "font-src", "img-src", "manifest-src"),
        *("media-src", "object-src", "script-src", "style-src"),
    }
)
"""Directives that restrict what is loaded."""

NONCE_DIRECTIVES = frozenset({"default-src", "script-src", "script-src-elem", "style-src", "style-src-elem"})
"""Directives in which a nonce allows elements; https://www.w3.org/TR/CSP3/#match-nonce-to-source-list."""

SOURCE_LISTS = FETCH_DIRECTIVES | {"base-uri", "form-action", "frame-ancestors", "prefetch-src", "navigate-to"}
"""Directives whose value is a source list."""

DEPRECATED_DIRECTIVES = frozenset(
    {
        *("block-all-mixed-content", "disown-opener", "navigate-to", "plugin-types", "prefetch-src", "referrer"),
        *("reflected-xss", "require-sri-for"),
    }
)
"""Directives of former drafts or browsers, without effect today."""

DIRECTIVES = (
    SOURCE_LISTS
    | DEPRECATED_DIRECTIVES
    | {"report-to", "report-uri", "require-trusted-types-for", "sandbox", "trusted-types"}
    | {"upgrade-insecure-requests", "webrtc"}
)
"""All known directives."""

HEADER_ONLY = frozenset({"frame-ancestors", "report-uri", "sandbox"})
"""Directives that are ignored in a ``meta`` element; https://www.w3.org/TR/CSP3/#meta-element."""

KEYWORDS = frozenset(
    {
        *("'none'", "'self'", "'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", "'unsafe-hashes'"),
        *("'report-sample'", "'wasm-unsafe-eval'", "'unsafe-allow-redirects'", "'inline-speculation-rules'"),
        *("'trusted-types-eval'", "'unsafe-webtransport-hashes'", "'report-sha256'", "'report-sha384'"),
        "'report-sha512'",
    }
)
"""Keyword sources, including quotes."""


@frozen(kw_only=True)
class Policy:
    """
    A content security policy.

    :ivar directives: the tokens of each directive by lower-case name; the first of each name.
    :ivar report_only: whether violations are only reported, not blocked.
    :ivar in_page: whether the policy is in a ``meta`` element.
    :ivar repeated: names of directives that are repeated with another value, which is ignored.
    :ivar misplaced: names of directives that are ignored in a ``meta`` element.
    :ivar unreadable: names of directives that are ignored because they are not ASCII.
    """

    directives: Mapping[str, tuple[str, ...]]
    report_only: bool = False
    in_page: bool = False
    repeated: tuple[str, ...] = ()
    misplaced: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    _source_lists: dict[str, SourceList] = field(factory=dict, init=False, eq=False, repr=False)
    _values: dict[str, tuple[str, ...]] = field(factory=dict, init=False, eq=False, repr=False)

    def governing(self, directive: str) -> str | None:
        """Return the name of the directive that applies in place of a directive, or ``None`` if none does."""
        if directive not in FETCH_DIRECTIVES:
            return directive if directive in self.directives else None
        names = _FALLBACKS.get(directive, (directive, "default-src"))
        return next((name for name in names if name in self.directives), None)

    def sources(self, directive: str) -> SourceList | None:
        """Return the allowed sources, in lower case except nonces and hashes, or ``None`` for no restriction."""
        name = self.governing(directive)
        if name is None:
            return None
        if name not in self._source_lists:
            self._source_lists[name] = SourceList(map(_folded, self.directives[name]))
        return self._source_lists[name]

    def values(self, name: str) -> tuple[str, ...]:
        """Return the distinct values of a directive itself, with keywords and schemes in lower case."""
        if name not in self._values:
            self._values[name] = tuple(dict.fromkeys(map(_normal, self.directives.get(name, ()))))
        return self._values[name]


def parse_policies(value: str, *, report_only: bool = False, in_page: bool = False) -> tuple[Policy, ...]:
    """
    Return the policies of a header field, separated by commas, or the policy of a ``meta`` element.

    Policies without directives are left out unless they contain ignored directives.

    https://www.w3.org/TR/CSP3/#parse-response-csp
    """
    texts = [value] if in_page else value.split(",")
    policies = (parse_policy(text, report_only=report_only, in_page=in_page) for text in texts)
    return tuple(policy for policy in policies if policy.directives or policy.unreadable or policy.misplaced)


def parse_policy(text: str, *, report_only: bool = False, in_page: bool = False) -> Policy:
    """
    Return a single policy; commas have no special meaning.

    https://www.w3.org/TR/CSP3/#parse-serialized-policy
    """
    directives: dict[str, tuple[str, ...]] = {}
    repeated: list[str] = []
    misplaced: list[str] = []
    unreadable: list[str] = []
    for part in text.split(";"):
        tokens = re.split(r"[\t\n\f\r ]+", part.strip("\t\n\f\r "))
        if not tokens[0]:
            continue
        if not part.isascii():
            unreadable.append(tokens[0])
            continue
        name = tokens[0].lower()
        if in_page and name in HEADER_ONLY:
            misplaced.append(name)
            continue
        if directives.setdefault(name, tuple(tokens[1:])) != tuple(tokens[1:]):
            repeated.append(name)
    return Policy(
        directives=MappingProxyType(directives),
        report_only=report_only,
        in_page=in_page,
        repeated=tuple(repeated),
        misplaced=tuple(misplaced),
        unreadable=tuple(unreadable),
    )


def mistyped_keywords(sources: Iterable[str]) -> tuple[str, ...]:
    """Return the sources that look like nonces or hashes but are invalid, which keeps ``'unsafe-inline'`` in force."""
    return tuple(
        source
        for source in sources
        if source.lower().startswith(("'nonce-", "'sha256-", "'sha384-", "'sha512-"))
        and not is_nonce(source)
        and not is_hash(source)
    )


def allows_any_inline(sources: Iterable[str], *, script: bool) -> bool:
    """
    Return whether sources allow every inline script (or style).

    ``'unsafe-inline'`` does, unless there is a nonce or hash or, for scripts, ``'strict-dynamic'``.

    https://www.w3.org/TR/CSP3/#allow-all-inline
    """
    found = sources if isinstance(sources, SourceList) else SourceList(sources)
    if script and "'strict-dynamic'" in found:
        return False
    return "'unsafe-inline'" in found and not found.restricts_inline


def broad_sources(sources: Iterable[str], *, script: bool) -> tuple[str, ...]:
    """
    Return the sources from which anybody can serve code: ``*``, whole schemes, ``data:``.

    With ``'strict-dynamic'``, browsers ignore hosts and schemes for scripts.

    https://www.w3.org/TR/CSP3/#match-url-to-source-expression
    """
    found = tuple(sources)
    if script and "'strict-dynamic'" in found:
        return ()
    return tuple(source for source in dict.fromkeys(found) if source in _BROAD)


_BROAD = frozenset(
    {"*", "http:", "https:", "data:", "http://*", "https://*", "*:*", "http://*:*", "https://*:*", "*:443", "*:80"}
)


def _normal(value: str) -> str:
    """Return a value in lower case if it is a keyword or a scheme, otherwise unchanged."""
    lower = value.lower()
    return lower if lower in KEYWORDS or SCHEME_SOURCE.fullmatch(value) else value


def _folded(source: str) -> str:
    """Return a source in lower case if it is case-insensitive, otherwise unchanged."""
    return source if is_nonce(source) or is_hash(source) or "/" in source.partition("://")[2] else source.lower()
