import re

from sitescan.document.stated_policies import enforced, upgrades_insecure_requests
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp import FETCH_DIRECTIVES, Policy

#: Passive content: browsers load it over HTTPS instead, or not at all.
_PASSIVE = frozenset({"img-src", "media-src"})
_SCRIPTS = frozenset({"script-src", "script-src-attr", "script-src-elem"})


def check(document: Document) -> Findings:
    """Report plain HTTP sources that every policy allows; the bare scheme for scripts has its own rule."""
    if not document.exchange.secure or upgrades_insecure_requests(document):
        return
    found: dict[str, str] = {}
    for name in sorted(FETCH_DIRECTIVES - _PASSIVE - {"default-src"}):
        limits = [policy for policy in enforced(document) if policy.governing(name)]
        insecure = [_insecure(policy, name) for policy in limits]
        if insecure and all(insecure):
            found.update((source, limits[0].governing(name) or name) for source in insecure[0] if source not in found)
    for source, directive in found.items():
        yield Finding(
            detail=f"{source} in {directive}" if len(found) > 1 else "",
            source=source,
            secure=re.sub("^(?:http|ftp)(?=:)", "https", source),
            directive=directive,
        )


def _insecure(policy: Policy, name: str) -> list[str]:
    sources = policy.sources(name) or ()
    scripts = name in _SCRIPTS or policy.governing(name) in _SCRIPTS
    if scripts and "'strict-dynamic'" in sources:
        return []
    plain = (source for source in sources if source.startswith(("http://", "ftp://")) or source == "http:")
    return [source for source in plain if not scripts or source not in ("http:", "http://*", "http://*:*")]


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP lists plain HTTP sources",
    passed="Sources in the CSP use HTTPS",
    applies=lambda document: document.exchange.secure and enforced(document),
    description=(
        "The Content Security Policy (CSP) lists {count:# plain HTTP source|# plain HTTP sources}, for example "
        "{source} in {directive}. A file that is loaded over plain HTTP can be changed on the network. Browsers also "
        "accept the HTTPS address for such a source, so you don't need http: in the list."
    ),
    recommendation="Use https:// for the hosts in the policy.",
    how_to_fix="Change {source} to {secure} in the Content-Security-Policy.",
    sources=("https://www.w3.org/TR/CSP3/#match-schemes", "https://www.w3.org/TR/mixed-content/"),
    covers=("csp-evaluator:SRC_HTTP", "observatory:csp-implemented-with-insecure-scheme"),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' http://cdn.example.com",)),
        Bad(headers=("Content-Security-Policy: default-src 'self'; style-src 'self' http:",)),
        Bad(headers=("Content-Security-Policy: default-src 'self' http://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; img-src http: http://a.example",)),
        Good(headers=("Content-Security-Policy: font-src http:", "Content-Security-Policy: default-src https:")),
        Good(headers=("Content-Security-Policy: script-src 'nonce-cGVhcnM4OTEy' 'strict-dynamic' http://a.example",)),
        Good(headers=("Content-Security-Policy: script-src 'self' https://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: script-src http://cdn.example.com; upgrade-insecure-requests",)),
        Good(headers=("Content-Security-Policy: script-src http://cdn.example.com",), url="http://example.com/"),
    ),
)
