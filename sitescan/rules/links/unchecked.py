"""Links of which it isn't known whether they work."""

from functools import partial

from attrs import evolve
from msgspec.structs import replace

from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    LinkAnswers,
    Problem,
    Rule,
    Severity,
    Verdict,
    linking,
)


def check(answers: LinkAnswers) -> Findings:
    """Report links without an answer that shows what visitors get, and the number of links beyond the limit."""
    more = answers.left_out + answers.references_left_out
    in_files = int(any(answer.problem is Problem.NOT_IN_FILES for answer in answers.answers.values()))
    finding = partial(Finding, more=more, in_files=in_files)
    for verdict in (Verdict.UNCHECKED, Verdict.UNVERIFIABLE):
        for link, answer in answers.answered(verdict):
            yield finding(link, detail=answer.reason)
    for link in answers.unique:
        if link.skipped:
            yield finding(link, detail=f"skipped, because {link.skipped}")
        elif link.url not in answers.answers:
            yield finding(link, detail="not checked within the time of this scan")
    for _ in range(more):
        yield finding()


_ONE = linking(Answer(url="https://example.com/logout", status=200))

RULE = Rule(
    check=check,
    former_ids=("links/skipped", "links/unverifiable"),
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Links that were not checked",
    description=(
        "It isn't known whether {count:# link works|# links work}. {in_files:Servers answer late, block automated "
        "requests, require a login or are busy, and some links could log someone out or add something to a cart.|Files "
        "alone can't show that.|Files alone can't show that.}{more:| # link is beyond the limit of one scan.| # links "
        "are beyond the limit of one scan.} Such links cost no points."
    ),
    recommendation="Open these links in a browser if you want to be sure.",
    how_to_fix=(
        "You don't need to change a link that works in a browser. If the server is yours and should let this scanner "
        "in, allow its User-Agent in the bot protection. If it is slow, measure it: curl -o /dev/null -s -w "
        '"%{{time_total}}" https://example.com/\n'
        "Use a form for an action that changes something, because browsers and crawlers follow links: <form "
        'method="post" action="/logout">'
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.4",
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.9",
        "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
    ),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.TIMEOUT))),
        Bad(evidence=linking(left_out=3)),
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.NOT_IN_FILES))),
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.FORBIDDEN))),
        Bad(evidence=linking(Answer(url="https://example.org/", status=403))),
        Bad(evidence=linking(Answer(url="https://www.linkedin.com/in/pears", status=999))),
        Bad(evidence=linking(Answer(url="https://example.org/", status=400))),
        Bad(evidence=evolve(_ONE, links=tuple(replace(link, skipped="it may end a session") for link in _ONE.links))),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
        Good(evidence=linking(Answer(url="https://example.org/", status=204))),
        Good(evidence=linking(Answer(url="https://example.org/", status=404))),
        Good(evidence=linking()),
        Good(evidence=_ONE),
    ),
)
