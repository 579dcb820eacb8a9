"""The content security policy takes scripts from anywhere."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.stated_policies import scripts_allowed
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.csp_findings import plain_schemes, wildcards


def check(document: Document) -> Iterator[Finding]:
    """Report sources that anybody can serve scripts from, where no second policy excludes them."""
    found = [*scripts_allowed(document, plain_schemes), *scripts_allowed(document, wildcards)]
    if found:
        yield Finding(directive=found[0].directive, sources=" ".join(dict.fromkeys(one.value for one in found)))


RULE = Rule(
    id="security/csp-broad-sources",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Content Security Policy takes scripts from anywhere",
    description=(
        "The policy's {directive} contains {sources}, which is true of scripts on every server (or, for data:, of "
        "scripts written into the address itself). An attacker only has to host the script somewhere."
    ),
    recommendation="List the hosts that your scripts come from, or use nonces.",
    how_to_fix=(
        "Replace the wildcard by names: script-src 'self' https://cdn.example.com\n"
        "Stronger, and independent of hosts: script-src 'nonce-RANDOM' 'strict-dynamic' https:; browsers that know "
        "'strict-dynamic' ignore https: then."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#match-url-to-source-expression",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
    ),
    covers=(
        "csp-evaluator:PLAIN_URL_SCHEMES",
        "csp-evaluator:PLAIN_WILDCARD",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src *",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' https:",)),
        Bad(headers=("Content-Security-Policy: script-src 'self' data:",)),
        Bad(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' https:",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' 'strict-dynamic' https: http:",)),
        Good(headers=("Content-Security-Policy: default-src https:; script-src 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; img-src * data:",)),
        Good(headers=("Content-Security-Policy: script-src https:", "Content-Security-Policy: script-src 'self'")),
        Good(headers=("Content-Security-Policy: script-src 'self' https://*.example.com",)),
        Good(),
    ),
)
