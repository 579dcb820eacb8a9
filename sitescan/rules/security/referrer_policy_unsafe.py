from collections.abc import Iterator

from sitescan.document.stated_policies import referrer_meta, stated_referrer_policy
from sitescan.rules.authoring import Bad, Document, Finding, Good, Rule, Severity
from sitescan.rules.referrer_advice import with_referrer_advice
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing


def check(document: Document) -> Iterator[Finding]:
    """Report the two policies that send path and query to other sites."""
    policy = stated_referrer_policy(document)
    if policy in ("unsafe-url", "no-referrer-when-downgrade"):
        meta = referrer_meta(document)
        yield with_referrer_advice(meta, policy=policy)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Referrer-Policy sends full addresses to other sites",
    passed="Referrer-Policy keeps full addresses on the site",
    description=(
        "The Referrer-Policy {policy} sends the full address of the page, with path and query, to every site "
        "that it links to or loads from. Search terms, order numbers and password reset tokens in addresses leak "
        "this way. By default, browsers send only the origin."
    ),
    recommendation="Use strict-origin-when-cross-origin or a stricter policy.",
    how_to_fix=("Set a policy that doesn't send the path to other sites:\n{advice}"),
    setting=replacing(REFERRER_POLICY),
    sources=(
        "https://www.w3.org/TR/referrer-policy/#referrer-policies",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy",
    ),
    covers=("observatory:referrer-policy-unsafe",),
    examples=(
        Bad(headers=("Referrer-Policy: unsafe-url",)),
        Bad(headers=("Referrer-Policy: no-referrer, no-referrer-when-downgrade",)),
        Bad('<meta name="referrer" content="always">', headers=("Referrer-Policy: no-referrer",)),
        Good(headers=("Referrer-Policy: unsafe-url, strict-origin",)),
        Good(headers=("Referrer-Policy: unsafe-url",), html='<meta name="referrer" content="origin">'),
        Good(headers=("Referrer-Policy: origin-when-cross-origin",)),
        Good(headers=("Referrer-Policy: nonsense",)),
        Good(),
    ),
)
