from sitescan.document.stated_policies import referrer_meta, stated_referrer_policy
from sitescan.rules.authoring import Bad, Document, Findings, Good, Rule, Severity
from sitescan.rules.referrer_advice import with_referrer_advice
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing

_FULL_ADDRESS = (
    "the full address of the page to every site that it links to or loads from, with search terms, order numbers and "
    "password reset tokens"
)
_NAME_OF_SITE = "this site's name also to plain HTTP addresses, where anyone on the network can read it"


def check(document: Document) -> Findings:
    """Report the policies that are weaker than the default: most of all, those that send path and query."""
    policy, meta = stated_referrer_policy(document), referrer_meta(document)
    if policy in ("unsafe-url", "no-referrer-when-downgrade"):
        found = with_referrer_advice(meta, policy=policy, sent=_FULL_ADDRESS, default="only the origin")
        yield found.of_severity(Severity.WARNING)
    elif document.exchange.secure and policy in ("origin", "origin-when-cross-origin"):
        yield with_referrer_advice(meta, policy=policy, sent=_NAME_OF_SITE, default="nothing")


RULE = Rule(
    check=check,
    former_ids=("security/referrer-policy-origin",),
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING),
    title="Referrer-Policy is weaker than the default",
    passed="Referrer-Policy is as strict as the default",
    description="The Referrer-Policy {policy} sends {sent}. By default, browsers send {default} there.",
    recommendation="Use strict-origin-when-cross-origin or a stricter policy, or remove the policy.",
    how_to_fix="Set a policy that sends other sites no path, and plain HTTP addresses nothing:\n{advice}",
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
        Bad(headers=("Referrer-Policy: origin",)),
        Bad('<meta name="referrer" content="origin-when-cross-origin">'),
        Good(headers=("Referrer-Policy: unsafe-url, strict-origin",)),
        Good(headers=("Referrer-Policy: origin, strict-origin",)),
        Good(headers=("Referrer-Policy: origin",), url="http://example.com/"),
        Good(headers=("Referrer-Policy: nonsense",)),
        Good(),
    ),
)
