from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity
from sitescan.rules.example_pages import loading_scripts
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import http_host

_MANY = 12


def check(answers: ResourceAnswers) -> Findings:
    """Report more than twelve registrable domains other than the page's own."""
    sites = {site_of(http_host(resource.url)) for resource in answers.resources}
    sites -= {"", site_of(http_host(answers.exchange.url))}
    if len(sites) > _MANY:
        yield Finding(number=len(sites), names=", ".join(sorted(sites)[:5]))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Files come from many other sites",
    passed="Files come from few other sites",
    description=(
        "The page loads files from {number} other sites ({names} and more). Each needs its own connection before "
        "the first byte arrives, and each can fail or slow the page down."
    ),
    recommendation="Remove third-party files that you no longer need, and host libraries and fonts yourself.",
    how_to_fix=(
        "Go through the list with the site's owner, because tags and widgets often stay after they are needed. "
        "Copy fonts and libraries to your own server. Load widgets such as maps, videos and chats only when "
        "visitors click or scroll to them."
    ),
    sources=(
        "https://web.dev/articles/optimizing-content-efficiency-loading-third-party-javascript",
        "https://developer.chrome.com/docs/lighthouse/performance/third-party-summary",
    ),
    covers=("lighthouse:third-party-summary",),
    examples=(
        Bad(evidence=loading_scripts(15, "cdn.example{}.net")),
        Good(evidence=loading_scripts(15, "cdn{}.example.com")),
        Good(evidence=loading_scripts(5, "cdn{}.net")),
    ),
)
