"""CSP has no base-uri directive."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.stated_policies import enforced, limiting_scripts
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.csp_findings import missing_base_uri


def check(document: Document) -> Iterator[Finding]:
    """
    Report policies with nonces (or hashes with 'strict-dynamic') but without base-uri.

    Allowlists of hosts do not need it: the redirected script would be on a host that is not listed.
    """
    if all(any(missing_base_uri(policy)) for policy in limiting_scripts(document)):
        for _ in missing_base_uri(*enforced(document)):
            yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP has no base-uri directive",
    passed="CSP has base-uri where it is needed",
    applies=limiting_scripts,
    description=(
        "The Content Security Policy (CSP) trusts scripts by nonce or hash but has no base-uri directive. An "
        "attacker who injects a <base> element can make the page load its trusted scripts from another server, if "
        "their addresses are relative. default-src doesn't cover this."
    ),
    recommendation="Add base-uri 'none' to the policy, or base-uri 'self' if the page needs a base element.",
    how_to_fix=(
        "Content-Security-Policy: script-src 'nonce-RANDOM' 'strict-dynamic'; object-src 'none'; base-uri 'none'\n"
        "RANDOM stands for a new random value in every response."
    ),
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
