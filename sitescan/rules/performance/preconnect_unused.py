"""Preconnect hints for unused hosts."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.script_elements import is_script
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import split_url

#: The maximum number of hosts that are searched for in all files; browsers can use a handful of connections at once.
_MOST_HOSTS = 50


def check(document: Document) -> Iterator[Finding]:
    """
    Report the first hosts that neither the page nor any of its stylesheets and scripts contains otherwise.

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
            yield Finding(tags[0])


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

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Preconnect hints for unused hosts",
    passed="Preconnect hints name hosts that are used",
    applies=lambda document: document.rel("preconnect"),
    needs=_all_known,
    description=(
        "The page asks browsers to preconnect to {count:# host|# hosts} that neither its HTML nor its "
        "stylesheets and scripts use. Each connection costs the device time and power, and closes unused."
    ),
    recommendation="Remove preconnect hints for hosts that the page no longer uses.",
    how_to_fix='Delete the <link rel="preconnect">, or change its host to the one that the files now come from.',
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preconnect",
        "https://developer.chrome.com/docs/performance/insights/network-dependency-tree",
    ),
    covers=("lighthouse:network-dependency-tree-insight", "lighthouse:uses-rel-preconnect"),
    examples=(
        Bad(_HINT),
        Bad('<link rel="dns-prefetch" href="//cdn.example.net">' + _HINT + "<script>let pears = 3</script>"),
        Bad(_HINT + '<script src="/a.js"></script>', scripts=(("https://example.com/a.js", "let pears = 3"),)),
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
        Good('<link rel="preconnect" href="https://example.com">'),
    ),
)
