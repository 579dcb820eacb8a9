from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, LinkAnswers, Problem, Rule, Severity, linking
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.site_authoring import Site, SiteWideCheck, moved, of_target, page_at, site_of, url

_A, _B = "https://example.org/a", "https://example.org/b"


def check(answers: LinkAnswers) -> Findings:
    """Report links whose redirects form a loop or don't end."""
    for link, answer in answers.failed(Problem.LOOP, Problem.REDIRECTS):
        yield Finding(link, detail=answer.reason)


def check_site(site: Site) -> Findings:
    """Report each linked URL whose redirects form a loop or don't end."""
    for target, sources, answer in site.linked_answers():
        if answer.problem in (Problem.LOOP, Problem.REDIRECTS):
            yield of_target(target, sources, reason=answer.problem.value)


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
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page links|# pages link} to {target}, but {reason}. Browsers stop with an error, unless the site "
            "lets visitors with cookies through."
        ),
        how_to_fix=(
            "Look for two rules that undo each other: http to https and back, a slash or www added and removed. Check "
            "the application, the server and the CDN."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/", "/a"), answers=(Answer(url=url("/a"), problem=Problem.LOOP),))),
            Good(evidence=site_of(page_at("/", "/a"), page_at("/b"), answers=(moved("/a", "/b"),))),
        ),
    ),
)
