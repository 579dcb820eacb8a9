"""
When content appears, estimated: the graph replayed, and replayed again with each fix made.

Like Lighthouse's, each figure is the mean of two replays, one in which only what is needed for it is loaded and one in
which everything shares the connection.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence

from attrs import frozen

from sitescan.model.file_facts import Picture
from sitescan.model.page_load import Candidate, ChainLink, LoadEstimates, Loading
from sitescan.performance.fixes import fixed_pages
from sitescan.performance.graph import FileFacts, Graph, PageFacts, first_paint_files, graph
from sitescan.performance.network import DESKTOP, PHONE, Profile, Span, replay

#: A second candidate that is at least so large beside the largest may be the one that is.
_NEARLY = 0.8

#: Text that is hidden by its font is shown in another one after so long, milliseconds.
_FONT_PERIOD = 3000.0

#: Files of the chain that are kept.
_LONGEST_CHAIN = 12

#: The bytes of an image for each pixel it is shown at, below which browsers do not take it for content.
#: https://web.dev/articles/lcp#what-elements-are-considered
_LEAST_CONTENT = 0.05 / 8

#: What is gained at least where a gain is told: people don't notice less, and the model can't tell. Milliseconds.
_LEAST_GAIN = 50.0

_SCREEN = 412.0 * 823.0


@frozen(kw_only=True)
class Paints:
    """When the first and the largest content appear, and what decided it; milliseconds."""

    first: float
    largest: float
    largest_from: float
    of: Candidate
    chain: tuple[ChainLink, ...] = ()
    first_chain: tuple[ChainLink, ...] = ()
    timeline: tuple[ChainLink, ...] = ()


def estimate(
    page: PageFacts,
    pictures: Mapping[str, Picture] | None = None,
    savings: Mapping[str, Mapping[str, int]] | None = None,
) -> Generator[None, None, LoadEstimates]:
    """
    The estimates of a page, and what each fix would gain; it yields now and then, so that it can be done in steps.

    :param pictures: what the first bytes of images say, by URL.
    :param savings: the bytes that images could do without, by the rule that says so and by URL.
    """
    seen: Mapping[str, Picture] = pictures or {}
    candidates = ranked(page, seen)
    phone = yield from paints(page, PHONE, candidates)
    desktop = yield from paints(page, DESKTOP, candidates)
    gains: dict[str, int] = {}
    for rules, fixed in fixed_pages(page, phone.of, savings or {}):
        again = yield from paints(fixed, PHONE, candidates)
        gain = max(phone.largest - again.largest, phone.first - again.first)
        gains.update({rule: _rounded(gain) for rule in rules if gain >= _LEAST_GAIN})
    known = [facts.size or 0 for facts in _loaded(page)]
    return LoadEstimates(
        first_paint=_rounded(phone.first),
        largest_paint=_rounded(phone.largest),
        largest_paint_from=_rounded(phone.largest_from),
        desktop_first_paint=_rounded(desktop.first),
        desktop_largest_paint=_rounded(desktop.largest),
        largest=phone.of.url or "text",
        chain=phone.chain,
        first_chain=phone.first_chain,
        timeline=phone.timeline,
        gains=gains,
        weight=page.size + page.icon + sum(known),
        unknown=sum(1 for facts in _loaded(page) if facts.size is None),
        left_out=page.load.left_out,
        capped=page.load.capped,
    )


def _loaded(page: PageFacts) -> Iterator[FileFacts]:
    """What is known of each file that browsers load with the page."""
    for file in page.load.files:
        facts = page.files.get(file.url, FileFacts())
        if file.loading is not Loading.LAZY and not (facts.missing or facts.unreachable):
            yield facts


def ranked(page: PageFacts, pictures: Mapping[str, Picture]) -> Sequence[Candidate]:
    """The candidates for the largest content, the largest first; those nearly as large follow it."""
    sized = [(_area(page, one, pictures), -number, one) for number, one in enumerate(page.load.candidates)]
    sized.sort(key=lambda one: one[:2], reverse=True)
    if not sized or sized[0][0] <= 0:
        return (Candidate(),)
    largest = sized[0][0]
    return tuple(one for area, _, one in sized if area >= largest * _NEARLY)[:4]


def _area(page: PageFacts, candidate: Candidate, pictures: Mapping[str, Picture]) -> float:
    """How much of the screen a candidate fills, CSS pixels; 0 for an image that is missing or hardly a picture."""
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
            # Of a background its element's area is known better.
            width = width or (height / ratio if height else min(picture.width, 412.0))
            height = height or width * ratio
            area = width * height if candidate.area <= 150.0 * 150.0 else candidate.area
        area = min(area, picture.width * picture.height)
    if facts.size is not None and facts.size < area * _LEAST_CONTENT:
        return 0.0
    return min(area, _SCREEN)


def paints(page: PageFacts, profile: Profile, candidates: Sequence[Candidate]) -> Generator[None, None, Paints]:
    """When content appears on one profile."""
    needed = first_paint_files(page)
    lean = graph(page, only=needed)
    lean_spans = yield from replay(lean.requests, profile)
    first = _painted(lean, lean_spans, profile)
    full = graph(page)
    full_spans = yield from replay(full.requests, profile)
    ends: list[tuple[float, Candidate]] = []
    alone = graph(page, only=needed | {one.url for one in candidates if one.url})
    alone_spans = yield from replay(alone.requests, profile)
    for candidate in candidates:
        if candidate.url in full.index:
            best = max(first, alone_spans[alone.index[candidate.url]].ends)
            worst = max(first, full_spans[full.index[candidate.url]].ends)
            ends.append(((best + worst) / 2, candidate))
        else:
            # Text is painted with the first content, which in competition comes later.
            worst = max(first, _painted(full, full_spans, profile))
            ends.append(((first + worst) / 2, candidate))
    times = [end for end, _ in ends]
    # The largest of all, where several are as late.
    largest, of = next(one for one in ends if one[0] == max(times))
    spans = [
        _between(span, alone_spans[alone.index[request.url]]) if request.url in alone.index else span
        for request, span in zip(full.requests, full_spans, strict=True)
    ]
    return Paints(
        first=first,
        largest=largest,
        largest_from=min(times),
        of=of,
        chain=_chain(full, spans, full.index.get(of.url, -1)),
        first_chain=_chain(lean, lean_spans, -1),
        timeline=tuple(_link(full, spans, index) for index in range(len(full.requests))),
    )


def _between(one: Span, other: Span) -> Span:
    """The mean of two replays, as the estimate itself is."""
    return Span(
        came=(one.came + other.came) / 2, begins=(one.begins + other.begins) / 2, ends=(one.ends + other.ends) / 2
    )


def _painted(built: Graph, spans: Sequence[Span], profile: Profile) -> float:
    """When the first content is painted; hidden text is shown after three seconds in any case."""
    fonts = {index for index in built.paints if built.requests[index].kind == "font"}
    styled = max(spans[index].ends for index in built.paints if index not in fonts)
    shown = min(max((spans[index].ends for index in fonts), default=0.0), styled + _FONT_PERIOD)
    return max(styled, shown) + built.layout * profile.processor


def _chain(built: Graph, spans: Sequence[Span], end: int) -> tuple[ChainLink, ...]:
    """The files that decide when one ends, or without one when content is painted: each waits for the one before."""
    at = end if end >= 0 else max(built.paints, key=lambda index: (spans[index].ends, index))
    found: list[ChainLink] = []
    while len(found) < _LONGEST_CHAIN:
        found.append(_link(built, spans, at))
        request = built.requests[at]
        before = (*request.after, *(one for one in request.waits if spans[one].ends > spans[at].came))
        if not before:
            break
        found_at, at = at, max(before, key=lambda index: (spans[index].ends, index))
        # What had come long before and only waited for its turn decides nothing.
        if found_at != end and round(spans[found_at].ends) == round(spans[at].ends):
            found.pop()
    return tuple(reversed(found))


def _link(built: Graph, spans: Sequence[Span], index: int) -> ChainLink:
    request, span = built.requests[index], spans[index]
    return ChainLink(
        url=request.url, kind=request.kind, size=request.size, begins=round(span.begins), ends=round(span.ends)
    )


def _rounded(milliseconds: float) -> int:
    """To tens of milliseconds: the model is no finer."""
    return round(milliseconds / 10) * 10
