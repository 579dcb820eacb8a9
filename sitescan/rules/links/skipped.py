"""Links that were skipped on purpose."""

from collections.abc import Iterator

from attrs import evolve
from msgspec.structs import replace

from sitescan.model.answers import Answer
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that were not requested on purpose, each URL once."""
    for link in answers.unique:
        if link.skipped:
            yield Finding(link, detail=link.skipped)


_ONE = linking(Answer(url="https://example.com/logout", status=200))

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Links that were skipped on purpose",
    description=(
        "{count:# link was|# links were} skipped on purpose, usually because following such a link could log "
        "someone out, unsubscribe them or add something to a cart. The scan doesn't know whether it works, and it "
        "costs no points."
    ),
    recommendation="Try these links yourself.",
    how_to_fix=(
        "You don't need to change anything for this report. For an action that changes something, use a form instead "
        'of a link, because browsers and crawlers follow links automatically: <form method="post" action="/logout">'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",),
    examples=(
        Bad(evidence=evolve(_ONE, links=tuple(replace(link, skipped="it may end a session") for link in _ONE.links))),
        Good(evidence=_ONE),
    ),
)
