"""Links from a secure page to plain HTTP."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report each ``http:`` address that an HTTPS page links to, once."""
    if not document.exchange.secure:
        return
    seen: set[str] = set()
    for link in hyperlinks(document):
        if link.scheme == "http" and link.url not in seen:
            seen.add(link.url or "")
            yield Finding(link.tag)


RULE = Rule(
    id="links/insecure",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Links to plain HTTP",
    description=(
        "The page is served over HTTPS but links to {count:# address|# addresses} with http://. On the way there "
        "anybody on the network can read or change what the visitor gets, and most sites redirect to https anyway."
    ),
    recommendation="Link to https:// wherever the target offers it.",
    how_to_fix='Open each address with https:// and, if it works, change the link: <a href="https://example.com/">.',
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad('<a href="http://example.org/">Pears</a>'),
        Bad('<map><area href="HTTP://example.org/"></map>'),
        Good('<a href="https://example.org/">Pears</a><a href="/pears">Pears</a><a href="//example.org/">Pears</a>'),
        Good('<a href="http://example.org/">Pears</a>', url="http://example.com/"),
        Good('<a name="http://example.org/">Pears</a>'),
    ),
)
