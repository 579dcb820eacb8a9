"""The formats of the report on a site."""

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace

from sitescan.model.report import Category, Severity
from sitescan.model.site_report import (
    FaultExample,
    PageScore,
    Reach,
    SiteFault,
    SiteReport,
    SiteWideIssue,
    TemplateScore,
)
from sitescan.report.site_html import site_html
from sitescan.report.site_json import read_site_json, site_json, site_schema
from sitescan.report.site_tables import pages_jsonl
from sitescan.report.site_wording import headline, where, worth

SCHEMA = Path(__file__).parents[2] / "docs" / "_static" / "site.schema.json"
SITE = "https://pears.example"

FAULT = SiteFault(
    rule="accessibility/link-name",
    category=Category.ACCESSIBILITY,
    severity=Severity.ERROR,
    title="Links have no accessible name",
    reach=Reach.TEMPLATE,
    keys=("0123456789abcdef",),
    templates=("/N",),
    pages=tuple(f"{SITE}/{number}" for number in range(30)),
    places=1,
    share=15,
    points=2.5,
    example=FaultExample(url=f"{SITE}/0", line=7, column=3, selector="body > header > a", snippet="<a href=/>"),
    summary="1 link has no accessible name.",
    recommendation="Give each link a text.",
    how_to_fix="<a href=/>Start</a>",
    patch="--- a\n+++ b\n",
)

ISSUE = SiteWideIssue(
    rule="links/broken",
    category=Category.LINKS,
    severity=Severity.WARNING,
    title="Pages link to an address that fails",
    share=6,
    points=0.04,
    description=f"{SITE}/gone returns 404.",
    recommendation="Correct the links.",
    how_to_fix="Change the address.",
    target=f"{SITE}/gone",
    pages=(f"{SITE}/0", f"{SITE}/1"),
    count=7,
)


def site(pages: int = 30) -> SiteReport:
    """Return the report on a site with so many pages."""
    scores = {Category.SEO: 90, Category.ACCESSIBILITY: 85}
    return SiteReport(
        target=SITE,
        score=87,
        scores=scores,
        templates=(
            TemplateScore(name="/N", pages=pages, certainty=95, scores={Category.SEO: 90.5, Category.LINKS: 85.0}),
        ),
        pages=(
            *(
                PageScore(
                    url=f"{SITE}/{number}", depth=1, template="/N", score=60 + number % 41, scores=scores, issues=3
                )
                for number in range(pages)
            ),
            PageScore(url=f"{SITE}/lost", depth=None, problem="it returned status 404"),
            PageScore(url=f"{SITE}/old", depth=2, redirect=f"{SITE}/1"),
        ),
        faults=(FAULT, replace(FAULT, reach=Reach.PAGES, points=0.0, pages=FAULT.pages[:1], keys=())),
        issues=(ISSUE,),
        left_out={"/calendar/N has no end": 12},
        unexamined={"Links were not requested.": pages},
    )


def test_json_is_read_again() -> None:
    """The JSON of a report is the report, and fits its schema."""
    written = site_json(site())
    assert read_site_json(written) == site()
    jsonschema.validate(json.loads(written), site_schema())
    assert json.loads(written)["faults"][0]["howToFix"] == FAULT.how_to_fix


def test_invisible_characters() -> None:
    """Characters of a page that would reorder what a terminal shows, or control it, are escaped."""
    hidden = "\x9b2J\u202epears"
    page = PageScore(url=f"{SITE}/0", depth=0, template=hidden)
    report = replace(site(1), faults=(replace(FAULT, summary=hidden),), pages=(page,))
    for written in (site_json(report).decode(), pages_jsonl(report)):
        assert not {*hidden[:1], hidden[3:4]} & {*written}
        assert "pears" in written
    assert read_site_json(site_json(report)) == report


def test_schema_is_published() -> None:
    """The schema in the documentation is that of the report."""
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(site_schema()))


@pytest.mark.parametrize("data", [b"", b"[]", b'{"score": 1}', b"\xff"])
def test_other_json(data: bytes) -> None:
    """Something else is not read as a report."""
    with pytest.raises(ValueError, match=r"."):
        read_site_json(data)


class _Names(HTMLParser):
    """Collects the names of elements and attributes."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the names in a start tag."""
        self.names |= {tag, *(f"@{name}" for name, _ in attrs)}


def test_html_says_everything() -> None:
    """The document has the faults, the templates, the pages and what was not examined, and sends no request."""
    written = site_html(site())
    for text in (
        "87 of 100: https://pears.example - sitescan",
        "in the header of 30 pages: one change fixes all",
        "+2.5 points",
        "and 10 more, in site.json",
        "it returned status 404",
        "https://pears.example/old redirects to https://pears.example/1",
        f"{SITE}/gone returns 404.",
        "12 URLs: /calendar/N has no end",
        "on 30 pages: Links were not requested.",
        "default-src &#x27;none&#x27;; script-src",
    ):
        assert text.replace("&#x27;", "'") in written, text
    assert not {"@src", "@style", "@onclick", "img", "link"} & _Names(written).names


def test_html_escapes_text() -> None:
    """Text of a stranger adds no element and no attribute, and no link to a script."""
    stranger = "\"'><img src=x onerror=alert(1)>\u202e"
    made = replace(
        site(),
        target=stranger,
        pages=(PageScore(url=f"javascript:{stranger}", depth=0, template=stranger, score=1, problem=stranger),),
        faults=(
            replace(
                FAULT,
                pages=(f"javascript:{stranger}",),
                templates=(stranger,),
                summary=stranger,
                patch=stranger,
                example=FaultExample(url=f"javascript:{stranger}", snippet=stranger, detail=stranger),
            ),
        ),
        issues=(replace(ISSUE, description=stranger, pages=(f"javascript:{stranger}",)),),
        left_out={stranger: 1},
    )
    written = site_html(made)
    assert _Names(written).names <= _Names(site_html(site())).names
    assert 'href="javascript:' not in written
    assert "\u202e" not in written


def test_html_of_a_large_site_is_small() -> None:
    """2,000 pages with long addresses and 100 faults take at most 5 MB."""
    made = site(2_000)
    long = tuple(replace(page, url=page.url + "/pear" * 20) for page in made.pages)
    pages = tuple(page.url for page in long)
    assert len(site_html(replace(made, pages=long, faults=(replace(FAULT, pages=pages),) * 100))) < 5_000_000


def test_nothing_was_examined() -> None:
    """A site without pages is said to have none."""
    made = SiteReport(
        target=SITE, score=None, scores={}, templates=(), pages=(), faults=(), issues=(), left_out={}, unexamined={}
    )
    assert "No page was examined." in site_html(made)
    assert "Not examined: https://pears.example" in site_html(made)


def test_issues_between_pages_in_words() -> None:
    """The issues of a rule are counted by what they are about: addresses, pages, or the site."""
    assert headline([ISSUE, ISSUE]) == (ISSUE.title, "2 addresses")
    assert headline([replace(ISSUE, target="", count=3)] * 2) == (ISSUE.title, "on 6 pages")
    assert headline([replace(ISSUE, target="", count=0, pages=())]) == (ISSUE.title, "on the whole site")


def test_where() -> None:
    """A fault says where it is, and what fixes it."""
    on_page = FaultExample(url=SITE)
    assert where(replace(FAULT, example=on_page)) == "in the template of 30 pages: one change fixes all"
    several = replace(FAULT, templates=("/N", "/shop/N"))
    assert where(several) == "in the header of 30 pages of 2 templates: the same change fixes all"
    assert where(replace(several, example=on_page)) == "on 30 pages of 2 templates: the same change fixes all"
    assert where(replace(FAULT, places=2)) == "in 2 places of the template of 30 pages: change them there"
    assert where(replace(FAULT, reach=Reach.LOOP)).startswith("in a list or loop of 30 pages: change it")
    assert where(replace(FAULT, reach=Reach.PAGES, places=2)) == "on 30 pages, in different places"
    assert where(replace(FAULT, reach=Reach.PAGES)) == "on 30 pages, the same on each"
    assert where(replace(FAULT, reach=Reach.PAGES, pages=("a",))) == "on 1 page"
    assert [worth(replace(FAULT, points=points)) for points in (0.04, 0.0)] == ["under 0.1 points", "no points"]
