"""Directives in a meta element that work in the header only."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.stated_policies import policies
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report what browsers ignore in a meta element."""
    for policy in policies(document):
        for name in policy.misplaced:
            yield Finding(detail=name)
    for meta in document.metas("content-security-policy-report-only"):
        if attr(meta, "http-equiv", "").strip().lower() == "content-security-policy-report-only":
            yield Finding(meta, detail="report-only policies work as a header only")


RULE = Rule(
    id="security/csp-meta-ignored",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Policy in a meta element that only works as a header",
    description=(
        "The page states {count:# part|# parts} of its Content Security Policy in a meta element, where browsers "
        "ignore "
        "frame-ancestors, report-uri, sandbox and report-only policies. The protection that they promise is not there."
    ),
    recommendation="Send these directives in the Content-Security-Policy header.",
    how_to_fix=(
        "Send the directives as a header. Browsers enforce it together with the policy in the page:\n"
        "nginx: add_header Content-Security-Policy \"frame-ancestors 'self'\" always;\n"
        "Apache: Header always add Content-Security-Policy \"frame-ancestors 'self'\"\n"
        "Caddy: header +Content-Security-Policy \"frame-ancestors 'self'\"\n"
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#meta-element",
        "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy",
    ),
    covers=("lighthouse:csp-xss",),
    examples=(
        Bad('<head><meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'"></head>'),
        Bad('<head><meta http-equiv="Content-Security-Policy-Report-Only" content="default-src \'none\'"></head>'),
        Good('<head><meta http-equiv="Content-Security-Policy" content="default-src \'self\'"></head>'),
        Good(headers=("Content-Security-Policy: frame-ancestors 'none'",)),
    ),
)
