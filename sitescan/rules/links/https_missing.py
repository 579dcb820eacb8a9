"""Links use https://, but only http:// works."""

from attrs import evolve

from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity, linking


def check(answers: LinkAnswers) -> Findings:
    """Report broken links over HTTPS to hosts that answer over plain HTTP."""
    for link, answer in answers.only_plain:
        yield Finding(link, detail=answer.reason)


def _linked(url: str, problem: Problem, *hosts: str) -> LinkAnswers:
    return evolve(linking(Answer(url=url, problem=problem)), plain_hosts=frozenset(hosts))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links use https:// where only http:// works",
    passed="Links with https:// go to sites that support it",
    subjects=("a", "area"),
    description=(
        "{count:# link uses|# links use} https://, but the host has no HTTPS and answers only over plain HTTP. "
        "Visitors see their browser's error page."
    ),
    recommendation="Set up HTTPS on the host if it is yours; otherwise link to http:// or remove the link.",
    how_to_fix=(
        "On your own server, get a certificate (Let's Encrypt issues free ones) and let the server listen on port 443. "
        'For another site: <a href="http://example.org/">, until it has HTTPS.'
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad(evidence=_linked("https://example.org/pears", Problem.REFUSED, "example.org")),
        Bad(evidence=_linked("https://example.org:8080/", Problem.TLS, "example.org:8080")),
        Good(evidence=_linked("https://example.org/", Problem.REFUSED)),
        Good(evidence=_linked("https://example.org/", Problem.TIMEOUT, "example.org")),
        Good(evidence=_linked("http://example.org/", Problem.REFUSED, "example.org")),
        Good(evidence=linking(Answer(url="https://example.org/", status=200))),
    ),
)
