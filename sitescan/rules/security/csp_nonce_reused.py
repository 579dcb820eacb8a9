from attrs import evolve

from sitescan.model.transport_answers import Sharing
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Headers, Rule, Severity
from sitescan.standards.csp import NONCE_DIRECTIVES, parse_policies
from sitescan.standards.csp_sources import is_nonce


def check(sharing: Sharing) -> Findings:
    """Report nonces that two responses to different requests share."""
    if sharing.answer is not None:
        for nonce in sorted(_nonces(sharing.exchange.headers) & _nonces(sharing.answer)):
            yield Finding(detail=nonce)


def _nonces(headers: Headers) -> set[str]:
    return {
        value
        for policy in parse_policies(headers.get("content-security-policy"))
        for name in NONCE_DIRECTIVES.intersection(policy.directives)
        for value in policy.directives[name]
        if is_nonce(value)
    }


def _twice(first: str, second: str, directive: str = "script-src") -> Sharing:
    headers = [Headers((("Content-Security-Policy", f"{directive} 'nonce-{nonce}'"),)) for nonce in (first, second)]
    exchange = evolve(HOME_PAGE, headers=headers[0])
    return Sharing(exchange=exchange, origin="https://stranger.example", answer=headers[1])


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP nonce is the same in every response",
    passed="CSP nonce changes with every response",
    applies=lambda sharing: _nonces(sharing.exchange.headers),
    description=(
        "Two requests for the page were answered with the same {count:nonce|# nonces}. Anyone who has seen the page "
        "once can give that value to an injected script, so the policy stops no one. The cause is a constant in the "
        "configuration or a cache that keeps the header."
    ),
    recommendation="Generate a new random nonce for every response, or use hashes where pages are cached.",
    how_to_fix=(
        "Generate the nonce where the page is generated. In Python: base64.b64encode(secrets.token_bytes(16)). In "
        'Node.js: crypto.randomBytes(16).toString("base64"). In PHP: base64_encode(random_bytes(16)).\n'
        "If a cache or CDN stores the page, send Cache-Control: no-store, or use hashes (script-src 'sha256-...'), "
        "which may stay the same."
    ),
    sources=("https://www.w3.org/TR/CSP3/#security-nonces", "https://web.dev/articles/strict-csp"),
    covers=("csp-evaluator:STATIC_NONCE",),
    examples=(
        Bad(evidence=_twice("cGVhcnM4OTEyMw==", "cGVhcnM4OTEyMw==")),
        Good(evidence=_twice("cGVhcnM4OTEyMw==", "cGx1bXM4OTEyMw==")),
        Good(evidence=_twice("cGVhcnM4OTEyMw==", "cGVhcnM4OTEyMw==", "frame-ancestors")),
        Good(evidence=Sharing(exchange=_twice("a", "b").exchange, origin="https://stranger.example")),
    ),
)
