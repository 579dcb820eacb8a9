from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten

_CARDS = frozenset({"summary", "summary_large_image", "app", "player"})


def check(document: Document) -> Findings:
    """Report a page that has a preview image and either no Twitter card or an unknown one."""
    card = document.meta("twitter:card")
    if card is None and document.meta("og:image"):
        yield Finding(seen="no twitter:card tag")
    elif card is not None and card.lower() not in _CARDS:
        seen = f'the unknown card "{shorten(card)}"' if card else "a twitter:card tag without content"
        yield Finding(document.metas("twitter:card")[0], seen=seen)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Twitter card is missing or unknown",
    passed="Twitter card is known",
    applies=lambda document: document.meta("twitter:card"),
    description=(
        "The page has {seen}. X (Twitter) and apps that use the same tags then show a small preview or none, even if "
        "there is an image."
    ),
    recommendation="Choose a card type for previews.",
    how_to_fix=(
        'For a large image: <meta name="twitter:card" content="summary_large_image">. For a small image, '
        "write summary instead."
    ),
    sources=("https://developer.x.com/en/docs/x-for-websites/cards/overview/markup",),
    examples=(
        Bad('<meta property="og:image" content="https://example.com/pears.jpg">'),
        Bad('<meta name="twitter:card" content="large">'),
        Good('<meta name="twitter:card" content="summary_large_image">'),
        Good('<meta property="twitter:card" content="Summary">'),
        Good("<title>Pears</title>"),
    ),
)
