from sitescan.document.indexing.refreshes import refreshes
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.redirect_advice import redirect_advice
from sitescan.rules.server_configuration import PAGE_REDIRECT


def check(document: Document) -> Findings:
    """Report a refresh to another URL, unless it is in ``noscript``."""
    for refresh in refreshes(document):
        if refresh.target is not None:
            advice = redirect_advice(document.url, refresh.target)
            declared = "Refresh header" if refresh.tag is None else "meta tag"
            yield Finding(refresh.tag, target=shorten(refresh.target), declared=declared, change=None, **advice)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page redirects with a meta refresh",
    passed="Page is free of meta refresh redirects",
    description=(
        "The page redirects visitors to {target} with a {declared}. Search engines may process it late or not at all, "
        "the back button may not work, and people who read slowly are interrupted."
    ),
    recommendation="Redirect on the server with status 301 or 302.",
    how_to_fix=(f"Redirect on the server, then remove the {{declared}}:\n{PAGE_REDIRECT}"),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/301-redirects",
        "https://www.w3.org/TR/WCAG20-TECHS/H76.html",
    ),
    examples=(
        Bad('<meta http-equiv="refresh" content="0; url=/new">'),
        Bad('<meta http-equiv="Refresh" content="5;URL=\'https://example.org/\'">'),
        Bad('<meta http-equiv="refresh" content="0 /new">'),
        Bad(headers=("Refresh: 5; url=/new",)),
        Good('<meta http-equiv="refresh" content="300">'),
        Good(headers=("Refresh: 300",)),
        Good('<meta http-equiv="refresh" content="300; url=https://example.com/">'),
        Good('<head><noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript>'),
        Good('<meta name="refresh" content="0; url=/new">'),
    ),
)
