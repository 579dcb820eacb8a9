"""Security rules on malformed responses, which are judged without errors."""

import json
import time
from collections.abc import Iterable
from math import inf

import pytest

from sitescan.document.document import Document, SourceDocument
from sitescan.model.exchange import Exchange, Page
from sitescan.model.report import Category, Issue
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.standards.http_headers import Headers

Fields = Iterable[tuple[str, str]]


def judged(fields: Fields, html: str = "<title>Pears</title>", most: float = inf) -> dict[str, Issue]:
    """Return the issues of the security rules, which must be found within this many seconds of CPU time."""
    url = "https://www.example.com/"
    headers = Headers((("Content-Type", "text/html; charset=utf-8"), *fields))
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    document = Document(Page(exchange=exchange, body=html.encode()))
    assert document.elements
    started = time.process_time()
    rules = [rule for rule in rules_reading(Document, SourceDocument, Exchange) if Category.SECURITY in rule.categories]
    found = [judge(rule, document if issubclass(rule.reads, Document) else exchange) for rule in rules]
    assert time.process_time() - started < most
    made = issues([judgement for judgement in found if judgement is not None])
    json.dumps([(issue.description, issue.how_to_fix) for issue in made]).encode()
    return {issue.rule: issue for issue in made}


def test_five_hundred_cookies() -> None:
    """Five hundred cookies are counted, and at most fifty of them are listed."""
    found = judged(("Set-Cookie", f"c{number}=1; Path=/") for number in range(500))
    assert found["security/cookie-insecure"].count == 500
    assert len(found["security/cookie-insecure"].occurrences) <= 50


def test_repeated_cookie() -> None:
    """A cookie that is set again replaces the first one only if browsers accept it."""
    found = judged([("Set-Cookie", "a=1"), ("Set-Cookie", "a=2; Secure; SameSite=Lax")])
    assert "security/cookie-insecure" not in found
    found = judged([("Set-Cookie", "a=1; Secure; SameSite=Lax"), ("Set-Cookie", "a=2; SameSite=None")])
    assert "security/cookie-insecure" not in found
    assert "security/cookie-refused" in found


HEADERS = (
    *("Content-Security-Policy", "Strict-Transport-Security", "X-Frame-Options", "X-Content-Type-Options"),
    *("Referrer-Policy", "Permissions-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Embedder-Policy"),
    *("Cross-Origin-Resource-Policy", "Set-Cookie", "Server", "X-Powered-By", "Access-Control-Allow-Origin"),
)


ODD = (
    "",
    "\x00",
    "default-src\x00'self'; max-age=1\x00; a=\x00b",
    "max-age=1;\r\n includeSubDomains",
    "SAMEORIGIN\n\tDENY",
    "’self’ \xe9\xff \ud83d",
    "default-src 'self'; script-src 'nonce-\xe9'",
    "%s%n{count}{0}{detail:#|#}",
    "<script>alert(1)</script>",
    ";" * 60_000,
    "," * 60_000,
    "a=" * 30_000,
    "'" * 60_000,
    "script-src " + "'sha256-" * 7_000,
    "script-src " + " ".join(f"https://h{number}.example" for number in range(2_500)),
    "default-src " * 5_000,
    "; ".join(f"d{number} 'self'" for number in range(4_000)),
    ("img-src 'self'," * 4_000),
)


def _beginning(value: str) -> str:
    return f"{value[:12]!r}*{len(value)}"


@pytest.mark.slow
@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("value", ODD, ids=_beginning)
def test_unusual_values(name: str, value: str) -> None:
    """NUL, folded lines, bytes above ASCII and 60 KB of anything are ignored or reported without an error."""
    judged([(name, value)])


@pytest.mark.cpu
@pytest.mark.parametrize("name", HEADERS)
@pytest.mark.parametrize("value", ODD, ids=_beginning)
def test_unusual_values_take_little_time(name: str, value: str) -> None:
    """An odd header value is judged within a second of CPU time."""
    judged([(name, value)], most=1)


def test_non_ascii_policy_is_ignored() -> None:
    """A policy with characters beyond ASCII, such as curly quotes, is reported as ignored."""
    found = judged([("Content-Security-Policy", "default-src ’self’")])
    assert "ASCII" in found["security/csp-mistakes"].description


def test_contradicting_headers() -> None:
    """Of two contradicting headers, the one that browsers apply is judged, and the repetition is reported."""
    found = judged([("Strict-Transport-Security", "max-age=31536000"), ("Strict-Transport-Security", "max-age=0")])
    assert "security/hsts-short" not in found
    assert "security/headers-repeated" in found
    found = judged([("X-Frame-Options", "DENY"), ("X-Frame-Options", "SAMEORIGIN")])
    assert "security/frame-options-invalid" in found


def test_policy_in_body_is_ignored() -> None:
    """A policy in a meta element counts in the head only, as in browsers."""
    meta = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    assert "security/csp-missing" in judged([], f"<body><p>Pears</p>{meta}")
    assert "security/csp-missing" not in judged([], f"<head>{meta}</head>")


@pytest.mark.cpu
def test_many_policies_in_page() -> None:
    """Ten thousand policies in meta elements are judged within a second of CPU time."""
    meta = "<meta http-equiv=Content-Security-Policy content=\"script-src 'self' 'unsafe-inline' https:\">"
    judged([], f"<head>{meta * 10_000}</head>", most=1)
