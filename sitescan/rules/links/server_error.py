from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity, Verdict, linking


def check(answers: LinkAnswers) -> Findings:
    """Report links that end at a server error other than status 503."""
    for link, answer in answers.answered(Verdict.BROKEN):
        if answer.status is not None and answer.status >= 500:
            yield Finding(link, detail=f"status {answer.status}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    momentary=True,
    title="Links go to pages with a server error",
    passed="Linked pages answer without server errors",
    subjects=("a", "area"),
    needs=lambda answers: not answers.answered(Verdict.UNVERIFIABLE),
    description=(
        "{count:# link leads|# links lead} to a page whose server responds with an error (status 500 or above). "
        "Visitors see an error page, at least for now."
    ),
    recommendation="Try the links again later, and replace those that still fail.",
    how_to_fix=(
        "On your own server, look at the error log; 502 and 504 mean that the application behind the proxy doesn't "
        "respond. On another site, try again in an hour, then link to another page or remove the link."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.6",),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=500))),
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=522))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=503))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=404))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=999))),
    ),
)
