"""CSP has no object-src directive."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.stated_policies import enforced, limiting_scripts
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.csp import broad_sources


def check(document: Document) -> Iterator[Finding]:
    """Report policies that restrict scripts, but not plug-ins."""
    if not limiting_scripts(document):
        return
    limits = [sources for policy in enforced(document) if (sources := policy.sources("object-src")) is not None]
    broad = [set(broad_sources(sources, script=False)) for sources in limits]
    # Unrestricted plug-ins, or broad sources that all policies allow.
    if not broad or set.intersection(*broad):
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP has no object-src directive",
    passed="CSP restricts plug-ins",
    applies=limiting_scripts,
    description=(
        "The Content Security Policy (CSP) limits scripts, but <object> and <embed> may load from anywhere. Old "
        "browsers run plug-in content with the page's privileges, which bypasses the limits for scripts."
    ),
    recommendation="Add object-src 'none' to the policy.",
    how_to_fix="Content-Security-Policy: script-src 'self'; object-src 'none'; base-uri 'none'",
    sources=(
        "https://www.w3.org/TR/CSP3/#directive-object-src",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy/object-src",
    ),
    covers=(
        "csp-evaluator:MISSING_DIRECTIVES",
        "lighthouse:csp-xss",
        "observatory:csp-implemented-with-unsafe-inline",
    ),
    examples=(
        Bad(headers=("Content-Security-Policy: script-src 'self'",)),
        Bad(headers=("Content-Security-Policy: default-src *; script-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self'; object-src 'none'",)),
        Good(headers=("Content-Security-Policy: default-src 'self'",)),
        Good(headers=("Content-Security-Policy: script-src 'self', object-src 'none'",)),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self'",)),
        Good(),
    ),
)
