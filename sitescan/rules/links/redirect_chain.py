"""Links go through a redirect chain."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Redirect
from sitescan.model.report import Severity
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.rule import Bad, Finding, Good, Rule

_A, _B, _C = "http://example.org/", "https://example.org/", "https://www.example.org/"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that reach a page after two or more redirects."""
    for link, answer in answers.redirected(Redirect.CHAIN):
        statuses = ", ".join(str(step.status) for step in answer.steps)
        finding = Finding(link, detail=f"{statuses}, ends at {shorten(answer.final_url)}", final=answer.final_url)
        yield finding.fixed_by_answer(answer.moved("a", "area"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=2,
    title="Links go through a redirect chain",
    passed="Links avoid redirect chains",
    subjects=("a", "area"),
    description=(
        "{count:# link is|# links are} redirected twice or more before a page responds. Each redirect makes visitors "
        "wait for another response, and the link breaks if any of them fails."
    ),
    recommendation="Link directly to the final addresses.",
    how_to_fix=(
        "The {count:link|first link} ends at {final}: use that address in its href{count:.|, and do the same for "
        "the others.}\n"
        "On your own server, redirect to the final address in one step. For example, go from http:// without www "
        "straight to https:// with www and the final slash."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors",),
    examples=(
        Bad(evidence=redirected_link(_A, _B, _C)),
        Good(evidence=redirected_link(_A, _C)),
        Good(evidence=redirected_link(_A, _B, _A, by=302)),
    ),
)
