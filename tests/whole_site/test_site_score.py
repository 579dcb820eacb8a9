"""The score of a site."""

from collections.abc import Mapping
from fractions import Fraction

from sitescan.model.report import Category
from sitescan.site.page_findings import PageFindings
from sitescan.site.site_score import SiteScore, weight


def page(url: str, scores: Mapping[str, int], shares: Mapping[str, Mapping[str, int]] | None = None) -> PageFindings:
    """Return a page with the scores of its categories."""
    return PageFindings(url=url, score=0, scores=scores, shares=shares or {}, findings=())


def test_templates_weigh_by_the_square_root_of_their_pages() -> None:
    """A hundred products weigh ten times as much as the start page."""
    pages = [page("/", {"seo": 100}), *(page(f"/{number}", {"seo": 45 + 10 * (number % 2)}) for number in range(100))]
    score = SiteScore(pages, {"/": "/"} | {f"/{number}": "/N" for number in range(100)})
    assert score.of_template("/N") == {Category.SEO: 50}
    assert score.of_categories() == {Category.SEO: (1 * 100 + 10 * 50) // 11}
    assert score.overall() == 54
    assert (weight(1), weight(2), weight(100)) == (100, 141, 1000)


def test_categories_that_do_not_count() -> None:
    """A category counts if it does on half of the pages, and there with those; without any, there is no score."""
    pages = [page("/a", {"seo": 80, "links": 60}), page("/b", {"seo": 60})]
    score = SiteScore(pages, {"/a": "T", "/b": "T"})
    assert score.of_categories() == {Category.SEO: 70, Category.LINKS: 60}
    assert score.overall() == 65
    pages.append(page("/c", {"seo": 70}, {"links": {"links/broken": 15}}))
    score = SiteScore(pages, {"/a": "T", "/b": "T", "/c": "U"})
    assert score.of_categories() == score.of_template("U") == {Category.SEO: 70}
    assert score.points(["links/broken"], ["/c"]) == 0
    assert SiteScore([], {}).overall() is None
    assert SiteScore([page("/", {})], {"/": "T"}).points(["a"], ["/"]) == 0


def test_points_of_a_fault() -> None:
    """Fixing a fault brings back the part of the score that its pages are, in all categories, with what it relieves."""
    shares = {
        "seo": {"seo/title-missing": 15, "seo/title-other": 10},
        "accessibility": {"accessibility/document-title": 15},
    }
    pages = [
        PageFindings(
            url=url,
            score=0,
            scores={"seo": 76, "accessibility": 85},
            shares=shares,
            findings=(),
            relieves={"seo/title-missing": {"seo/title-other": 0}},
        )
        for url in ("/a", "/b")
    ]
    score = SiteScore(pages, {"/a": "T", "/b": "T"})
    rules = ("seo/title-missing", "accessibility/document-title")
    assert score.points(rules, ["/a", "/b"]) == Fraction(24 + 15, 2)
    assert score.points(rules, ["/a"]) == Fraction(24 + 15, 4)


def test_issues_of_the_site_take_shares() -> None:
    """The issues of the whole site take their shares of what the templates have, and bring them back."""
    score = SiteScore(
        [page("/", {"seo": 80, "links": 50})], {"/": "T"}, {"seo": {"site/orphan": 10}, "security": {"a": 5}}
    )
    assert score.of_categories() == {Category.SEO: 72, Category.LINKS: 50}
    assert score.points_of_site_rule("seo", "site/orphan") == Fraction(8, 2)
    assert score.points_of_site_rule("security", "a") == 0
