from sitescan.document.stated_policies import enforced, limiting_scripts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp import broad_sources
from sitescan.standards.csp_findings import missing_base_uri

_OBJECTS = (
    "<object> and <embed> may load from anywhere. Old browsers run plug-in content with the page's privileges, which "
    "bypasses the limits for scripts."
)
_BASE = (
    "An attacker who injects a <base> element can make the page load its trusted scripts from another server, if their "
    "addresses are relative."
)


def check(document: Document) -> Findings:
    """Report policies that restrict scripts, but not plug-ins, or not the base of the addresses of trusted scripts."""
    if limiting_scripts(document) and not _limits_objects(document):
        yield Finding(missing="object-src", effect=_OBJECTS, observatory="csp-implemented-with-unsafe-inline")
    # Allowlists of hosts don't need base-uri: the redirected script would be on a host that is not listed.
    if all(any(missing_base_uri(policy)) for policy in limiting_scripts(document)):
        for _ in missing_base_uri(*enforced(document)):
            yield Finding(missing="base-uri", effect=_BASE, observatory="")


def _limits_objects(document: Document) -> bool:
    limits = [sources for policy in enforced(document) if (sources := policy.sources("object-src")) is not None]
    broad = [set(broad_sources(sources, script=False)) for sources in limits]
    # Unrestricted plug-ins, or broad sources that all policies allow.
    return bool(broad) and not set.intersection(*broad)


RULE = Rule(
    check=check,
    former_ids=("security/csp-base-uri",),
    severity=Severity.INFO,
    title="CSP has no object-src or base-uri directive",
    passed="CSP restricts plug-ins and base elements",
    applies=limiting_scripts,
    description="The Content Security Policy (CSP) limits scripts, but has no {missing} directive. {effect}",
    recommendation="Add object-src 'none' and base-uri 'none' to the policy, or base-uri 'self' for a base element.",
    how_to_fix=(
        "Content-Security-Policy: script-src 'nonce-RANDOM' 'strict-dynamic'; object-src 'none'; base-uri 'none'\n"
        "Keep the script-src that the policy has. RANDOM stands for a new random value in every response."
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#directive-object-src",
        "https://www.w3.org/TR/CSP3/#directive-base-uri",
        "https://web.dev/articles/strict-csp",
    ),
    covers=(
        "csp-evaluator:MISSING_DIRECTIVES",
        "lighthouse:csp-xss",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self'",)),
        Bad(headers=("Content-Security-Policy: default-src *; script-src 'self'",)),
        Bad(headers=("Content-Security-Policy: default-src 'none'; script-src 'nonce-cGVhcnM4OTEyMw=='",)),
        Bad(headers=("Content-Security-Policy: script-src 'sha256-cGVhcnM4OTEyMw==' 'strict-dynamic'",)),
        Good(headers=("Content-Security-Policy: script-src 'self'; object-src 'none'",)),
        Good(headers=("Content-Security-Policy: default-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self', object-src 'none'",)),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'none'; script-src 'nonce-cGVhcnM='; base-uri 'self'",)),
        Good(headers=("Content-Security-Policy: default-src 'none'; script-src 'self' 'sha256-cGVhcnM4OTEyMw=='",)),
        Good(),
    ),
)
