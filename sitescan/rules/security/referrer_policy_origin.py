"""The referrer policy tells the host name over plain HTTP too."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.policies import stated_referrer_policy
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report the two policies of a page on HTTPS that are weaker than what browsers do by themselves."""
    policy = stated_referrer_policy(document)
    if document.exchange.secure and policy in ("origin", "origin-when-cross-origin"):
        yield Finding(policy=policy)


RULE = Rule(
    id="security/referrer-policy-origin",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Referrer-Policy weaker than the default",
    description=(
        "The Referrer-Policy {policy} names this site to plain HTTP addresses too, where everybody on the way can see "
        "which site a visitor comes from. Without any policy, browsers would not."
    ),
    recommendation="Use strict-origin-when-cross-origin, or remove the policy.",
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
        Bad(headers=("Referrer-Policy: origin",)),
        Bad('<meta name="referrer" content="origin-when-cross-origin">'),
        Good(headers=("Referrer-Policy: origin, strict-origin",)),
        Good(headers=("Referrer-Policy: origin",), url="http://example.com/"),
        Good(),
    ),
)
