"""The findings of a page in the form in which those of a whole site are compared."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from attrs import field, frozen
from msgspec import Struct

from sitescan.model.report import Category, Severity
from sitescan.report.fault_key import FaultKey, fault_key, masked_fact, same_anywhere

UNEXAMINED = "general/unexamined"
"""The rule about what was not examined, which reports show separately."""


class StoredPlace(Struct, frozen=True, gc=False):
    """A place at fault in a stored report."""

    line: int | None = None
    column: int | None = None
    selector: str | None = None
    snippet: str | None = None
    facts: dict[str, str | int | float] = {}

    @property
    def detail(self) -> str:
        """The detail of the fault; empty if there is none."""
        return str(self.facts.get("detail", ""))


class StoredIssue(Struct, frozen=True, rename="camel"):
    """An issue of a stored report."""

    rule: str
    severity: Severity
    title: str
    description: str
    recommendation: str
    how_to_fix: str
    share: int
    count: int
    occurrences: list[StoredPlace]
    summary: str = ""
    same_fault_as: str = ""
    relieves: dict[str, int] = {}
    patch: str = ""

    @property
    def places(self) -> Sequence[StoredPlace]:
        """The places at fault; one that names no element if the whole page is."""
        return self.occurrences or (StoredPlace(),)


class StoredCategory(Struct, frozen=True, rename="camel"):
    """A category of a stored report."""

    category: Category
    score: int
    counted: bool
    issues: list[StoredIssue]
    unexamined: list[str] = []


class StoredReport(Struct, frozen=True, rename="camel"):
    """A report as :func:`sitescan.report.json_format.report_json` writes it, with evidence."""

    overall_score: int
    categories: list[StoredCategory]


_DECODER = msgspec.json.Decoder(StoredReport)


def stored_report(text: str) -> StoredReport:
    """Return a report from its JSON."""
    return _DECODER.decode(text)


class Spot(Struct, frozen=True, gc=False):
    """
    A place at fault: what it has in common with others, and what tells it apart from them.

    :ivar markup: identifies the markup.
    :ivar said: identifies what is said about it.
    """

    key: FaultKey
    markup: int
    said: int


@frozen
class PageFinding:
    """
    An issue of a page.

    :ivar rules: its rule, and those of the issues about the same fault.
    :ivar spots: the number of its places of each kind.
    """

    rules: tuple[str, ...]
    spots: Mapping[Spot, int]


@frozen(kw_only=True)
class PageFindings:
    """
    What is kept of the report on a page.

    :ivar scores: the scores of its categories that count.
    :ivar shares: the share of each issue that costs something, by category and rule.
    :ivar relieves: the share that other issues would have without an issue, by its rule and theirs.
    """

    url: str
    score: int
    scores: Mapping[str, int]
    shares: Mapping[str, Mapping[str, int]]
    findings: Sequence[PageFinding]
    relieves: Mapping[str, Mapping[str, int]] = field(factory=dict)

    @property
    def charged(self) -> int:
        """The number of its issues that cost something."""
        return sum(map(len, self.shares.values()))


def page_findings(url: str, report: StoredReport) -> PageFindings:
    """Return what is kept of the report on a page."""
    counted = [category for category in report.categories if category.counted]
    issues = [issue for category in report.categories for issue in category.issues if issue.rule != UNEXAMINED]
    followers: dict[str, list[str]] = {}
    for issue in issues:
        if issue.same_fault_as:
            followers.setdefault(issue.same_fault_as, []).append(issue.rule)
    return PageFindings(
        url=url,
        score=report.overall_score,
        scores={category.category.value: category.score for category in counted},
        shares={
            category.category.value: {issue.rule: issue.share for issue in category.issues if issue.share}
            for category in counted
        },
        findings=tuple(
            PageFinding((issue.rule, *followers.get(issue.rule, ())), Counter(spot for spot, _ in spots(issue)))
            for issue in issues
            if not issue.same_fault_as
        ),
        relieves={issue.rule: issue.relieves for issue in issues if issue.relieves},
    )


def spots(issue: StoredIssue) -> Iterator[tuple[Spot, StoredPlace]]:
    """Yield the places of an issue, each with what is compared of it."""
    for place in issue.places:
        markup = place.snippet or ""
        key = fault_key(issue.rule, place.selector or "", markup, place.detail)
        if key.by_colors:
            yield Spot(key, 0, 0), place
            continue
        said = tuple((name, masked_fact(fact)) for name, fact in place.facts.items())
        yield Spot(key, hash(same_anywhere(markup)), hash(said)), place
