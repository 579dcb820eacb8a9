"""Preconnect hints that don't help, or that are too many."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.scripts.script_elements import is_script
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import split_url

#: Hosts that serve only fonts, which browsers always fetch with CORS, on separate connections.
_FONTS = frozenset({"fonts.gstatic.com"})
#: The number of hosts that the first screen needs at most.
_MANY = 4
#: The maximum number of hosts that are searched for in all files; browsers can use a handful of connections at once.
_MOST_HOSTS = 50


def check(document: Document) -> Findings:
    """Report hints that open a connection that isn't used, and all hints if there are more than browsers can use."""
    yield from _wrong_connections(document)
    for tag in _unused(document):
        yield Finding(tag, detail="no file of the page names this host")
    hosts: dict[str, Tag] = {}
    for tag in document.rel("preconnect"):
        url = document.resolve(attr(tag, "href", ""))
        if url is not None and not document.in_noscript(tag):
            hosts.setdefault("/".join(url.split("/", 3)[:3]), tag)
    for tag in hosts.values() if len(hosts) > _MANY else ():
        yield Finding(tag, detail=f"one of {len(hosts)} hosts")


def _wrong_connections(document: Document) -> Findings:
    """Yield the preconnects to the page's own origin, and to hosts of fonts without crossorigin."""
    own = split_url(document.url)
    with_cors = {
        document.resolve(attr(tag, "href", "")) for tag in document.rel("preconnect") if "crossorigin" in tag.attrs
    }
    for tag in document.rel("preconnect"):
        url = document.resolve(attr(tag, "href", ""))
        parts = split_url(url or "")
        if not attr(tag, "href", "").strip() or parts.scheme not in ("http", "https"):
            continue
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            yield Finding(tag, detail="the browser is already connected to this site")
        elif parts.hostname in _FONTS and url not in with_cors:
            yield Finding(tag, detail="connections for fonts need crossorigin")


def _unused(document: Document) -> Iterator[Tag]:
    """
    Yield the hint for each of the first hosts that no stylesheet, no script and nothing else of the page contains.

    Scripts of other sites may connect to hosts that no file contains: a page with such a script is not
    judged, nor one with a file that was not read.
    """
    hints: dict[str, list[Tag]] = {}
    for tag in document.rel("preconnect"):
        host = split_url(document.resolve(attr(tag, "href", "")) or "").hostname
        if host and host != document.exchange.host:
            hints.setdefault(host, []).append(tag)
    if not hints or not _all_known(document):
        return
    links = [attr(tag, "href", "").lower() for rel in ("preconnect", "dns-prefetch") for tag in document.rel(rel)]
    page = document.decoded.text.lower()
    files = [file.body.lower() for file in (*document.sheets.values(), *document.scripts.values())]
    for host, tags in islice(hints.items(), _MOST_HOSTS):
        elsewhere = page.count(host) > sum(href.count(host) for href in links)
        if not elsewhere and not any(host.encode() in body for body in files):
            yield tags[0]


def _all_known(document: Document) -> bool:
    """Return whether everything that could contain a host was read."""
    loading = [(tag, attr(tag, "src", ""), document.scripts) for tag in document.all("script") if is_script(tag)]
    loading += [(tag, attr(tag, "href", ""), document.sheets) for tag in document.rel("stylesheet")]
    for tag, reference, files in loading:
        url = (document.resolve(reference) or "").partition("#")[0] if reference.strip() else ""
        if url and (url not in files or files[url].problem):
            return False
        if url and tag.name == "script" and not same_site(url, document.url):
            return False
    return not any(file.problem for file in (*document.sheets.values(), *document.scripts.values()))


_HINT = '<link rel="preconnect" href="https://cdn.example.net">'
_FONT_HINT = '<link rel="preconnect" href="https://fonts.gstatic.com">'
_FONT_PAGE = "<style>@font-face{src:url(https://fonts.gstatic.com/a.woff2)}</style>"

RULE = Rule(
    check=check,
    former_ids=("performance/many-preconnects", "performance/preconnect-unused"),
    severity=Severity.INFO,
    title="Preconnect hints have no effect",
    passed="Preconnect hints have an effect",
    applies=lambda document: document.rel("preconnect"),
    description=(
        "{count:# preconnect hint doesn't|# preconnect hints don't} help. The browser has that connection already, "
        "can't use it for the files of that host, has no use for it, or opens too many at once. Each connection costs "
        "time and power, and delays what the page needs first."
    ),
    recommendation="Preconnect only to the two to four other sites that the first screen needs.",
    how_to_fix=(
        'Delete the hints for hosts that the page doesn\'t use. For fonts, add crossorigin: <link rel="preconnect" '
        'href="https://fonts.gstatic.com" crossorigin>. For files that come later, resolve only the name: <link '
        'rel="dns-prefetch" href="https://stats.example.net">'
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preconnect",
        "https://web.dev/articles/preconnect-and-dns-prefetch",
        "https://developer.chrome.com/docs/performance/insights/network-dependency-tree",
    ),
    covers=("lighthouse:network-dependency-tree-insight", "lighthouse:uses-rel-preconnect"),
    examples=(
        Bad('<link rel="preconnect" href="https://example.com">'),
        Bad(_FONT_HINT + _FONT_PAGE),
        Bad(_HINT),
        Bad('<link rel="dns-prefetch" href="//cdn.example.net">' + _HINT + "<script>let pears = 3</script>"),
        Bad(_HINT + '<script src="/a.js"></script>', scripts=(("https://example.com/a.js", "let pears = 3"),)),
        Bad(
            "".join(f'<link rel="preconnect" href="https://{host}.example.net">' for host in "abcde")
            + '<script src="/a.js"></script>'
        ),
        Good(_FONT_HINT + _FONT_HINT.replace(">", " crossorigin>") + _FONT_PAGE),
        Good(_HINT + '<img src="//CDN.example.net/a.png" alt="">'),
        Good(_HINT + '<script src="/a.js"></script>'),
        Good(
            _HINT + '<script src="/a.js"></script>',
            scripts=(("https://example.com/a.js", "'https://cdn.example.net'"),),
        ),
        Good(
            _HINT + '<script src="https://tags.example.org/a.js"></script>',
            scripts=(("https://tags.example.org/a.js", "1"),),
        ),
        Good(
            _HINT + '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", "p{background:url(//cdn.example.net/a.png)}"),),
        ),
        Good('<link rel="preconnect" href="">'),
        Good("".join(f'<link rel="dns-prefetch" href="https://{host}.example.net">' for host in "abcdefg")),
    ),
)
