"""The score of a site, which can be reproduced by hand from the scores of its pages (docs/score.rst)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import isqrt

from attrs import define, field

from sitescan.model.report import Category
from sitescan.report.gains import without
from sitescan.scoring import category_score, overall_score
from sitescan.site.page_findings import PageFindings

#: The weight of a template is the square root of its number of pages in hundredths, so that all machines agree.
_HUNDREDTHS = 100


def weight(pages: int) -> int:
    """Return the weight of a template with so many pages that count."""
    return isqrt(pages * _HUNDREDTHS**2)


@define(eq=False)
class SiteScore:
    """
    The scores of a site.

    The score of a template is the mean of its pages. That of a category is the mean of the templates, weighted by the
    square roots of their numbers of pages, so that ten thousand products don't outweigh the start page.

    The issues of the whole site take their shares of that. A category counts if it does on at least half of the pages:
    where too little was seen of a page, it counts only if it lowers the score of that page.

    :ivar pages: the findings of the pages.
    :ivar template_of: the name of the template of each page by URL.
    :ivar shares: the shares that the rules about the whole site take, by category and rule.
    """

    pages: Sequence[PageFindings]
    template_of: Mapping[str, str]
    shares: Mapping[str, Mapping[str, int]] = field(factory=dict)
    _by_url: dict[str, PageFindings] = field(init=False)
    _counts: dict[str, Counter[str]] = field(init=False)
    _means: dict[str, Fraction] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._by_url = {page.url: page for page in self.pages}
        times = Counter(category for page in self.pages for category in page.scores)
        self._counts = {category: Counter() for category in times if 2 * times[category] >= len(self.pages)}
        for page in self.pages:
            for category in page.scores.keys() & self._counts.keys():
                self._counts[category][self.template_of[page.url]] += 1
        self._means = dict.fromkeys(self._counts, Fraction(0))
        for page in self.pages:
            for category in page.scores.keys() & self._counts.keys():
                self._means[category] += page.scores[category] * self._part(category, page.url)

    def of_template(self, name: str) -> Mapping[Category, Fraction]:
        """Return the means of the pages of a template."""
        pages = [page for page in self.pages if self.template_of[page.url] == name]
        return {
            category: Fraction(sum(scores), len(scores))
            for category in Category
            if category.value in self._counts
            and (scores := [page.scores[category.value] for page in pages if category.value in page.scores])
        }

    def of_categories(self) -> Mapping[Category, int]:
        """Return the scores of the categories that count on a page."""
        return {
            category: int(self._means[category.value] * self._left(category.value))
            for category in Category
            if category.value in self._means
        }

    def overall(self) -> int | None:
        """Return the overall score of the site; ``None`` if no page was examined."""
        scores = self.of_categories().values()
        return overall_score(scores) if scores else None

    def points(self, rules: Iterable[str], pages: Iterable[str]) -> Fraction:
        """Return how much the overall score rises if some rules find nothing on some pages any more."""
        gone, rise = tuple(rules), Fraction(0)
        for url in pages:
            page = self._by_url[url]
            for category in page.shares.keys() & self._counts.keys():
                left = without({rule: page.relieves.get(rule, {}) for rule in gone}, page.shares[category])
                gained = category_score(left.values()) - page.scores[category]
                rise += gained * self._part(category, url) * self._left(category)
        return rise / len(self._counts) if self._counts else rise

    def points_of_site_rule(self, category: str, rule: str) -> Fraction:
        """Return how much the overall score rises if a rule about the whole site finds nothing any more."""
        if category not in self._means:
            return Fraction(0)
        gained = self._left(category, without_rule=rule) - self._left(category)
        return self._means[category] * gained / len(self._counts)

    def _left(self, category: str, without_rule: str = "") -> Fraction:
        """Return the part of a category's score that the issues of the whole site leave."""
        left = Fraction(1)
        for rule, share in self.shares.get(category, {}).items():
            if rule != without_rule:
                left *= Fraction(100 - share, 100)
        return left

    def _part(self, category: str, url: str) -> Fraction:
        """Return the part of a category's score that the score of a page is."""
        counts, name = self._counts[category], self.template_of[url]
        return Fraction(weight(counts[name]), counts[name] * sum(map(weight, counts.values())))
