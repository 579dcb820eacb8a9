"""Directives that no browser acts on any more."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.stated_policies import enforced
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.csp import DEPRECATED_DIRECTIVES


def check(document: Document) -> Iterator[Finding]:
    """Report each deprecated directive once."""
    names = dict.fromkeys(name for policy in enforced(document) for name in policy.directives)
    for name in names:
        if name in DEPRECATED_DIRECTIVES:
            yield Finding(detail=name)


RULE = Rule(
    id="security/csp-deprecated",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Deprecated Content Security Policy directives",
    description=(
        "The policy contains {count:# directive|# directives} that current browsers no longer act on: what they were "
        "meant to protect is not protected by them."
    ),
    recommendation="Remove the deprecated directives and use what replaced them.",
    how_to_fix=(
        "block-all-mixed-content: browsers do this by themselves; upgrade-insecure-requests also repairs the "
        "references. "
        "plugin-types: object-src 'none'. referrer: the Referrer-Policy header. reflected-xss, disown-opener, "
        "prefetch-src, navigate-to, require-sri-for: remove them."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Security-Policy",),
    covers=("csp-evaluator:DEPRECATED_DIRECTIVE",),
    examples=(
        Bad(headers=("Content-Security-Policy: default-src 'self'; block-all-mixed-content",)),
        Bad(headers=("Content-Security-Policy: default-src 'self'; reflected-xss block",)),
        Good(headers=("Content-Security-Policy: default-src 'self'; upgrade-insecure-requests; report-uri /r",)),
        Good(),
    ),
)
