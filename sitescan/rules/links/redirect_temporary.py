"""Links with a temporary redirect, to a login page for instance."""

from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity, shorten
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.server_configuration import PERMANENT_REDIRECT

_A, _B = "https://example.org/", "https://example.org/en/"


def check(answers: LinkAnswers) -> Findings:
    """Report links with one temporary redirect to a page that answers, and those that end at a login page."""
    for link, answer in answers.redirected(Redirect.LOGIN):
        yield Finding(link, detail=f"leads to a login page, {shorten(answer.final_url)}")
    for link, answer in answers.redirected(Redirect.TEMPORARY):
        yield Finding(link, detail=f"leads to {shorten(answer.final_url)}")


RULE = Rule(
    check=check,
    former_ids=("links/redirect-login",),
    severity=Severity.INFO,
    share=0,
    title="Links with a temporary redirect",
    passed="Links avoid temporary redirects",
    subjects=("a", "area"),
    description=(
        "{count:# link is|# links are} temporarily redirected (status 302, 303 or 307). Logins, language choices and "
        "short links often work this way, so it costs no points. Each visitor waits for another response, and can't "
        "continue at a login without an account."
    ),
    recommendation="Check that each redirect is meant to be temporary, and each login to be needed.",
    how_to_fix=(
        "Keep the link as it is if the target depends on the visitor or the day. If the page is for members only, say "
        'so in the link text: <a href="https://example.org/plans">Plans (members only)</a>. If a page of yours has '
        f"moved permanently, redirect with status 301:\n{PERMANENT_REDIRECT}"
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.4.3",),
    examples=(
        Bad(evidence=redirected_link(_A, _B, by=302)),
        Bad(evidence=redirected_link("https://example.org/plans", "https://example.org/login?next=/plans")),
        Bad(evidence=redirected_link("https://docs.example.org/d/1", "https://accounts.example.org/signin.php")),
        Good(evidence=redirected_link("https://example.org/login", "https://example.org/auth/login")),
        Good(evidence=redirected_link("https://example.org/a", "https://example.org/how-to-login")),
        Good(evidence=redirected_link(_A, _B)),
        Good(evidence=redirected_link(_A, _A, by=302)),
        Good(evidence=redirected_link(_A, _B, by=302, status=403)),
    ),
)
