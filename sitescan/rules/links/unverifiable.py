"""Links that could not be verified."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links whose answer does not show what visitors get."""
    for link, answer in answers.answered(Verdict.UNVERIFIABLE):
        yield Finding(link, detail=answer.reason)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Links that could not be verified",
    description=(
        "{count:# link leads|# links lead} to a server that blocks automated requests, requires a login or is busy "
        "(for example status 401, 403, 429, 503 or 999). Such links probably work for visitors and cost no points."
    ),
    recommendation="Open these links in a browser if you want to be sure.",
    how_to_fix=(
        "You don't need to change a link that works in a browser. If the server is yours and should let this scanner "
        "in, allow its User-Agent in the bot protection."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.5.4",),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/", status=403))),
        Bad(evidence=linking(Answer(url="https://www.linkedin.com/in/pears", status=999))),
        Bad(evidence=linking(Answer(url="https://example.org/", status=400))),
        Good(evidence=linking(Answer(url="https://example.org/", status=404))),
        Good(evidence=linking(Answer(url="https://example.org/", status=204))),
    ),
)
