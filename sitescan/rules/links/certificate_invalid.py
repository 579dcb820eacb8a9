from sitescan.model.answers import INCOMPLETE_CHAIN
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity, linking


def check(answers: LinkAnswers) -> Findings:
    """Report links to hosts whose certificate is expired, for another name or from an unknown authority."""
    for link, answer in answers.failed(Problem.CERTIFICATE):
        yield Finding(link, detail=answer.reason)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links go to sites with an invalid certificate",
    passed="Linked sites have a valid certificate",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to a site whose TLS certificate isn't valid. Browsers show a full-page "
        "warning instead of the site, and most visitors go back."
    ),
    recommendation="Renew the certificate if the site is yours, or link to another address.",
    how_to_fix=(
        "On your own site, renew the certificate for every host name in use (for example with certbot renew). Check it "
        "with openssl s_client -connect example.com:443 -servername example.com. On another site, check the host name "
        "in the link (with or without www), or tell the owner."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.CERTIFICATE, cause="expired"))),
        Good(evidence=linking(Answer(url="https://example.org/", problem=Problem.CERTIFICATE, cause=INCOMPLETE_CHAIN))),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
    ),
)
