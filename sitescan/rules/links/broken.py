"""Links to pages that are not there."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, LinkAnswers, Problem, Verdict
from sitescan.model.redirects import Step
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.http_headers import Headers


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that end at 404 or 410."""
    for link, answer in answers.answered(Verdict.BROKEN):
        if answer.status is not None and answer.status < 500:
            arrived = f" at {answer.final_url}" if answer.steps else ""
            yield Finding(link, detail=f"status {answer.status}{arrived}")


RULE = Rule(
    id="links/broken",
    reads=LinkAnswers,
    check=check,
    severity=Severity.ERROR,
    title="Broken links",
    description=(
        "{count:# link leads|# links lead} to a page that does not exist (status 404 or 410). Visitors end in a dead "
        "end, and search engines take it as a sign that the page is not looked after."
    ),
    recommendation="Correct or remove the links named here.",
    how_to_fix=(
        "Open each address. Mistyped: correct the href. Moved: link to the new address. Gone: remove the "
        "link, or link to a copy in the Internet Archive. Your own page: restore it, or redirect its "
        "address:\n"
        "nginx:\n"
        " location = /old {{\n"
        " return 301 /new;\n"
        " }}\n"
        "Apache: Redirect 301 /old /new\n"
        "Caddy: redir /old /new 301"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
        "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
    ),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=404))),
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=410, method="GET"))),
        Bad(
            evidence=linking(
                Answer(
                    url="https://example.org/a",
                    steps=(Step(url="https://example.org/a", status=301, location="https://example.org/b"),),
                    status=404,
                )
            )
        ),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=200))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=403))),
        Good(evidence=linking(Answer(url="https://www.linkedin.com/in/pears", status=999))),
        Good(evidence=linking(Answer(url="https://example.org/pears", problem=Problem.TIMEOUT))),
        Good(
            evidence=linking(
                Answer(
                    url="https://example.org/pears",
                    status=404,
                    headers=Headers((("cf-mitigated", "challenge"),)),
                )
            )
        ),
    ),
)
