from sitescan.document.stated_policies import enforced, limiting_scripts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report 'unsafe-eval' if every policy allows it and trusted types do not restrict it."""
    found = [sources for policy in limiting_scripts(document) if (sources := policy.sources("script-src")) is not None]
    restricted = any("require-trusted-types-for" in policy.directives for policy in enforced(document))
    if found and not restricted and all("'unsafe-eval'" in sources for sources in found):
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP allows eval",
    passed="CSP restricts eval",
    applies=limiting_scripts,
    description=(
        "The Content Security Policy (CSP) contains 'unsafe-eval', so scripts may run text as code with eval() or "
        "new Function(). Text that an attacker controls can become code this way, even if the policy blocks scripts "
        "from other sites."
    ),
    recommendation="Remove 'unsafe-eval' from the policy after you replace the scripts that need it.",
    how_to_fix=(
        "Look for eval(), new Function() and setTimeout() with a string in your scripts. Use JSON.parse() for data "
        "and the CSP build of template libraries. If only WebAssembly needs it, 'wasm-unsafe-eval' is enough."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#can-compile-strings",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/script-src",
    ),
    covers=("csp-evaluator:SCRIPT_UNSAFE_EVAL", "observatory:csp-implemented-with-unsafe-eval"),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' 'unsafe-eval'",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' 'unsafe-eval'",)),
        Good(headers=("Content-Security-Policy: script-src 'self' 'wasm-unsafe-eval'",)),
        Good(headers=("Content-Security-Policy: default-src 'unsafe-eval'; script-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self' 'unsafe-eval'; require-trusted-types-for 'script'",)),
        Good(),
    ),
)
