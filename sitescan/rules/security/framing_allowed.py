from sitescan.document.stated_policies import enforced
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import SAME_ORIGIN_FRAMES


def check(document: Document) -> Findings:
    """Report a page with neither frame-ancestors nor X-Frame-Options; meta elements do not count."""
    limited = any("frame-ancestors" in policy.directives and not policy.in_page for policy in enforced(document))
    if not limited and "x-frame-options" not in document.exchange.headers:
        metas = document.metas("x-frame-options")
        yield Finding(metas[0] if metas else None, detail="browsers ignore this in a meta element" if metas else "")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="No protection against clickjacking",
    passed="Page says who may frame it",
    description=(
        "The response doesn't restrict which sites may show the page in a frame. Another site can load it invisibly "
        "over its own buttons and trick your visitors into clicking here."
    ),
    recommendation="Send a Content-Security-Policy with frame-ancestors, or X-Frame-Options.",
    how_to_fix=(
        "X-Frame-Options: SAMEORIGIN\n"
        + SAME_ORIGIN_FRAMES.text
        + "\nUse DENY if no site may frame the page. To let partners frame it, use Content-Security-Policy: "
        "frame-ancestors 'self' https://partner.example instead."
    ),
    setting=SAME_ORIGIN_FRAMES,
    sources=(
        "https://www.w3.org/TR/CSP3/#directive-frame-ancestors",
        "https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html",
    ),
    covers=("lighthouse:clickjacking-mitigation", "observatory:x-frame-options-not-implemented"),
    examples=(
        Bad(),
        Bad('<head><meta http-equiv="X-Frame-Options" content="DENY"></head>'),
        Bad('<head><meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'"></head>'),
        Bad(headers=("Content-Security-Policy-Report-Only: frame-ancestors 'none'",)),
        Bad(headers=("Content-Security-Policy: default-src 'none'",)),
        Good(headers=("X-Frame-Options: sameorigin",)),
        Good(headers=("Content-Security-Policy: frame-ancestors 'self' https://partner.example",)),
        Good(headers=("Content-Security-Policy: frame-ancestors *",)),
    ),
)
