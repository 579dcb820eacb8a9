"""Links use http:// addresses that redirect to https://."""

from collections.abc import Iterator

from sitescan.model.answers import Answer
from sitescan.model.fix import Moved
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Redirect
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking, redirected_link
from sitescan.rules.rule import Bad, Finding, Good, Rule

_A, _B = "http://example.org/pears", "https://example.org/pears"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links whose server redirects to the same URL over HTTPS."""
    for link, answer in answers.redirected(Redirect.SECURE):
        moved = Moved(url=answer.url, to=answer.final_url, elements=("a", "area"))
        yield Finding(link, final=answer.final_url).fixed_by_answer(moved)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links use http:// addresses that redirect to https://",
    passed="Links avoid redirects from http:// to https://",
    subjects=("a", "area"),
    description=(
        "{count:# link uses|# links use} http://, although the server redirects to the same address with https://. "
        "Each visitor waits for another response, and the first request can be read and changed on the network."
    ),
    recommendation="Use https:// in these links.",
    how_to_fix='Change only the scheme. The {count:link|first link} becomes: <a href="{final}">',
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad(evidence=redirected_link(_A, _B)),
        Bad(evidence=redirected_link(_A, _B, by=307)),
        Good(evidence=redirected_link(_A, _B + "/")),
        Good(evidence=redirected_link(_A, _B, status=404)),
        Good(evidence=linking(Answer(url=_B, status=200))),
    ),
)
