from collections.abc import Iterator

from sitescan.rules.authoring import Answer, Bad, Finding, Good, LinkAnswers, Problem, Rule, Severity, linking
from sitescan.rules.example_pages import redirected_link

_A, _B = "https://example.org/a", "https://example.org/b"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links whose redirects form a loop or don't end."""
    for link, answer in answers.failed(Problem.LOOP, Problem.REDIRECTS):
        yield Finding(link, detail=answer.reason)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links end in a redirect loop",
    passed="Redirects of links come to an end",
    subjects=("a", "area"),
    description=(
        "{count:# link is|# links are} redirected again and again without reaching a page. Browsers stop with an "
        "error, unless the site lets visitors with cookies through."
    ),
    recommendation="Open the links in a private window, and replace those that fail there as well.",
    how_to_fix=(
        "On your own site, look for two rules that undo each other: http to https and back, a slash or www added and "
        "removed. Check the application, the server and the CDN. With Cloudflare, set SSL/TLS to Full (strict)."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.4",),
    examples=(
        Bad(evidence=redirected_link(_A, _B, _A, by=302, status=None, problem=Problem.LOOP)),
        Bad(evidence=linking(Answer(url=_A, problem=Problem.REDIRECTS))),
        Good(evidence=redirected_link(_A, _B, by=302)),
    ),
)
