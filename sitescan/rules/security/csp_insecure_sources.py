"""The content security policy takes scripts over plain HTTP."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.policies import limiting_scripts, upgrades_insecure_requests
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report http:// hosts for scripts of a page on HTTPS; the bare scheme has its own rule."""
    if not document.exchange.secure or upgrades_insecure_requests(document):
        return
    for policy in limiting_scripts(document):
        sources = policy.sources("script-src-elem") or ()
        if "'strict-dynamic'" in sources:
            continue
        for source in sources:
            if source.startswith(("http://", "ftp://")) and source not in ("http://*", "http://*:*"):
                yield Finding(source=source, directive=policy.governing("script-src-elem") or "")


RULE = Rule(
    id="security/csp-insecure-sources",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Content Security Policy lists plain HTTP sources",
    description=(
        "The policy's {directive} names {count:# source|# sources} without encryption, such as {source}. Browsers take "
        "the "
        "HTTPS twin as well, so http:// gains nothing and invites scripts that can be changed on their way."
    ),
    recommendation="Write https:// before the hosts in the policy.",
    how_to_fix="Change http://cdn.example.com into https://cdn.example.com in the Content-Security-Policy.",
    sources=("https://www.w3.org/TR/CSP3/#match-schemes", "https://www.w3.org/TR/mixed-content/"),
    covers=("csp-evaluator:SRC_HTTP", "observatory:csp-implemented-with-insecure-scheme"),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self' http://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: script-src 'self' https://cdn.example.com",)),
        Good(headers=("Content-Security-Policy: script-src http://cdn.example.com; upgrade-insecure-requests",)),
        Good(headers=("Content-Security-Policy: script-src http://cdn.example.com",), url="http://example.com/"),
    ),
)
