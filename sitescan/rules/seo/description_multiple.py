from sitescan.rules.authoring import CONVENTION, Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report each meta description that differs from the first with words; exact repetitions do no harm."""
    metas = [meta for meta in document.metas("description") if attr(meta, "name") is not None]
    wordings = [" ".join(attr(meta, "content", "").split()) for meta in metas]
    kept = next(filter(None, wordings), "")
    for meta, wording in zip(metas, wordings, strict=True):
        if wording != kept:
            yield Finding(meta)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Page has more than one meta description",
    passed="Meta descriptions agree",
    applies=lambda document: document.metas("description"),
    description=(
        "The page has {count:# meta description|# meta descriptions} too many, with different text or none. "
        "Search engines may show any of them, or none."
    ),
    recommendation="Keep one meta description.",
    how_to_fix=(
        'Remove every <meta name="description"> except the one that describes this page. Often a template and an SEO '
        "plugin each add one; turn one of them off."
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad('<meta name="description" content="Pears."><meta name="description" content="Apples.">'),
        Bad('<meta name="description" content=""><meta name="description" content="Pears.">'),
        Good('<meta name="description" content="Pears."><meta name="description" content="Pears.">'),
        Good('<meta name="description" content="Pears."><meta property="og:description" content="Apples.">'),
    ),
)
