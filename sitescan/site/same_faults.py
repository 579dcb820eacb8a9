"""Faults that the reports on pages and a rule about the site both find, so that they are said and charged once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sitescan.model.site import SiteIssue
from sitescan.site.store import Store

PAGE_RULES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "site/canonical-broken": ("seo/canonical-broken",),
        "site/canonical-chain": ("seo/canonical-chained",),
        "site/canonical-not-indexable": ("seo/canonical-noindex",),
        "site/canonical-redirected": ("seo/canonical-redirect",),
        "site/fragment-missing": ("links/fragment-missing-elsewhere",),
        "site/hreflang-unreturned": ("seo/hreflang-unreturned",),
        "site/link-broken": ("links/broken",),
        "site/link-redirected": ("links/redirect-permanent", "links/redirect-slash"),
        "site/redirect-chain": ("links/redirect-permanent",),
        "site/redirect-loop": ("links/redirect-loop",),
        "site/sitemap-broken": ("seo/sitemap-pages-broken",),
        "site/sitemap-canonical-elsewhere": ("seo/sitemap-pages-duplicate",),
        "site/sitemap-noindex": ("seo/sitemap-pages-noindex",),
        "site/soft-404": ("links/soft-404",),
    }
)
"""The rules about one page that find the same faults, by the rule about the site."""


def pages_with_issues(store: Store, issues: Iterable[SiteIssue], pages: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """
    Return the pages whose faults the issues of the site contain, by the rule about one page.

    :param pages: all pages that were examined: each of them has the faults of a sitemap.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for issue in issues:
        for rule in PAGE_RULES.get(issue.rule, ()):
            found[rule].update(issue.pages, pages if issue.rule.startswith("site/sitemap-") else ())
            found[rule].update(store.naming(issue.target.partition("#")[0]))
    return {rule: frozenset(urls) for rule, urls in found.items()}
