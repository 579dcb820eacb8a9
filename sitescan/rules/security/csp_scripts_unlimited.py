from sitescan.document.security.suggested_policy import suggested_policy
from sitescan.document.stated_policies import enforced, limiting_scripts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, response_header
from sitescan.rules.server_configuration import policy_header


def check(document: Document) -> Findings:
    """Report enforced policies without script-src and default-src."""
    found = enforced(document)
    sandboxed = any("sandbox" in policy.directives for policy in found)
    if found and not limiting_scripts(document) and not sandboxed:
        names = dict.fromkeys(name for policy in found for name in policy.directives)
        shown = ", ".join(list(names)[:6]) or "no valid directives"
        yield Finding(names=shown, policy=suggested_policy(document))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=10,
    title="CSP doesn't restrict scripts",
    passed="CSP restricts scripts",
    applies=enforced,
    description=(
        "The Content Security Policy ({names}) has neither script-src nor default-src. Scripts from anywhere may "
        "run, so the policy doesn't protect against cross-site scripting (XSS)."
    ),
    recommendation="Add script-src or default-src to the policy.",
    how_to_fix=(
        "This policy allows what the source of this page loads. Send it as "
        "Content-Security-Policy-Report-Only first:\n"
        "Content-Security-Policy: {policy}\n"
        "Then send it as a second header, with the policy in place of the dots. Browsers enforce both, so your "
        "current policy still applies.\n"
        + response_header("Content-Security-Policy", "...", beside=True).text
        + "\nIf an application generates the pages, this is the strongest policy: script-src 'nonce-RANDOM' "
        "'strict-dynamic'; object-src 'none'; base-uri 'none'\n"
        "RANDOM stands for a new random value in every response."
    ),
    setting=policy_header(beside=True),
    sources=(
        "https://www.w3.org/TR/CSP3/#directive-script-src",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/script-src",
    ),
    covers=(
        "csp-evaluator:MISSING_DIRECTIVES",
        "lighthouse:csp-xss",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: upgrade-insecure-requests; frame-ancestors 'self'",)),
        Bad(headers=("Content-Security-Policy: img-src 'self'",)),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self'", "Content-Security-Policy: script-src 'self'")),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self', default-src 'self'",)),
        Good(headers=("Content-Security-Policy: sandbox",)),
        Good(),
    ),
)
