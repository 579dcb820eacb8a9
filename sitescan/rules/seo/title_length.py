from sitescan.document.language.text_measure import length_in_words, pixel_width, width
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.urls import split_url

#: The font size and the width of titles in Google's results on desktops, in pixels.
_FONT_SIZE, _WIDEST = 20, 600
#: The least width of a title, in average letters.
_SHORTEST = 10

_LONG = "Search results show about 600 pixels and cut off the rest, so people may not see the end."
_SHORT = "It says little about the page. A title that names the topic is found and clicked more often."


def check(document: Document) -> Findings:
    """Report a title that is wider than a search result, or very short: a home page may be named as the site is."""
    pixels = pixel_width(document.title, _FONT_SIZE)
    home = split_url(document.url).path in ("", "/")
    if pixels > _WIDEST:
        found = f"about {pixels:,} pixels wide ({length_in_words(document.title)})"
        yield Finding(document.titles[0], found=found, effect=_LONG)
    elif document.title and not home and width(document.title) < _SHORTEST:
        yield Finding(document.titles[0], found=f'only "{document.title}"', effect=_SHORT)


RULE = Rule(
    check=check,
    since="1.1.0",
    former_ids=("seo/title-long", "seo/title-short"),
    severity=Severity.INFO,
    title="Page title is too long or too short",
    passed="Page title fits in search results",
    applies=lambda document: document.title,
    description="The title is {found}. {effect} People choose from a list of results by the title.",
    recommendation="Put the topic first and the site name last, in about 60 characters.",
    how_to_fix=(
        "For example: <title>Pear trees for small gardens - Green Nursery</title>. A long title has no penalty."
    ),
    sources=("https://developers.google.com/search/docs/appearance/title-link",),
    examples=(
        Bad(f"<title>{'Pears and apples ' * 5}</title>"),
        Bad(f"<title>{'梨' * 40}</title>"),
        Bad(f"<title>{'PEAR TREES ' * 5}</title>"),
        Bad("<title>Pears</title>", url="https://example.com/shop/pears"),
        Good(f"<title>{'lilli till ' * 9}</title>"),
        Good("<title>Pear trees for small gardens - Green Nursery</title>", url="https://example.com/pears"),
        Good("<title>Pears" + " " * 100 + "</title>"),
        Good("<title>小さな庭の梨</title>", url="https://example.com/pears"),
        Good("<title></title>", url="https://example.com/pears"),
        Good("<p>No title"),
    ),
)
