"""The issues of a site: its rules, applied to it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sitescan.model.site import FaultLocation, Site
from sitescan.model.site_report import SiteWideIssue
from sitescan.rules.catalogue import site_rules
from sitescan.rules.judge import KEPT_OF_ANSWERS, RuleFailed
from sitescan.rules.rule import Rule
from sitescan.rules.texts import fill
from sitescan.site.site_reader import Crawled, read_site
from sitescan.site.store import Store


def judge_site(store: Store, crawled: Crawled, failed: Callable[[RuleFailed], None]) -> None:
    """
    Apply the rules to the site of a crawl, and keep its issues in the database.

    :param failed: called for each rule that raises an exception.
    :raises StoreProblem: if they can't be written.
    """
    store.save_site_issues(site_issues(read_site(store, crawled), failed))


def site_issues(
    site: Site, failed: Callable[[RuleFailed], None], rules: Iterable[Rule[Any]] | None = None
) -> Sequence[SiteWideIssue]:
    """
    Return the issues of a site, the gravest first, and those of more pages first.

    :param failed: called for each rule that raises an exception; the others still run.
    :param rules: the rules; by default, all that judge a site.
    """
    found: list[SiteWideIssue] = []
    for rule in site_rules().values() if rules is None else rules:
        try:
            found += _issues(rule, site)
        except RuleFailed as failure:
            failed(failure)
    return sorted(found, key=lambda issue: (issue.severity.rank, -issue.count, issue.rule, issue.target, issue.pages))


def _issues(rule: Rule[Any], site: Site) -> Iterator[SiteWideIssue]:
    try:
        for finding in islice(rule.check(site), KEPT_OF_ANSWERS):
            fault = finding.at if isinstance(finding.at, FaultLocation) else FaultLocation()
            yield SiteWideIssue(
                rule=rule.id,
                category=rule.categories[0],
                severity=rule.published(finding.severity),
                title=rule.title,
                # These are known once all rules and pages are judged.
                share=0,
                points=0.0,
                description=fill(rule.description, finding.facts),
                recommendation=rule.recommendation,
                how_to_fix=fill(rule.how_to_fix, finding.facts),
                target=fault.target,
                pages=fault.pages,
                count=fault.count,
            )
    except MemoryError:
        raise
    except Exception as problem:
        raise RuleFailed(rule) from problem
