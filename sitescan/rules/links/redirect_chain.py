"""Links that are redirected more than once."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.answers import Answer, LinkAnswers
from sitescan.model.redirects import Redirect, Step
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule

_A, _B, _C = "http://example.org/", "https://example.org/", "https://www.example.org/"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that get to a page over two redirects or more."""
    for link, answer in answers.redirected(Redirect.CHAIN):
        way = ", ".join(str(step.status) for step in answer.steps)
        yield Finding(link, detail=f"{way}, ends at {shorten(answer.final_url)}")


RULE = Rule(
    id="links/redirect-chain",
    reads=LinkAnswers,
    check=check,
    severity=Severity.INFO,
    share=2,
    title="Links with a chain of redirects",
    description=(
        "{count:# link is|# links are} redirected two times or more before a page answers. Each redirect makes "
        "visitors wait for one more answer, and one missing piece breaks the link."
    ),
    recommendation="Link to the final addresses directly.",
    how_to_fix=(
        "Replace each href by the address at which it ends. On your own server, redirect to the final address in one "
        "step: from http without www straight to https with www, slash included."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors",),
    examples=(
        Bad(
            evidence=linking(
                Answer(
                    url=_A,
                    steps=(Step(url=_A, status=301, location=_B), Step(url=_B, status=302, location=_C)),
                    status=200,
                )
            )
        ),
        Good(evidence=linking(Answer(url=_A, steps=(Step(url=_A, status=301, location=_C),), status=200))),
        Good(
            evidence=linking(
                Answer(
                    url=_A,
                    steps=(Step(url=_A, status=302, location=_B), Step(url=_B, status=302, location=_A)),
                    status=200,
                )
            )
        ),
    ),
)
