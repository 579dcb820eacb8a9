"""The content security policy trusts nonces, but lets an injected base element move scripts."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.stated_policies import enforced, limiting_scripts
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.csp_findings import missing_base_uri


def check(document: Document) -> Iterator[Finding]:
    """
    Report a policy of nonces (or hashes with 'strict-dynamic') without base-uri.

    A list of hosts does not need it: a moved script comes from a host that is not on the list.
    """
    if all(any(missing_base_uri(policy)) for policy in limiting_scripts(document)):
        for _ in missing_base_uri(*enforced(document)):
            yield Finding()


RULE = Rule(
    id="security/csp-base-uri",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Content Security Policy without base-uri",
    description=(
        "The policy trusts scripts by nonce or hash and has no base-uri. An attacker who can inject one <base> element "
        "makes the page load its own trusted scripts, those with relative addresses, from another server. default-src "
        "does not cover this."
    ),
    recommendation="Add base-uri 'none' (or 'self' if the page needs a base element) to the policy.",
    how_to_fix="Content-Security-Policy: script-src 'nonce-RANDOM' 'strict-dynamic'; object-src 'none'; base-uri "
    "'none'",
    sources=("https://www.w3.org/TR/CSP3/#directive-base-uri", "https://web.dev/articles/strict-csp"),
    covers=("csp-evaluator:MISSING_DIRECTIVES", "lighthouse:csp-xss"),
    examples=(
        Bad(headers=("Content-Security-Policy: default-src 'none'; script-src 'nonce-cGVhcnM4OTEyMw=='",)),
        Bad(headers=("Content-Security-Policy: script-src 'sha256-cGVhcnM4OTEyMw==' 'strict-dynamic'",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw=='; base-uri 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self' 'sha256-cGVhcnM4OTEyMw=='",)),
        Good(),
    ),
)
