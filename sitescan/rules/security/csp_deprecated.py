from sitescan.document.stated_policies import enforced
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.csp import DEPRECATED_DIRECTIVES


def check(document: Document) -> Findings:
    """Report each deprecated directive once."""
    names = dict.fromkeys(name for policy in enforced(document) for name in policy.directives)
    for name in names:
        if name in DEPRECATED_DIRECTIVES:
            yield Finding(detail=name)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP uses deprecated directives",
    passed="CSP uses current directives",
    applies=enforced,
    description=(
        "The Content Security Policy (CSP) contains {count:# directive|# directives} that current browsers ignore, "
        "so the protection isn't there."
    ),
    recommendation="Remove the deprecated directives and use their replacements.",
    how_to_fix=(
        "block-all-mixed-content: browsers now do this automatically; upgrade-insecure-requests also loads the files "
        "over HTTPS.\n"
        "plugin-types: use object-src 'none'. referrer: use the Referrer-Policy header.\n"
        "reflected-xss, disown-opener, prefetch-src, navigate-to and require-sri-for: remove them."
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
