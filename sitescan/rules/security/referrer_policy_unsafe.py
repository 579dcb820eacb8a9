"""Other sites learn the whole address of the page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.policies import stated_referrer_policy
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report the two policies that send path and query to other sites."""
    policy = stated_referrer_policy(document)
    if policy in ("unsafe-url", "no-referrer-when-downgrade"):
        yield Finding(policy=policy)


RULE = Rule(
    id="security/referrer-policy-unsafe",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Unsafe Referrer-Policy",
    description=(
        "The Referrer-Policy {policy} sends the whole address of the page, with path and query, to every site that it "
        "links to or loads from. Search words, ticket numbers and reset tokens in addresses leak that way; without any "
        "policy, browsers would send the host name only."
    ),
    recommendation="Use strict-origin-when-cross-origin, or a stricter policy.",
    how_to_fix=(
        "Referrer-Policy: strict-origin-when-cross-origin\n"
        "nginx: add_header Referrer-Policy strict-origin-when-cross-origin always;\n"
        "Apache: Header always set Referrer-Policy strict-origin-when-cross-origin\n"
        "Caddy: header Referrer-Policy strict-origin-when-cross-origin\n"
        'A <meta name="referrer"> in the page overrides the header.'
    ),
    sources=(
        "https://www.w3.org/TR/referrer-policy/#referrer-policies",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy",
    ),
    covers=("observatory:referrer-policy-unsafe",),
    examples=(
        Bad(headers=("Referrer-Policy: unsafe-url",)),
        Bad(headers=("Referrer-Policy: no-referrer, no-referrer-when-downgrade",)),
        Bad('<meta name="referrer" content="always">', headers=("Referrer-Policy: no-referrer",)),
        Good(headers=("Referrer-Policy: unsafe-url, strict-origin",)),
        Good(headers=("Referrer-Policy: unsafe-url",), html='<meta name="referrer" content="origin">'),
        Good(headers=("Referrer-Policy: origin-when-cross-origin",)),
        Good(headers=("Referrer-Policy: nonsense",)),
        Good(),
    ),
)
