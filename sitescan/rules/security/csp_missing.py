"""No content security policy limits what the page may load."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.policies import policies
from sitescan.document.suggested_policy import suggested_policy
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a page without any policy; one that is only reported on has its own rule."""
    if not any(policy.directives or policy.unreadable for policy in policies(document)):
        yield Finding(policy=suggested_policy(document), note=_note(document))


def _note(document: Document) -> str:
    if "'nonce-RANDOM'" in suggested_policy(document):
        return (
            'RANDOM stands for a new random value in every response; each script repeats it: <script nonce="RANDOM">.'
        )
    return "Inline handlers such as onclick do not run under it: move them into scripts with addEventListener."


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
        "This policy lets through what the source of this page loads; let it report first, and watch the browser's "
        "console for what its scripts load while they run:\n"
        "Content-Security-Policy-Report-Only: {policy}\n"
        'Then enforce it. nginx: add_header Content-Security-Policy "..." always;\n'
        'Apache: Header always set Content-Security-Policy "..."\n'
        'Caddy: header Content-Security-Policy "..."\n'
        "{note}"
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
