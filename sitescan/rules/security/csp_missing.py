"""No content security policy limits what the page may load."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.policies import policies
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a page without any policy; one that is only reported on has its own rule."""
    if not any(policy.directives or policy.unreadable for policy in policies(document)):
        yield Finding()


RULE = Rule(
    id="security/csp-missing",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    share=12,
    title="Content Security Policy missing",
    description=(
        "The page has no Content-Security-Policy. If an attacker ever manages to put a script into it (through a "
        "comment, a form, a third-party script), nothing stops that script from reading what visitors see and type."
    ),
    recommendation="Send a Content-Security-Policy that lists where scripts may come from.",
    how_to_fix=(
        "Start with a policy that only reports, watch the reports, then enforce it:\n"
        "Content-Security-Policy-Report-Only: default-src 'self'; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'self'; report-to csp\n"
        "Strongest, for pages made by an application: script-src 'nonce-RANDOM' 'strict-dynamic', with "
        '<script nonce="RANDOM"> and a new random value in every response.\n'
        "nginx: add_header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'\" always;\n"
        "Apache: Header always set Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'\"\n"
        "Caddy: header Content-Security-Policy \"default-src 'self'; object-src 'none'; base-uri 'none'\""
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
        "https://web.dev/articles/strict-csp",
    ),
    covers=("lighthouse:csp-xss", "observatory:csp-not-implemented"),
    examples=(
        Bad("<p>Pears"),
        Bad("<p>Pears", headers=("Content-Security-Policy: ;",)),
        Bad('<body><meta http-equiv="Content-Security-Policy" content="default-src \'self\'">'),
        Bad('<head><meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'"></head>'),
        Good("<p>Pears", headers=("Content-Security-Policy: default-src 'self'",)),
        Good('<head><meta http-equiv="content-security-policy" content="default-src \'self\'"></head>'),
        Good("<p>Pears", headers=("Content-Security-Policy-Report-Only: default-src 'self'",)),
    ),
)
