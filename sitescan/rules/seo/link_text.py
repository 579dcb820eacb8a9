from sitescan.document.language.headings import element_languages, wording
from sitescan.document.links.generic_link_texts import generic
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report links whose text is only "here" or "read more" in the language of the link."""
    page = document.url.partition("#")[0]
    for link in hyperlinks(document):
        if link.scheme not in ("http", "https") or (link.url or "").partition("#")[0] == page:
            continue
        if "nofollow" in tokens(link.tag, "rel") or attr(link.tag, "aria-labelledby") is not None:
            continue
        text = wording(link.tag)
        language = element_languages(document).get(id(link.tag), "")
        if generic(text, language) and document.accessible.named(link.tag).sure:
            yield Finding(link.tag, detail=text.lower())


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Links don't have descriptive text",
    passed="Links have descriptive text",
    subjects=("a",),
    description=(
        '{count:# link has|# links have} only generic text such as "here" or "read more". Search engines use link text '
        "to learn what the linked page is about, and screen readers can list links by their text alone."
    ),
    recommendation="Describe the linked page in the text of each link.",
    how_to_fix=(
        'Write <a href="/pears">How to plant pears</a> instead of <a href="/pears">Read more</a>. If the short text '
        'must stay, add a longer name: <a href="/pears" aria-label="Read more about planting pears">Read more</a>'
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/links-crawlable#write-good-anchor-text",
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html",
    ),
    covers=("lighthouse:link-text",),
    examples=(
        Bad('<a href="/pears">Click here</a>'),
        Bad('<a href="/pears"><span>Read more …</span></a>'),
        Bad('<a href="/birnen">Weiterlesen »</a>'),
        Bad('<a href="/nashi">続きを読む</a>'),
        Bad('<a href="/pears"><img src="more.png" alt="more"></a>'),
        Bad('<html lang="fr"><a href="/poires" lang="de">Hier</a>'),
        Bad('<html lang="hr"><a href="/kruske">Pročitaj više</a>'),
        Bad('<html lang="th"><a href="/pears">อ่านเพิ่มเติม</a>'),
        Good('<html lang="fr"><a href="/hier">Hier</a>'),
        Good('<html lang="hr"><a href="/more">More</a>'),
        Good('<html lang="de"><a href="/mais">Mais</a><a href="/">Start</a>'),
        Good('<a href="/pears">How to plant pears</a><a href="/pears">Read more about pears</a>'),
        Good('<a href="/pears" aria-label="Read more about pears">Read more</a>'),
        Good('<a href="#part">here</a><a href="mailto:a@example.com">here</a><a>here</a>'),
        Good('<a href="/ad" rel="sponsored nofollow">here</a>'),
    ),
)
