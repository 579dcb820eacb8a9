from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity, linking

_PROBLEMS = (Problem.REFUSED, Problem.UNREACHABLE, Problem.RESET, Problem.TLS, Problem.MALFORMED)


def check(answers: LinkAnswers) -> Findings:
    """Report links without an answer, unless the request timed out or plain HTTP works."""
    only_plain = {link.url for link, _ in answers.only_plain}
    for link, answer in answers.failed(*_PROBLEMS):
        if link.url not in only_plain:
            yield Finding(link, detail=answer.reason)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    momentary=True,
    title="Links go to hosts that don't respond",
    passed="Linked hosts respond",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to a host that refused or closed the connection. Visitors see their "
        "browser's error page."
    ),
    recommendation="Open the links in a browser, and replace those that fail there as well.",
    how_to_fix=(
        "On your own server, check that it listens on the port in the link and that the firewall lets visitors "
        "through. On another site, link to a different page or remove the link."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#network-and-dns-errors",),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org:4443/", problem=Problem.REFUSED))),
        Bad(evidence=linking(Answer(url="https://example.org/", problem=Problem.RESET))),
        Good(evidence=linking(Answer(url="https://example.org/", problem=Problem.TIMEOUT))),
        Good(evidence=linking(Answer(url="https://example.org/", status=500))),
    ),
)
