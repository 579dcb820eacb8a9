from sitescan.document.stated_policies import limiting_scripts, scripts_allowed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp_findings import plain_schemes, wildcards

_INLINE = "scripts written into an address"


def check(document: Document) -> Findings:
    """Report sources from which anybody can serve scripts, if no other policy excludes them."""
    found = [*scripts_allowed(document, plain_schemes), *scripts_allowed(document, wildcards)]
    if found:
        sources = list(dict.fromkeys(weakness.value for weakness in found))
        effects = {_INLINE if source in ("data:", "blob:") else "scripts from any server": None for source in sources}
        yield Finding(directive=found[0].directive, sources=" ".join(sources), effect=" and ".join(effects))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP allows scripts from any host",
    passed="CSP limits scripts to certain hosts",
    applies=limiting_scripts,
    description=(
        "The {directive} directive of the Content Security Policy (CSP) contains {sources}, which allows "
        "{effect}. An attacker who can inject a script element can run any script."
    ),
    recommendation="List the hosts that your scripts come from, or use nonces.",
    how_to_fix=(
        "Replace the wildcard with host names: script-src 'self' https://cdn.example.com\n"
        "Stronger and independent of hosts: script-src 'nonce-RANDOM' 'strict-dynamic' https:\n"
        "RANDOM stands for a new random value in every response. Browsers that support 'strict-dynamic' ignore "
        "https: next to it."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#match-url-to-source-expression",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP",
    ),
    covers=(
        "csp-evaluator:PLAIN_URL_SCHEMES",
        "csp-evaluator:PLAIN_WILDCARD",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src *",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' https:",)),
        Bad(headers=("Content-Security-Policy: script-src 'self' data:",)),
        Bad(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' https:",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' 'strict-dynamic' https: http:",)),
        Good(headers=("Content-Security-Policy: default-src https:; script-src 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; img-src * data:",)),
        Good(headers=("Content-Security-Policy: script-src https:", "Content-Security-Policy: script-src 'self'")),
        Good(headers=("Content-Security-Policy: script-src 'self' https://*.example.com",)),
        Good(),
    ),
)
