"""
Estimates of when content appears, by replaying the graph of a page as it is and with each fix applied.

As in Lighthouse, each estimate is the mean of two replays: one loads only the required files, and in the other all
files share the connection. If a browser has painted the page on the modelled network, its times are the estimates of
the page as it is, and the replays say what fixes change.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from sitescan.model.file_facts import Picture
from sitescan.model.load_simulation import FileFacts, SimulatedLoad, SimulatedPage
from sitescan.model.page_load import (
    TEXT,
    BlockingStylesheet,
    Candidate,
    ChainLink,
    LoadEstimates,
    LoadGain,
    Loading,
)
from sitescan.performance.graph import PARSE_TIME, Graph, PageGraphs, processing_time, urgent_files
from sitescan.performance.improvements import (
    IMAGE_RULES,
    STYLESHEETS,
    Improvement,
    improvements,
    of_rules,
    used_size,
)
from sitescan.performance.late_images import late_images
from sitescan.performance.load_plan import LEAST_GAIN, load_plan
from sitescan.performance.network import DESKTOP, PHONE, Profile, Request
from sitescan.performance.replay import Span, replay

#: The minimum size of another candidate, relative to the largest, to be possibly the largest content.
_NEARLY = 0.8

#: The time after which text that waits for its font is rendered in another font, in milliseconds.
_FONT_PERIOD = 3000.0

#: The maximum number of files in a reported chain.
_LONGEST_CHAIN = 12

#: The bytes per displayed pixel of an image below which browsers do not count it as content.
#: https://web.dev/articles/lcp#what-elements-are-considered
_LEAST_CONTENT = 0.05 / 8

#: The maximum number of graphs of a page that are replayed; what is then unknown of its plan is not ordered.
_MOST_REPLAYS = 40

#: The number of graphs of a page with a change, on one profile.
_GRAPHS = 4

#: The time from which on the first content is late, in milliseconds: stylesheets that block are normal, and reported
#: only on pages that they make slow. https://web.dev/articles/fcp
_LATE = 1800

_SCREEN = 412.0 * 823.0


@frozen(kw_only=True)
class _Replay:
    """A graph, and the start and end times of its requests."""

    graph: Graph
    spans: Sequence[Span]

    def ends(self, url: str) -> float:
        """Return when a file of the graph was loaded and processed, in milliseconds."""
        return self.spans[self.graph.index[url]].ends

    def came(self, offset: float) -> float:
        """Return when what stands after a part of the page has come, in milliseconds."""
        return self.spans[self.graph.pieces.at(offset)].ends


class _Replays:
    """A cache of replays on one profile: a fix seldom changes all graphs of a page."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._known: dict[tuple[Request, ...], Sequence[Span]] = {}

    @property
    def count(self) -> int:
        """The number of graphs that were replayed."""
        return len(self._known)

    def of(self, built: Graph) -> _Replay:
        """Return the replay of a graph."""
        requests = tuple(built.requests)
        if requests not in self._known:
            self._known[requests] = replay(requests, self.profile)
        return _Replay(graph=built, spans=self._known[requests])


@frozen(kw_only=True)
class _Graphs:
    """
    The graphs of a page that determine when its content appears.

    :ivar first: the files required for the first paint: of the message of an app shell, or of the content.
    :ivar lean: the files required for the first content.
    :ivar alone: those files and the candidates for the largest content.
    :ivar full: all files that the page loads.
    :ivar urgent: the URLs of the files loaded with more than low priority.
    """

    first: Graph
    lean: Graph
    alone: Graph
    full: Graph
    urgent: frozenset[str]

    @classmethod
    def of(cls, page: SimulatedPage, candidates: Iterable[Candidate]) -> "_Graphs":
        """Return the graphs of a page."""
        graphs = PageGraphs(page)
        needed, full, load = graphs.first_paint_files, graphs.graph(), page.load
        lean = graphs.graph(needed, load.content_offset)
        return cls(
            first=graphs.graph(graphs.blocking_files, load.message_offset) if load.message else lean,
            lean=lean,
            alone=graphs.graph(
                needed | graphs.with_scripts(candidate.url for candidate in candidates if candidate.url),
                max([load.content_offset, *[candidate.offset for candidate in candidates]]),
            ),
            full=full,
            urgent=urgent_files(page) & full.index.keys(),
        )


@frozen(kw_only=True)
class EstimatedPaints:
    """
    When the first and the largest content appear, in milliseconds.

    :ivar first: when something appears: the message of an app shell, or content.
    :ivar content: when the first content appears.
    :ivar text: when text of the content appears: the mean of :attr:`content` and of a replay of all files.
    :ivar ends: when each candidate for the largest content appears.
    :ivar settled: when the page is painted after all other files that are loaded before the largest content, and all
        candidates have been loaded beside them.
    :ivar blocking: the replay of the files required for the first paint.
    :ivar lean: the replay of the files required for the first content.
    :ivar alone: the replay of the files required for the first content, and the candidates.
    :ivar full: the replay of all files.
    """

    first: float
    content: float
    text: float
    ends: Sequence[tuple[float, Candidate]]
    settled: float
    blocking: _Replay
    lean: _Replay
    alone: _Replay
    full: _Replay

    @property
    def largest(self) -> float:
        """When the last of the candidates appears."""
        return max(end for end, _ in self.ends)

    @property
    def latest(self) -> float:
        """
        The latest time at which the largest content appears.

        Scripts and styles may still replace or move it, so Lighthouse's model waits for all files loaded with more than
        low priority, whatever the largest content is.
        """
        return max(self.largest, self.settled)

    @property
    def earliest(self) -> float:
        """The earliest time at which the largest content appears: that of the first candidate."""
        return min(end for end, _ in self.ends)

    @property
    def of(self) -> Candidate:
        """The candidate that appears last; of several, the largest."""
        return next(candidate for end, candidate in self.ends if end == self.largest)


def simulated_load(
    page: SimulatedPage,
    pictures: Mapping[str, Picture],
    rules: Collection[str],
    savings: Mapping[str, Mapping[str, int]],
) -> SimulatedLoad:
    """
    Simulate the loading of a page, as it is and with fixes.

    :param pictures: the dimensions in the first bytes of images, by URL.
    :param rules: the ids of the rules whose fixes are simulated: those that have found something.
    :param savings: the bytes that images could save, by the id of the rule that computed them and by URL.
    """
    candidates = ranked(page, pictures)
    replays = _Replays(PHONE)
    graphs = _Graphs.of(page, candidates)
    phone, desktop = (
        estimated_paints(graphs, replays, candidates),
        estimated_paints(graphs, _Replays(DESKTOP), candidates),
    )
    gains = _Gains(page, phone, candidates, replays)
    late = _appearances(page, phone)[0] > _LATE
    changes = [*improvements(page, phone.of, {*rules, *((STYLESHEETS,) if late else ())}, savings)]
    # What matters as a whole comes before what each rule gains alone, because the number of replays is limited.
    plan = load_plan(changes, gains.of)
    alone = {rule: gains.of([change]) for change in changes for rule in change.rules}
    # Each of the rules about images names other images; what other rules share is one setting.
    for rule in [rule for rule in IMAGE_RULES if rule in alone]:
        alone[rule] = gains.of([of_rules((rule,), phone.of, savings)])
    known = {rule: gain for rule, gain in alone.items() if gain is not None and gain.sooner >= LEAST_GAIN}
    estimates = _estimates(page, phone, desktop)
    if STYLESHEETS in {*known, *(rule for step in plan for rule in step.rules)}:
        estimates = evolve(estimates, stylesheets=tuple(_blocking_stylesheets(page)))
    full = phone.full
    shifting = late_images(page.load, full.graph, full.spans, _painted(full, PHONE))
    return SimulatedLoad(estimates=estimates, gains=known, plan=plan, late_images=frozenset(shifting))


@define(eq=False)
class _Gains:
    """
    What changes of a page gain, simulated together.

    :ivar phone: when its content appears as it is.
    """

    page: SimulatedPage
    phone: EstimatedPaints
    candidates: Sequence[Candidate]
    replays: _Replays
    _known: dict[frozenset[tuple[str, ...]], LoadGain] = field(factory=dict)

    def of(self, changes: Sequence[Improvement]) -> LoadGain | None:
        """Return what some changes gain together; ``None`` if too many graphs have been replayed."""
        key = frozenset(change.rules for change in changes)
        if key not in self._known:
            if self.replays.count + _GRAPHS > _MOST_REPLAYS - _GRAPHS:
                return None
            self._known[key] = self._simulated(changes)
        return self._known[key]

    def _simulated(self, changes: Sequence[Improvement]) -> LoadGain:
        changed = self.page
        for change in changes:
            changed = change.apply(changed)
        phone, then = self.phone, estimated_paints(_Graphs.of(changed, self.candidates), self.replays, self.candidates)
        first, largest, _ = _appearances(self.page, phone)
        return LoadGain(
            # For the largest content, or for text if that is more.
            sooner=_rounded(max(0.0, phone.largest - then.largest, phone.text - then.text)),
            first_paint=_rounded(max(0.0, first - (phone.first - then.first))),
            largest_paint=_rounded(max(0.0, largest - (phone.earliest - then.earliest))),
            saved=max(0, _weight(self.page) - _weight(changed)),
            saved_scripts=max(0, _script_weight(self.page) - _script_weight(changed)),
        )


def _blocking_stylesheets(page: SimulatedPage) -> Iterator[BlockingStylesheet]:
    """Iterate over the stylesheets for which the first content waits, those with most unused rules first."""
    found = [
        BlockingStylesheet(url=file.url, size=page.files[file.url].size or 0, used=used)
        for file in page.load.files
        if (used := used_size(page, file)) is not None
    ]
    yield from sorted(found, key=lambda sheet: sheet.used - sheet.size)


def _weight(page: SimulatedPage) -> int:
    """Return the size of a page and of its files of known size, in bytes."""
    return page.size + page.icon + sum(facts.size or 0 for facts in _loaded(page))


def _script_weight(page: SimulatedPage) -> int:
    """Return the size of the scripts of known size, in bytes."""
    urls = {file.url for file in page.load.files if file.kind == "script"}
    return sum(facts.size or 0 for url, facts in page.files.items() if url in urls)


def _estimates(page: SimulatedPage, phone: EstimatedPaints, desktop: EstimatedPaints) -> LoadEstimates:
    full, loaded = phone.full.graph, list(_loaded(page))
    spans = _measured_spans(page, full, _between(phone))
    first_paint, earliest, latest = _appearances(page, phone)
    return LoadEstimates(
        first_paint=_rounded(first_paint),
        largest_paint=_rounded(latest),
        largest_paint_from=_rounded(earliest),
        desktop_first_paint=_rounded(desktop.first * first_paint / phone.first),
        desktop_largest_paint=_rounded(desktop.largest * earliest / phone.earliest),
        largest=phone.of.url or TEXT,
        chain=_largest_chain(page, phone, spans),
        first_chain=_chain(full, spans, _last_before(page, full, spans, page.load.first_at, page.load.first_offset))
        if page.load.first_at
        else _chain(phone.blocking.graph, phone.blocking.spans, -1),
        timeline=tuple(_timeline(full, spans)),
        weight=_weight(page),
        script_work=_rounded(_script_work(page, full)),
        unknown=sum(1 for facts in loaded if facts.size is None),
        left_out=page.load.left_out,
        capped=page.load.capped,
        rendered=page.load.rendered,
        measured=page.load.first_at > 0,
        painted=None if page.load.painted is None else page.load.painted.place,
    )


def _script_work(page: SimulatedPage, full: Graph) -> float:
    """Return the time in which a phone has run the page's scripts, of which a browser may have seen what runs."""
    used = {file.url: file.used for file in page.load.files}
    evaluated = sum(request.processing * used[request.url] for request in full.requests if request.kind == "script")
    own = processing_time("script", page.load.inline_scripts)
    return (evaluated + own) * PHONE.processor


def _appearances(page: SimulatedPage, phone: EstimatedPaints) -> tuple[float, float, float]:
    """Return when the first content appears, and when the largest does at the earliest and at the latest."""
    if not page.load.first_at:
        return phone.first, phone.earliest, phone.latest
    # The browser gets the page at once, and its layout takes no time of the page.
    load, layout = page.load, phone.full.graph.layout * PHONE.processor
    first = max(load.first_at, phone.full.came(load.first_offset)) + layout
    largest = max(load.largest_at + layout, phone.full.came(phone.of.offset) + layout, first)
    return first, largest, largest


def _loaded(page: SimulatedPage) -> Iterator[FileFacts]:
    """Iterate over the facts about each file that browsers load with the page."""
    for file in page.load.files:
        facts = page.files.get(file.url, FileFacts())
        if file.loading is not Loading.LAZY and not (facts.missing or facts.unreachable):
            yield facts


def ranked(page: SimulatedPage, pictures: Mapping[str, Picture]) -> Sequence[Candidate]:
    """
    Return the candidates for the largest content: the largest, then those of nearly its size.

    If a browser has measured the largest content, that is the only one.
    """
    if page.load.painted is not None:
        return (page.load.painted,)
    sized = [
        (_area(page, candidate, pictures), -number, candidate) for number, candidate in enumerate(page.load.candidates)
    ]
    sized.sort(key=lambda entry: entry[:2], reverse=True)
    if not sized or sized[0][0] <= 0:
        return (Candidate(),)
    largest = sized[0][0]
    return tuple(candidate for area, _, candidate in sized if area >= largest * _NEARLY)[:4]


def _area(page: SimulatedPage, candidate: Candidate, pictures: Mapping[str, Picture]) -> float:
    """Return the displayed area of a candidate in square CSS pixels; 0 for an image that is missing or too small."""
    if not candidate.url:
        return candidate.area
    facts = page.files.get(candidate.url)
    if facts is None or facts.missing or facts.unreachable:
        return 0.0
    area, picture = candidate.area, pictures.get(candidate.url)
    if picture is not None and picture.width and picture.height:
        width, height = candidate.width, candidate.height
        ratio = picture.height / picture.width
        if not width or not height:
            # For a background, the area of its element is more precise.
            width = width or (height / ratio if height else min(picture.width, 412.0))
            height = height or width * ratio
            area = width * height if candidate.area <= 150.0 * 150.0 else candidate.area
        area = min(area, picture.width * picture.height)
    if facts.size is not None and facts.size < area * _LEAST_CONTENT:
        return 0.0
    return min(area, _SCREEN)


def estimated_paints(graphs: _Graphs, replays: _Replays, candidates: Sequence[Candidate]) -> EstimatedPaints:
    """Return when content appears on one profile."""
    blocking, lean = replays.of(graphs.first), replays.of(graphs.lean)
    alone, full = replays.of(graphs.alone), replays.of(graphs.full)
    first, content = _painted(blocking, replays.profile), _painted(lean, replays.profile)
    # Text is painted with the first content, which is later if all files share the connection.
    text = (content, max(content, _painted(full, replays.profile)))
    ends: list[tuple[float, Candidate]] = []
    for candidate in candidates:
        best, worst = (max(at, found.came(candidate.offset)) for at, found in zip(text, (alone, full), strict=True))
        if candidate.url in full.graph.index:
            best, worst = max(content, alone.ends(candidate.url)), max(content, full.ends(candidate.url))
        ends.append(((best + worst) / 2, candidate))
    images = frozenset(candidate.url for candidate in candidates) & full.graph.index.keys()
    before = max(map(full.ends, _loaded_before(graphs, images)), default=0.0)
    settled = max([before + full.graph.layout * replays.profile.processor, *map(full.ends, images)])
    return EstimatedPaints(
        first=first,
        content=content,
        text=sum(text) / 2,
        ends=ends,
        settled=settled,
        blocking=blocking,
        lean=lean,
        alone=alone,
        full=full,
    )


def _loaded_before(graphs: _Graphs, candidates: frozenset[str]) -> Iterator[str]:
    """
    Iterate over the URLs of files that are loaded before the largest content: all but other images of low priority.

    Images that follow the largest one in the page are loaded later.

    :param candidates: the URLs of the images that may be the largest content.
    """
    requests, index = graphs.full.requests, graphs.full.index
    last = max((index[url] for url in candidates), default=len(requests))
    for url in graphs.urgent - candidates:
        if index[url] < last or requests[index[url]].kind != "image":
            yield url


def _between(found: EstimatedPaints) -> Sequence[Span]:
    """Return the spans of all requests of the page, as the mean of two replays, like the estimates."""
    spans: list[Span] = []
    for request, span in zip(found.full.graph.requests, found.full.spans, strict=True):
        if request.url in found.alone.graph.index:
            alone = found.alone.spans[found.alone.graph.index[request.url]]
            span = Span(  # noqa: PLW2901 - the mean span of the same request
                came=(span.came + alone.came) / 2,
                begins=(span.begins + alone.begins) / 2,
                ends=(span.ends + alone.ends) / 2,
            )
        spans.append(span)
    return spans


def _measured_spans(page: SimulatedPage, full: Graph, spans: Sequence[Span]) -> Sequence[Span]:
    """Return the spans of all requests of a page: those of a browser where it has measured them."""
    files = {file.url: file for file in page.load.files if file.ends and file.url != page.url}
    measured: list[Span] = []
    for request, span in zip(full.requests, spans, strict=True):
        file = files.get(request.url)
        measured.append(span if file is None else Span(begins=file.begins, came=file.ends, ends=file.ends))
    return measured


def _largest_chain(page: SimulatedPage, phone: EstimatedPaints, spans: Sequence[Span]) -> tuple[ChainLink, ...]:
    """Return the chain of files that determines when the largest content is painted."""
    full = phone.full.graph
    piece = full.pieces.at(phone.of.offset)
    largest = full.index.get(phone.of.url, piece if full.requests[piece].continues else -1)
    if page.load.first_at:
        last = _last_before(page, full, spans, page.load.largest_at, phone.of.offset)
        # Content that is loaded before the scripts that show it waits for them.
        return _chain(full, spans, last if largest < 0 or spans[largest].ends < spans[last].ends else largest)
    # An image that is loaded before the first content waits for what that waits for.
    early = largest >= 0 and spans[largest].ends < phone.content
    return _chain(phone.lean.graph, phone.lean.spans, -1) if early else _chain(full, spans, largest)


def _last_before(page: SimulatedPage, full: Graph, spans: Sequence[Span], at: float, offset: float) -> int:
    """
    Return the index of the last file but images that a browser has received before it has painted, or of the page.

    :param offset: the part of the page that must have come before.
    """
    piece = full.pieces.at(offset)
    measured = {file.url for file in page.load.files if file.ends and file.kind != "image"}
    before = [index for url, index in full.index.items() if url in measured and spans[index].ends <= at]
    return max([piece, *before], key=lambda index: (spans[index].ends, index))


def _painted(replayed: _Replay, profile: Profile) -> float:
    """
    Return when the first content is painted: when its part of the page is parsed, and its files have been loaded.

    Text hidden by its font is painted after three seconds in any case.
    """
    built, spans = replayed.graph, replayed.spans
    fonts = {index for index in built.paints if built.requests[index].kind == "font"}
    styled = max(spans[index].ends for index in built.paints if index not in fonts)
    shown = min(max((spans[index].ends for index in fonts), default=0.0), styled + _FONT_PERIOD)
    parsed = spans[built.paints[0]].ends + PARSE_TIME * profile.processor
    return max(parsed, styled, shown) + built.layout * profile.processor


def _chain(built: Graph, spans: Sequence[Span], end: int) -> tuple[ChainLink, ...]:
    """Return the chain of files that determines when a file is loaded or, without one, when content is painted."""
    at = end if end >= 0 else max(built.paints, key=lambda index: (spans[index].ends, index))
    found: list[ChainLink] = []
    while len(found) < _LONGEST_CHAIN:
        found.append(_link(built, spans, at))
        request = built.requests[at]
        if request.continues:
            at = built.pieces.indexes[1]
            request = built.requests[at]
        before = (*request.after, *(waited for waited in request.waits if spans[waited].ends > spans[at].came))
        if not before:
            break
        found_at, at = at, max(before, key=lambda index: (spans[index].ends, index))
        # A file that was loaded long before and only waited to be processed is not part of the chain.
        if found_at != end and round(spans[found_at].ends) == round(spans[at].ends):
            found.pop()
    return tuple(reversed(found))


def _timeline(built: Graph, spans: Sequence[Span]) -> Iterator[ChainLink]:
    """Iterate over all requests; the pieces after the beginning of the page are one."""
    for index in range(len(built.requests)):
        if index not in built.pieces.indexes[1:-1]:
            yield _link(built, spans, index)


def _link(built: Graph, spans: Sequence[Span], index: int) -> ChainLink:
    """Return a request as a link of a chain; a piece of the page together with those before it, but the beginning."""
    request = built.requests[index]
    parts = [piece for piece in built.pieces.indexes[1:] if piece <= index] if request.continues else [index]
    return ChainLink(
        url=request.url,
        kind=request.kind,
        size=sum(built.requests[part].size for part in parts),
        begins=round(spans[parts[0]].begins),
        ends=round(spans[index].ends),
        assumed=request.url in built.assumed,
    )


def _rounded(milliseconds: float) -> int:
    """Round to tens of milliseconds, the precision of the model."""
    return round(milliseconds / 10) * 10
