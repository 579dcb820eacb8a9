"""The faults of a site, each said once."""

from collections.abc import Mapping, Sequence

from sitescan.model.report import Category, Severity
from sitescan.model.site_report import Reach
from sitescan.site.faults import Fault, faults
from sitescan.site.page_findings import (
    PageFindings,
    StoredCategory,
    StoredIssue,
    StoredPlace,
    StoredReport,
    page_findings,
)

RULE = "accessibility/link-name"


def issue(rule: str, *places: StoredPlace, share: int = 15, same_fault_as: str = "") -> StoredIssue:
    """Return an issue with these places."""
    return StoredIssue(
        rule=rule,
        severity=Severity.ERROR,
        title="Title",
        description="",
        recommendation="",
        how_to_fix="",
        share=share,
        count=len(places),
        occurrences=list(places),
        same_fault_as=same_fault_as,
    )


def place(selector: str = "", snippet: str = "", **facts: str) -> StoredPlace:
    """Return a place."""
    return StoredPlace(selector=selector or None, snippet=snippet or None, facts=dict(facts))


def site(pages: Sequence[Sequence[StoredIssue]]) -> Sequence[PageFindings]:
    """Return the findings of pages with these issues."""
    return [
        page_findings(
            f"https://pears.example/{number:03}",
            StoredReport(
                overall_score=90,
                categories=[
                    StoredCategory(category=Category.ACCESSIBILITY, score=85, counted=True, issues=list(issues))
                ],
            ),
        )
        for number, issues in enumerate(pages)
    ]


def found(pages: Sequence[PageFindings], templates: Mapping[str, str] | None = None) -> Sequence[Fault]:
    """Return the faults of pages, which have one template unless others are named."""
    return tuple(faults(pages, templates or {page.url: "/N" for page in pages}))


def test_same_markup_is_one_fault_of_the_template() -> None:
    """The same markup at one place of most pages is one fault, whatever the numbers of the elements and ids are."""
    pages = [
        [issue(RULE, place(f"#page-{number} > a", '<a href="../cart">'))] if number % 4 else [] for number in range(8)
    ]
    (fault,) = found(site(pages))
    assert (fault.reach, len(fault.pages), len(fault.spots), fault.templates) == (Reach.TEMPLATE, 6, 1, ("/N",))
    assert fault.mended == set(fault.pages)


def test_other_content_is_one_fault_of_a_loop() -> None:
    """The same place with other URLs and texts on most pages is a fault of the template's loop."""
    pages = [[issue(RULE, *(place("ul > li > a", f"<a href=/{n}-{i}>") for i in range(3)))] for n in range(5)]
    (fault,) = found(site(pages))
    assert (fault.reach, len(fault.pages)) == (Reach.LOOP, 5)


def test_other_texts_are_faults_of_pages() -> None:
    """A start tag that is equal, and of which other things are said, is at fault because of the texts of the pages."""
    pages = [[issue("seo/title-long", place("head > title", "<title>", pixels=str(600 + n)))] for n in range(5)]
    (fault,) = found(site(pages))
    assert (fault.reach, len(fault.pages)) == (Reach.PAGES, 5)


def test_few_pages_are_faults_of_pages() -> None:
    """Less than 60% of a template, or two pages, are no sign of the template."""
    (fault,) = found(site([[issue(RULE, place("nav > a", "<a>"))] if n < 5 else [] for n in range(10)]))
    assert fault.reach is Reach.PAGES
    (fault,) = found(site([[issue(RULE, place("nav > a", "<a>"))]] * 2))
    assert fault.reach is Reach.PAGES


def test_other_templates_join() -> None:
    """A fault of one template is the same fault on the pages of another one."""
    pages = site([[issue(RULE, place("footer > a", "<a>"))]] * 6)
    templates = {page.url: "/N" if number < 5 else "/about" for number, page in enumerate(pages)}
    (fault,) = found(pages, templates)
    assert (fault.reach, len(fault.pages), fault.templates) == (Reach.TEMPLATE, 6, ("/N", "/about"))


def test_places_of_one_rule_on_the_same_pages_are_one_fault() -> None:
    """Two links of a menu are one fault, because a page is rid of it only with both; what is left is its own."""
    menu = [place("nav > a:nth-of-type(1)", "<a href=/a class=b>"), place("nav > a:nth-of-type(2)", "<a href=/b>")]
    own = place("main > p > a", "<a href=/c>")
    template, page = found(site([[issue(RULE, *menu, *([own] if number == 3 else []))] for number in range(6)]))
    assert (template.reach, len(template.spots), len(template.pages), len(template.mended)) == (Reach.TEMPLATE, 2, 6, 5)
    assert (page.reach, page.pages, len(page.spots)) == (Reach.PAGES, ("https://pears.example/003",), 1)


def test_same_fault_of_two_rules() -> None:
    """A fault that two rules report is one fault; what was not examined is none."""
    both = [
        issue("accessibility/image-alt", place("main > img", "<img>")),
        issue("seo/image-alt", place("main > img", "<img>"), same_fault_as="accessibility/image-alt"),
        issue("general/unexamined"),
    ]
    (fault,) = found(site([both] * 3))
    assert fault.rules == ("accessibility/image-alt", "seo/image-alt")


def test_colors_are_one_fault() -> None:
    """The same colors at other places of the pages are one fault of their styles."""
    colors = "4.26:1, #527bbd on #ffffff"
    pages = [
        [issue("accessibility/contrast", place(f"main > h{n + 1}", f"<h{n + 1}>", detail=colors))] for n in range(5)
    ]
    (fault,) = found(site(pages))
    assert (fault.reach, len(fault.pages), len(fault.spots)) == (Reach.TEMPLATE, 5, 1)
