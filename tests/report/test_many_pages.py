"""Reports on many pages: what they share is said once, in lines, tables and groups."""

from attrs import evolve

from sitescan.cli.terminal import Painter, terminal
from sitescan.model.outline import Place
from sitescan.model.report import Occurrence, Report
from sitescan.report.concise_format import concise
from sitescan.report.grouping import faults
from sitescan.report.html_format import html
from sitescan.report.markdown_format import markdown
from tests.report.test_gains import issue, report


def page(number: int) -> Report:
    """Return the report on a page with a menu that it shares and an image of its own."""
    menu = Occurrence(place=Place(line=3, column=5, snippet='<a href="/menu">'))
    own = Occurrence(place=Place(line=9 + number, column=1, snippet=f'<img src="{number}.jpg">'))
    found = report(
        evolve(issue("accessibility/link-name", 15), occurrences=(menu,)),
        evolve(issue("accessibility/image-alt", 15), occurrences=(own,)),
        evolve(issue("seo/image-alt", 10), occurrences=(own,)),
        issue("seo/description-missing", 10),
    )
    return evolve(found, url=f"page{number}.html")


PAGES = [page(number) for number in range(31)]


def test_shared_places_are_grouped() -> None:
    """A place that looks alike on all pages is one place, and a fault that two rules report is one fault."""
    found = {fault.issue.rule: fault for fault in faults(PAGES)}
    assert list(found) == ["accessibility/link-name", "accessibility/image-alt", "seo/description-missing"]
    assert [(fault.pages, fault.count, fault.shared, len(fault.places)) for fault in found.values()] == [
        (31, 31, 31, 1),
        (31, 31, 0, 31),
        (31, 31, 31, 1),
    ]


def test_lines_for_many_pages() -> None:
    """The lines name the first page of a shared place and the number of the others, and tables follow."""
    lines = concise(PAGES).split("\n")
    assert lines[0] == (
        "page0.html:3:5: warning: Links have no accessible name [accessibility/link-name] +13 (and 30 more pages)  "
        '<a href="/menu">'
    )
    assert lines[1].startswith("page0.html:9:1: warning: Images have no alt text [accessibility/image-alt] +13  <img")
    assert lines[6:8] == [
        "  [accessibility/image-alt] and 26 more places",
        "page0.html: warning: Page is missing a meta description [seo/description-missing] +9 (and 30 more pages)",
    ]
    assert "   31      31  accessibility/link-name (one place on 31 pages)" in lines
    assert len(lines) < 60


def test_lines_for_one_page() -> None:
    """One page has a line for each of its places and its score, and nothing gives an empty line."""
    assert concise([PAGES[0]]).endswith(f"\npage0.html: {PAGES[0].overall_score} of 100\n")
    assert concise([]) == "\n"


def test_faces_begin_with_tables() -> None:
    """The terminal shows the lines for several pages; HTML and Markdown begin with tables, HTML with links."""
    assert terminal(PAGES, Painter(False)) == concise(PAGES)
    assert markdown(PAGES).startswith("| Page | Score |")
    assert "| Links have no accessible name | Warning | 31 | 31 | one place on 31 pages |" in markdown(PAGES)
    assert '<a href="#31-report">page30.html</a>' in html(PAGES)
    assert "overview" not in html(PAGES[:1]).partition("<body>")[2]
