from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import answering, redirecting
from sitescan.rules.links_to_sites import to_another_site


def check(answers: NamedLinkAnswers) -> Findings:
    """Report the second of two links with equal names to the sites of different owners, or certainly other pages."""
    for links in answers.by_name:
        known = [link for link in links if answers.has_known_destination(link)]
        other = (link for link in known if not answers.have_same_destination(known[0], link))
        second = to_another_site(answers, links) or next(other, None)
        if second is not None:
            yield Finding(second, detail=second.name)


_URL = "https://example.com/"
_HERE = answering("text/html", "", "a", "b")
_SHOP = redirecting("shop", "https://shop.test/")

RULE = Rule(
    check=check,
    former_ids=("accessibility/links-alike-other-site",),
    severity=Severity.INFO,
    share=0,
    title="Links with the same text go to different pages",
    passed="Links with the same text go to the same page",
    subjects=("a",),
    applies=lambda answers: answers.links,
    needs=lambda answers: all(map(answers.has_known_destination, answers.links)),
    description=(
        "{count:# link text is|# link texts are} used for links to different addresses. In a screen reader's list of "
        "links, people can't tell which is which (WCAG 2.2, 2.4.9 Link Purpose (Link Only), level AAA). It "
        "costs no points."
    ),
    recommendation="Describe the destination in the text of each link; for another website, name it.",
    how_to_fix='For example: <a href="/pears">More about pears</a> <a href="https://shop.example/">Pear shop</a>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b20e66/",
    ),
    covers=("act:b20e66", "axe:identical-links-same-purpose", "lighthouse:identical-links-same-purpose"),
    examples=(
        Bad('<a href="/a">More</a> <a href="/b">More</a>', answers=_HERE),
        Bad('<a href="/a">More</a> <a href="/">More</a>', answers=_HERE),
        Bad('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="/a">More</a> <a href="/b">More</a>', answers=(*_HERE[:2], redirecting("b", f"{_URL}a"))),
        Good('<a href="/a">More</a> <a href="/b">More</a>', answers=_HERE[:2]),
        Good('<a href="/a">More</a> <a href="/a#b">More</a>', answers=_HERE),
        Good('<a href="/a">Pears</a> <a href="/b">Apples</a>', answers=_HERE),
        Good(
            '<a href="http://example.com">More</a> <a href="https://www.example.com/index.html">More</a>', answers=_HERE
        ),
        Good('<a href="#a">Top</a> <a href="#b">Top</a>'),
        Good('<a href="https://pears.test/a">Pears</a> <a href="https://www.pears.test/b">Pears</a>'),
        Good('<a href="/a">Pears</a> <a href="https://shop.test/">Pears</a>'),
        Good('<a href="/shop">Pears</a> <a href="https://shop.test/">Pears</a>', answers=(_SHOP,)),
        Good('<a href="https://pears.test/">Pears</a> <a href="https://shop.test/">Apples</a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="http://pears_shop:x/">Pears</a>'),
        Good('<a href="https://pears.test/"></a> <a href="https://shop.test/"></a>'),
        Good('<a href="https://pears.test/">Pears</a> <a href="mailto:shop@shop.test">Pears</a>'),
    ),
)
