from sitescan.document.stated_policies import policies, policies_in_page
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, response_header


def check(document: Document) -> Findings:
    """Report directives and policies that browsers ignore in a meta element."""
    for policy in policies(document):
        for name in policy.misplaced:
            yield Finding(detail=name)
    for meta in document.metas("content-security-policy-report-only"):
        if attr(meta, "http-equiv", "").strip().lower() == "content-security-policy-report-only":
            yield Finding(meta, detail="report-only policies work only as a header")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP directives are ignored in a meta element",
    passed="CSP directives in meta elements take effect",
    applies=policies_in_page,
    description=(
        "The page sets {count:# part|# parts} of its Content Security Policy (CSP) in a meta element, where browsers "
        "ignore frame-ancestors, report-uri, sandbox and report-only policies. The protection isn't there."
    ),
    recommendation="Send these directives in the Content-Security-Policy header.",
    how_to_fix=(
        "Send the directives as a header. Browsers enforce it together with the policy in the page:\n"
        + response_header("Content-Security-Policy", "frame-ancestors 'self'", beside=True).text
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
