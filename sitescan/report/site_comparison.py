"""What changed from one report on a site to the next: faults by their keys, pages by their addresses."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import define, field
from msgspec.structs import replace

from sitescan.model.report import Category
from sitescan.model.site_changes import FaultChange, PageGone, PastResult, SiteChanges
from sitescan.model.site_report import PageScore, Reach, SiteFault, SiteReport, SiteWideIssue
from sitescan.report.same_fault import others
from sitescan.report.site_ranking import importance
from sitescan.report.site_wording import between, is_momentary, where
from sitescan.rules.catalogue import current_id
from sitescan.standards.lazy_pattern import lazy_pattern

_ORIGIN, _NUMBER = lazy_pattern(r"\Ahttps?://[^/]+/"), lazy_pattern(r"[0-9][0-9,.]*")


def past_result(report: SiteReport) -> PastResult:
    """Return a report in one line."""
    found: Sequence[SiteFault | SiteWideIssue] = (*report.faults, *report.issues)
    return PastResult(
        scanned_at=report.scanned_at,
        sitescan_version=report.sitescan_version,
        score=report.score,
        scores=report.scores,
        pages=report.examined,
        faults=dict(Counter(one.severity for one in found)),
    )


def site_changes(old: SiteReport, new: SiteReport) -> SiteChanges:
    """
    Return what changed from one report to the next.

    Addresses are compared without the origin of the start page, or without the folder that was named, so that a copy of
    a site can be compared with it. A fault of a template is known by its keys, one of single pages by these pages, and
    an issue between pages by its target, or else by pages in common. A fault is fixed if pages that had it were
    examined again: what has gone with its pages, or was not examined, is not.
    """
    before, after = _Known(old), _Known(new)
    added, fixed = list(after.unknown_to(before)), list(before.unknown_to(after, after.examined.keys()))
    return SiteChanges(
        before=past_result(old),
        templates=dict(_earlier_scores(before, after)),
        new=_ordered(change for change in added if not is_momentary(change.rule)),
        fixed=_ordered(change for change in fixed if not is_momentary(change.rule)),
        unsure=_ordered(change for change in (*added, *fixed) if is_momentary(change.rule)),
        unchanged=len(new.faults) + len(new.issues) - sum(not change.same_places for change in added),
        pages_new=tuple(url for page, url in after.examined.items() if page not in before.examined),
        pages_gone=tuple(
            PageGone(url=url, why=after.absence(page))
            for page, url in before.examined.items()
            if page not in after.examined
        ),
        notes=tuple(_notes(old, new)),
    )


def _ordered(changes: Iterable[FaultChange]) -> tuple[FaultChange, ...]:
    return tuple(sorted(changes, key=importance))


@define(eq=False)
class _Known:
    """
    What one report knows of a site, by addresses in the site.

    :ivar examined: the URLs of the pages that were examined.
    :ivar keys: the keys of the faults of templates, by rule.
    :ivar pages: the pages with a fault, by rule.
    :ivar single: the pages with a fault of their own, by rule.
    :ivar issues: the targets of the issues between pages, and the pages of those without a target, by rule.
    """

    report: SiteReport
    examined: Mapping[str, str] = field(init=False)
    keys: Mapping[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    pages: Mapping[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    single: Mapping[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    issues: Mapping[str, set[str]] = field(init=False, factory=lambda: defaultdict(set))
    _root: str = field(init=False)
    _unread: Mapping[str, PageScore] = field(init=False)

    def __attrs_post_init__(self) -> None:
        start = next((page.url for page in self.report.pages if page.depth == 0), self.report.target)
        origin = _ORIGIN.match(start)
        self._root = origin[0] if origin else f"{self.report.target.rstrip('/')}/"
        self.examined = {self._address(page.url): page.url for page in self.report.pages if page.score is not None}
        self._unread = {self._address(page.url): page for page in self.report.pages if page.score is None}
        for fault in self.report.faults:
            rule, pages = current_id(fault.rule), set(map(self._address, fault.pages))
            self.pages[rule].update(pages)
            self.keys[rule].update(fault.keys)
            self.single[rule].update(() if fault.keys else pages)
        for issue in self.report.issues:
            about = [issue.target] if issue.target else issue.pages
            self.issues[current_id(issue.rule)].update(map(self._address, about))

    def unknown_to(self, other: "_Known", wanted: AbstractSet[str] | None = None) -> Iterator[FaultChange]:
        """
        Yield the faults and the issues between pages that another report doesn't have.

        :param wanted: the pages that count; ``None`` if all do.
        """
        for fault in self.report.faults:
            if (change := self._fault_unknown_to(other, fault, wanted)) is not None:
                yield change
        for issue in self.report.issues:
            if (change := self._issue_unknown_to(other, issue, wanted)) is not None:
                yield change

    def _fault_unknown_to(
        self, other: "_Known", fault: SiteFault, wanted: AbstractSet[str] | None
    ) -> FaultChange | None:
        rule = current_id(fault.rule)
        same_places = bool(fault.keys) and other.keys[rule].issuperset(fault.keys)
        known = other.single[rule] if fault.keys and not same_places else other.pages[rule]
        # Another rule may have found the same fault.
        known = known.union(*(other.pages[same] for same in others(rule)))
        # A template that other pages use now, too, has no other fault than before.
        pages = self._unknown(fault.pages, known, other.examined.keys() if same_places else wanted)
        if not pages:
            return None
        # Faults of single pages are others on each of them.
        place = where(fault if fault.keys and not same_places else replace(fault, reach=Reach.PAGES, pages=pages))
        came = "" if any(self._address(url) in other.examined for url in pages) else ", only on new pages"
        return _change(fault, f"{fault.title}, {place}{came}", pages, same_places=same_places)

    def _issue_unknown_to(
        self, other: "_Known", issue: SiteWideIssue, wanted: AbstractSet[str] | None
    ) -> FaultChange | None:
        rule = current_id(issue.rule)
        known = other.issues.get(rule)
        known_pages = known if known and not issue.target else frozenset()
        # A group that has pages in common is the same group, and one that has got new pages has not changed.
        same_group = not known_pages.isdisjoint(map(self._address, issue.pages))
        pages = self._unknown(issue.pages, known_pages, other.examined.keys() if same_group else wanted)
        if known is not None and (
            self._address(issue.target) in known
            if issue.target
            # Where only the first pages are named, others may have taken their place.
            else not issue.pages or issue.count > len(issue.pages)
        ):
            return None
        if issue.pages and not pages:
            return None
        return _change(issue, f"{issue.title}: {between(issue)}", pages, same_places=same_group)

    def _unknown(
        self, urls: Iterable[str], known: AbstractSet[str], wanted: AbstractSet[str] | None
    ) -> tuple[str, ...]:
        addresses = ((url, self._address(url)) for url in urls)
        return tuple(
            url for url, address in addresses if address not in known and (wanted is None or address in wanted)
        )

    def absence(self, address: str) -> str:
        """Return why a page was not examined."""
        page = self._unread.get(address)
        return "not found this time" if page is None else page.problem or f"it redirects to {page.redirect}"

    def _address(self, url: str) -> str:
        return url.removeprefix(self._root)

    @property
    def template_of(self) -> Mapping[str, str]:
        """The template of each page."""
        return {self._address(page.url): page.template for page in self.report.pages if page.template}


def _change(
    found: SiteFault | SiteWideIssue, said: str, pages: tuple[str, ...], *, same_places: bool = False
) -> FaultChange:
    return FaultChange(
        rule=found.rule,
        category=found.category,
        severity=found.severity,
        title=found.title,
        said=said,
        points=found.points,
        pages=pages,
        same_places=same_places,
    )


def _earlier_scores(before: _Known, after: _Known) -> Iterator[tuple[str, dict[Category, float]]]:
    """Yield the name of each template with the earlier scores of the one that most of its pages had."""
    earlier, scores = before.template_of, {template.name: template.scores for template in before.report.templates}
    shared: dict[str, Counter[str]] = defaultdict(Counter)
    for address, name in after.template_of.items():
        if address in earlier:
            shared[name][earlier[address]] += 1
    for name, names in shared.items():
        yield name, scores.get(max(names, key=lambda other: (names[other], other)), {})


def _notes(old: SiteReport, new: SiteReport) -> Iterator[str]:
    """Yield what makes reports hard to compare."""
    if old.target != new.target:
        yield f"The earlier report is about {old.target}"
    if old.scoring_version != new.scoring_version:
        yield "The scores were calculated in another way, so they can't be compared"
    if old.sitescan_version != new.sitescan_version:
        yield (
            f"The earlier report is by sitescan {old.sitescan_version or '1.0'}, this one by {new.sitescan_version}: "
            "checks that have been added or corrected find something else on the same page"
        )
    known = {_NUMBER.sub("", sentence) for sentence in old.unexamined}
    for sentence in new.unexamined:
        if _NUMBER.sub("", sentence) not in known:
            yield f"Not examined this time: {sentence}"
