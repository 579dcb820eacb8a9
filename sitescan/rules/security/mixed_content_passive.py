import re

from bs4.element import Tag

from sitescan.document.security.mixed_content import Insecure, mixed_content
from sitescan.model.rendered import MixedRequest
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
    safe,
    shorten,
)

_INSECURE = lazy_pattern("http://", re.IGNORECASE)


def check(document: Document) -> Findings:
    """Report passive mixed content, which browsers upgrade, or load with a warning."""
    for reference in mixed_content(document):
        if not reference.active:
            detail = shorten(reference.url) if reference.hidden else ""
            yield Finding(reference.at, detail=detail, change=_upgraded(reference))


def _upgraded(reference: Insecure) -> ElementChange | None:
    """Return the change to the address that browsers load in its place; ``None`` if it isn't one of its own."""
    tag = reference.at
    if not isinstance(tag, Tag) or _INSECURE.match(written := attr(tag, "src", "").strip()) is None:
        return None
    return safe(changed(tag, src=f"https:{written[len('http:') :]}"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page loads images or media over plain HTTP",
    passed="Images and media load over HTTPS",
    applies=lambda document: document.exchange.secure,
    description=(
        "The page is served over HTTPS but loads {count:# image, audio or video file|# image, audio or video "
        "files} over plain HTTP (mixed content). Current browsers request the HTTPS address instead and show "
        "nothing if that fails. Older browsers load the file unencrypted and mark the page as not secure."
    ),
    recommendation="Load images and media over HTTPS.",
    how_to_fix=(
        'Change http:// to https:// in the addresses: <img src="https://example.com/pear.jpg" alt="A pear">\n'
        "If there are too many to change, browsers can do it: Content-Security-Policy: upgrade-insecure-requests"
    ),
    shows_change=False,
    sources=(
        "https://www.w3.org/TR/mixed-content/#category-upgradeable",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content",
    ),
    covers=("lighthouse:is-on-https",),
    examples=(
        Bad('<img src="http://example.com/a.png" alt="">'),
        Bad('<div style="background: url(http://example.com/a.png)"></div>'),
        Bad("<p style=\"background: image-set('http://example.com/a.png' 1x)\">"),
        Bad('<video poster="http://example.com/a.jpg" src="/a.mp4"></video>'),
        Bad('<link rel="icon" href="http://example.com/favicon.ico">'),
        Bad('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://example.com/a.png" /></svg>'),
        Bad(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", "p { background: url(http://example.com/a.png) }"),),
        ),
        Bad(
            '<script>new Image().src = "http://example.com/a.png"</script>',
            mixed=(MixedRequest(url="http://example.com/a.png", blocked=False),),
        ),
        Good(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(
                ("https://example.com/a.css", "@namespace url(http://www.w3.org/1999/xhtml); p { mask: url(a.png) }"),
            ),
        ),
        Good("<style>p::before { content: 'url(http://example.com/a.png)' }</style>"),
        Good("<style>@font-face { font-family: P; src: url(http://example.com/p.woff2) }</style>"),
        Good('<img src="/a.png" alt="">'),
        Good('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
        Good('<meta property="og:image" content="http://example.com/a.png">'),
        Good('<img src="http://example.com/a.png" alt="">', url="http://example.com/"),
        Good(
            '<head><meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests"></head>'
            '<img src="http://example.com/a.png" alt="">'
        ),
    ),
)
