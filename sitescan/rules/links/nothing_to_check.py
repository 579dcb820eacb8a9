from sitescan.model.outline import Link, Reference
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity, Verdict


def check(links: LinkAnswers) -> Findings:
    """Report a page without a link that can be requested, unless another URL that it names is broken."""
    named = (links.answers.get(reference.url) for reference in links.references)
    broken = any(answer is not None and answer.verdict is Verdict.BROKEN for answer in named)
    if not broken and all(link.skipped for link in links.links):
        yield Finding()


_IMAGE = "https://example.com/a.png"


def _naming(status: int) -> LinkAnswers:
    return LinkAnswers(
        page_url="https://example.com/",
        references=(Reference(url=_IMAGE, source="og:image"),),
        answers={_IMAGE: Answer(url=_IMAGE, status=status)},
    )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    leaves_out=True,
    title="No links to check",
    description=(
        "The page's HTML has no links to web pages that could be checked. The score of this category says "
        "nothing about the page and can't raise the overall score."
    ),
    recommendation="Check that the page is meant to have no links.",
    how_to_fix=(
        "If the page is meant to have no links, you don't need to change anything. This scan and "
        "crawlers don't see links that scripts add, or buttons that lead to other pages: write these as "
        '<a href="/pears">Pears</a>'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad(evidence=LinkAnswers(page_url="https://example.com/")),
        Bad(
            evidence=LinkAnswers(
                page_url="https://example.com/",
                links=(Link(url="https://example.com/logout", href="/logout", skipped="it may end a session"),),
            )
        ),
        Good(
            evidence=LinkAnswers(
                page_url="https://example.com/", links=(Link(url="https://example.com/pears", href="/pears"),)
            )
        ),
        Bad(evidence=_naming(200)),
        Good(evidence=_naming(404)),
    ),
)
