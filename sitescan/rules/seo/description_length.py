from sitescan.document.language.text_measure import length_in_words, width
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

#: The least and the largest width, in average letters.
_SHORTEST, _LONGEST = 50, 200

_LONG = "cut off the rest in mid-sentence"
_SHORT = "often replace a very short description with text from the page"


def check(document: Document) -> Findings:
    """Report a description that is too wide or too narrow, unless it only repeats the title."""
    metas = document.metas("description")
    if not metas or document.bindings.writes(metas[0], "content"):
        return
    described = " ".join(attr(metas[0], "content", "").split())
    repeated = described.casefold() == document.title.casefold()
    long, short = width(described) > _LONGEST, width(described) < _SHORTEST and not repeated
    if described and (long or short):
        effect = _LONG if long else _SHORT
        yield Finding(metas[0], length=length_in_words(described), effect=effect)


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=("seo/description-long", "seo/description-short"),
    severity=Severity.INFO,
    title="Meta description is too long or too short",
    passed="Meta description fits in search results",
    applies=lambda document: document.meta("description"),
    description=(
        "The meta description has {length}. Search results have room for about 150 characters. Search engines {effect}."
    ),
    recommendation="Say what visitors find on this page in one or two sentences of about 150 characters.",
    how_to_fix=(
        'For example: <meta name="description" content="Twelve pear trees that stay under three meters, with planting '
        "distance, harvest time and price.\">. There is no penalty for a long description, but its end isn't shown."
    ),
    sources=("https://developers.google.com/search/docs/appearance/snippet",),
    examples=(
        Bad(f'<meta name="description" content="{"All about pears. " * 20}">'),
        Bad(f'<meta name="description" content="{"梨" * 120}">'),
        Bad('<meta name="description" content="About pears.">'),
        Good(f'<meta name="description" content="{"All about pears. " * 5}">'),
        Good(f'<meta name="description" content="{"梨の木の育て方を" * 4}">'),
        Good('<title>About pears.</title><meta name="description" content="About pears.">'),
        Good('<meta name="description" content="">'),
        Good("<p>Pears"),
    ),
)
