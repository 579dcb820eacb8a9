from sitescan.document.stated_policies import enforced
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, response_header

_ANY_SITE = frozenset({"*", "http:", "https:", "http://*", "https://*"})


def check(document: Document) -> Findings:
    """Report frame-ancestors that allow every site; browsers then ignore X-Frame-Options."""
    found = [policy.sources("frame-ancestors") for policy in enforced(document) if not policy.in_page]
    lists = [sources for sources in found if sources is not None]
    if lists and all(_ANY_SITE & set(sources) for sources in lists):
        yield Finding(sources=" ".join(sorted(_ANY_SITE & set(lists[0]))))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="CSP lets every site frame the page",
    passed="CSP limits who may frame the page",
    applies=lambda document: any("frame-ancestors" in policy.directives for policy in enforced(document)),
    description=(
        "The Content Security Policy contains frame-ancestors {sources}, so any site can show this page in a frame "
        "and trick visitors into clicking here. Browsers ignore X-Frame-Options when frame-ancestors is present. "
        "This is fine for a page meant to be embedded everywhere, such as a player or widget."
    ),
    recommendation="List the sites that may frame the page, unless it is meant for all.",
    how_to_fix=(
        "Content-Security-Policy: frame-ancestors 'self' https://partner.example\n"
        "Add it to your current policy, or send a second one, because browsers enforce both:\n"
        + response_header("Content-Security-Policy", "frame-ancestors 'self'", beside=True).text
    ),
    sources=(
        "https://www.w3.org/TR/CSP3/#directive-frame-ancestors",
        "https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html",
    ),
    covers=("lighthouse:clickjacking-mitigation", "observatory:x-frame-options-not-implemented"),
    examples=(
        Bad(headers=("Content-Security-Policy: frame-ancestors *",)),
        Bad(headers=("Content-Security-Policy: frame-ancestors 'self' https:", "X-Frame-Options: DENY")),
        Good(headers=("Content-Security-Policy: frame-ancestors *", "Content-Security-Policy: frame-ancestors 'self'")),
        Good(headers=("Content-Security-Policy: frame-ancestors https://*.example.com",)),
        Good('<head><meta http-equiv="Content-Security-Policy" content="frame-ancestors *"></head>'),
        Good(),
    ),
)
