"""The faults of a site: what one change mends, said once for all pages that have it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import field, frozen

from sitescan.model.site_report import Reach
from sitescan.report.fault_key import FaultKey
from sitescan.site.page_findings import PageFinding, PageFindings, Spot
from sitescan.standards.disjoint_sets import DisjointSets

#: A fault is one of a template if so many of its pages have it, and this part of them.
_LEAST_PAGES, _LEAST_PART = 3, 0.6


@frozen(kw_only=True)
class Fault:
    """
    What one rule has found on some pages, and one change mends.

    :ivar rules: the rule, and those of the issues about the same fault.
    :ivar templates: the names of the templates of the pages.
    :ivar pages: the URLs of the pages, sorted.
    :ivar spots: the places, those on the first page first.
    :ivar mended: the pages on which the rules find nothing once it is mended.
    """

    rules: Sequence[str]
    reach: Reach
    templates: Sequence[str]
    pages: Sequence[str]
    spots: Sequence[Spot]
    mended: AbstractSet[str]


@frozen
class _Repeated:
    """Places that a template repeats, and the pages on which it does."""

    reach: Reach
    spots: Sequence[Spot]
    pages: AbstractSet[str]


@frozen
class _OfRule:
    """The pages on which one rule has found something, in their order."""

    findings: Mapping[str, PageFinding]
    template_of: Mapping[str, str]
    sizes: Mapping[str, int]
    _pages_of: dict[Spot, list[str]] = field(init=False, factory=lambda: defaultdict(list))

    def __attrs_post_init__(self) -> None:
        for url, finding in self.findings.items():
            for spot in finding.spots:
                self._pages_of[spot].append(url)

    def faults(self) -> Iterator[Fault]:
        """Yield the faults of templates, and then what is left on single pages."""
        left = {url: set(finding.spots) for url, finding in self.findings.items()}
        for group in _on_same_pages([*self._repeated()]):
            for part in group:
                for url in part.pages:
                    left[url].difference_update(part.spots)
            reach = Reach.LOOP if any(part.reach is Reach.LOOP for part in group) else Reach.TEMPLATE
            yield self._fault(reach, {spot for part in group for spot in part.spots}, _pages(group))
        own = {url for url, spots in left.items() if spots}
        if own:
            yield self._fault(Reach.PAGES, {spot for url in own for spot in left[url]}, own)

    def _repeated(self) -> Iterator[_Repeated]:
        by_key: dict[FaultKey, list[Spot]] = defaultdict(list)
        for spot in self._pages_of:
            by_key[spot.key].append(spot)
        for spots in by_key.values():
            others = []
            for spot in spots:
                if self._usual_in(self._pages_of[spot]):
                    yield _Repeated(Reach.TEMPLATE, (spot,), set(self._pages_of[spot]))
                else:
                    others.append(spot)
            pages = {url for spot in others for url in self._pages_of[spot]}
            usual = self._usual_in(pages)
            # A start tag that is the same everywhere is at fault because of its text, which belongs to its page.
            if usual and len({spot.markup for spot in others}) > 1:
                yield _Repeated(Reach.LOOP, others, {url for url in pages if self.template_of[url] in usual})

    def _usual_in(self, pages: Iterable[str]) -> Collection[str]:
        """Return the templates of which so many pages are among some pages that the template must be at fault."""
        times = Counter(self.template_of[url] for url in pages)
        return {
            name
            for name, number in times.items()
            if number >= _LEAST_PAGES and number >= _LEAST_PART * self.sizes[name]
        }

    def _fault(self, reach: Reach, spots: AbstractSet[Spot], pages: AbstractSet[str]) -> Fault:
        affected = {url: finding for url, finding in self.findings.items() if url in pages}
        return Fault(
            rules=tuple(dict.fromkeys(rule for finding in affected.values() for rule in finding.rules)),
            reach=reach,
            templates=tuple(sorted({self.template_of[url] for url in affected})),
            pages=tuple(affected),
            spots=tuple(
                dict.fromkeys(spot for finding in affected.values() for spot in finding.spots if spot in spots)
            ),
            mended=frozenset(url for url, finding in affected.items() if finding.spots.keys() <= spots),
        )


def _on_same_pages(parts: Sequence[_Repeated]) -> Iterable[Sequence[_Repeated]]:
    """Return the parts that have pages in common together: a page is mended only if all of them are."""
    joined, first = DisjointSets(len(parts)), dict[str, int]()
    for number, part in enumerate(parts):
        for url in part.pages:
            joined.join(number, first.setdefault(url, number))
    return [[parts[number] for number in group] for group in joined.groups()]


def _pages(parts: Iterable[_Repeated]) -> AbstractSet[str]:
    return {url for part in parts for url in part.pages}


def faults(pages: Sequence[PageFindings], template_of: Mapping[str, str]) -> Iterator[Fault]:
    """
    Yield the faults of the pages of a site.

    :param pages: the findings of the pages, sorted by URL.
    :param template_of: the name of the template of each page by URL.
    """
    sizes = Counter(template_of[page.url] for page in pages)
    by_rule: dict[str, dict[str, PageFinding]] = defaultdict(dict)
    for page in pages:
        for finding in page.findings:
            by_rule[finding.rules[0]][page.url] = finding
    for findings in by_rule.values():
        yield from _OfRule(findings, template_of, sizes).faults()
