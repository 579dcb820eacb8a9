"""Faults that a rule finds on pages and on the site, so that they are said and charged once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sitescan.model.site_report import SiteWideIssue
from sitescan.rules.catalogue import catalogue
from sitescan.site.store import Store


def pages_with_issues(
    store: Store, issues: Iterable[SiteWideIssue], pages: Sequence[str]
) -> Mapping[str, frozenset[str]]:
    """
    Return the pages whose faults the issues of the site contain, by rule.

    :param pages: all pages that were examined: each of them has the faults of a sitemap.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for issue in issues:
        if catalogue()[issue.rule].site_wide is not None:
            # What is listed in sitemaps is named by no page, and reported on each.
            having = store.naming(issue.target.partition("#")[0]) if issue.target else pages
            found[issue.rule].update(issue.pages, having)
    return {rule: frozenset(urls) for rule, urls in found.items()}
