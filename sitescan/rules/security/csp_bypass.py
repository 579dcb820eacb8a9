from sitescan.document.stated_policies import enforced, scripts_allowed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.csp_findings import Weight, plugin_hosts, script_hosts, shared


def check(document: Document) -> Findings:
    """Report hosts that are known to allow a bypass; the scan cannot judge other hosts."""
    for weakness in (*scripts_allowed(document, script_hosts), *shared(enforced(document), plugin_hosts)):
        if weakness.weight is Weight.HIGH:
            yield Finding(detail=f"{shorten(weakness.value)} in {weakness.directive}", host=weakness.host)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="CSP allows hosts that can be used to bypass it",
    passed="CSP omits hosts known for bypasses",
    applies=enforced,
    description=(
        "The Content Security Policy (CSP) allows {count:# source|# sources} that anyone can use to run their own "
        "code. For example, {host} serves JSONP, which calls any function, or old AngularJS libraries, which run "
        "text on the page as code. An attacker who injects one script element can bypass the policy."
    ),
    recommendation="Trust scripts by nonce or hash instead of these hosts, or list the individual files.",
    how_to_fix=(
        "Content-Security-Policy: script-src 'nonce-RANDOM' 'strict-dynamic'; object-src 'none'; base-uri 'none'\n"
        'Give each script that the page needs the same value: <script nonce="RANDOM" src="https://{host}/...">\n'
        "RANDOM stands for a new random value in every response. The policy then needs no list of hosts.\n"
        "If you keep a list, use the full path of each file (https://cdn.example.com/lib-1.2.3.js), not only "
        "the host."
    ),
    sources=("https://research.google/pubs/pub45542/", "https://csp-evaluator.withgoogle.com/"),
    covers=("csp-evaluator:OBJECT_ALLOWLIST_BYPASS", "csp-evaluator:SCRIPT_ALLOWLIST_BYPASS"),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' *.google.com",)),
        Bad(headers=("Content-Security-Policy: script-src 'unsafe-eval' https://www.googletagmanager.com",)),
        Good(headers=("Content-Security-Policy: script-src https://www.googletagmanager.com",)),
        Good(headers=("Content-Security-Policy: script-src 'self' https://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEyMw==' 'strict-dynamic' *.google.com",)),
        Good(
            headers=(
                "Content-Security-Policy: script-src 'self' *.google.com",
                "Content-Security-Policy: script-src 'self'",
            )
        ),
        Good(),
    ),
)
