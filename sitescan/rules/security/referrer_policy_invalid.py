from sitescan.document.stated_policies import stated_referrer_policy
from sitescan.rules.authoring import Bad, Document, Findings, Good, Rule, Severity, attr, shorten
from sitescan.rules.referrer_advice import with_referrer_advice
from sitescan.rules.server_configuration import REFERRER_POLICY, replacing
from sitescan.standards.referrer_policy import from_header, from_meta


def check(document: Document) -> Findings:
    """Report a header field without any known policy, and meta elements with unknown ones."""
    header = document.exchange.headers.get("referrer-policy")
    if header.strip(", ") and not from_header(header):
        # A valid meta element would override the header field anyway.
        outcome = "" if stated_referrer_policy(document) else "referrer-policy-header-invalid"
        yield with_referrer_advice(None, detail=f"Referrer-Policy: {shorten(header)}", observatory=outcome)
    for meta in document.metas("referrer"):
        content = attr(meta, "content", "")
        if attr(meta, "name", "").strip().lower() == "referrer" and content.strip() and not from_meta(content):
            several = "a meta element takes one policy, not a list" if "," in content else ""
            yield with_referrer_advice(meta, detail=several, observatory="")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Referrer-Policy is invalid",
    passed="Referrer-Policy is valid",
    applies=lambda document: document.metas("referrer") or document.exchange.headers.get("referrer-policy"),
    description=(
        "The page sets {count:# referrer policy|# referrer policies} that browsers don't recognize. Browsers use "
        "their own default instead, which may be less strict than you intended."
    ),
    recommendation="Use one of the eight standard policies.",
    how_to_fix=(
        "{advice}\n"
        "The other policies are no-referrer, same-origin, strict-origin, origin, origin-when-cross-origin, "
        "no-referrer-when-downgrade and unsafe-url."
    ),
    setting=replacing(REFERRER_POLICY),
    sources=("https://www.w3.org/TR/referrer-policy/#referrer-policies",),
    covers=("observatory:referrer-policy-header-invalid",),
    examples=(
        Bad(headers=("Referrer-Policy: strict",)),
        Bad('<meta name="referrer" content="nobody">'),
        Good(headers=("Referrer-Policy: someday-maybe, same-origin",)),
        Good('<meta name="referrer" content="origin-when-crossorigin">'),
        Good(headers=("Referrer-Policy: ",)),
        Good(),
    ),
)
