"""Links whose address is mistyped."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_FAULTS = (
    (re.compile(r"https?:/{0,2}https?(:|//|$)", re.I), "the scheme stands there twice"),
    (re.compile(r"https?//|https?;//|(htps?|httt+ps?|httpp|httpss|hhtt?ps?|ttps?)://", re.I), "the scheme is mistyped"),
    (re.compile(r"www\.[a-z0-9-]+\.[a-z]", re.I), "the scheme is missing, so it is read as a path of this site"),
    (re.compile(r"(undefined|null|\[object( |%20)object\])$", re.I), "a value was not filled in"),
    (re.compile(r"<\?|<%"), "template code was not run"),
    (re.compile(r"javascript\s+:", re.I), "the space before the colon makes it a path of this site"),
)


def check(document: Document) -> Iterator[Finding]:
    """Report what is no URL at all, and what is one but surely another than was meant."""
    for link in hyperlinks(document):
        href = link.href.strip()[:200]
        if link.url is None:
            yield Finding(link.tag, detail="not an address")
            continue
        fault = next((words for pattern, words in _FAULTS if pattern.match(href)), None)
        if fault is not None:
            yield Finding(link.tag, detail=fault)


RULE = Rule(
    id="links/malformed",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Malformed link addresses",
    description=(
        "{count:# link has|# links have} an address that cannot be what was meant. Following it shows an error or a "
        "page that does not exist."
    ),
    recommendation="Correct the addresses of these links.",
    how_to_fix='Write the whole address, scheme included: <a href="https://www.example.com/pears">Pears</a>',
    sources=("https://url.spec.whatwg.org/#url-writing",),
    covers=("lighthouse:crawlable-anchors",),
    examples=(
        Bad('<a href="https://">Pears</a>'),
        Bad('<a href="https://exa mple.org/">Pears</a>'),
        Bad('<a href="http://https://example.org/">Pears</a>'),
        Bad('<a href="https//example.org/">Pears</a>'),
        Bad('<a href="htp://example.org/">Pears</a>'),
        Bad('<a href="www.example.org">Pears</a>'),
        Bad('<a href="undefined">Pears</a>'),
        Bad('<a href="javascript : void(0)">Pears</a>'),
        Bad('<a href="<?= $url ?>">Pears</a>'),
        Good('<a href="https://web.archive.org/web/2020/https://example.org/">Pears</a>'),
        Good(
            '<a href="http-pears.html">Pears</a><a href="/www.example.org">Pears</a><a href="HTTPS://example.org">P</a>'
        ),
        Good('<a href="https:///example.org/">Pears</a><a href="">Pears</a><a href="null-values.html">Pears</a>'),
        Good('<a href="https://httpbin.org/">Pears</a><a href="https.html">Pears</a>'),
    ),
)
