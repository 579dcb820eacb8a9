"""The results of a scan: occurrences, judgements, issues, categories and the report."""

from collections.abc import Mapping
from enum import Enum

from attrs import evolve, field, frozen

from sitescan.model.evidence import UnexaminedPart
from sitescan.model.file_facts import TextFile
from sitescan.model.fix import Fix, Moved, Sized
from sitescan.model.outline import EmbeddedObject, MediaElement, NamedLink, Place, Reference, Resource, ScreenBox
from sitescan.model.page_load import LoadGain, LoadStep, PageLoad
from sitescan.model.rendered import Rendering
from sitescan.model.site_facts import PageFacts

Fact = str | int | float
"""A value that a rule puts into its texts."""


class Category(Enum):
    """The five categories, in the order of the report (docs/contract.rst, "The report")."""

    SEO = "seo"
    ACCESSIBILITY = "accessibility"
    PERFORMANCE = "performance"
    SECURITY = "security"
    LINKS = "links"

    @property
    def label(self) -> str:
        """The name shown to people."""
        return "SEO" if self is Category.SEO else self.value.capitalize()


class Severity(Enum):
    """The severity of an issue, most severe first (docs/contract.rst, "The report")."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """The place in the order of gravity: 0 for the gravest."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


@frozen(kw_only=True)
class Occurrence:
    """
    One place where a rule fails.

    :ivar place: the place in the page; ``None`` if the whole page is at fault.
    :ivar facts: the values for the texts of the rule.
    :ivar fix: the edits of the source that remove it, if they were asked for and are certain.
    :ivar change: the change that removes it, if answers of the network have shown it.
    :ivar box: where the screenshot of a rendered page shows it; ``None`` if it doesn't.
    """

    place: Place | None = None
    facts: Mapping[str, Fact] = field(factory=dict)
    fix: Fix | None = None
    change: Moved | Sized | None = None
    box: ScreenBox | None = None


@frozen(kw_only=True)
class Judgement:
    """
    The occurrences that one rule found.

    :ivar rule: the id of the rule.
    :ivar count: the number of occurrences, including those that ``occurrences`` omits.
    :ivar occurrences: the first occurrences.
    :ivar severity: the severity of the issue; ``None`` for the rule's own.
    :ivar magnitude: how large the fault is, by which the share may grow.
    :ivar charged_by: the id of the rule that has found the same fault and charges for it, if an analyzer has seen that.
    :ivar gain_ms: the estimated time in milliseconds by which content would appear sooner without the fault.
    :ivar relieves: the magnitude that other rules would find without the fault, by rule id.
    """

    rule: str
    count: int
    occurrences: tuple[Occurrence, ...]
    severity: Severity | None = None
    magnitude: float = 0.0
    charged_by: str = ""
    gain_ms: int = 0
    relieves: Mapping[str, float] = field(factory=dict)


@frozen(kw_only=True)
class Judged:
    """
    The results of all rules of one category that read the same evidence.

    :ivar judgements: one judgement for each rule that found a fault.
    :ivar passed: the ids of the rules that apply, could see everything they need, and found nothing.
    :ivar inapplicable: the ids of the rules that don't apply to the page; one that found something may be among them.
    :ivar unexamined: the parts that could not be examined, which decide how the score is to be read.
    :ivar page_facts: for SEO: the facts by which the page is compared with the others of its site, if they were asked
        for.
    :ivar listed: for SEO: a sample of the URLs that the site's sitemaps list.
    :ivar references: for links: the URLs that the stylesheets of the page name.
    :ivar styled: for links: the URLs of files that the styles certainly load, which performance reports.
    :ivar resources: for performance: the resources that the stylesheets load.
    :ivar texts: for performance: the facts about stylesheets and scripts, by URL.
    :ivar load: for performance: the facts about the loading of the page.
    :ivar media: for accessibility: the audio and video elements whose files are read.
    :ivar objects: for accessibility: the ``object`` elements without an accessible name.
    :ivar links: for accessibility: the links that share their names with links to other URLs.
    """

    judgements: tuple[Judgement, ...] = ()
    passed: tuple[str, ...] = ()
    inapplicable: tuple[str, ...] = ()
    unexamined: tuple[UnexaminedPart, ...] = ()
    page_facts: PageFacts | None = None
    listed: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    styled: tuple[str, ...] = ()
    resources: tuple[Resource, ...] = ()
    texts: Mapping[str, TextFile] = field(factory=dict)
    load: PageLoad | None = None
    media: tuple[MediaElement, ...] = ()
    objects: tuple[EmbeddedObject, ...] = ()
    links: tuple[NamedLink, ...] = ()

    def joined(self, other: "Judged") -> "Judged":
        """Return these results with those of rules of the same category that read other evidence."""
        return evolve(
            self,
            judgements=self.judgements + other.judgements,
            passed=self.passed + other.passed,
            inapplicable=self.inapplicable + other.inapplicable,
            unexamined=self.unexamined + other.unexamined,
        )


@frozen(kw_only=True)
class JudgedLoad:
    """
    The results of the rules that read the answers for the files of a page, or its simulated load.

    :ivar judged: the results.
    :ivar gains: what the fix of a rule alone gains, by rule id.
    :ivar plan: the fixes that show content sooner together, in order.
    :ivar late_images: the URLs of the images whose size is known only after the content around them is painted.
    """

    judged: Judged = Judged()
    gains: Mapping[str, LoadGain] = field(factory=dict)
    plan: tuple[LoadStep, ...] = ()
    late_images: frozenset[str] = frozenset()


@frozen(kw_only=True)
class PlanStep:
    """
    A step of the plan by which the content of a page appears soonest.

    :ivar rules: the ids of the rules whose issues it fixes.
    :ivar first_paint: when the first content appears once this step and those before it are done, in milliseconds.
    :ivar largest_paint: when the main content does.
    :ivar shares: the share of each issue of the category that is then left, by rule id.
    """

    rules: tuple[str, ...]
    first_paint: int
    largest_paint: int
    shares: Mapping[str, int]


@frozen(kw_only=True)
class Issue:
    """
    An issue of the report (docs/contract.rst, "The report").

    :ivar rule: the id of the rule that found it.
    :ivar share: the percentage of the remaining score that it costs.
    :ivar share_reason: why it costs that, a phrase.
    :ivar charged_by: the id of the rule that charges for the fault instead; an empty string if this one does.
    :ivar summary: the description without the places; empty if it is the same.
    :ivar gain_ms: the estimated time in milliseconds by which content would appear sooner without it; 0 if unknown.
    :ivar relieves: the share that other issues of the category would have without it, by rule id.
    :ivar patch: the unified diff of its safe fixes; empty if there is none.
    """

    rule: str
    severity: Severity
    share: int
    title: str
    description: str
    recommendation: str
    how_to_fix: str
    count: int
    occurrences: tuple[Occurrence, ...] = ()
    share_reason: str = ""
    charged_by: str = ""
    summary: str = ""
    gain_ms: int = 0
    relieves: Mapping[str, int] = field(factory=dict)
    patch: str = ""


@frozen(kw_only=True)
class CategoryResult:
    """
    The issues of one category and its score out of 100.

    :ivar plan: for performance: the steps by which content appears soonest, in order.
    :ivar facts: what else is known of the page, which asks for no change; in the shape of issues, without a charge.
    :ivar unexamined: the parts that could not be examined.
    :ivar passed: the ids of the rules that found nothing; none if the category was not examined.
    :ivar inapplicable: the ids of the rules that don't apply to the page.
    :ivar unchecked: the ids of the other rules: what they need was not requested, not answered or not seen as a whole.
    :ivar counted: whether the score is part of the overall score. If nothing could be examined or a check failed, it
        counts only if it lowers the mean: the missing checks could only have lowered it further.
    :ivar partly: whether so much was not seen, or a check failed, that the score is an upper bound below 100.
    :ivar examined: whether there was something to examine and no check failed; otherwise the score is an upper bound.
    """

    category: Category
    score: int
    issues: tuple[Issue, ...] = ()
    plan: tuple[PlanStep, ...] = ()
    facts: tuple[Issue, ...] = ()
    unexamined: tuple[UnexaminedPart, ...] = ()
    passed: tuple[str, ...] = ()
    inapplicable: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    counted: bool = True
    partly: bool = False
    examined: bool = True


@frozen(kw_only=True)
class Report:
    """
    The report of one scan (docs/contract.rst, "The report").

    :ivar url: the URL as submitted.
    :ivar scanned_at: the start of the scan, in seconds since the epoch.
    :ivar fetch_seconds: the duration of the page fetch.
    :ivar page_size: the size of the page in bytes after content decoding.
    :ivar status_code: the status of the final page response; 0 for a file, which has none.
    :ivar rendering: how the page was rendered; ``None`` if it was examined as it was sent.
    :ivar phases: the name and the duration in seconds of each phase, for ``Server-Timing`` and ``--timing``; the
        categories run concurrently.
    :ivar patch: the unified diff of all safe fixes that can be applied together; empty if there is none.
    :ivar changes: the number of fixes in it.
    :ivar page_facts: the facts by which the page is compared with the others of its site, if they were asked for.
    """

    url: str
    scanned_at: float
    overall_score: int
    categories: tuple[CategoryResult, ...]
    fetch_seconds: float
    page_size: int
    status_code: int
    rendering: Rendering | None = None
    phases: tuple[tuple[str, float], ...] = ()
    patch: str = ""
    changes: int = 0
    page_facts: PageFacts | None = None
