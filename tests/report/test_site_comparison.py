"""What changed from one report on a site to the next."""

from datetime import UTC, datetime

from msgspec.structs import replace

from sitescan.cli.site_summary import site_summary
from sitescan.model.report import Category, Severity
from sitescan.model.site_report import PageScore, Reach, SiteFault, SiteReport
from sitescan.report.site_comparison import past_result, site_changes
from sitescan.report.site_html import site_html
from sitescan.report.site_json import read_site_json, site_json
from sitescan.report.site_markdown import site_markdown
from tests.report.test_site_formats import FAULT, ISSUE, SITE, site

OWN = replace(FAULT, rule="seo/title-missing", title="Page is missing a title", reach=Reach.PAGES, keys=())
DAY = datetime(2026, 10, 29, 8, 15, tzinfo=UTC)


def report(*faults: SiteFault, pages: int = 30) -> SiteReport:
    """Return a report with these faults."""
    made = replace(site(pages), faults=faults, issues=(), left_out={}, unexamined={})
    return replace(made, scanned_at=DAY, sitescan_version="1.1.0", scoring_version="1.1.0")


def urls(*numbers: int) -> tuple[str, ...]:
    """Return the URLs of some pages."""
    return tuple(f"{SITE}/{number}" for number in numbers)


def test_unchanged() -> None:
    """Equal reports have no changes, and the faults are still there."""
    changes = site_changes(site(), site())
    assert (changes.new, changes.fixed, changes.unsure, changes.notes) == ((), (), (), ())
    assert (changes.pages_new, changes.pages_gone, changes.unchanged) == ((), (), 3)


def test_fault_of_a_template() -> None:
    """A fault of a template is new, fixed, or spreads to pages that were there; more pages alone are no change."""
    (new,), (fixed,) = site_changes(report(), report(FAULT)).new, site_changes(report(FAULT), report()).fixed
    assert new.said == fixed.said == "Links have no accessible name, in the header of 30 pages: one change fixes all"
    assert new.pages == FAULT.pages
    some = replace(FAULT, pages=FAULT.pages[:20])
    (spread,) = site_changes(report(some), report(FAULT)).new
    assert (spread.pages, spread.same_places) == (FAULT.pages[20:], True)
    (partly,) = site_changes(report(FAULT), report(some)).fixed
    assert (partly.pages, partly.same_places) == (FAULT.pages[20:], True)
    grown = site_changes(report(some, pages=20), report(FAULT))
    assert (grown.new, grown.unchanged) == ((), 1)
    (other,) = site_changes(report(FAULT), report(replace(FAULT, keys=(*FAULT.keys, "other")))).new
    assert not other.same_places


def test_fault_of_single_pages() -> None:
    """Faults of single pages are told with the pages that have, or had, them."""
    before, after = report(replace(OWN, pages=urls(1, 2))), report(replace(OWN, pages=urls(2, 3)))
    changes = site_changes(before, after)
    assert [(change.pages, change.said) for change in changes.new] == [(urls(3), "Page is missing a title, on 1 page")]
    assert [change.pages for change in changes.fixed] == [urls(1)]
    # Another rule stands for the same fault.
    same = report(replace(FAULT, rule="accessibility/document-title", pages=urls(1, 2)))
    assert site_changes(before, same).new == site_changes(before, same).fixed == ()
    # More pages have made it one of the template.
    (more,) = site_changes(before, report(replace(FAULT, rule=OWN.rule, pages=urls(1, 2, 3)))).new
    assert more.pages == urls(3)


def test_gone_pages() -> None:
    """A fault that has gone with its pages isn't fixed; each page says why it is gone."""
    after = report(pages=28)
    lost = PageScore(url=f"{SITE}/28", depth=1, problem="it returned status 404")
    moved = PageScore(url=f"{SITE}/29", depth=1, redirect=f"{SITE}/1")
    after = replace(after, pages=(*after.pages, lost, moved))
    changes = site_changes(report(replace(OWN, pages=urls(28, 29))), after)
    assert changes.fixed == ()
    assert [page.why for page in changes.pages_gone] == ["it returned status 404", f"it redirects to {SITE}/1"]
    assert [page.why for page in site_changes(report(), report(pages=29)).pages_gone] == ["not found this time"]
    new = site_changes(report(pages=28), report(replace(OWN, pages=urls(29))))
    assert (new.pages_new, [change.said for change in new.new]) == (
        urls(28, 29),
        ["Page is missing a title, on 1 page, only on new pages"],
    )


def test_issues_between_pages() -> None:
    """An issue is known by its target, or else by pages in common; without either by its rule."""
    before, after = replace(report(), issues=(ISSUE,)), replace(report(), issues=(replace(ISSUE, target="x"),))
    changes = site_changes(before, after)
    assert [change.rule for change in (*changes.new, *changes.fixed)] == [ISSUE.rule] * 2
    assert f"{SITE}/gone returns 404." in changes.fixed[0].said
    same = replace(ISSUE, rule="site/title-duplicate", target="", pages=urls(1, 2), count=2)
    more = replace(same, pages=urls(1, 2, 3), count=3)
    (new,) = site_changes(replace(report(), issues=(same,)), replace(report(), issues=(more,))).new
    assert (new.pages, new.same_places) == (urls(3), True)
    with_new_page = replace(report(), issues=(more,))
    assert site_changes(replace(report(pages=3), issues=(same,)), with_new_page).new == ()
    bare = replace(same, pages=(), count=0)
    assert site_changes(replace(report(), issues=(bare,)), replace(report(), issues=(bare,))).new == ()
    assert [change.pages for change in site_changes(report(), replace(report(), issues=(bare,))).new] == [()]
    # Only the first of many pages are named.
    many = [replace(report(), issues=(replace(same, pages=urls(number), count=200),)) for number in (1, 2)]
    assert site_changes(*many).new == ()


def test_momentary_faults() -> None:
    """A slow answer is neither new nor fixed: it may come and go by itself. Seen twice, it is there."""
    slow = replace(OWN, rule="performance/response-slow", pages=urls(1))
    for changes in (site_changes(report(), report(slow)), site_changes(report(slow), report())):
        assert (changes.new, changes.fixed) == ((), ())
        assert [change.rule for change in changes.unsure] == [slow.rule]
    assert site_changes(report(slow), report(slow)).unsure == ()
    assert "on 1 page; it may come and go by itself" in site_markdown(report(slow))


def test_copies() -> None:
    """A copy on another host, or another folder, is compared by the paths of its pages."""
    there = read_site_json(site_json(report(FAULT)).replace(b"https://pears.example", b"http://localhost:8000"))
    changes = site_changes(report(FAULT), there)
    assert (changes.new, changes.fixed, changes.pages_new, changes.pages_gone) == ((), (), (), ())
    assert changes.notes == ("The earlier report is about https://pears.example",)
    old, new = (
        read_site_json(site_json(report(FAULT)).replace(b"https://pears.example", folder)) for folder in (b"a", b"b")
    )
    assert site_changes(old, new).new == ()


def test_notes() -> None:
    """What makes reports hard to compare is said; numbers in what was not examined don't matter."""
    old = replace(report(), unexamined={"2 links were not requested.": 1})
    assert site_changes(old, replace(old, unexamined={"3 links were not requested.": 1})).notes == ()
    new = replace(report(), scoring_version="2", sitescan_version="2", unexamined={"Images were not loaded.": 9})
    assert [note.partition(" ")[0] for note in site_changes(old, new).notes] == ["The", "The", "Not"]


def test_templates_by_their_pages() -> None:
    """A template whose name has changed is the one that most of its pages had."""
    new = report()
    pages = tuple(replace(page, template="/P/N") for page in new.pages)
    new = replace(new, pages=pages, templates=(replace(new.templates[0], name="/P/N", scores={Category.SEO: 95.0}),))
    changes = site_changes(report(), new)
    assert changes.templates == {"/P/N": report().templates[0].scores}
    assert "| /P/N | 90 → 95 |" in site_markdown(replace(new, changes=changes))


def test_every_format_tells() -> None:
    """The terminal, the document and Markdown say when, what changed and since when; JSON has all of it."""
    gone = replace(ISSUE, rule="links/server-error", target="")
    old = replace(report(OWN), score=80, scores={Category.SEO: 85}, issues=(gone,))
    new = replace(report(FAULT), pages=report().pages[:20])
    made = replace(new, changes=site_changes(old, new), history=(past_result(old),))
    assert read_site_json(site_json(made)) == made
    for written in ("\n".join(site_summary(made)), site_html(made), site_markdown(made)):
        for text in (
            "Changes since 2026-10-29 08:15 UTC",
            "New faults",
            "Error: Links have no accessible name, in the header of 30 pages: one change fixes all",
            "Fixed faults",
            "Error: Page is missing a title, on 20 pages",
            "Seen only once, and may come and go by themselves",
            "Pages that are gone",
            "not found this time",
            "Still there: 0 faults",
            "+5",
        ):
            assert text in written, text
    for written in (site_html(made), site_markdown(made)):
        assert "Examined on 2026-10-29 08:15 UTC by sitescan 1.1.0." in written


def test_results_so_far() -> None:
    """The document draws the earlier results and has them as a table; a first result is not drawn."""
    first = replace(past_result(report(FAULT)), score=None, scores={})
    made = replace(report(FAULT), history=(first, replace(past_result(report(FAULT)), score=50)))
    written = site_html(made)
    assert 'aria-label="Overall scores from 0 to 100, the oldest first: –, 50, 87"' in written
    assert "<circle" in written.partition("scores-so-far")[2].partition("</svg>")[0]
    assert "Results so far" not in site_html(report(FAULT))
    assert past_result(report(FAULT, FAULT)).faults == {Severity.ERROR: 2}
