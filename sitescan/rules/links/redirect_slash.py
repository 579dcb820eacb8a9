from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity, linking, shorten
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.site_authoring import Site, SiteWideCheck, moved, of_target, page_at, site_of

_A, _B = "https://example.org/pears", "https://example.org/pears/"


def check(answers: LinkAnswers) -> Findings:
    """Report links whose redirect only adds or removes a trailing slash."""
    for link, answer in answers.redirected(Redirect.SLASH):
        yield Finding(
            link,
            detail=f"leads to {shorten(answer.final_url)}",
            final=answer.final_url,
            change=answer.moved("a", "area"),
        )


def check_site(site: Site) -> Findings:
    """Report each linked URL whose permanent redirect only adds or removes a trailing slash."""
    for target, sources, answer in site.linked_answers():
        if answer.redirect is Redirect.SLASH and answer.moved():
            yield of_target(target, sources, to=shorten(answer.final_url))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links redirect only to add or remove a slash",
    passed="Links avoid redirects for a slash",
    subjects=("a", "area"),
    description=(
        "{count:# link is|# links are} redirected only to add or remove the slash at the end of the address. Visitors "
        "wait for another response; nothing else is wrong, and it costs no points."
    ),
    recommendation="Write the address the way the server does.",
    how_to_fix=(
        "The {count:link|first link} now leads to {final}: use that address in its href{count:.|, and do the same for "
        "the others.}"
    ),
    sources=("https://developers.google.com/search/blog/2010/04/to-slash-or-not-to-slash",),
    examples=(
        Bad(evidence=redirected_link(_A, _B)),
        Bad(evidence=redirected_link(_B, _A, by=302)),
        Good(evidence=redirected_link(_A, _B + "?a")),
        Good(evidence=linking(Answer(url=_A, status=200))),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page links|# pages link} to {target}, which redirects to {to} only because of the slash at the "
            "end. Visitors wait for another response; nothing else is wrong, and it costs no points."
        ),
        how_to_fix="Replace {target} by {to} in the links, or in the template that writes them. Keep the redirect.",
        examples=(
            Bad(evidence=site_of(page_at("/", "/docs"), page_at("/docs/"), answers=(moved("/docs", "/docs/"),))),
            Good(evidence=site_of(page_at("/", "/old"), page_at("/new"), answers=(moved("/old", "/new"),))),
        ),
    ),
)
