"""Links with the same text go to different sites."""

from collections.abc import Iterator

from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import redirecting
from sitescan.rules.links_to_sites import to_another_site
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: NamedLinkAnswers) -> Iterator[Finding]:
    """Report the second of two links with equal names to the sites of different owners, except this site."""
    for links in answers.by_name:
        second = to_another_site(answers, links)
        if second is not None:
            yield Finding(second, detail=second.name)


_SHOP = redirecting("shop", "https://shop.test/")

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links with the same text go to different sites",
    passed="Links with the same text go to the same site",
    subjects=("a",),
    applies=lambda answers: answers.links,
    needs=lambda answers: all(map(answers.has_known_destination, answers.links)),
    description=(
        "{count:# link text is|# link texts are} used for links to different websites. In a screen reader's list of "
        "links, people can't tell which is which (WCAG 2.2, 2.4.9 Link Purpose (Link Only), level AAA). It "
        "costs no points."
    ),
    recommendation="Name the website in each link.",
    how_to_fix=(
        'For example: <a href="https://pears.example/">Pear garden</a> <a href="https://shop.example/">Pear shop</a>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b20e66/",
    ),
    covers=("act:b20e66",),
    examples=(
        Bad('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="https://pears.test/a">Pears</a> <a href="https://www.pears.test/b">Pears</a>'),
        Good('<a href="/a">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="/shop">Pears</a> <a href="https://shop.test/">Pears</a>', answers=(_SHOP,)),
        Good('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Apples</a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="http://pears_shop:x/">Pears</a>'),
        Good('<a href="https://pears.test/"></a> <a href="https://shop.test/"></a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="mailto:shop@shop.test">Pears</a>'),
    ),
)
