"""The report on a folder whose address isn't known."""

from msgspec.structs import replace

from sitescan.report.site_file_names import with_files
from tests.report.test_site_formats import FAULT, ISSUE, site

HERE = "https://your-site.example/"


def test_pages_are_files() -> None:
    """Each address is the file in the folder, but not in texts that say what to write into a page."""
    made = site()
    example = replace(FAULT.example, url=f"{HERE}a%20b.html")
    fault = replace(
        FAULT, pages=(f"{HERE}a%20b.html",), example=example, how_to_fix=f"<link rel=canonical href={HERE}>"
    )
    issue = replace(ISSUE, target=f"{HERE}gone", pages=(f"{HERE}c.html",), description=f"1 page links to {HERE}gone, a")
    pages = (replace(made.pages[0], url=f"{HERE}a%20b.html"), replace(made.pages[1], url="https://pears.example/"))
    found = with_files(replace(made, target="book/", pages=pages, faults=(fault,), issues=(issue,)))
    assert [page.url for page in found.pages] == ["book/a b.html", "https://pears.example/"]
    assert (found.faults[0].pages, found.faults[0].example.url) == (("book/a b.html",), "book/a b.html")
    assert found.faults[0].how_to_fix == f"<link rel=canonical href={HERE}>"
    assert (found.issues[0].target, found.issues[0].pages) == ("book/gone", ("book/c.html",))
    assert found.issues[0].description == "1 page links to book/gone, a"


def test_known_addresses() -> None:
    """A report on a site with an address stays as it is."""
    assert with_files(site()) is not None
    assert with_files(site()) == site()
