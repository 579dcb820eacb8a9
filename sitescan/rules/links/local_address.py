from collections.abc import Iterator

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Good, Rule, Severity
from sitescan.standards.local_hosts import is_local, is_local_host


def check(document: Document) -> Iterator[Finding]:
    """Report local hosts, private addresses and files, unless the page itself is on such a host."""
    if is_local(document.url):
        return
    seen: set[str] = set()
    for link in hyperlinks(document):
        url = link.url or ""
        if link.scheme not in ("http", "https", "file") or url in seen:
            continue
        seen.add(url)
        if link.scheme == "file" or is_local_host(link.host):
            yield Finding(link.tag)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links go to local or private addresses",
    passed="Links go to public addresses",
    subjects=("a", "area"),
    applies=lambda document: not is_local(document.url),
    description=(
        "{count:# link leads|# links lead} to an address that exists only on one computer or private network. Such a "
        "link works for its author and fails for every visitor. It also discloses internal names."
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
        Good('<a href="https://example.com/localhost">Pears</a><a href="http://8.8.8.8/">DNS</a>'),
        Good('<a href="https://mylocalhost.example/">Pears</a>'),
        Good('<a href="http://localhost:3000/pears">Pears</a>', url="http://localhost:3000/"),
        Good("<code>http://localhost:3000/</code>"),
    ),
)
