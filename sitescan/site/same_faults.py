"""Faults that the reports on pages and a rule about the site both find, so that they are said and charged once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sitescan.model.site import SiteIssue
from sitescan.report.same_fault import PAGE_RULES
from sitescan.site.store import Store


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
