"""Pages link to an address whose redirects never end."""

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
    of_target,
    page_at,
    site_of,
    url,
)
from sitescan.rules.example_sites import moved


def check(site: Site) -> Iterator[Finding]:
    """Report each linked URL whose redirects form a loop or don't end."""
    for target, sources in site.linked.items():
        answer = site.answers.get(target)
        if answer is not None and answer.problem in (Problem.LOOP, Problem.REDIRECTS):
            yield of_target(target, sources, reason=answer.problem.value)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.WARNING,
    title="Linked address is redirected without end",
    description=(
        "{pages:# page links|# pages link} to {target}, but {reason}. Browsers stop with an error, unless the site "
        "lets visitors with cookies through."
    ),
    recommendation="Open the address in a private window, and correct the redirects or the link.",
    how_to_fix=(
        "Look for two rules that undo each other: http to https and back, a slash or www added and removed. Check the "
        "application, the server and the CDN."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-15.4",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/a"), answers=(Answer(url=url("/a"), problem=Problem.LOOP),))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/b"), answers=(moved("/a", "/b"),))),
    ),
)
