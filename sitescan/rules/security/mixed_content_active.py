from bs4.element import Tag

from sitescan.document.security.mixed_content import mixed_content
from sitescan.model.outline import Place
from sitescan.model.rendered import MixedRequest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten


def check(document: Document) -> Findings:
    """Report active mixed content, which browsers block because it could control the page."""
    for reference in mixed_content(document):
        if reference.active:
            shown = shorten(reference.url) if reference.hidden else ""
            yield Finding(reference.at, detail=shown, observatory=_outcome(reference.at))


def _outcome(tag: Tag | Place) -> str:
    """Return the outcome of the Observatory, which examines only scripts, or an empty string."""
    if not isinstance(tag, Tag) or tag.name != "script":
        return ""
    checked = "sri-implemented-but" if attr(tag, "integrity", "").strip() else "sri-not-implemented-and"
    return f"{checked}-external-scripts-not-loaded-securely"


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page loads mixed content that browsers block",
    passed="Scripts, styles and frames load over HTTPS",
    applies=lambda document: document.exchange.secure,
    description=(
        "The page is served over HTTPS but loads {count:# script, stylesheet, frame or other resource|# scripts, "
        "stylesheets, frames or other resources} over plain HTTP. Browsers block such mixed content because "
        "anyone on the network could use it to take over the page. Whatever depends on it doesn't work."
    ),
    recommendation="Load every resource over HTTPS.",
    how_to_fix=(
        'Change http:// to https:// in the addresses: <script src="https://cdn.example.com/app.js"></script>\n'
        "If there are too many to change, browsers can do it: Content-Security-Policy: upgrade-insecure-requests"
    ),
    sources=(
        "https://www.w3.org/TR/mixed-content/",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
    ),
    covers=(
        "lighthouse:is-on-https",
        "observatory:sri-implemented-but-external-scripts-not-loaded-securely",
        "observatory:sri-not-implemented-and-external-scripts-not-loaded-securely",
    ),
    examples=(
        Bad(
            '<script src="http://example.net/a.js"></script>'
            '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">'
        ),
        Good(
            '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests">'
            '<script src="http://example.net/a.js"></script>'
        ),
        Bad('<script type="module">import "http://cdn.example.net/pears.js"</script>'),
        Bad(
            '<script type="importmap">{"imports": {"/pears.js": "http://cdn.example.net/pears.js"}}</script>'
            '<script type="module">import "./pears.js"</script>'
        ),
        Bad('<script src="http://cdn.example.com/a.js"></script>'),
        Bad('<link rel="stylesheet" href="HTTP://example.com/a.css">'),
        Bad("<style>@import url(http://example.com/a.css);</style>"),
        Bad('<img src="/a.png" srcset="/a.png 1x, http://example.com/b.png 2x" alt="">'),
        Bad('<base href="http://example.com/"><iframe src="map.html" title="Map"></iframe>'),
        Bad(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", "@import 'http://example.com/b.css';"),),
        ),
        Bad('<style>@font-face { font-family: P; src: url("http://example.com/p.woff2") }</style>'),
        Bad('<iframe srcdoc="<script src=http://example.com/a.js></script>" title="Pears"></iframe>'),
        Bad("<p>Pears", headers=("Link: <http://example.com/a.css>; rel=stylesheet",)),
        Bad('<link rel="preload" as="image" imagesrcset="/a.png 1x, http://example.com/b.png 2x">'),
        Bad(
            '<script>fetch("http://example.com/pears")</script>',
            mixed=(MixedRequest(url="http://example.com/pears", blocked=True),),
        ),
        Good('<script src="//cdn.example.com/a.js"></script><script src="/a.js?from=http://example.com/"></script>'),
        Good('<a href="http://example.com/">Pears</a><link rel="canonical" href="http://example.com/">'),
        Good('<script src="http://cdn.example.com/a.js"></script>', url="http://example.com/"),
        Good('<iframe src="http://localhost:3000/" title="Pears"></iframe>'),
        Good('<a href="/" ping="http://example.com/">Pears</a><form action="http://example.com/"></form>'),
        Good("<style>p { color: red } @import url(http://example.com/a.css);</style>"),
        Good('<script>var s = "<script src=http://example.com/a.js>"</script>'),
        Good(
            '<script src="http://example.com/a.js"></script>',
            headers=("Content-Security-Policy: upgrade-insecure-requests",),
        ),
        Good('<body><noscript><iframe src="http://example.com/"></iframe></noscript>'),
    ),
)
