from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a meta description that is the title."""
    described = " ".join((document.meta("description") or "").split())
    if described and described.casefold() == document.title.casefold():
        yield Finding(document.metas("description")[0])


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Meta description repeats the title",
    passed="Meta description differs from the title",
    applies=lambda document: document.meta("description"),
    description=(
        "The meta description is the same as the title. Search results show both, so people learn nothing more about "
        "the page, and search engines replace the description with text from the page."
    ),
    recommendation="Describe the page in one or two sentences.",
    how_to_fix=(
        'Say what visitors find here: <meta name="description" content="Twelve pear trees that stay under three '
        'meters, with planting distance, harvest time and price.">'
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad('<title>Pear trees</title><meta name="description" content="Pear  Trees">'),
        Good('<title>Pear trees</title><meta name="description" content="Twelve pear trees">'),
        Good('<title></title><meta name="description" content="">'),
    ),
)
