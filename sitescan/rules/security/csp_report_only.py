from sitescan.document.security.suggested_policy import suggested_policy
from sitescan.document.stated_policies import enforced, policies
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.rules.server_configuration import policy_header


def check(document: Document) -> Findings:
    """Report a page whose policies are all report-only."""
    if any(policy.report_only for policy in policies(document)) and not enforced(document):
        yield Finding(policy=suggested_policy(document))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=10,
    title="CSP is report-only and not enforced",
    passed="CSP is enforced",
    applies=enforced,
    description=(
        "The page sends Content-Security-Policy-Report-Only and no enforced policy. Browsers report what the policy "
        "would block, but block nothing: an injected script still runs."
    ),
    recommendation="Enforce the policy once its reports no longer show anything that the page needs.",
    how_to_fix=(
        "Send the policy that no longer reports anything as Content-Security-Policy. Keep "
        "Content-Security-Policy-Report-Only for the next, stricter version.\n"
        + response_header("Content-Security-Policy", "...").text
        + "\nThis policy allows what the source of this page loads: {policy}"
    ),
    setting=policy_header(),
    sources=(
        "https://www.w3.org/TR/CSP3/#cspro-header",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
    ),
    covers=("observatory:csp-not-implemented-but-reporting-enabled",),
    examples=(
        Bad(headers=("Content-Security-Policy-Report-Only: default-src 'self'",)),
        Good(
            headers=(
                "Content-Security-Policy-Report-Only: default-src 'none'",
                "Content-Security-Policy: default-src 'self'",
            )
        ),
        Good(
            '<head><meta http-equiv="Content-Security-Policy" content="script-src \'self\'"></head>',
            headers=("Content-Security-Policy-Report-Only: default-src 'none'",),
        ),
        Good(),
    ),
)
