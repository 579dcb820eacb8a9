"""The site that its rules read, from the database of a crawl."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from msgspec.structs import replace

from sitescan.cli.site_failures import rule_failed
from sitescan.model.answers import Answer
from sitescan.model.page_parts import joined_parts
from sitescan.model.report import Severity
from sitescan.model.site import LinkingPages, Site, UnusedRules
from sitescan.model.site_facts import PageFacts, PageLink, StylesheetUse
from sitescan.model.site_report import SiteWideIssue
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Finding
from sitescan.site.frontier import CrawlLimits, Frontier
from sitescan.site.page_record import PageRecord
from sitescan.site.site_reader import Crawled, read_site
from sitescan.site.site_rules import site_issues
from sitescan.site.store import opened_store

ROOT = "https://pears.example"


def record(path: str, *links: PageLink, parts: bytes | None = None, changes: bool = False) -> PageRecord:
    """Return a page with links."""
    report = {"overallScore": 90, "categories": []}
    facts = PageFacts(links=links, parts=parts, changes=changes, canonical=f"{ROOT}/canonical")
    return PageRecord(url=ROOT + path, depth=0, report=report, facts=facts)


def link(path: str, fragment: str = "", *, followed: bool = True, shown: bool = True) -> PageLink:
    """Return a link to a path."""
    return PageLink(ROOT + path, fragment, followed, shown)


#: An address in a script.
MENU = link("/menu", followed=False, shown=False)


def read(tmp_path: Path, *records: PageRecord, complete: bool = True) -> Site:
    """Return the site of a crawl that has read some pages."""
    frontier = Frontier(CrawlLimits())
    frontier.complete = complete
    crawled = Crawled(
        start=f"{ROOT}/",
        frontier=frontier,
        answers=lambda urls: {url: Answer(url=url, status=404) for url in urls if "gone" in url or "canonical" in url},
        page_of=lambda url: f"{ROOT}/index.html" if url == f"{ROOT}/" else url,
    )
    with opened_store(tmp_path, "key", fresh=True) as store:
        for one in records:
            store.save(one)
        return read_site(store, crawled)


def test_links(tmp_path: Path) -> None:
    """Each URL has the pages that link to it, of which the first are named; a page doesn't count for itself."""
    many = [record(f"/{number:02}", link("/gone", "a"), link("/gone"), link(f"/{number:02}")) for number in range(12)]
    site = read(tmp_path, *many, record("/a", link("/frame", shown=False), link("/b", followed=False), MENU))
    assert site.linked[f"{ROOT}/gone"] == LinkingPages(
        count=12, first=tuple(f"{ROOT}/{number:02}" for number in range(10))
    )
    assert f"{ROOT}/00" not in site.linked
    assert site.related == {f"{ROOT}/frame"}
    assert site.in_scripts == {f"{ROOT}/menu"}
    assert site.unfollowed == {f"{ROOT}/b": LinkingPages(count=1, first=(f"{ROOT}/a",))}
    assert site.is_broken(f"{ROOT}/gone")
    assert site.is_broken(f"{ROOT}/canonical")
    assert not site.is_broken(f"{ROOT}/a")
    assert site.pages[f"{ROOT}/a"].ways_out


def test_ways_out(tmp_path: Path) -> None:
    """A page leads to others by links, and by addresses in its scripts."""
    frame = record("/c", link("/frame", shown=False), link("/c"))
    pages = read(tmp_path, record("/a", link("/b")), record("/b", MENU), frame).pages
    assert [page.ways_out for page in pages.values()] == [True, True, False]


def test_other_addresses(tmp_path: Path) -> None:
    """A page is known by the other addresses that lead to it."""
    site = read(tmp_path, record("/index.html"), record("/a", link("/"), link("/a")))
    assert site.page(f"{ROOT}/") is site.pages[f"{ROOT}/index.html"]
    assert site.sources(site.pages[f"{ROOT}/index.html"]) == {f"{ROOT}/a"}
    assert site.complete
    assert not read(tmp_path, record("/a"), complete=False).complete


def styled(path: str, *uses: StylesheetUse) -> PageRecord:
    """Return a page with stylesheets."""
    made = record(path)
    assert made.facts is not None
    return evolve(made, facts=replace(made.facts, stylesheets=uses))


def use(name: str, used: int | None, digest: bytes = b"1") -> StylesheetUse:
    """Return what a page uses of a stylesheet with 5 rules."""
    return StylesheetUse(url=f"{ROOT}/{name}", digest=digest, rules=5, used=b"" if used is None else bytes([used]))


def test_unused_rules(tmp_path: Path) -> None:
    """Rules are unused if no page uses them, unless the stylesheet has changed or a page may use any of them."""
    site = read(
        tmp_path,
        styled("/a", use("all.css", 1), use("changed.css", 1), use("any.css", 1), use("one.css", 0)),
        styled("/b", use("all.css", 3), use("changed.css", 1, b"2"), use("any.css", None)),
        record("/c"),
    )
    assert site.unused_rules == {
        f"{ROOT}/all.css": UnusedRules(
            count=3, rules=5, sources=LinkingPages(count=2, first=(f"{ROOT}/a", f"{ROOT}/b"))
        ),
        f"{ROOT}/one.css": UnusedRules(count=5, rules=5, sources=LinkingPages(count=1, first=(f"{ROOT}/a",))),
    }


def test_templates(tmp_path: Path) -> None:
    """Pages that are built alike are known."""
    assert read(tmp_path, record("/a"), record("/b")).templates == ((f"{ROOT}/a", f"{ROOT}/b"),)


@pytest.mark.parametrize(("changes", "others", "missing"), [(False, 0, True), (True, 0, False), (True, 30, True)])
def test_missing_parts(tmp_path: Path, *, changes: bool, others: int, missing: bool) -> None:
    """A part is missing if the page lacks it; if scripts may add it, the other links must show that they add none."""
    names = ["a", "ü", *(f"part{number}" for number in range(others))]
    links = [link("/about", name) for name in ("a", "%C3%BC", "top", "gone", *names[2:])]
    parts = joined_parts(names)
    site = read(tmp_path, record("/", *links), record("/about", parts=parts, changes=changes))
    assert list(site.missing_parts) == ([(f"{ROOT}/about", "gone")] if missing else [])


def test_own_parts_are_no_evidence_against(tmp_path: Path) -> None:
    """Links of a page to parts of its own that scripts make don't hide what other pages link to in vain."""
    names = [f"part{number}" for number in range(20)]
    own = [link("/about", f"tab{number}") for number in range(9)]
    about = record("/about", *own, parts=joined_parts(names), changes=True)
    site = read(tmp_path, record("/", *(link("/about", name) for name in (*names, "gone"))), about)
    assert list(site.missing_parts) == [(f"{ROOT}/about", "gone")]


@pytest.mark.parametrize(("present", "missing"), [(30, True), (10, False)])
def test_own_parts_are_evidence(tmp_path: Path, *, present: int, missing: bool) -> None:
    """The links of pages to their own parts show whether the parts of the site are in its sources."""
    names = [f"part{number}" for number in range(present)]
    own = [link("/about", name) for name in (*names, "lost")]
    parts = joined_parts(names)
    about = record("/about", *own, parts=parts, changes=True)
    site = read(tmp_path, record("/", link("/about", "gone")), about)
    assert list(site.missing_parts) == ([(f"{ROOT}/about", "gone")] if missing else [])


def test_issues(tmp_path: Path) -> None:
    """The issues of a site are there afterwards, the gravest first, and those of more pages first."""
    site = read(tmp_path, *(record(f"/{name}", link("/gone-1"), link(f"/gone-{name}")) for name in "abc"))
    issues = site_issues(site, rule_failed)
    assert [(issue.target.removeprefix(ROOT), issue.count) for issue in issues if issue.rule == "links/broken"] == [
        ("/gone-1", 3),
        *((f"/gone-{name}", 1) for name in "abc"),
    ]
    assert [issue.severity for issue in issues] == sorted(
        (issue.severity for issue in issues), key=list(Severity).index
    )
    with opened_store(tmp_path, "key", fresh=False) as store:
        store.save_site_issues(issues)
        store.save_site_issues(issues)
        assert store.site_issues() == tuple(issues)
        assert isinstance(store.site_issues()[0], SiteWideIssue)


def test_failing_rule(capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that fails is named, and the others still judge the site."""

    def fail(_: Any) -> Iterator[Finding]:
        raise ZeroDivisionError

    rule = catalogue()["site/orphan"]
    site = Site(blocked=LinkingPages(count=1, first=(f"{ROOT}/blocked",)))
    (issue,) = site_issues(site, rule_failed, [evolve(rule, check=fail), catalogue()["site/sitemap-blocked"]])
    assert issue.pages == (f"{ROOT}/blocked",)
    printed = capsys.readouterr().err
    assert rule.title in printed
    assert "ZeroDivisionError" in printed
