"""Links end at a login page."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Redirect
from sitescan.model.report import Severity
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that end at a login page, unless they name it."""
    for link, answer in answers.redirected(Redirect.LOGIN):
        yield Finding(link, detail=f"leads to {shorten(answer.final_url)}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links end at a login page",
    passed="Links go to pages without a login",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to a login page. This scan can't check the page behind the login, and "
        "visitors without an account can't continue. It costs no points."
    ),
    recommendation="Check that these pages are meant only for people who have an account.",
    how_to_fix=(
        "If everyone should read the page, make it public or link to a public copy. If it is for members only, say so "
        'in the link text: <a href="https://example.org/plans">Plans (members only)</a>'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.4.3",),
    examples=(
        Bad(evidence=redirected_link("https://example.org/plans", "https://example.org/login?next=/plans")),
        Bad(evidence=redirected_link("https://docs.example.org/d/1", "https://accounts.example.org/signin.php")),
        Good(evidence=redirected_link("https://example.org/login", "https://example.org/auth/login")),
        Good(evidence=redirected_link("https://example.org/a", "https://example.org/how-to-login")),
        Good(evidence=redirected_link("https://example.org/a", "https://example.org/b?login=1")),
    ),
)
