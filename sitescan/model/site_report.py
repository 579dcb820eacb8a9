"""The report on a whole site, in the form in which ``site.json`` holds it."""

from enum import Enum

from msgspec import Struct

from sitescan.model.report import Category, Severity
from sitescan.model.site_changes import Moment, PastResult, SiteChanges

#: The version of the form. It changes with each change that readers must know.
VERSION = 1


class Reach(Enum):
    """How far one change reaches."""

    TEMPLATE = "template"
    """The same markup is at the same place of many pages of a template: one change of the template mends them."""
    LOOP = "loop"
    """The same place of many pages has the fault with other content: one change of the template's loop mends them."""
    PAGES = "pages"
    """Each page has a fault of its own."""


class FaultExample(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    The first place of a fault.

    :ivar line: its line; 0 if the whole page is at fault.
    :ivar selector: its selector; empty if the whole page is at fault.
    :ivar detail: what is said about it.
    """

    url: str
    line: int = 0
    column: int = 0
    selector: str = ""
    snippet: str = ""
    detail: str = ""


class SiteFault(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    What one rule has found on some pages, and one change mends.

    :ivar keys: identify its places from one crawl to the next; empty if each page has a fault of its own.
    :ivar templates: the names of the templates of its pages.
    :ivar pages: the URLs of its pages, sorted.
    :ivar places: the number of different places: 2 for two links of a menu.
    :ivar share: the largest percentage of the remaining score of its category that it costs on a page.
    :ivar points: the points by which the overall score of the site rises if only this is fixed, in hundredths.
    :ivar summary: what is wrong on the page of the example.
    :ivar patch: the unified diff of the safe fixes on the page of the example; empty if there is none.
    """

    rule: str
    category: Category
    severity: Severity
    title: str
    reach: Reach
    keys: tuple[str, ...]
    templates: tuple[str, ...]
    pages: tuple[str, ...]
    places: int
    share: int
    points: float
    example: FaultExample
    summary: str
    recommendation: str
    how_to_fix: str
    patch: str = ""


class SiteWideIssue(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    What a rule about the whole site has found: one target, or one group of pages.

    :ivar share: the percentage of the remaining score of the category of the site that the rule takes, once for all
        that it finds.
    :ivar points: the points by which the overall score of the site rises if the rule finds nothing any more.
    :ivar target: the URL that the pages name; empty if the issue is about the pages themselves.
    :ivar pages: the first pages that have it.
    :ivar count: the number of pages that have it.
    """

    rule: str
    category: Category
    severity: Severity
    title: str
    share: int
    points: float
    description: str
    recommendation: str
    how_to_fix: str
    target: str
    pages: tuple[str, ...]
    count: int


class TemplateScore(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    A template and the means of its pages.

    :ivar pages: the number of its pages.
    :ivar certainty: how similar its pages are, in percent.
    :ivar scores: the means of the categories that count on one of its pages, in tenths of points.
    """

    name: str
    pages: int
    certainty: int
    scores: dict[Category, float]


class PageScore(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    A page of a site.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar template: the name of its template; empty if it was not examined.
    :ivar score: its overall score; ``None`` if it was not examined.
    :ivar scores: the scores of its categories that count.
    :ivar issues: the number of issues that cost points.
    :ivar problem: the reason why it was not examined; empty if it was, or if it redirects.
    :ivar redirect: the URL that it redirects to; empty if it doesn't.
    """

    url: str
    depth: int | None
    template: str = ""
    score: int | None = None
    scores: dict[Category, int] = {}
    issues: int = 0
    problem: str = ""
    redirect: str = ""


class SiteReport(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    The report on a whole site.

    :ivar target: the URL or folder as it was named.
    :ivar score: the overall score; ``None`` if no page was examined.
    :ivar scores: the scores of the categories that count.
    :ivar templates: the templates, those with most pages first.
    :ivar pages: the pages, sorted by URL.
    :ivar faults: the faults, those that bring most points first.
    :ivar issues: the issues between pages, the gravest first.
    :ivar left_out: the number of URLs that were left out, by the reason.
    :ivar unexamined: the number of pages of which something was not examined, by what it is.
    :ivar scanned_at: the end of the crawl; ``None`` if it isn't known.
    :ivar sitescan_version: the version that examined the site; empty if it isn't known.
    :ivar scoring_version: the version of the formula of the scores; likewise.
    :ivar history: the earlier results in the same folder, the oldest first.
    :ivar changes: what changed since an earlier report; ``None`` if it was compared with none.
    :ivar version: the version of the form.
    """

    target: str
    score: int | None
    scores: dict[Category, int]
    templates: tuple[TemplateScore, ...]
    pages: tuple[PageScore, ...]
    faults: tuple[SiteFault, ...]
    issues: tuple[SiteWideIssue, ...]
    left_out: dict[str, int]
    unexamined: dict[str, int]
    scanned_at: Moment | None = None
    sitescan_version: str = ""
    scoring_version: str = ""
    history: tuple[PastResult, ...] = ()
    changes: SiteChanges | None = None
    version: int = VERSION

    @property
    def examined(self) -> int:
        """The number of pages that were examined."""
        return sum(page.score is not None for page in self.pages)
