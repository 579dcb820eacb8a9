"""
Weaknesses of a content security policy, with the types and severities of CSP Evaluator.

https://csp-evaluator.withgoogle.com/
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from ipaddress import IPv6Address, ip_address

from attrs import evolve, frozen

from sitescan.standards.csp import DIRECTIVES, KEYWORDS, Policy
from sitescan.standards.csp_bypasses import flash_host, script_host
from sitescan.standards.csp_sources import SCHEME_SOURCE, is_hash, is_nonce
from sitescan.standards.lazy_pattern import lazy_pattern


class Weight(Enum):
    """The severity of a finding, most severe first."""

    HIGH = "HIGH"
    SYNTAX = "SYNTAX"
    MEDIUM = "MEDIUM"
    STRICT_CSP = "STRICT_CSP"
    MEDIUM_MAYBE = "MEDIUM_MAYBE"
    INFO = "INFO"
    NONE = "NONE"


@frozen
class CspFinding:
    """
    A finding.

    :ivar type: the type, such as ``SCRIPT_UNSAFE_INLINE``.
    :ivar weight: the severity.
    :ivar directive: the directive that contains it, or that is missing.
    :ivar value: the source, or an empty string if the finding is about the whole directive.
    :ivar host: the host that is known to allow bypasses, or an empty string.
    """

    type: str
    weight: Weight
    directive: str
    value: str = ""
    host: str = ""


Check = Callable[[Policy], Iterable[CspFinding]]
"""A function that finds weaknesses of one kind."""

_SCRIPT = ("script-src", "script-src-attr", "script-src-elem")
_ACTIVE = (*_SCRIPT, "object-src", "base-uri")
_SCHEMES = frozenset({"data:", "http:", "https:"})
_ANY_HOST = frozenset({"*", "*:*", "*:80", "*:443"})
_MARKS = ("nonce-", "sha256-", "sha384-", "sha512-")
_BARE = frozenset(keyword.strip("'") for keyword in KEYWORDS)
_DEPRECATED = ("reflected-xss", "referrer", "disown-opener", "prefetch-src")
_SHORTEST_NONCE = 8

_AUTHORITY = lazy_pattern(r"\w[+\w.-]*://|//")
_NONCE = lazy_pattern(r"'nonce-(.+)'", re.DOTALL)
_IPV4 = lazy_pattern(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")


def unsafe_inline(policy: Policy) -> Iterator[CspFinding]:
    """Find ``'unsafe-inline'`` and ``'unsafe-hashes'`` for scripts."""
    for name, values in _in_force(policy, _SCRIPT):
        if "'unsafe-inline'" in values:
            yield CspFinding("SCRIPT_UNSAFE_INLINE", Weight.HIGH, name, "'unsafe-inline'")
        if "'unsafe-hashes'" in values:
            yield CspFinding("SCRIPT_UNSAFE_HASHES", Weight.MEDIUM_MAYBE, name, "'unsafe-hashes'")


def unsafe_eval(policy: Policy) -> Iterator[CspFinding]:
    """Find ``'unsafe-eval'`` for scripts."""
    for name, values in _in_force(policy, _SCRIPT):
        if "'unsafe-eval'" in values:
            yield CspFinding("SCRIPT_UNSAFE_EVAL", Weight.MEDIUM_MAYBE, name, "'unsafe-eval'")


def plain_schemes(policy: Policy) -> Iterator[CspFinding]:
    """Find whole schemes as sources of scripts, plugins or the base URL."""
    for name, values in _in_force(policy, _ACTIVE):
        for value in values:
            if value in _SCHEMES:
                yield CspFinding("PLAIN_URL_SCHEMES", Weight.HIGH, name, value)


def wildcards(policy: Policy) -> Iterator[CspFinding]:
    """Find wildcards as sources of scripts, plugins or the base URL."""
    for name, values in _in_force(policy, _ACTIVE):
        for value in values:
            if _without_scheme(value) in _ANY_HOST:
                yield CspFinding("PLAIN_WILDCARD", Weight.HIGH, name, value)


def missing_object_src(policy: Policy) -> Iterator[CspFinding]:
    """Find out whether plugins are unrestricted; an empty source list counts as missing."""
    name = "object-src" if "object-src" in policy.directives else "default-src"
    if not policy.directives.get(name):
        yield CspFinding("MISSING_DIRECTIVES", Weight.HIGH, "object-src")


def missing_script_src(policy: Policy) -> Iterator[CspFinding]:
    """Find out whether scripts are unrestricted."""
    if not {"script-src", "default-src"} & policy.directives.keys():
        yield CspFinding("MISSING_DIRECTIVES", Weight.HIGH, "script-src")


def missing_base_uri(*policies: Policy) -> Iterator[CspFinding]:
    """Find out whether a ``base`` element can redirect scripts that are trusted by a nonce or hash."""
    if any(map(_needs_base_uri, policies)) and not any("base-uri" in policy.directives for policy in policies):
        yield CspFinding("MISSING_DIRECTIVES", Weight.HIGH, "base-uri")


def missing_directives(policy: Policy) -> Iterator[CspFinding]:
    """Find the missing directives among the three that are needed to stop scripts."""
    yield from missing_object_src(policy)
    yield from missing_script_src(policy)
    yield from missing_base_uri(policy)


def script_hosts(policy: Policy) -> Iterator[CspFinding]:
    """Find hosts as sources of scripts: known bypasses, and all other hosts, which may allow one."""
    for name, values in _in_force(policy, ("script-src", "script-src-elem")):
        if "'none'" in values:
            continue
        with_eval = "'unsafe-eval'" in values
        for value in values:
            if value == "'self'":
                yield CspFinding("SCRIPT_ALLOWLIST_BYPASS", Weight.MEDIUM_MAYBE, name, value)
            elif not value.startswith("'") and "." in value and not SCHEME_SOURCE.fullmatch(value):
                host = script_host(_without_scheme(value), with_eval=with_eval)
                weight = Weight.HIGH if host else Weight.MEDIUM_MAYBE
                yield CspFinding("SCRIPT_ALLOWLIST_BYPASS", weight, name, value, host)


def plugin_hosts(policy: Policy) -> Iterator[CspFinding]:
    """Find hosts as sources of plugins."""
    name = "object-src" if "object-src" in policy.directives else "default-src"
    values = policy.values(name)
    kinds = policy.directives.get("plugin-types")
    if "'none'" in values or (kinds is not None and "application/x-shockwave-flash" not in kinds):
        return
    for value in values:
        host = flash_host(_without_scheme(value))
        if host or name == "object-src":
            weight = Weight.HIGH if host else Weight.MEDIUM_MAYBE
            yield CspFinding("OBJECT_ALLOWLIST_BYPASS", weight, name, value, host)


def addresses(policy: Policy) -> Iterator[CspFinding]:
    """Find IP addresses as sources, which browsers do not match."""
    for name, value in _all(policy):
        if _is_address(value):
            yield CspFinding("IP_SOURCE", Weight.INFO, name, value)


def deprecated(policy: Policy) -> Iterator[CspFinding]:
    """Find directives without effect in any browser."""
    for name in _DEPRECATED:
        if name in policy.directives:
            yield CspFinding("DEPRECATED_DIRECTIVE", Weight.INFO, name)


def nonces(policy: Policy) -> Iterator[CspFinding]:
    """Find nonces that are too short or not base64."""
    for name, value in _all(policy):
        match = _NONCE.fullmatch(value)
        if match is not None:
            if len(match.group(1)) < _SHORTEST_NONCE:
                yield CspFinding("NONCE_LENGTH", Weight.MEDIUM, name, value)
            if not is_nonce(value):
                yield CspFinding("NONCE_CHARSET", Weight.INFO, name, value)


def insecure_sources(policy: Policy) -> Iterator[CspFinding]:
    """Find sources over plain HTTP."""
    for name, value in _all(policy):
        if value.startswith("http://"):
            yield CspFinding("SRC_HTTP", Weight.MEDIUM, name, value)


def unknown_directives(policy: Policy) -> Iterator[CspFinding]:
    """Find directives that no standard defines."""
    for name in policy.directives:
        if name not in DIRECTIVES:
            yield CspFinding("UNKNOWN_DIRECTIVE", Weight.SYNTAX, name)


def missing_semicolons(policy: Policy) -> Iterator[CspFinding]:
    """Find directives among the sources of another directive."""
    for name, value in _all(policy):
        if value in DIRECTIVES:
            yield CspFinding("MISSING_SEMICOLON", Weight.SYNTAX, name, value)


def invalid_keywords(policy: Policy) -> Iterator[CspFinding]:
    """Find keywords without quotes, and quoted words that are not keywords."""
    for name, value in _all(policy):
        if value in _BARE or value.startswith(_MARKS) or (value.startswith("'") and not _is_keyword(name, value)):
            yield CspFinding("INVALID_KEYWORD", Weight.SYNTAX, name, value)


def lax_hosts(policy: Policy) -> Iterator[CspFinding]:
    """Find an allowlist of hosts or schemes for scripts without ``'strict-dynamic'``."""
    name, values = _scripts(policy)
    if "'strict-dynamic'" not in values and any(not value.startswith("'") for value in values):
        yield CspFinding("STRICT_DYNAMIC", Weight.STRICT_CSP, name)


def lone_strict_dynamic(policy: Policy) -> Iterator[CspFinding]:
    """Find ``'strict-dynamic'`` without a nonce or hash, which allows no script."""
    name, values = _scripts(policy)
    if "'strict-dynamic'" in values and not any(map(_is_mark, values)):
        yield CspFinding("STRICT_DYNAMIC_NOT_STANDALONE", Weight.INFO, name)


def no_inline_fallback(policy: Policy) -> Iterator[CspFinding]:
    """Find a missing ``'unsafe-inline'`` for browsers without support for nonces and hashes."""
    name, values = _scripts(policy)
    if any(map(_is_mark, values)) and "'unsafe-inline'" not in values:
        yield CspFinding("UNSAFE_INLINE_FALLBACK", Weight.STRICT_CSP, name)


def no_host_fallback(policy: Policy) -> Iterator[CspFinding]:
    """Find missing hosts for browsers without support for ``'strict-dynamic'``."""
    name, values = _scripts(policy)
    fallback = any(value in ("http:", "https:", "*") or "." in value for value in values)
    if "'strict-dynamic'" in values and not fallback:
        yield CspFinding("ALLOWLIST_FALLBACK", Weight.STRICT_CSP, name)


def no_trusted_types(policy: Policy) -> Iterator[CspFinding]:
    """Find out whether strings may become code without a check."""
    if "'script'" not in policy.values("require-trusted-types-for"):
        yield CspFinding("REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS", Weight.INFO, "require-trusted-types-for")


def no_reporting(policy: Policy) -> Iterator[CspFinding]:
    """Find a missing reporting destination, or one that only some browsers support."""
    if policy.directives.get("report-uri"):
        return
    if policy.directives.get("report-to"):
        yield CspFinding("REPORT_TO_ONLY", Weight.INFO, "report-to")
    else:
        yield CspFinding("REPORTING_DESTINATION_MISSING", Weight.INFO, "report-uri")


AS_WRITTEN: tuple[Check, ...] = (
    lax_hosts,
    lone_strict_dynamic,
    no_inline_fallback,
    no_host_fallback,
    no_trusted_types,
)
"""Checks of a policy as written."""

IN_FORCE: tuple[Check, ...] = (
    unsafe_inline,
    unsafe_eval,
    plain_schemes,
    wildcards,
    missing_directives,
    script_hosts,
    plugin_hosts,
    addresses,
    nonces,
    insecure_sources,
    deprecated,
    unknown_directives,
    missing_semicolons,
    invalid_keywords,
)
"""Checks of a policy as current browsers enforce it."""


def weaknesses(policy: Policy) -> tuple[CspFinding, ...]:
    """Return all weaknesses of a policy, without duplicates."""
    found = [*ignored(policy)]
    found += [weakness for check in AS_WRITTEN for weakness in check(policy)]
    found += [weakness for check in IN_FORCE for weakness in check(effective(policy))]
    return tuple(dict.fromkeys(found))


def shared(policies: Sequence[Policy], check: Check) -> tuple[CspFinding, ...]:
    """Return the findings of a check that all policies share: browsers enforce every policy, so one is enough."""
    found = [dict.fromkeys(check(policy)) for policy in policies]
    return (
        tuple(weakness for weakness in found[0] if all(weakness in weaknesses for weaknesses in found)) if found else ()
    )


def effective(policy: Policy) -> Policy:
    """
    Return a policy without the script sources that current browsers ignore in it.

    https://www.w3.org/TR/CSP3/#strict-dynamic-usage
    """
    directives = dict(policy.directives)
    for name, values in _in_force(policy, _SCRIPT):
        dropped = _ignored(values)
        directives[name] = tuple(value for value in values if value not in dropped)
    return evolve(policy, directives=directives)


def ignored(policy: Policy) -> Iterator[CspFinding]:
    """Find script sources that current browsers ignore because of other sources."""
    for name, values in _in_force(policy, _SCRIPT):
        dropped = _ignored(values)
        for value in values:
            if value in dropped:
                yield CspFinding("IGNORED", Weight.NONE, name, value)


def _ignored(values: tuple[str, ...]) -> frozenset[str]:
    if "'strict-dynamic'" in values:
        return frozenset(v for v in values if not v.startswith("'") or v in ("'self'", "'unsafe-inline'"))
    return frozenset({"'unsafe-inline'"} if any(map(_is_mark, values)) else ())


def _in_force(policy: Policy, names: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Iterate over the directives that apply in place of these, without duplicates, with their values."""
    for name in dict.fromkeys(policy.governing(name) for name in names):
        if name is not None:
            yield name, policy.values(name)


def _scripts(policy: Policy) -> tuple[str, tuple[str, ...]]:
    name = policy.governing("script-src") or "default-src"
    return name, policy.values(name)


def _all(policy: Policy) -> Iterator[tuple[str, str]]:
    for name in policy.directives:
        for value in policy.values(name):
            yield name, value


def _without_scheme(value: str) -> str:
    authority = _AUTHORITY.match(value)
    return value[authority.end() :] if authority else value


def _is_mark(value: str) -> bool:
    return is_nonce(value) or is_hash(value)


def _needs_base_uri(policy: Policy) -> bool:
    values = _scripts(policy)[1]
    dynamic = "'strict-dynamic'" in values
    return any(is_nonce(value) or (dynamic and is_hash(value)) for value in values)


def _is_keyword(directive: str, value: str) -> bool:
    if directive == "require-trusted-types-for":
        return value == "'script'"
    if directive == "trusted-types":
        return value in ("'allow-duplicates'", "'none'")
    return value in KEYWORDS or _is_mark(value)


def _is_address(value: str) -> bool:
    host = re.split(r"[/?#]", _without_scheme(value), maxsplit=1)[0]
    if host.startswith("["):
        try:
            return isinstance(ip_address(host[1:].partition("]")[0]), IPv6Address)
        except ValueError:
            return False
    return _IPV4.fullmatch(host.partition(":")[0]) is not None
