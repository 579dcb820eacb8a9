from sitescan.model.site_answers import SecurityTxt
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.file_types import essence
from sitescan.standards.security_txt import faults, looks_like_security_txt, seems_copied, usual_expiry


def check(found: SecurityTxt) -> Findings:
    """Report what the standard requires and the file lacks."""
    if found.status != 200 or not looks_like_security_txt(found.text):
        return
    for fault in faults(found.text, found.now):
        yield Finding(detail=shorten(fault), expires=usual_expiry(found.now))
    if seems_copied(found.text, found.url, found.requested):
        yield Finding(detail="Canonical names only other URLs, as in a copied file", expires=usual_expiry(found.now))
    if essence(found.content_type) != "text/plain":
        yield Finding(
            detail=f"its Content-Type is “{shorten(found.content_type)}” instead of text/plain",
            expires=usual_expiry(found.now),
        )


_NOW = 1_800_000_000
_URL = "https://example.com/.well-known/security.txt"


def _file(*lines: str, content_type: str = "text/plain; charset=utf-8") -> SecurityTxt:
    return SecurityTxt(url=_URL, status=200, content_type=content_type, text="\r\n".join(lines), now=_NOW)


_CONTACT = "Contact: mailto:security@example.com"
_EXPIRES = "Expires: 2027-12-31T23:00:00Z"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Invalid security.txt file",
    passed="File security.txt is valid",
    applies=lambda found: found.status == 200 and looks_like_security_txt(found.text),
    description=(
        "The site's security.txt has {count:# error|# errors}. Tools that collect contacts skip an invalid file, "
        "and people don't trust an expired one."
    ),
    recommendation="Correct the file, and update Expires at least once a year.",
    how_to_fix=(
        "Publish this as /.well-known/security.txt, with Content-Type text/plain; charset=utf-8, over HTTPS:\n"
        "Contact: mailto:security@example.com\n"
        "Expires: {expires}\n"
        "nginx:\n"
        " location = /.well-known/security.txt {{\n"
        " default_type text/plain;\n"
        " charset utf-8;\n"
        " }}"
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9116#section-2.5", "https://securitytxt.org/"),
    examples=(
        Bad(evidence=_file(_CONTACT)),
        Bad(evidence=_file(_EXPIRES)),
        Bad(evidence=_file(_CONTACT, "Expires: 2021-12-31T23:00:00Z")),
        Bad(evidence=_file(_CONTACT, "Expires: next year")),
        Bad(evidence=_file("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA512", "", _CONTACT, _EXPIRES)),
        Bad(evidence=_file(_CONTACT, _EXPIRES, _EXPIRES)),
        Bad(evidence=_file("Contact: security@example.com", _EXPIRES)),
        Bad(evidence=_file(_CONTACT, _EXPIRES, content_type="text/html")),
        Good(
            evidence=_file("# Pears", "", "contact: https://example.com/report", "EXPIRES: 2027-12-31t23:00:00+01:00")
        ),
        Bad(evidence=_file(_CONTACT, _EXPIRES, "Canonical: https://example.net/.well-known/security.txt")),
        Good(
            evidence=_file(
                *("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA512", "", _CONTACT, _EXPIRES),
                *("Canonical: https://example.net/.well-known/security.txt", f"Canonical: {_URL}"),
                *("-----BEGIN PGP SIGNATURE-----", "", "iHUEARYIAB0=", "-----END PGP SIGNATURE-----"),
            )
        ),
        Good(evidence=_file("<h1>Welcome</h1>", content_type="text/html")),
    ),
)
