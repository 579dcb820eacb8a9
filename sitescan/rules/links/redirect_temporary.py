"""Links to addresses that redirect for now."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.answers import Answer, LinkAnswers
from sitescan.model.redirects import Redirect, Step
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule

_A, _B = "https://example.org/", "https://example.org/en/"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links with one temporary redirect to a page that answers."""
    for link, answer in answers.redirected(Redirect.TEMPORARY):
        yield Finding(link, detail=f"now {shorten(answer.final_url)}")


RULE = Rule(
    id="links/redirect-temporary",
    reads=LinkAnswers,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links with a temporary redirect",
    description=(
        "{count:# link leads|# links lead} elsewhere for now (status 302, 303 or 307), as logins, language choices and "
        "short links do. That is often meant and costs no points; each visitor waits for one more answer."
    ),
    recommendation="Check that each redirect is meant to be temporary.",
    how_to_fix=(
        "Leave the link as it is where the target depends on the visitor or the day. Where a page of "
        "yours has moved for good, redirect with 301:\n"
        "nginx:\n"
        " location = /old {{\n"
        " return 301 /new;\n"
        " }}\n"
        "Apache: Redirect 301 /old /new\n"
        "Caddy: redir /old /new 301"
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.4.3",),
    examples=(
        Bad(evidence=linking(Answer(url=_A, steps=(Step(url=_A, status=302, location=_B),), status=200))),
        Good(evidence=linking(Answer(url=_A, steps=(Step(url=_A, status=301, location=_B),), status=200))),
        Good(evidence=linking(Answer(url=_A, steps=(Step(url=_A, status=302, location=_A),), status=200))),
        Good(evidence=linking(Answer(url=_A, steps=(Step(url=_A, status=302, location=_B),), status=403))),
    ),
)
