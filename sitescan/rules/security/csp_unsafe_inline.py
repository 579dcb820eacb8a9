from sitescan.document.security.suggested_policy import script_hashes
from sitescan.document.stated_policies import limiting_scripts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp import allows_any_inline, mistyped_keywords

#: The maximum number of hashes in the advice.
_MOST = 8


def check(document: Document) -> Findings:
    """Report 'unsafe-inline' if no policy disables it: browsers enforce all policies, so the strictest decides."""
    found = limiting_scripts(document)
    if any(mistyped_keywords(policy.sources("script-src-elem") or ()) for policy in found):
        return  # the intention is clear, and the mistake has its own rule
    for kind in ("script-src-elem", "script-src-attr"):
        if found and all(allows_any_inline(policy.sources(kind) or (), script=True) for policy in found):
            yield Finding(directive=found[0].governing(kind) or kind, advice=_advice(document))
            return


def _advice(document: Document) -> str:
    hashes = script_hashes(document)
    if not hashes:
        return "This page has no inline scripts in its source, so it needs no hashes."
    if len(hashes) > _MOST:
        return f"This page has {len(hashes)} different inline scripts, so a nonce is less work than hashes."
    return f"For this page, as long as its inline scripts don't change: script-src 'self' {' '.join(hashes)}"


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP allows inline scripts",
    passed="CSP restricts inline scripts",
    applies=lambda document: (
        limiting_scripts(document)
        and not any(mistyped_keywords(policy.sources("script-src-elem") or ()) for policy in limiting_scripts(document))
    ),
    description=(
        "The {directive} directive of the Content Security Policy (CSP) contains 'unsafe-inline'. Any script that an "
        "attacker injects into the page's HTML runs, which is the attack (XSS) that the policy is meant to stop."
    ),
    recommendation="Replace 'unsafe-inline' with nonces or hashes.",
    how_to_fix=(
        "For an application, generate a random value for each response, send script-src 'nonce-RANDOM' "
        "'strict-dynamic' and write <script nonce=\"RANDOM\">.\n"
        "For a static page, list the hash of each inline script. {advice}\n"
        'Move inline handlers such as onclick into scripts: element.addEventListener("click", ...). You can keep '
        "'unsafe-inline' next to a nonce for old browsers, because current browsers then ignore it."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#allow-all-inline",
        "https://web.dev/articles/strict-csp",
    ),
    covers=(
        "csp-evaluator:SCRIPT_UNSAFE_INLINE",
        "lighthouse:csp-xss",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' 'unsafe-inline'",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' 'UNSAFE-INLINE'",)),
        Bad('<head><meta http-equiv="Content-Security-Policy" content="default-src * \'unsafe-inline\'"></head>'),
        Bad(headers=("Content-Security-Policy: script-src 'unsafe-inline'; script-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' 'unsafe-inline'",)),
        Good(headers=("Content-Security-Policy: script-src 'unsafe-inline' 'sha256-cGVhcnM4OTEyMw=='",)),
        Good(headers=("Content-Security-Policy: script-src 'unsafe-inline' 'strict-dynamic'",)),
        Good(
            headers=(
                "Content-Security-Policy: script-src 'unsafe-inline'",
                "Content-Security-Policy: script-src 'self'",
            )
        ),
        Good(headers=("Content-Security-Policy: script-src 'unsafe-inline' 'sha256-cGVhcnM=''sha256-cGx1bXM='",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; style-src 'unsafe-inline'",)),
        Good(headers=("Content-Security-Policy-Report-Only: script-src 'unsafe-inline'",)),
        Good(),
    ),
)
