"""Weaknesses of content security policies."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.csp import Policy, parse_policies
from sitescan.standards.csp_bypasses import flash_host, script_host
from sitescan.standards.csp_findings import (
    Weight,
    effective,
    missing_base_uri,
    script_hosts,
    shared,
    unsafe_inline,
    weaknesses,
)


def policy(text: str) -> Policy:
    """Return the only policy of a text."""
    (parsed,) = parse_policies(text)
    return parsed


def found(text: str) -> set[tuple[str, Weight, str]]:
    """Return the types, weights and directives of weaknesses, without the one that nearly every policy has."""
    return {
        (weakness.type, weakness.weight, weakness.directive)
        for weakness in weaknesses(policy(text))
        if weakness.type != "REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS"
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("script-src 'none'; object-src 'none'", set()),
        (
            "default-src 'none'; script-src 'nonce-cGVhcnM4OTEy' 'unsafe-inline'; base-uri 'none'",
            {("IGNORED", Weight.NONE, "script-src")},
        ),
        ("default-src 'UNSAFE-INLINE'", {("SCRIPT_UNSAFE_INLINE", Weight.HIGH, "default-src")}),
        ("default-src 'none'; script-src-elem DATA:", {("PLAIN_URL_SCHEMES", Weight.HIGH, "script-src-elem")}),
        ("default-src 'none'; base-uri https://*", {("PLAIN_WILDCARD", Weight.HIGH, "base-uri")}),
        ("default-src 'none'; img-src 'self' script-src", {("MISSING_SEMICOLON", Weight.SYNTAX, "img-src")}),
        ("default-src 'none'; img-src self", {("INVALID_KEYWORD", Weight.SYNTAX, "img-src")}),
        ("default-src 'none'; img-scr 'self'", {("UNKNOWN_DIRECTIVE", Weight.SYNTAX, "img-scr")}),
        ("default-src 'none'; img-src http://a.example", {("SRC_HTTP", Weight.MEDIUM, "img-src")}),
        ("default-src 'none'; img-src //[::1]:8080/", {("IP_SOURCE", Weight.INFO, "img-src")}),
        (
            "default-src 'none'; img-src 'nonce-*'",
            {
                ("NONCE_CHARSET", Weight.INFO, "img-src"),
                ("NONCE_LENGTH", Weight.MEDIUM, "img-src"),
                ("INVALID_KEYWORD", Weight.SYNTAX, "img-src"),
            },
        ),
    ],
)
def test_weaknesses(text: str, expected: set[tuple[str, Weight, str]]) -> None:
    """Each weakness is found with its type, weight and directive."""
    assert found(text) == expected


def test_strictest_policy_decides() -> None:
    """The strictest of several policies decides, because browsers enforce all of them."""
    lax, strict = policy("script-src 'unsafe-inline'"), policy("script-src 'self'")
    assert not shared((lax, strict), unsafe_inline)
    assert shared((lax, lax), unsafe_inline)
    assert not shared((), unsafe_inline)
    assert not list(missing_base_uri(policy("script-src 'nonce-abcdefgh'"), policy("base-uri 'none'")))


def test_strict_dynamic() -> None:
    """The keyword 'strict-dynamic' makes browsers ignore hosts, schemes and 'self'."""
    kept = effective(policy("script-src 'self' https: a.example 'nonce-abcdefgh' 'strict-dynamic'"))
    assert kept.directives["script-src"] == ("'nonce-abcdefgh'", "'strict-dynamic'")


@pytest.mark.parametrize(
    ("source", "with_eval", "host"),
    [
        ("*.google.com", False, "accounts.google.com"),
        ("www.googletagmanager.com", False, ""),
        ("www.googletagmanager.com", True, "www.googletagmanager.com"),
        ("www.gstatic.com", False, "www.gstatic.com"),
        ("WWW.GSTATIC.COM:443", False, "www.gstatic.com"),
        ("www.gstatic.com/fsn/", False, "www.gstatic.com"),
        ("www.gstatic.com/other/", False, ""),
        ("cdn.example.com", True, ""),
        ("*", True, ""),
        ("", True, ""),
    ],
)
def test_bypass_hosts(source: str, with_eval: bool, host: str) -> None:
    """The host, wildcard and path of a source are matched as in browsers."""
    named = script_host(source, with_eval=with_eval)
    assert bool(named) is bool(host)
    if "*" not in source:
        assert named == host


def test_bypass_data() -> None:
    """The list of bypass hosts has hosts of scripts and of Flash files."""
    assert flash_host("ajax.googleapis.com")
    (known,) = script_hosts(policy("script-src *.google.com"))
    assert known.weight is Weight.HIGH


@given(st.text(max_size=300) | st.text(alphabet="script-default'*:/. ;[]nonce-sha256", max_size=300))
def test_any_header_value_is_searched(text: str) -> None:
    """Any header value is searched for weaknesses without an error."""
    for parsed in parse_policies(text):
        weaknesses(parsed)


@pytest.mark.parametrize(
    "text",
    [
        "script-src " + " ".join(f"h{number}.example" for number in range(5_000)),
        "; ".join(f"a{number}-src *" for number in range(5_000)),
        "script-src " + "'nonce-" * 9_000,
        "script-src " + "*." * 30_000,
    ],
)
@pytest.mark.cpu
def test_long_policies_take_linear_time(text: str) -> None:
    """A policy of 60 KB is searched for weaknesses within a second of CPU time."""
    started = time.process_time()
    for parsed in parse_policies(text):
        weaknesses(parsed)
    assert time.process_time() - started < 1
