"""The report on a site from its database: what pages and the site have in common is said and charged once."""

from pathlib import Path
from typing import Any

import pytest

from sitescan.model.report import Category
from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.model.site_report import SiteReport, SiteWideIssue
from sitescan.rules.catalogue import catalogue
from sitescan.site.page_record import PageRecord
from sitescan.site.reporting import site_report
from sitescan.site.store import opened_store

ROOT = "https://pears.example"


def record(path: str, links: tuple[str, ...], *rules: str) -> PageRecord:
    """Return a page with links, on which some rules have found something that takes 15%."""
    categories = [
        {
            "category": category.value,
            "score": 85 if found else 100,
            "counted": True,
            "issues": [_issue(rule) for rule in found],
        }
        for category in Category
        for found in [[rule for rule in rules if catalogue()[rule].categories == (category,)]]
    ]
    facts = PageFacts(links=tuple(PageLink(ROOT + link) for link in links))
    return PageRecord(url=ROOT + path, depth=0, report={"overallScore": 90, "categories": categories}, facts=facts)


def _issue(rule: str) -> dict[str, Any]:
    texts = dict.fromkeys(("title", "description", "recommendation", "howToFix"), "…")
    severity = catalogue()[rule].severity.value
    return {"rule": rule, "severity": severity, **texts, "share": 15, "count": 1, "occurrences": []}


def between(rule: str, target: str, *pages: str) -> SiteWideIssue:
    """Return an issue of the site."""
    terms = catalogue()[rule]
    return SiteWideIssue(
        rule=rule,
        category=terms.categories[0],
        severity=terms.severity,
        title=terms.title,
        share=0,
        points=0.0,
        description="…",
        recommendation="…",
        how_to_fix="…",
        target=target,
        pages=tuple(ROOT + page for page in pages),
        count=len(pages),
    )


def reported(folder: Path, *records: PageRecord, issues: tuple[SiteWideIssue, ...]) -> SiteReport:
    """Return the report on a site."""
    with opened_store(folder, "key", fresh=True) as store:
        for one in records:
            store.save(one)
        store.save_site_issues(issues)
        return site_report(store, ROOT, {})


def test_issue_contains_faults_of_its_pages(tmp_path: Path) -> None:
    """A fault of the pages that name the target of an issue is not said again; that of another page is."""
    broken, others = "links/broken", ("accessibility/html-lang-missing",)
    linking = [record(path, ("/gone",), broken, *others) for path in ("/", "/a")]
    issue = between(broken, f"{ROOT}/gone", "/")
    report = reported(tmp_path / "same", *linking, record("/b", ()), issues=(issue,))
    assert {fault.rule for fault in report.faults} == {*others}
    report = reported(tmp_path / "other", *linking, record("/b", ("/lost",), broken), issues=(issue,))
    assert {fault.rule for fault in report.faults} == {broken, *others}


def test_issue_of_sitemaps_contains_faults_of_all_pages(tmp_path: Path) -> None:
    """Each page reports the sitemaps of its site, which no page links to; the issue of the site says it once."""
    rule = "seo/sitemap-pages-broken"
    records = [record(path, (), rule) for path in ("/", "/a")]
    assert not reported(tmp_path / "same", *records, issues=(between(rule, "", "/lost"),)).faults
    assert reported(tmp_path / "none", *records, issues=()).faults


@pytest.mark.parametrize("on_pages", [True, False])
def test_fault_is_charged_once(tmp_path: Path, on_pages: bool) -> None:
    """A rule that takes points of pages takes none of the site; in either case, fixing its fault brings points."""
    rules = ("links/broken",) if on_pages else ()
    report = reported(tmp_path, record("/", ("/gone",), *rules), issues=(between("links/broken", f"{ROOT}/gone", "/"),))
    (issue,) = report.issues
    assert issue.share == (0 if on_pages else catalogue()["links/broken"].share)
    assert issue.points > 0
