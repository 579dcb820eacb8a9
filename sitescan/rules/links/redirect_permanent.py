from sitescan.charging import Steps
from sitescan.model.fix import Moved
from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    LinkAnswers,
    Rule,
    Severity,
    Verdict,
    linking,
    shorten,
)
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, moved, of_target, page_at, site_of

#: The addresses between a link and the page that it leads to of which the report on a site names the first ones.
_NAMED = 3


def check(answers: LinkAnswers) -> Findings:
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


def check_site(site: Site) -> Findings:
    """Report each linked URL that a page has moved from, or that leads to a page by several redirects."""
    for target, sources, answer in site.linked_answers():
        is_chain = answer.redirect is Redirect.CHAIN and answer.verdict is Verdict.OK
        if is_chain or (answer.redirect in (Redirect.PERMANENT, Redirect.SECURE) and answer.moved()):
            ways = [shorten(step.location) for step in answer.steps[:-1]]
            shown = [*ways[:_NAMED], "…"] if len(ways) > _NAMED else ways
            way = " → ".join((*shown, shorten(answer.final_url)))
            yield of_target(target, sources, hops=len(answer.steps), way=way, to=shorten(answer.final_url))


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
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page links|# pages link} to {target}, which leads by {hops:a permanent redirect|# redirects} "
            "to {way}. The link still works, but each visitor waits for another response, and it breaks when a "
            "redirect is removed."
        ),
        how_to_fix=(
            "Replace {target} by {to} in the links, or in the template that writes them. Keep the redirect, and let it "
            "lead to the final address in one step."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/", "/old"), page_at("/new"), answers=(moved("/old", "/new"),))),
            Bad(evidence=site_of(page_at("/", "/a"), answers=(moved("/a", "https://apples.example/"),))),
            Bad(evidence=site_of(page_at("/", "/a"), page_at("/c"), answers=(moved("/a", "/b", "/c"),))),
            Good(evidence=site_of(page_at("/", "/now"), page_at("/28"), answers=(moved("/now", "/28", status=302),))),
            Good(evidence=site_of(page_at("/", "/cart"), page_at("/login"), answers=(moved("/cart", "/login"),))),
            Good(evidence=site_of(page_at("/", "/a"), answers=(missing("/a"),))),
        ),
    ),
)
