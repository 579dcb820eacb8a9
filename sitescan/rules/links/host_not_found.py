from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity, linking


def check(answers: LinkAnswers) -> Findings:
    """Report links whose host name has no address."""
    for link, answer in answers.failed(Problem.NAME):
        yield Finding(link, detail=answer.reason)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Links go to hosts that don't exist",
    passed="Linked hosts exist",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to a host that isn't in the domain name system (DNS), so visitors get an "
        "error. If the domain has expired, someone else can register it and receive your visitors."
    ),
    recommendation="Correct the host name or remove the link.",
    how_to_fix=(
        "Look for a typo in the host name (exmaple.com, a missing dot). If the site has moved, link to its new "
        "address. If it is gone, remove the link."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-4.3.2",),
    examples=(
        Bad(evidence=linking(Answer(url="https://exmaple.invalid/", problem=Problem.NAME))),
        Good(evidence=linking(Answer(url="https://example.org/", problem=Problem.REFUSED))),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
    ),
)
