from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import REFERRER_POLICY


def check(document: Document) -> Findings:
    """Report a page without the header field and the meta element."""
    if "referrer-policy" not in document.exchange.headers and not document.metas("referrer"):
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Referrer-Policy is not set",
    passed="Referrer-Policy is set",
    description=(
        "The page doesn't say how much of its address other sites receive when visitors follow a link. Current "
        "browsers then send only the origin to other sites (strict-origin-when-cross-origin), which is safe. "
        "Older ones send the full address."
    ),
    recommendation="Set a Referrer-Policy if addresses on this site can contain private information.",
    how_to_fix=(
        "Referrer-Policy: strict-origin-when-cross-origin\n"
        + REFERRER_POLICY.text
        + '\nOr in the page: <meta name="referrer" content="strict-origin-when-cross-origin">'
    ),
    setting=REFERRER_POLICY,
    sources=(
        "https://www.w3.org/TR/referrer-policy/",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy",
    ),
    covers=("observatory:referrer-policy-not-implemented",),
    examples=(
        Bad(),
        Good(headers=("Referrer-Policy: same-origin",)),
        Good(headers=("Referrer-Policy: nonsense",)),
        Good('<meta name="referrer" content="no-referrer">'),
    ),
)
