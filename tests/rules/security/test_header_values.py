"""The parsers of header values, on valid and on malformed values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.cache_control import lifetime, parse_cache_control
from sitescan.standards.cookie_date import parse_cookie_date
from sitescan.standards.cookies import parse_cookie, refusal
from sitescan.standards.csp import allows_any_inline, broad_sources, parse_policies
from sitescan.standards.hsts import parse_hsts
from sitescan.standards.http_headers import Headers
from sitescan.standards.integrity_policy import parse_integrity_policy
from sitescan.standards.referrer_policy import from_header, from_meta
from sitescan.standards.structured_fields import InnerList, Malformed, Token, parse_dictionary, parse_item, parse_list

#: 2026-11-01.
NOW = 1_793_491_200.0
garbage = st.text(max_size=300) | st.text(alphabet="max-age=0123;, \"'\\()?:@%selfnone*srcript-", max_size=300)


@given(garbage)
def test_parsers_never_fail(value: str) -> None:
    """No header value makes a parser fail."""
    _parse(value)


def _parse(value: str) -> None:
    parse_hsts(value)
    parse_cache_control(value)
    lifetime(Headers((("Cache-Control", value), ("Expires", value), ("Date", value))))
    refusal(parse_cookie(value, NOW), "example.com")
    parse_integrity_policy(value)
    from_header(value)
    from_meta(value)
    for policy in parse_policies(value):
        sources = policy.sources("script-src-elem") or ()
        allows_any_inline(sources, script=True)
        broad_sources(sources, script=True)
    for parse in (parse_item, parse_list, parse_dictionary):
        try:
            parse(value)
        except Malformed:
            continue


def test_long_policy() -> None:
    """A policy that fits into a response head is read to its end, and a wrong character there is found."""
    policy = ", ".join(f'feature-{number}=("https://a{number}.example")' for number in range(1000))
    assert len(policy) > 32_000
    assert len(parse_dictionary(policy)) == 1000
    with pytest.raises(Malformed):
        parse_dictionary(policy + ", 'none'")


@pytest.mark.parametrize(
    "value",
    ["a" * 100_000, "max-age;" + " " * 100_000 + '"x', "=;" * 50_000, '"' * 65_535, "(" * 65_535, "a=(" * 20_000],
)
def test_long_values_take_linear_time(value: str) -> None:
    """Parsing a header value of the largest size takes linear time."""
    _parse(value)


def test_hsts() -> None:
    """An HSTS policy may have quotes, any case and unknown directives; any other deviation makes it invalid."""
    policy = parse_hsts('max-age="31536000"; IncludeSubDomains; preload; x=y;;')
    assert policy is not None
    assert (policy.max_age, policy.include_subdomains, policy.preload) == (31_536_000, True, True)
    for value in ("", "max-age", "max-age=-1", "max-age=1.5", "max-age=1 2", "max-age=1; MAX-AGE=1", "max-age='1'"):
        assert parse_hsts(value) is None, value


def test_structured_fields() -> None:
    """Tokens differ from strings, parameters are ignored, and a malformed value is rejected."""
    assert parse_item('same-origin; report-to="a"') == Token("same-origin")
    assert parse_item('"same-origin"') == "same-origin"
    members = parse_dictionary('a=(self "https://x.example"), b=*, c, d=?0;p=1.5')
    assert members == {
        "a": InnerList((Token("self"), "https://x.example")),
        "b": Token("*"),
        "c": True,
        "d": False,
    }
    for value in ("a=(", "a,", "a b", "A=1", 'a="', "a=1.", "a=()b"):
        with pytest.raises(Malformed):
            parse_dictionary(value)
    assert parse_list('"/a";p=1 , b,(c "d")') == ["/a", Token("b"), InnerList((Token("c"), "d"))]
    assert parse_list("") == []
    for value in ("/a", '"/a" "/b"', '"/a",', "a=1"):
        with pytest.raises(Malformed):
            parse_list(value)


@pytest.mark.parametrize(
    ("value", "blocked", "problem"),
    [
        ("blocked-destinations=(script)", frozenset({"script"}), ""),
        ("blocked-destinations=(script style), sources=(inline), endpoints=(a)", frozenset({"script", "style"}), ""),
        ("blocked-destinations=(script font)", frozenset({"script"}), "font isn't script or style"),
        ("blocked-destinations=()", frozenset(), ""),
        ("blocked-destinations=(script), sources=()", frozenset(), "inline isn't among the sources"),
        ("blocked-destinations=script", frozenset(), "blocked-destinations has no parentheses"),
        ('blocked-destinations=("script")', frozenset(), "blocked-destinations has names in quotes"),
        ("endpoints=(a)", frozenset(), "blocked-destinations is missing"),
    ],
)
def test_integrity_policy(value: str, blocked: frozenset[str], problem: str) -> None:
    """A policy blocks the kinds of files that it lists as tokens, unless it has sources without ``inline``."""
    policy = parse_integrity_policy(value)
    assert (policy.destinations, policy.problem) == (blocked, problem)


def test_csp() -> None:
    """A header may have several policies; the first of repeated directives counts, and missing ones fall back."""
    first, second = parse_policies("Default-Src 'Self' ; default-src *, script-src-elem 'nonce-AbC'")
    assert list(first.sources("script-src-attr") or ()) == ["'self'"]
    assert list(first.sources("frame-src") or ()) == ["'self'"]
    assert first.sources("base-uri") is None
    assert first.repeated == ("default-src",)
    assert list(second.sources("script-src-elem") or ()) == ["'nonce-AbC'"]
    assert second.sources("script-src-attr") is None


def test_cookies() -> None:
    """The last of repeated attributes counts, and a line without = is a value."""
    cookie = parse_cookie(" a = b ; Secure; SameSite=Lax; samesite=None; Domain=.Example.com; Max-Age=5; Path=/x", NOW)
    assert (cookie.name, cookie.value, cookie.same_site, cookie.domain) == ("a", "b", "None", "example.com")
    assert cookie.secure
    assert not cookie.deletes
    assert parse_cookie("plain", NOW).value == "plain"
    assert refusal(parse_cookie("a=1; Domain=ample.com", NOW), "example.com")
    assert refusal(parse_cookie("a=\x01", NOW), "example.com")
    assert not refusal(parse_cookie("a=" + "x" * 4095, NOW), "example.com")
    assert refusal(parse_cookie("a=" + "x" * 4096, NOW), "example.com")


@pytest.mark.parametrize(
    ("fields", "seconds"),
    [
        ((), None),
        ((("Cache-Control", "public, max-age=60"),), 60),
        ((("Cache-Control", 'max-age="60", no-transform'),), 60),
        ((("Cache-Control", "max-age=60, no-cache"),), 0),
        ((("Cache-Control", "max-age=soon"),), 0),
        ((("Expires", "0"),), 0),
        ((("Expires", "Thu, 01 Jan 2026 00:01:00 GMT"), ("Date", "Thu, 01 Jan 2026 00:00:00 GMT")), 60),
        ((("Expires", "Thu, 01 Jan 2026 00:01:00 GMT"),), None),
        ((("Cache-Control", "max-age=60"), ("Expires", "0")), 60),
    ],
)
def test_lifetime(fields: tuple[tuple[str, str], ...], seconds: int | None) -> None:
    """The lifetime of a response in a browser's cache follows from its header fields."""
    assert lifetime(Headers(fields)) == seconds


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Thu, 01-Jan-70 00:00:01 GMT", "1970-01-01T00:00:01"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00"),
        ("Wed Nov 11 10:20:30 2026", "2026-11-11T10:20:30"),
        ("2030 1:2:3 dec 31", "2030-12-31T01:02:03"),
        ("01-Feb-69 00:00:00", "2069-02-01T00:00:00"),
        ("31 Feb 2026 00:00:00", ""),
        ("01 Jan 2026 24:00:00", ""),
        ("01 Jan 2026", ""),
        ("01 Jan 1600 00:00:00", ""),
        ("0", ""),
        ("", ""),
    ],
)
def test_cookie_dates(text: str, date: str) -> None:
    """Cookie dates are parsed as browsers parse them, in any order and format."""
    parsed = parse_cookie_date(text)
    assert (parsed.replace(tzinfo=None).isoformat() if parsed else "") == date


@pytest.mark.parametrize(
    ("line", "deletes"),
    [
        ("a=; expires=Thu, 01-Jan-70 00:00:01 GMT", True),
        ("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", True),
        ("a=; Expires=Sat, 31 Oct 2026 00:00:00 GMT", True),
        ("a=1; Expires=Mon, 02 Nov 2026 00:00:00 GMT", False),
        ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60", False),
        ("a=1; Expires=never", False),
        ("a=; Max-Age=0", True),
        ("a=; Max-Age=-1", True),
    ],
)
def test_deleted_cookies(line: str, deletes: bool) -> None:
    """A cookie that has expired by the server's clock is deleted by the response."""
    assert parse_cookie(line, NOW).deletes is deletes
