"""The report on a whole site."""

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from sitescan.model.report import Category, Severity


class Reach(Enum):
    """How far one change reaches."""

    TEMPLATE = "template"
    """The same markup is at the same place of many pages of a template: one change mends all."""
    LOOP = "loop"
    """The same place of many pages has the fault with other content: a change of the template's loop mends all."""
    PAGES = "pages"
    """Each page has a fault of its own."""


@frozen(kw_only=True)
class Example:
    """
    The first place of a fault.

    :ivar selector: its selector; empty if the whole page is at fault.
    :ivar snippet: its markup.
    :ivar detail: what is said about it.
    """

    url: str
    line: int = 0
    column: int = 0
    selector: str = ""
    snippet: str = ""
    detail: str = ""


@frozen(kw_only=True)
class SiteFault:
    """
    What one rule has found on some pages, and one change mends.

    :ivar key: identifies the fault from one crawl to the next.
    :ivar templates: the names of the templates that have it.
    :ivar pages: the URLs of the pages, sorted.
    :ivar places: the number of different places on a page: of a menu with two such links, 2.
    :ivar points: the points by which the overall score of the site rises if only this is fixed.
    :ivar summary: what is wrong on the page of the example.
    :ivar patch: the unified diff of the safe fixes for the page of the example; empty if there is none.
    """

    key: str
    rule: str
    category: Category
    severity: Severity
    title: str
    reach: Reach
    templates: Sequence[str]
    pages: Sequence[str]
    places: int
    points: Fraction
    example: Example
    summary: str
    recommendation: str
    how_to_fix: str
    patch: str = ""


@frozen(kw_only=True)
class TemplateScore:
    """
    A template and the means of its pages.

    :ivar certainty: how similar its pages are, in percent.
    :ivar scores: the mean of each category that counts on one of its pages.
    """

    name: str
    pages: Sequence[str]
    certainty: int
    score: Fraction
    scores: Mapping[Category, Fraction]


@frozen(kw_only=True)
class PageScore:
    """
    A page of a site.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar template: the name of its template; empty if it was not examined.
    :ivar score: its overall score; ``None`` if it was not examined.
    :ivar problem: the reason why it was not examined, or where it redirects to.
    :ivar own: the number of issues that it shares with no other page of its template.
    """

    url: str
    depth: int | None
    template: str = ""
    score: int | None = None
    scores: Mapping[Category, int] = field(factory=dict)
    issues: int = 0
    own: int = 0
    problem: str = ""
    redirect: str = ""


@frozen(kw_only=True)
class SiteReport:
    """
    The report on a whole site.

    :ivar target: the URL or folder as it was named.
    :ivar score: the overall score; ``None`` if no page was examined.
    :ivar scores: the scores of the categories.
    :ivar pages: the pages, sorted by URL.
    :ivar faults: the faults, those that bring most points first.
    :ivar left_out: the number of URLs that were left out, by the reason.
    :ivar unexamined: the number of pages of which something was not examined, by what it is.
    """

    target: str
    score: int | None
    scores: Mapping[Category, int]
    templates: Sequence[TemplateScore]
    pages: Sequence[PageScore]
    faults: Sequence[SiteFault]
    left_out: Mapping[str, int]
    unexamined: Mapping[str, int] = field(factory=dict)
