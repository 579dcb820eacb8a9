"""Pages link to an address that doesn't exist."""

from collections.abc import Iterator

from sitescan.rules.authoring import (
    Answer,
    Bad,
    Category,
    Finding,
    Good,
    Problem,
    Rule,
    Severity,
    Site,
    Verdict,
    of_target,
    page_at,
    site_of,
    url,
)
from sitescan.rules.example_sites import missing, moved

#: The least status of an error of the server: the page may exist.
_SERVER_ERROR = 500


def check(site: Site) -> Iterator[Finding]:
    """Report each linked URL that ends at status 404 or 410, or at no file of the folder that was examined."""
    for target, sources in site.linked.items():
        answer = site.answers.get(target)
        if answer is None or answer.verdict is not Verdict.BROKEN:
            continue
        if answer.problem is Problem.NO_FILE or (answer.status is not None and answer.status < _SERVER_ERROR):
            arrived = f" at {answer.final_url}" if answer.steps else ""
            yield of_target(target, sources, reason=f"{answer.reason}{arrived}")


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.ERROR,
    title="Address that doesn't exist is linked",
    description=(
        "{pages:# page links|# pages link} to {target}, which doesn't exist ({reason}). Visitors get an error page, "
        "wherever they come from."
    ),
    recommendation="Correct or remove the link, in the template if all pages have it.",
    how_to_fix=(
        "If the address is mistyped, correct the href. If the page has moved, link to the new address, and redirect "
        "the old one. A link in a header, a menu or a footer is in one file of the template."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
        "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
    ),
    examples=(
        Bad(evidence=site_of(page_at("/", "/jobs", "/a"), page_at("/a", "/jobs"), answers=(missing("/jobs"),))),
        Bad(evidence=site_of(page_at("/", "/jobs"), answers=(Answer(url=url("/jobs"), problem=Problem.NO_FILE),))),
        Good(evidence=site_of(page_at("/", "/jobs"), page_at("/jobs"))),
        Good(evidence=site_of(page_at("/", "/old"), page_at("/new"), answers=(moved("/old", "/new"),))),
        Good(evidence=site_of(page_at("/", "/unknown"))),
        Good(evidence=site_of(page_at("/", "/members"), answers=(Answer(url=url("/members"), status=403),))),
    ),
)
