from collections.abc import Iterator

from sitescan.document.stated_policies import referrer_meta, stated_referrer_policy
from sitescan.rules.authoring import Bad, Document, Finding, Good, Rule, Severity
from sitescan.rules.referrer_advice import with_referrer_advice
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing


def check(document: Document) -> Iterator[Finding]:
    """Report the two policies of an HTTPS page that are weaker than the default of browsers."""
    policy = stated_referrer_policy(document)
    if document.exchange.secure and policy in ("origin", "origin-when-cross-origin"):
        meta = referrer_meta(document)
        yield with_referrer_advice(meta, policy=policy)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Referrer-Policy is weaker than the default",
    passed="Referrer-Policy is as strict as the default",
    applies=lambda document: (
        document.exchange.secure
        and stated_referrer_policy(document) not in ("unsafe-url", "no-referrer-when-downgrade")
    ),
    description=(
        "The Referrer-Policy {policy} also sends this site's name to plain HTTP addresses, where anyone on the "
        "network can see which site a visitor comes from. By default, browsers send nothing there."
    ),
    recommendation="Use strict-origin-when-cross-origin, or remove the policy.",
    how_to_fix=("Set a policy that sends nothing to plain HTTP addresses:\n{advice}"),
    setting=replacing(REFERRER_POLICY),
    sources=(
        "https://www.w3.org/TR/referrer-policy/#referrer-policies",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy",
    ),
    covers=("observatory:referrer-policy-unsafe",),
    examples=(
        Bad(headers=("Referrer-Policy: origin",)),
        Bad('<meta name="referrer" content="origin-when-cross-origin">'),
        Good(headers=("Referrer-Policy: origin, strict-origin",)),
        Good(headers=("Referrer-Policy: origin",), url="http://example.com/"),
        Good(),
    ),
)
