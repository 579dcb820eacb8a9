"""Links that were not checked."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links without an answer in time, and the number of links beyond the limit."""
    more = answers.left_out + answers.references_left_out
    for link, answer in answers.answered(Verdict.UNCHECKED):
        yield Finding(link, detail=answer.reason, more=more)
    for link in answers.unique:
        if link.url not in answers.answers and not link.skipped:
            yield Finding(link, detail="not checked within the time of this scan", more=more)
    for _ in range(more):
        yield Finding(more=more)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Links that were not checked",
    description=(
        "{count:# link wasn't|# links weren't} checked.{more:| # link is beyond the limit of one scan.| # links are "
        "beyond the limit of one scan.} Whether such links work isn't known, so they cost no points."
    ),
    recommendation="Open these links in a browser if you want to be sure.",
    how_to_fix=(
        "You don't need to change anything. If a slow link is on your own server, measure it: curl -o /dev/null -s -w "
        '"%{{time_total}}" https://example.com/'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9",),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.TIMEOUT))),
        Bad(evidence=linking(left_out=3)),
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.FORBIDDEN))),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
        Good(evidence=linking()),
    ),
)
