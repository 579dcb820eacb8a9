from sitescan.model.outline import Place, Reference
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity
from sitescan.rules.broken_references import FORM, broken_references


def check(answers: LinkAnswers) -> Findings:
    """Report forms whose address gets an error; only of forms that are sent by GET is the answer known."""
    for reference, answer in broken_references(answers):
        if reference.source == FORM:
            yield Finding(reference, detail=f"{reference.url}, {answer.reason}")


def _sent_to(status: int | None, problem: Problem | None = None, source: str = FORM) -> LinkAnswers:
    url = "https://example.com/search"
    place = Place(line=3, snippet='<form action="/search">')
    return LinkAnswers(
        page_url="https://example.com/",
        references=(Reference(url=url, source=source, place=place),),
        answers={url: Answer(url=url, status=status, problem=problem)},
    )


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.ERROR,
    title="Forms can't be sent",
    passed="Forms lead to pages that exist",
    applies=lambda answers: any(reference.source == FORM for reference in answers.references),
    needs=lambda answers: all(reference.url in answers.answers for reference in answers.references),
    description=(
        "{count:# form|# forms} of this page {count:leads|lead} to an address that doesn't work. Visitors who fill "
        "{count:it|them} in, for example to search or to subscribe, get an error page."
    ),
    recommendation="Correct the address in the form's action.",
    how_to_fix=(
        'Set action to the address that receives the form: <form action="/search">\n'
        "If that program is gone, restore it or remove the form."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm",
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
    ),
    examples=(
        Bad(evidence=_sent_to(404)),
        Bad(evidence=_sent_to(None, Problem.NAME)),
        Good(evidence=_sent_to(200)),
        Good(evidence=_sent_to(403)),
        Good(evidence=_sent_to(404, source="og:image")),
    ),
)
