from sitescan.document.stated_policies import enforced, limiting_scripts, scripts_allowed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp import Policy
from sitescan.standards.csp_findings import (
    Check,
    addresses,
    lax_hosts,
    no_reporting,
    no_trusted_types,
    plain_schemes,
    unsafe_inline,
    wildcards,
)

_ADVICE: tuple[tuple[Check, str, str], ...] = (
    (lax_hosts, "STRICT_DYNAMIC", "scripts are allowed by host; nonces with 'strict-dynamic' are harder to bypass"),
    (
        no_trusted_types,
        "REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS",
        "require-trusted-types-for 'script' would prevent DOM-based XSS",
    ),
    (unsafe_inline, "SCRIPT_UNSAFE_HASHES", "'unsafe-hashes' allows inline handlers whose hash is listed"),
    (addresses, "IP_SOURCE", "browsers ignore sources that are IP addresses"),
    (no_reporting, "REPORTING_DESTINATION_MISSING", "without report-uri or report-to you don't learn what is blocked"),
)

#: Sources that allow nothing by themselves.
_NOTHING = {"'none'", "'report-sample'"}

_FAULTS: tuple[Check, ...] = (unsafe_inline, plain_schemes, wildcards)


def check(document: Document) -> Findings:
    """Report each improvement that no policy of a page with restricted scripts has."""
    faulty = any(
        weakness.type != "SCRIPT_UNSAFE_HASHES" for find in _FAULTS for weakness in scripts_allowed(document, find)
    )
    if not limiting_scripts(document) or faulty:
        return  # more severe faults come first
    for find, kind, advice in _ADVICE:
        if find is no_trusted_types and any(map(_blocks_scripts, enforced(document))):
            continue
        if all(any(weakness.type == kind for weakness in find(policy)) for policy in enforced(document)):
            yield Finding(detail=advice)
    if not any("form-action" in policy.directives for policy in enforced(document)):
        yield Finding(detail="without form-action, an injected form can send what visitors enter to any site")


def _blocks_scripts(policy: Policy) -> bool:
    """Return whether no script of a page can run, so that there are none in which strings become code."""
    sandbox = policy.directives.get("sandbox")
    sources = [policy.sources(name) for name in ("script-src-elem", "script-src-attr")]
    is_sandboxed = sandbox is not None and "allow-scripts" not in map(str.lower, sandbox)
    return is_sandboxed or all(found is not None and not {*found} - _NOTHING for found in sources)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="CSP could be stricter",
    passed="CSP is strict",
    applies=lambda document: (
        limiting_scripts(document) and not any(scripts_allowed(document, find) for find in _FAULTS)
    ),
    description=(
        "The Content Security Policy (CSP) protects the page; {count:# step|# steps} could make it stronger. This is "
        "advice and costs no points."
    ),
    recommendation="Take the steps that suit the page, one at a time, in a report-only policy first.",
    how_to_fix=(
        "Content-Security-Policy: script-src 'nonce-RANDOM' 'strict-dynamic'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; require-trusted-types-for 'script'; report-to csp\n"
        'Reporting-Endpoints: csp="https://example.com/csp-reports"\n'
        "RANDOM stands for a new random value in every response. Try the policy as "
        "Content-Security-Policy-Report-Only first."
    ),
    sources=("https://web.dev/articles/strict-csp", "https://www.w3.org/TR/trusted-types/"),
    covers=(
        "csp-evaluator:IP_SOURCE",
        "csp-evaluator:REPORTING_DESTINATION_MISSING",
        "csp-evaluator:REQUIRE_TRUSTED_TYPES_FOR_SCRIPTS",
        "csp-evaluator:SCRIPT_UNSAFE_HASHES",
        "csp-evaluator:STRICT_DYNAMIC",
        "lighthouse:trusted-types-xss",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' https://cdn.example.com",)),
        Good(
            headers=(
                "Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw=='; form-action 'self'; report-uri /r",
                "Content-Security-Policy: require-trusted-types-for 'script'",
            )
        ),
        Good(headers=("Content-Security-Policy: default-src 'none'; form-action 'none'; report-uri /r",)),
        Good(headers=("Content-Security-Policy: sandbox; script-src 'self'; form-action 'none'; report-uri /r",)),
        Good(
            headers=(
                "Content-Security-Policy: script-src 'self'; form-action 'none'; report-uri /r",
                "Content-Security-Policy: script-src 'none'",
            )
        ),
        Bad(
            headers=(
                "Content-Security-Policy: sandbox Allow-Scripts; script-src 'self'; form-action 'none'; report-uri /r",
            )
        ),
        Bad(headers=("Content-Security-Policy: script-src-elem 'none'; script-src-attr 'self'; form-action 'none'",)),
        Good(headers=("Content-Security-Policy: script-src 'self' 'unsafe-inline'",)),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self'",)),
        Good(),
    ),
)
