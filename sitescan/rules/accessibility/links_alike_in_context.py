from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.outline import NamedLink
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import redirecting
from sitescan.rules.links_to_sites import to_another_site


def check(answers: NamedLinkAnswers) -> Findings:
    """Report the second of two links to different sites whose names and contexts are equal."""
    for links in answers.by_name:
        contexts: dict[str, list[NamedLink]] = {}
        for link in links:
            if link.context:
                contexts.setdefault(link.context, []).append(link)
        second = next(filter(None, (to_another_site(answers, alike) for alike in contexts.values())), None)
        if second is not None:
            yield Finding(second, detail=second.name)


_PEARS, _SHOP = '<a href="https://pears.test/">Pears</a>', '<a href="https://shop.test/">Pears</a>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links with the same text and context go to different sites",
    passed="Links with the same text and context share a site",
    subjects=("a",),
    applies=lambda answers: answers.links,
    needs=lambda answers: all(map(answers.has_known_destination, answers.links)),
    description=(
        "{count:# link text is|# link texts are} used for links to different websites, and the paragraph, list item or "
        "table cell around them says the same of each. People who use a screen reader can't tell which is which "
        "(possible failure of WCAG 2.2, 2.4.4 Link Purpose (In Context), level A). It costs no points."
    ),
    recommendation="Name the website in each link, or in the sentence around it.",
    how_to_fix=(
        'For example: <p><a href="https://pears.example/">Pear garden</a> and '
        '<a href="https://shop.example/">Pear shop</a></p>'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/fd3a94/",
    ),
    covers=("act:fd3a94",),
    examples=(
        Bad(f"<p>See {_PEARS} or {_SHOP}.</p>"),
        Bad(f"<p>Garden:</p><p>{_PEARS}</p><p>Shop:</p><p>{_SHOP}</p>"),
        Bad(f"<table><tr><td>{_PEARS} {_SHOP}</td></tr></table>"),
        Good(f"<p>The garden: {_PEARS}.</p><p>The shop: {_SHOP}.</p>"),
        Good(f"<h2>Garden</h2><p>{_PEARS}</p><h2>Shop</h2><p>{_SHOP}</p>"),
        Good(f"<ul><li>{_PEARS}</li><li>{_SHOP}</li></ul>"),
        Good(f"<div>{_PEARS} {_SHOP}</div>"),
        Good(f"<p>See {_PEARS} or {_SHOP.replace('<a', '<a title=Shop')}.</p>"),
        Good(f"<p>See <a href=/shop>Pears</a> or {_SHOP}.</p>", answers=(redirecting("shop", "https://shop.test/"),)),
        Good('<p>See <a href="https://pears.test/a">Pears</a> or <a href="https://www.pears.test/b">Pears</a>.</p>'),
    ),
)
