from sitescan.document.stated_policies import enforced
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp_sources import is_nonce

#: The standard requires 128 bits, which are 22 characters of base64; half of that is certainly too few.
_SHORTEST = 11


def check(document: Document) -> Findings:
    """Report each nonce that is far shorter than the standard requires."""
    values = (value for policy in enforced(document) for values in policy.directives.values() for value in values)
    for value in dict.fromkeys(values):
        if is_nonce(value) and len(value.removesuffix("'").split("-", 1)[1].rstrip("=")) < _SHORTEST:
            yield Finding(detail=value)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP nonce is too short",
    passed="CSP nonce is long enough",
    applies=lambda document: (
        b"'nonce-" in document.ascii_source or "'nonce-" in document.exchange.headers.get("content-security-policy")
    ),
    description=(
        "The Content Security Policy (CSP) trusts scripts by {count:a nonce|# nonces} of less than 64 bits; the "
        "standard requires 128 random bits, new in every response. If an attacker can guess a nonce, injected "
        "scripts run."
    ),
    recommendation="Generate a new nonce of at least 16 random bytes for each response.",
    how_to_fix=(
        "In Python: base64.b64encode(secrets.token_bytes(16)). In Node.js: "
        'crypto.randomBytes(16).toString("base64"). In PHP: base64_encode(random_bytes(16)).\n'
        "Cached pages and static files can't use nonces: use hashes there."
    ),
    sources=("https://www.w3.org/TR/CSP3/#security-nonces",),
    covers=("csp-evaluator:NONCE_LENGTH",),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'nonce-abc'",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMzQ1Njc4OQ=='",)),
        Good(headers=("Content-Security-Policy: script-src 'self'",)),
    ),
)
