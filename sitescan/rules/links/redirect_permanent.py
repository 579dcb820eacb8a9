from collections.abc import Iterator

from sitescan.charging import Steps
from sitescan.model.fix import Moved
from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import Answer, Bad, Finding, Good, LinkAnswers, Rule, Severity, linking, shorten
from sitescan.rules.example_pages import redirected_link


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links that reach a page by a permanent redirect, by several, or by one to the same URL over HTTPS."""
    for kind in (Redirect.CHAIN, Redirect.PERMANENT, Redirect.SECURE):
        for link, answer in answers.redirected(kind):
            statuses = ", ".join(str(step.status) for step in answer.steps)
            change = answer.moved("a", "area")
            if kind is Redirect.SECURE:
                # Nobody goes back to HTTP, whatever the status.
                change = Moved(url=answer.url, to=answer.final_url, elements=("a", "area"))
            finding = Finding(
                link, detail=f"{statuses} to {shorten(answer.final_url)}", final=answer.final_url, change=change
            )
            yield finding.of_magnitude(len(answer.steps))


_A, _B, _C = "http://example.org/pears", "https://example.org/pears/", "https://www.example.org/pears"
_SECURE = "https://example.org/pears"

RULE = Rule(
    check=check,
    former_ids=("links/redirect-chain", "links/redirect-secure"),
    severity=Severity.INFO,
    scale=Steps("the number of redirects of a link", ((1, 2),)),
    title="Links go to pages that have moved",
    passed="Links avoid permanent redirects",
    subjects=("a", "area"),
    description=(
        "{count:# link leads|# links lead} to an address that redirects to another one. The link still works, but each "
        "visitor waits for another response, and it breaks when a redirect is removed."
    ),
    recommendation="Link directly to the final addresses.",
    how_to_fix=(
        "The {count:link|first link} now leads to {final}: use that address in its href{count:.|, and do the same for "
        "the others.} Often only https, www or a final slash is missing.\n"
        "On your own server, redirect to the final address in one step. For example, go from http:// without www "
        "straight to https:// with www and the final slash."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.2",
        "https://developers.google.com/search/docs/crawling-indexing/301-redirects",
        "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
    ),
    examples=(
        Bad(evidence=redirected_link(_A, _B)),
        Bad(evidence=redirected_link(_A, _B, by=308)),
        Bad(evidence=redirected_link(_A, _SECURE)),
        Bad(evidence=redirected_link(_A, _SECURE, by=307)),
        Bad(evidence=redirected_link(_A, _SECURE, _C)),
        Good(evidence=redirected_link(_A, _B, by=302)),
        Good(evidence=redirected_link(_A, _B, status=404)),
        Good(evidence=redirected_link(_A, _B, _A, by=302)),
        Good(evidence=linking(Answer(url=_A, status=200))),
    ),
)
