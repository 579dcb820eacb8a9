"""Suggested content security policies, which fit the page and have no fault of their own."""

import time

import pytest

from sitescan.document.document import Document, SourceDocument
from sitescan.document.security.suggested_policy import LONGEST, script_hashes, suggested_policy
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import judge
from sitescan.standards.http_headers import Headers

FAULTS = {
    "security/csp-broad-sources",
    "security/csp-bypass",
    "security/csp-deprecated",
    "security/csp-insecure-sources",
    "security/csp-missing",
    "security/csp-mistakes",
    "security/csp-object-src",
    "security/csp-scripts-unlimited",
    "security/csp-short-nonce",
    "security/csp-unsafe-inline",
    "security/framing-allowed",
}


def document(html: str, policy: str = "", sheets: tuple[Source, ...] = (), scheme: str = "https") -> Document:
    """Return a page of www.example.com."""
    headers = Headers((("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy)))
    url = f"{scheme}://www.example.com/shop/"
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    return Document(Page(exchange=exchange, body=html.encode()), sheets)


def directives(policy: str) -> dict[str, set[str]]:
    """Return the policy's sources by directive."""
    return {words[0]: set(words[1:]) for words in (part.split() for part in policy.split(";"))}


def test_empty_page() -> None:
    """The policy allows nothing that the page does not need."""
    assert suggested_policy(document("<p>Pears")) == (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    )


def test_unread_stylesheets_of_font_services() -> None:
    """Fonts of an unread stylesheet of a font service are allowed; if the stylesheet was read, its content decides."""
    fonts = '<link rel=stylesheet href="https://fonts.googleapis.com/css?family=Pears">'
    policy = directives(suggested_policy(document(fonts)))
    assert policy["font-src"] == {"'self'", "https://fonts.gstatic.com"}
    read = Source(url="https://fonts.googleapis.com/css?family=Pears", body=b"p { color: red }")
    assert "font-src" not in directives(suggested_policy(document(fonts, sheets=(read,))))
    icons = '<link rel=stylesheet href="https://cdn.example.net/font-awesome/4.7.0/css/font-awesome.min.css">'
    assert directives(suggested_policy(document(icons)))["font-src"] == {"'self'", "https://cdn.example.net"}
    typekit = directives(suggested_policy(document('<link rel=stylesheet href="https://use.typekit.net/a.css">')))
    assert typekit["style-src"] >= {"https://use.typekit.net", "https://p.typekit.net"}
    other = '<link rel=stylesheet href="https://cdn.example.net/theme.css">'
    assert "font-src" not in directives(suggested_policy(document(other)))


def test_page_over_plain_http() -> None:
    """The policy for a page without encryption allows its files over HTTP as well."""
    html = '<script src="//js.example.net/x.js"></script><img src="https://img.example.net/1.png">'
    policy = directives(suggested_policy(document(html, scheme="http")))
    assert policy["script-src"] == {"'self'", "js.example.net"}
    assert policy["img-src"] == {"'self'", "img.example.net"}
    html = "".join(f'<img src="//img{number}.example.net/">' for number in range(30))
    assert directives(suggested_policy(document(html, scheme="http")))["img-src"] == {"'self'", "http:"}
    assert directives(suggested_policy(document(html)))["img-src"] == {"'self'", "https:"}


def test_loaded_files_are_allowed() -> None:
    """Each kind of reference is allowed by the directive that browsers apply to it."""
    html = """
        <base href="/shop/">
        <link rel="stylesheet" href="//cdn.example.net/a.css"><link rel="icon" href="https://icons.example.net/i.png">
        <link rel="preload" as="font" href="https://fonts.example.net/f.woff2">
        <script src="app.js"></script><script src="http://js.example.net:8443/x.js"></script><script>1</script>
        <script type="application/ld+json">{}</script>
        <img src="data:image/png;base64,AA"><img srcset="https://img.example.net/1.png 1x, https://x.example/2.png 2x">
        <iframe src="https://www.example.org/embed"></iframe><video src="/v.mp4" poster="https://p.example.net/p.jpg">
        </video><form action="https://pay.example.net/"></form><p style="color: red">
        <noscript><img src="https://tracker.example.net/"></noscript>
    """
    sheet = Source(
        url="https://cdn.example.net/a.css", body=b"@font-face { src: url(../f.woff) } i { background: url(b.png) }"
    )
    assert directives(suggested_policy(document(html, sheets=(sheet,)))) == {
        "default-src": {"'self'"},
        "script-src": {
            "'self'",
            "https://js.example.net:8443",
            "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
        },
        "style-src": {"'self'", "'unsafe-inline'", "https://cdn.example.net"},
        "img-src": {
            "'self'",
            "data:",
            "https://icons.example.net",
            "https://img.example.net",
            "https://x.example",
            "https://p.example.net",
            "https://cdn.example.net",
        },
        "font-src": {"'self'", "https://fonts.example.net", "https://cdn.example.net"},
        "frame-src": {"'self'", "https://www.example.org"},
        "base-uri": {"'self'"},
        "object-src": {"'none'"},
        "form-action": {"'self'", "https://pay.example.net"},
        "frame-ancestors": {"'self'"},
    }


@pytest.mark.parametrize(
    "html",
    [
        "<p>Pears",
        "<script>1</script><script src='https://cdn.example.net/a.js'></script><style>p{}</style>",
        "".join(f"<script>{number}</script>" for number in range(20)),
        "".join(f"<img src='https://i{number}.example.net/'>" for number in range(100)),
        "".join(f"<script src='https://s{number}.example.net/a.js'></script>" for number in range(100)),
        "".join(f"<script src='https://{'s' * 60}{number}.example.net/a.js'></script>" for number in range(7))
        + "".join(f"<iframe src='https://{'f' * 60}{number}.example.net/'></iframe>" for number in range(8)),
        "<object data='/a.pdf'></object><base href='https://www.example.com/'>",
    ],
)
def test_no_reported_faults(html: str) -> None:
    """A suggested policy has none of the faults that the rules report."""
    policy = suggested_policy(document(html))
    assert len(policy) <= LONGEST
    page = document(html, policy.replace("nonce-RANDOM", "nonce-cGVhcnM4OTEyMzQ1Njc4OQ=="))
    found = {rule.id for rule in rules_reading(Document, SourceDocument) if judge(rule, page)}
    assert not found & FAULTS


def test_hashes() -> None:
    """Each inline script has one hash, and a script that browsers do not run has none."""
    page = document(
        "<script>1</script><script>1</script><script type='text/template'>2</script><script src=a.js></script>"
    )
    assert script_hashes(page) == ("'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",)


@pytest.mark.cpu
def test_large_page_takes_linear_time() -> None:
    """A policy for ten thousand hosts is made within a second of CPU time."""
    page = document("".join(f"<img src='https://i{number}.example.net/a'>" for number in range(10_000)))
    assert page.elements
    started = time.process_time()
    assert len(suggested_policy(page)) <= LONGEST
    assert time.process_time() - started < 1
