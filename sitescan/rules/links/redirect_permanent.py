"""Links go to pages that have moved."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.answers import Answer
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Redirect
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking, redirected_link
from sitescan.rules.rule import Bad, Finding, Good, Rule

_A, _B = "http://example.org/pears", "https://example.org/pears/"


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links with one permanent redirect to a page that answers."""
    for link, answer in answers.redirected(Redirect.PERMANENT):
        finding = Finding(link, detail=f"leads to {shorten(answer.final_url)}", final=answer.final_url)
        yield finding.fixed_by_answer(answer.moved("a", "area"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links go to pages that have moved",
    passed="Links avoid permanent redirects",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to an address that has moved permanently (status 301 or 308). The link "
        "still works, but each visitor waits for another response, and it breaks when the redirect is removed."
    ),
    recommendation="Link directly to the new addresses.",
    how_to_fix=(
        "The {count:link|first link} now leads to {final}: use that address in its href{count:.|, and do the same for "
        "the others.} Often only https, www or a final slash is missing."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.2",
        "https://developers.google.com/search/docs/crawling-indexing/301-redirects",
    ),
    examples=(
        Bad(evidence=redirected_link(_A, _B)),
        Bad(evidence=redirected_link(_A, _B, by=308)),
        Good(evidence=redirected_link(_A, _B, by=302)),
        Good(evidence=redirected_link(_A, _B, status=404)),
        Good(evidence=linking(Answer(url=_A, status=200))),
    ),
)
