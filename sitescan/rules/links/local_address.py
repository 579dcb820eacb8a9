from collections.abc import Iterator
from itertools import chain

from bs4.element import Tag

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.links.references import named
from sitescan.document.security.page_loads import page_loads
from sitescan.model.outline import Place
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.local_hosts import is_local
from sitescan.standards.urls import origin_of

#: The sources of addresses about which rules of SEO report the same.
_REPORTED_ELSEWHERE = ("og:", "twitter:", "link canonical")


def check(document: Document) -> Findings:
    """Report local hosts, private addresses and files, unless the page itself is on such a host."""
    if is_local(document.url):
        return
    seen, own = set[str](), f"{origin_of(document.url)}/"
    for at, url in _addresses(document):
        if url in seen or url.startswith(own) or not url.startswith(("http:", "https:", "file:")):
            continue
        seen.add(url)
        if url.startswith("file:") or is_local(url):
            yield Finding(at)


def _addresses(document: Document) -> Iterator[tuple[Tag | Place, str]]:
    """Iterate over the addresses of hyperlinks, of loaded files and of metadata, each with its place."""
    links = ((link.tag, link.url or "") for link in hyperlinks(document))
    loads = ((load.tag or Place(snippet=f"{load.url} in {load.source}"), load.url) for load in page_loads(document))
    others = ((name.at, name.url) for name in named(document) if not name.source.startswith(_REPORTED_ELSEWHERE))
    return chain(links, loads, others)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links go to local or private addresses",
    passed="Links go to public addresses",
    applies=lambda document: not is_local(document.url),
    description=(
        "{count:# address leads|# addresses lead} to a host that exists only on one computer or private network. "
        "{count:It works for its author and fails|They work for their author and fail} for every visitor and search "
        "engine, and the address of such a host discloses internal names."
    ),
    recommendation="Replace local addresses with public ones.",
    how_to_fix=(
        'Link to your own pages without a host: <a href="/pears">\n'
        "Or set the site's base URL in its configuration to the public one (https://example.com) before you build it."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc6761", "https://www.rfc-editor.org/rfc/rfc1918"),
    examples=(
        Bad('<a href="http://localhost:3000/pears">Pears</a>'),
        Bad('<a href="http://127.0.0.1/">Pears</a>'),
        Bad('<a href="https://192.168.1.10/">Pears</a>'),
        Bad('<a href="http://[::1]:8080/">Pears</a>'),
        Bad('<a href="http://pears.test/">Pears</a>'),
        Bad('<a href="file:///C:/pears.pdf">Pears</a>'),
        Bad('<link rel="alternate" hreflang="de" href="http://localhost:3000/de">'),
        Bad('<link rel="alternate" type="application/rss+xml" href="http://localhost:1313/index.xml">'),
        Bad('<script type="application/ld+json">{"@type": "WebSite", "url": "http://localhost:3000/"}</script>'),
        Bad('<script src="http://localhost:35729/livereload.js"></script>'),
        Bad('<img src="http://127.0.0.1:8080/pear.jpg" alt="A pear">'),
        Bad('<base href="http://localhost:4000/">'),
        Bad("<style>body { background: url(http://localhost/pear.png) }</style>"),
        Good('<script src="https://example.net/localhost.js"></script>', url="https://example.com/"),
        Good('<script>fetch("http://localhost:8000/")</script><a href="#localhost">Pears</a>'),
        Good('<a href="https://example.com/localhost">Pears</a><a href="http://8.8.8.8/">DNS</a>'),
        Good('<a href="https://mylocalhost.example/">Pears</a>'),
        Good('<a href="http://localhost:3000/pears">Pears</a>', url="http://localhost:3000/"),
        Good("<code>http://localhost:3000/</code>"),
    ),
)
