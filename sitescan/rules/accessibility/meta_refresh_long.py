from sitescan.document.indexing.refreshes import refreshes
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a refresh of the page with a delay of more than 20 hours."""
    for refresh in refreshes(document)[:1]:
        if refresh.seconds > 72_000:
            yield Finding(refresh.tag, seconds=refresh.seconds)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Page reloads or redirects after a long time",
    passed="Page works without a refresh timer",
    applies=lambda document: not refreshes(document),
    description=(
        "The page reloads or redirects automatically after {seconds:# second|# seconds}. That is long enough for most "
        "people, but it can still interrupt them (WCAG 2.2, 2.2.4 Interruptions, level AAA). It costs no points."
    ),
    recommendation="Remove the timed refresh.",
    how_to_fix='Delete <meta http-equiv="refresh"> or the Refresh header, and let visitors reload the page themselves.',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/interruptions",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/bisz58/",
    ),
    covers=(
        "act:bisz58",
        "axe:meta-refresh-no-exceptions",
    ),
    examples=(
        Bad('<meta http-equiv="refresh" content="72001; url=/new">'),
        Good('<meta http-equiv="refresh" content="30">'),
        Good('<meta http-equiv="refresh" content="0; url=/new">'),
        Good("<p>Pears are sweet."),
    ),
)
