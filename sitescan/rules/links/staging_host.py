from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import split_url

#: Labels of staging hosts. "dev" and "test" are not included, because developer portals and speed tests use them, too.
_STAGING = lazy_pattern(r"(?:(?:.*-)?(?:staging|stage|stg|preprod|pre-prod|uat)\d*|(?:staging|preprod|uat)-.*)")


def check(document: Document) -> Findings:
    """Report links to a staging host of the page's own domain, unless the page itself is on one."""
    own = split_url(document.url).hostname or ""
    if _is_staging(own):
        return
    site = site_of(own)
    for link in hyperlinks(document):
        if link.scheme not in ("http", "https"):
            continue
        if link.host != own and site_of(link.host) == site and _is_staging(link.host):
            yield Finding(link.tag, detail=link.host)


def _is_staging(host: str) -> bool:
    below = host.removesuffix(site_of(host)).rstrip(".")
    return any(_STAGING.fullmatch(label) for label in below.split("."))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links go to a staging host",
    passed="Links go to production hosts",
    subjects=("a", "area"),
    applies=lambda document: not _is_staging(split_url(document.url).hostname or ""),
    description=(
        "{count:# link leads|# links lead} to a host where the site is developed or tested. Visitors get an unfinished "
        "page or a login, and search engines may index the copy as well as the original."
    ),
    recommendation="Replace the staging host with the public one.",
    how_to_fix=(
        'Link to your own pages without a host: <a href="/pears">Pears</a> instead of <a '
        'href="https://staging.example.com/pears">. Set the base URL in the site\'s configuration.'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/control-what-you-share",),
    examples=(
        Bad('<a href="https://staging.example.com/pears">Pears</a>'),
        Bad('<a href="https://www-stg2.example.com/pears">Pears</a>', url="https://www.example.com/"),
        Bad('<a href="//shop.uat.example.com/">Shop</a>'),
        Good('<a href="https://dev.example.com/">For developers</a><a href="https://test.example.com/">Test</a>'),
        Good('<a href="https://staging.example.org/">Theatre</a><a href="/staging.example.com">Pears</a>'),
        Good('<a href="https://staging.example.com/">Pears</a>', url="https://staging.example.com/"),
        Good('<a href="https://backstage.example.com/">Tickets</a>'),
    ),
)
