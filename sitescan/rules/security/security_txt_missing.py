from sitescan.model.site_answers import SecurityTxt
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.standards.security_txt import looks_like_security_txt, usual_expiry


def check(found: SecurityTxt) -> Findings:
    """Report a certainly missing file; one behind a login or without a response is not judged."""
    missing = found.status in (404, 410)
    if missing or (found.status == 200 and not looks_like_security_txt(found.text)):
        yield Finding(url=found.url, expires=usual_expiry(found.now))


_URL = "https://example.com/.well-known/security.txt"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="No security.txt file",
    passed="Site has a security.txt file",
    needs=lambda found: found.status == 200,
    description=(
        "There is no file at {url}. People who find a vulnerability look there for a contact. Without one, "
        "reports may go to general mailboxes, become public or never arrive."
    ),
    recommendation="Publish a security.txt file with a contact and an expiry date.",
    how_to_fix=(
        "Publish this as /.well-known/security.txt, with Content-Type text/plain; charset=utf-8, over HTTPS:\n"
        "Contact: mailto:security@example.com\n"
        "Expires: {expires}\n"
        "Preferred-Languages: en"
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9116", "https://securitytxt.org/"),
    examples=(
        Bad(evidence=SecurityTxt(url=_URL, status=404)),
        Bad(evidence=SecurityTxt(url=_URL, status=200, content_type="text/html", text="<h1>Welcome</h1>")),
        Good(evidence=SecurityTxt(url=_URL, status=200, content_type="text/plain", text="Contact: nobody")),
        Good(evidence=SecurityTxt(url=_URL, status=403)),
        Good(evidence=SecurityTxt(url=_URL)),
    ),
)
