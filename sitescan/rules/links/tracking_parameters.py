"""Links inside the site that carry the marks of a campaign."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import split_url

_MARKS = frozenset({"gclid", "gbraid", "wbraid", "fbclid", "msclkid", "dclid", "mc_cid", "mc_eid", "yclid", "ttclid"})


def check(document: Document) -> Iterator[Finding]:
    """Report links to the page's own host with ``utm_...`` or the id of a click on an advertisement."""
    own = split_url(document.url).hostname
    for link in hyperlinks(document):
        if link.scheme not in ("http", "https") or "?" not in link.href:
            continue
        parts = split_url(link.url or "")
        names = [pair.partition("=")[0].lower() for pair in parts.query.split("&")]
        mark = next((name for name in names if name in _MARKS or name.startswith("utm_")), None)
        if parts.hostname == own and mark is not None:
            yield Finding(link.tag, detail=mark)


RULE = Rule(
    id="links/tracking-parameters",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Tracking parameters on internal links",
    description=(
        "{count:# internal link has|# internal links have} campaign parameters. Following such a link starts a new "
        "session in most analytics tools and hides where the visitor came from. Caches and search engines see the same "
        "page under two addresses."
    ),
    recommendation="Remove the campaign parameters from internal links.",
    how_to_fix=(
        'Use <a href="/pears"> instead of <a href="/pears?utm_source=menu">. To count clicks within the site, use '
        "events in your analytics tool."
    ),
    sources=("https://support.google.com/analytics/answer/10917952",),
    examples=(
        Bad('<a href="/pears?utm_source=menu&amp;utm_medium=web">Pears</a>'),
        Bad('<a href="https://example.com/pears?id=7&amp;fbclid=abc">Pears</a>'),
        Good('<a href="https://example.org/pears?utm_source=example.com">Pears</a>'),
        Good('<a href="/pears?source=menu&amp;id=utm_source">Pears</a><a href="/utm_source?a">Pears</a>'),
        Good('<a href="/pears#utm_source=menu">Pears</a>'),
    ),
)
