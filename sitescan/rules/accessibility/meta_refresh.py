from sitescan.document.indexing.refreshes import refreshes
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.redirect_advice import redirect_advice
from sitescan.rules.server_configuration import PAGE_REDIRECT
from sitescan.rules.texts import fill

_MOVED = f"\nIf the page has moved, redirect on the server:\n{PAGE_REDIRECT}"


def check(document: Document) -> Findings:
    """Report a refresh of the page with a delay of up to 20 hours."""
    for refresh in refreshes(document)[:1]:
        if 0 < refresh.seconds <= 72_000:
            advice = redirect_advice(document.url, refresh.target) if refresh.target is not None else None
            declared = "the Refresh header" if refresh.tag is None else '<meta http-equiv="refresh">'
            moved = fill(_MOVED, advice) if advice is not None else ""
            yield Finding(refresh.tag, seconds=refresh.seconds, declared=declared, moved=moved)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page reloads or redirects automatically",
    passed="Page leaves visitors time to read",
    applies=lambda document: all(refresh.seconds for refresh in refreshes(document)),
    description=(
        "The page reloads or redirects automatically after {seconds:# second|# seconds}. People who read slowly or use "
        "a screen reader lose their place or never reach the end (WCAG 2.2, 2.2.1 Timing Adjustable, level A)."
    ),
    recommendation="Remove the timed refresh, or redirect immediately on the server.",
    how_to_fix=("Delete {declared}. To offer fresh content, let visitors reload the page themselves.{moved}"),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable",
        "https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/",
    ),
    covers=(
        "act:bc659a",
        "act:bisz58",
        "axe:meta-refresh",
        "axe:meta-refresh-no-exceptions",
        "lighthouse:meta-refresh",
    ),
    examples=(
        Bad('<meta http-equiv="refresh" content="30">'),
        Bad('<meta http-equiv="refresh" content="5; url=/new">'),
        Bad(headers=("Refresh: 30",)),
        Good('<meta http-equiv="refresh" content="0; url=/new">'),
        Good('<meta http-equiv="refresh" content="30">', headers=("Refresh: 0; url=/new",)),
        Good('<meta http-equiv="refresh" content="72001">'),
        Good('<meta http-equiv="refresh" content="5: url=/new">'),
        Good('<meta http-equiv="refresh" content="-5">'),
        Good('<meta http-equiv="refresh" content="0; /a"><meta http-equiv="refresh" content="30; /b">'),
    ),
)
