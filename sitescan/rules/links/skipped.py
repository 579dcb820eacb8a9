"""Links that were left alone."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.answers import Answer, LinkAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that were not asked on purpose, each URL once."""
    for link in answers.unique:
        if link.skipped:
            yield Finding(link, detail=link.skipped)


_ONE = linking(Answer(url="https://example.com/logout", status=200))

RULE = Rule(
    id="links/skipped",
    reads=LinkAnswers,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links that were left alone",
    description=(
        "{count:# link was|# links were} not followed on purpose, such as links that log out, unsubscribe or put "
        "something into a cart. Nothing is known about them, and they cost no points."
    ),
    recommendation="Try these links yourself.",
    how_to_fix=(
        "Nothing needs to be changed for this report. An action that changes something is better a form than a link, "
        'since browsers and crawlers follow links by themselves: <form method="post" action="/logout">'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",),
    examples=(
        Bad(evidence=evolve(_ONE, links=tuple(evolve(one, skipped="it may end a session") for one in _ONE.links))),
        Good(evidence=_ONE),
    ),
)
