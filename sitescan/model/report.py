"""What is said about a page: occurrences, judgements, issues, categories, the report."""

from collections.abc import Mapping
from enum import Enum

from attrs import field, frozen

from sitescan.model.file_facts import TextFile
from sitescan.model.outline import EmbeddedObject, MediaElement, NamedLink, Place, Reference, Resource
from sitescan.model.page_load import PageLoad

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
    """How grave an issue is (docs/contract.rst, "The report"), gravest first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@frozen(kw_only=True)
class Occurrence:
    """
    One place where a rule fails.

    :ivar place: where, or ``None`` where the fault is the whole page's.
    :ivar facts: the values that belong to this occurrence.
    """

    place: Place | None = None
    facts: Mapping[str, Fact] = field(factory=dict)


@frozen(kw_only=True)
class Judgement:
    """
    What one rule found.

    :ivar rule: the rule's id.
    :ivar count: how many occurrences there are, those left out of ``occurrences`` included.
    :ivar occurrences: the first ones.
    :ivar share: per cent that it takes where that is not the rule's own; ``None`` else.
    :ivar part_of: the id of the rule that charges for it: it then is an info that costs nothing.
    :ivar gain_ms: milliseconds by which content would appear sooner without it, as estimated.
    """

    rule: str
    count: int
    occurrences: tuple[Occurrence, ...]
    share: int | None = None
    part_of: str = ""
    gain_ms: int = 0


@frozen(kw_only=True)
class Judged:
    """
    What the rules of one category found on one body of evidence.

    :ivar judgements: one for each rule that found something.
    :ivar unexamined: one sentence for each thing that could not be examined.
    :ivar failed: whether a check among that failed, by an error or a lack of time of ours: what it would
        have taken is not known.
    :ivar references: addresses that the page's stylesheets name, for the category links.
    :ivar styled: the URLs of files that the page's styles surely load, which performance reports, for links likewise.
    :ivar resources: what the page's stylesheets load, for the category performance.
    :ivar texts: what the page's stylesheets and scripts hold, by URL, likewise.
    :ivar load: what the page says of its own loading, likewise.
    :ivar media: the audio and video elements whose files are looked at, for the category accessibility.
    :ivar objects: the object elements without a name, likewise.
    :ivar links: the links that share their name with one to another address, likewise.
    """

    judgements: tuple[Judgement, ...] = ()
    unexamined: tuple[str, ...] = ()
    failed: bool = False
    references: tuple[Reference, ...] = ()
    styled: tuple[str, ...] = ()
    resources: tuple[Resource, ...] = ()
    texts: Mapping[str, TextFile] = field(factory=dict)
    load: PageLoad | None = None
    media: tuple[MediaElement, ...] = ()
    objects: tuple[EmbeddedObject, ...] = ()
    links: tuple[NamedLink, ...] = ()


@frozen(kw_only=True)
class JudgedLoad:
    """
    What is found in how a page's files load.

    :ivar judged: by the rules that read what the network answered of the files, or the simulated load.
    :ivar gains: milliseconds by which fixes make content appear sooner, by the id of the rule that asks for the fix.
    """

    judged: Judged = Judged()
    gains: Mapping[str, int] = field(factory=dict)


@frozen(kw_only=True)
class Issue:
    """
    A fault of the page, in the words of the contract.

    :ivar rule: the id of the rule that found it.
    :ivar share: per cent of what is left of the score that it takes.
    :ivar summary: the description without the places; empty where it is the same.
    :ivar gain_ms: milliseconds by which content would appear sooner without it, as estimated; 0 where nothing is.
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
    summary: str = ""
    gain_ms: int = 0


@frozen(kw_only=True)
class CategoryResult:
    """
    The issues of one category and its score out of 100.

    :ivar counted: whether the score is part of the overall score. Where nothing could be examined, or a check failed,
        it is so only if it lowers the mean: what was not seen could only have lowered it further.
    :ivar examined: whether there was something to examine, and no check failed: otherwise the score is one at most.
    """

    category: Category
    score: int
    issues: tuple[Issue, ...] = ()
    unexamined: tuple[str, ...] = ()
    counted: bool = True
    examined: bool = True


@frozen(kw_only=True)
class Report:
    """
    The answer to one scan (docs/contract.rst, "The report").

    :ivar url: the URL as submitted.
    :ivar scanned_at: when the scan began, seconds since the epoch.
    :ivar fetch_seconds: time that the page fetch took.
    :ivar page_size: bytes of the page after content decoding.
    :ivar status_code: status of the final page response.
    :ivar phases: names and seconds of what the scan spent its time on, for whoever measures it; the
        categories go on side by side.
    """

    url: str
    scanned_at: float
    overall_score: int
    categories: tuple[CategoryResult, ...]
    fetch_seconds: float
    page_size: int
    status_code: int
    phases: tuple[tuple[str, float], ...] = ()
